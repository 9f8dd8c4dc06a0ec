/** What the help tells of the records, by what the caller may see. */
import { describe, expect, it } from 'vitest';
import { createAccess } from '../../../engine/access/access.ts';
import { buildHelpIndex, buildHelpModule } from '../../../engine/contract/build-help.ts';
import { fieldTypes } from '../../../engine/fields/index.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { staffGrants } from '../../support/grants.ts';

const street = {
  title: 'Rua',
  description: 'Ruas dos bairros.',
  type: 'object',
  required: ['nome', 'bairro'],
  properties: {
    nome: { title: 'Nome', type: 'string', maxLength: 60, examples: ['Rua A', 'Rua B', 'Rua C', 'Rua D'] },
    cep: { title: 'CEP', type: 'string', 'x-mask': '#####-###', examples: ['30140071'] },
    bairro: { title: 'Bairro', 'x-relation': { entity: 'bairro' } },
    senha: { title: 'Senha', type: 'string', writeOnly: true },
    largura: { title: 'Largura', type: 'number', minimum: 1, maximum: 80 },
    trechos: {
      title: 'Trechos',
      type: 'array',
      items: {
        title: 'Trecho',
        type: 'object',
        required: ['numero'],
        properties: {
          numero: { title: 'Número', type: 'integer' },
          ate: { title: 'Até', 'x-relation': { entity: 'bairro' } },
          chave: { title: 'Chave', type: 'string', writeOnly: true },
        },
      },
    },
  },
  'x-rules': [{ must: 'largura > 1', message: 'A rua é larga.' }],
};
const columns = { entity: 'rua', path: '/ruas', title: 'Rua', permission: { subject: 'rua' }, parent: '/localizacao' };
const { model } = compile(
  resolve(
    loadFiles(
      new Map([
        ...examples,
        ['schemas/localizacao/ruas/schema.json', JSON.stringify(street)],
        ['schemas/localizacao/ruas/columns.json', JSON.stringify(columns)],
      ]),
    ),
    undefined,
  ),
  catalogues,
);

const helpFor = (permissions: readonly string[], hiddenFields: readonly string[] = []) => {
  const access = createAccess(staffGrants(permissions, hiddenFields));
  const module = buildHelpModule(model, access, (field) => fieldTypes[field.type].called(field), 'localizacao');
  return {
    index: buildHelpIndex(model, access),
    module,
    entity: (name: string) => module?.entities.find((one) => one.name === name),
  };
};
const plain = { required: false, readOnly: false, unique: false };
const toBairro = { entity: 'bairro', title: 'Bairro', module: 'localizacao', path: '/bairros' };

describe('the help', () => {
  it('tells of fields, rows, rules and relations', () => {
    const { entity, index } = helpFor(['bairro:manage', 'rua:manage']);
    expect(entity('rua')).toEqual({
      name: 'rua',
      title: 'Rua',
      description: 'Ruas dos bairros.',
      screens: [{ entity: 'rua', path: '/ruas', title: 'Rua', icon: 'table', description: 'Ruas dos bairros.' }],
      fields: [
        {
          ...plain,
          name: 'nome',
          title: 'Nome',
          kind: 'Texto de até 60 caracteres',
          required: true,
          examples: ['Rua A', 'Rua B', 'Rua C'],
        },
        { ...plain, name: 'cep', title: 'CEP', kind: expect.any(String) },
        {
          ...plain,
          name: 'bairro',
          title: 'Bairro',
          kind: 'Registro de outro cadastro',
          required: true,
          target: toBairro,
        },
        { ...plain, name: 'largura', title: 'Largura', kind: 'Número de 1 a 80' },
      ],
      rows: [
        {
          name: 'trechos',
          title: 'Trechos',
          fields: [
            { ...plain, name: 'numero', title: 'Número', kind: 'Número inteiro', required: true },
            { ...plain, name: 'ate', title: 'Até', kind: 'Registro de outro cadastro', target: toBairro },
          ],
        },
      ],
      rules: ['A rua é larga.'],
      usedBy: [],
    });
    expect(entity('bairro')?.usedBy.map(({ entity: from, field }) => `${from}: ${field}`)).toEqual([
      'bairro: Vizinho',
      'rua: Bairro',
      'rua: Até',
    ]);
    expect(index.modules.map(({ name, title, screens }) => [name, title, screens.map(({ path }) => path)])).toEqual([
      ['localizacao', 'Localização', ['/bairros', '/ruas']],
    ]);
  });

  it('tells by which fields a registry is found, those of its rows last, each title once and none that is kept', () => {
    const fieldsOf = (path: string, ...rights: Parameters<typeof helpFor>) =>
      helpFor(...rights).index.modules[0]?.screens.find((screen) => screen.path === path)?.fields;
    expect(fieldsOf('/ruas', ['bairro:manage', 'rua:manage'])).toEqual([
      'Nome',
      'CEP',
      'Bairro',
      'Largura',
      'Número',
      'Até',
    ]);
    expect(fieldsOf('/ruas', ['rua:manage'], ['rua.largura', 'rua_trechos.ate'])).toEqual([
      'Nome',
      'CEP',
      'Bairro',
      'Número',
    ]);
    expect(fieldsOf('/ruas', ['rua:list'])).toEqual(['Nome', 'CEP', 'Bairro', 'Largura']);
  });

  it('tells nothing of a field, an array or a rule that is kept from the caller', () => {
    const { entity } = helpFor(['bairro:manage', 'rua:manage'], ['rua.bairro', 'rua.largura', 'rua_trechos.ate']);
    expect(entity('rua')?.fields.map(({ name }) => name)).toEqual(['nome', 'cep']);
    expect(entity('rua')?.rows.map(({ fields }) => fields.map(({ name }) => name))).toEqual([['numero']]);
    expect(entity('rua')?.rules).toEqual([]);
    expect(entity('bairro')?.usedBy.map(({ entity: from }) => from)).toEqual(['bairro']);
    expect(helpFor(['rua:manage'], ['rua.trechos']).entity('rua')?.rows).toEqual([]);
  });

  it('tells nothing of a registry that the caller may not open, nor names it as the end of a relation', () => {
    const { entity, index } = helpFor(['rua:manage']);
    expect(entity('bairro')).toBeUndefined();
    expect(entity('rua')?.fields.find(({ name }) => name === 'bairro')?.target).toBeUndefined();
    expect(index.modules.flatMap(({ screens }) => screens.map(({ path }) => path))).toEqual(['/ruas']);
    expect(helpFor([]).module).toBeUndefined();
    expect(helpFor([]).index).toEqual({ modules: [] });
  });

  it('gives whoever has the list alone what the list shows', () => {
    expect(helpFor(['rua:list']).entity('rua')).toMatchObject({
      fields: [{ name: 'nome' }, { name: 'cep' }, { name: 'bairro' }, { name: 'largura' }],
      rows: [],
    });
  });
});
