import { describe, expect, it } from 'vitest';
import { ruleWords } from '../../../engine/core/words.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { explain } from '../../../engine/model/explain.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';

const schema = `{
  "title": "Distrito",
  "type": "object",
  "required": ["codigo"],
  "properties": {
    "codigo": { "title": "Código", "type": "string", "x-mask": "##", "x-unique": true },
    "bairro": { "title": "Bairro", "x-relation": { "entity": "bairro" } }
  }
}`;
const columns = `{
  "entity": "distrito", "path": "/distritos",
  "parent": "/localizacao", "permission": { "subject": "distrito" },
  "columns": ["codigo"]
}`;
const overlay = `{
  "name": "exemplo", "title": "Exemplo",
  "flags": { "beneficiario.cartao": true },
  "fields": { "distrito": { "codigo": {
    "label": "Código IBGE",
    "required": false,
    "mask": null,
    "help": "Ajuda." } } },
  "screens": { "distritos": { "columns": ["bairro", "codigo"], "pageSize": 100 } }
}`;
const files = loadFiles(
  new Map([
    ...examples,
    ['schemas/localizacao/distritos/schema.json', schema],
    ['schemas/localizacao/distritos/columns.json', columns],
    ['clients/exemplo.json', overlay],
  ]),
);
const ask = (target: string, client: 'exemplo' | 'base' = 'exemplo') => {
  const resolved = resolve(files, client === 'base' ? undefined : client);
  return explain(resolved, compile(resolved, catalogues).model, target);
};
const at = (file: string, pointer: string, line: number, column: number) => ({
  file: file === 'client' ? 'clients/exemplo.json' : `schemas/localizacao/distritos/${file}.json`,
  pointer,
  line,
  column,
});
const rule = (target: string, value: unknown, words: string) => ({
  target,
  value,
  origin: undefined,
  rule: words,
  lost: [],
});

describe('explain', () => {
  it('gives for a field every value with its place, the layers that lost, and the rules', () => {
    expect(ask('distrito.codigo')).toEqual([
      {
        target: 'distrito.codigo.label',
        value: 'Código IBGE',
        origin: at('client', '/fields/distrito/codigo/label', 5, 14),
        rule: undefined,
        lost: [{ value: 'Código', origin: at('schema', '/properties/codigo/title', 6, 26), rule: undefined }],
      },
      rule('distrito.codigo.visible', true, ruleWords.language),
      rule('distrito.codigo.readOnly', false, ruleWords.language),
      {
        target: 'distrito.codigo.required',
        value: false,
        origin: at('client', '/fields/distrito/codigo/required', 6, 17),
        rule: undefined,
        lost: [{ value: true, origin: at('schema', '/required/0', 4, 16), rule: undefined }],
      },
      {
        target: 'distrito.codigo.mask',
        value: undefined,
        origin: at('client', '/fields/distrito/codigo/mask', 7, 13),
        rule: undefined,
        lost: [{ value: '##', origin: at('schema', '/properties/codigo/x-mask', 6, 64), rule: undefined }],
      },
      {
        target: 'distrito.codigo.help',
        value: 'Ajuda.',
        origin: at('client', '/fields/distrito/codigo/help', 8, 13),
        rule: undefined,
        lost: [],
      },
      rule('distrito.codigo.type', 'text', ruleWords.type),
      rule('distrito.codigo.column', 'codigo', ruleWords.column),
      {
        target: 'distrito.codigo.unique',
        value: true,
        origin: at('schema', '/properties/codigo/x-unique', 6, 82),
        rule: undefined,
        lost: [],
      },
      rule('distrito.codigo.writeOnly', false, ruleWords.language),
      rule('distrito.codigo.personalData', 'public', ruleWords.language),
    ]);
  });

  it('gives for a screen what the client set and what a rule gave', () => {
    expect(ask('distritos.columns')).toEqual([
      {
        target: 'distritos.columns',
        value: ['bairro', 'codigo'],
        origin: at('client', '/screens/distritos/columns', 9, 42),
        rule: undefined,
        lost: [{ value: ['codigo'], origin: at('columns', '/columns', 4, 14), rule: undefined }],
      },
    ]);
    expect(ask('distritos.pageSize')).toEqual([
      {
        target: 'distritos.pageSize',
        value: 100,
        origin: at('client', '/screens/distritos/pageSize', 9, 76),
        rule: undefined,
        lost: [{ value: 50, origin: undefined, rule: ruleWords.language }],
      },
    ]);
    expect(ask('distritos.sort')).toEqual([rule('distritos.sort', ['codigo'], ruleWords.sort)]);
    expect(ask('distritos.title')).toEqual([rule('distritos.title', 'Distrito', ruleWords.title)]);
  });

  it('gives the parts of a list that stand beside its columns, each as it is written', () => {
    const parts = {
      detail: { fields: ['codigo'] },
      actions: [{ name: 'abrir', title: 'Abrir', icon: 'map', open: { screen: 'distritos' } }],
      buttons: [{ name: 'site', title: 'Ver o site', icon: 'globe', link: 'https://www.ibge.gov.br' }],
      totals: ['area'],
      inline: ['codigo'],
      autocomplete: { path: 'findDistrito' },
      lookups: [{ field: 'codigo', fields: ['codigo'] }],
    };
    const lines = Object.entries(parts).map(([name, value]) => `,\n"${name}": ${JSON.stringify(value)}`);
    const written = new Map([
      ...examples,
      ['schemas/localizacao/distritos/schema.json', schema],
      ['schemas/localizacao/distritos/columns.json', columns.replace(/\s*}$/, `${lines.join('')} }`)],
    ]);
    const resolved = resolve(loadFiles(written), undefined);
    const { model } = compile(resolved, catalogues);
    for (const [index, [name, value]] of Object.entries(parts).entries()) {
      const target = `distritos.${name}`;
      const origin = at('columns', `/${name}`, 5 + index, name.length + 5);
      expect(explain(resolved, model, target)).toEqual([{ target, value, origin, rule: undefined, lost: [] }]);
    }
    expect(ask('distritos.detail')).toEqual([rule('distritos.detail', undefined, ruleWords.absent)]);
  });

  it('gives the base alone without a client', () => {
    expect(ask('distrito.codigo.required', 'base')).toEqual([
      {
        target: 'distrito.codigo.required',
        value: true,
        origin: at('schema', '/required/0', 4, 16),
        rule: undefined,
        lost: [],
      },
    ]);
  });

  it('says also that nobody says anything, asked by name', () => {
    expect(ask('distrito.codigo.maxLength')).toEqual([rule('distrito.codigo.maxLength', undefined, ruleWords.absent)]);
  });

  it.each([
    ['distrito.naturalKey', ['codigo'], ruleWords.naturalKey],
    ['distrito.recordLabel', '{codigo}', ruleWords.entityLabel],
    ['distrito.route', '/distritos', ruleWords.route],
    ['distrito.bairro.column', 'bairro_id', ruleWords.column],
    ['distrito.bairro.relationLabel', '{codigo} - {nome}', ruleWords.relationLabel],
    ['client.uf', 'MG', ruleWords.client],
  ])('cites the rule of %s', (target, value, words) => {
    expect(ask(target)).toEqual([rule(target, value, words)]);
  });

  it('finds a value of the client also by its path in the file', () => {
    expect(ask('client.defaults.uf')).toEqual(ask('client.uf'));
    expect(ask('client.theme').map((one) => one.target)).toEqual(['client.accent', 'client.logo']);
    expect(ruleWords.client).not.toContain('documento');
  });

  it('gives a flag with its default as the layer that lost', () => {
    expect(ask('flags.beneficiario.cartao')).toEqual([
      {
        target: 'flags.beneficiario.cartao',
        value: true,
        origin: at('client', '/flags/beneficiario.cartao', 3, 37),
        rule: undefined,
        lost: [
          {
            value: false,
            origin: {
              file: 'schemas/flags.json',
              pointer: '/flags/beneficiario.cartao/default',
              line: 5,
              column: 18,
            },
            rule: undefined,
          },
        ],
      },
    ]);
  });

  it.each([
    ['distrit.codigo', 'distrito'],
    ['distrito.codgo', 'codigo'],
    ['distrito.codigo.lable', 'label'],
    ['distritos.colums', 'columns'],
    ['flags.beneficiario.cartoes', 'beneficiario.cartao'],
    ['client.acent', 'accent'],
    ['client.defaults.ufs', 'uf'],
    ['client.defualts.uf', 'defaults'],
  ])('refuses %s and proposes %s', (target, suggestion) => {
    expect(() => ask(target)).toThrow(expect.objectContaining({ code: 'COMMAND_ARGUMENT', suggestion }));
  });
});
