/** What a screen is told of the rows that its records own, by what the caller may see and write. */
import { describe, expect, it } from 'vitest';
import { createAccess } from '../../../engine/access/access.ts';
import { buildScreenModel } from '../../../engine/contract/build-screen-model.ts';
import { labelSelect } from '../../../engine/contract/column-text.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { compile } from '../../../engine/model/compile.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { staffGrants } from '../../support/grants.ts';

const file = 'schemas/localizacao/bairros/schema.json';
const record = JSON.parse(examples.get(file) ?? '') as { properties: { feiras: { items: { properties: object } } } };
Object.assign(record.properties.feiras.items.properties, {
  vizinho: { title: 'Bairro vizinho', 'x-relation': { entity: 'bairro', label: '{nome}' } },
  segredo: { title: 'Segredo', type: 'string', writeOnly: true },
});
const { model } = compile(
  resolve(loadFiles(new Map([...examples, [file, JSON.stringify(record)]])), undefined),
  catalogues,
);
const screen = model.screens.find((one) => one.kind === 'registry');
if (screen?.kind !== 'registry') throw new Error('the examples have no screen');

const modelFor = (permissions: readonly string[], hiddenFields: readonly string[] = []) =>
  buildScreenModel(model, createAccess(staffGrants(permissions, hiddenFields)), screen, () => '/validator.js');
const childrenOf = (one: ReturnType<typeof modelFor>) =>
  one.entity.children.map(({ name, entity }) => [name, entity.fields.map((field) => field.name)]);
const arraysOf = (one: ReturnType<typeof modelFor>) =>
  Object.entries(one.form.schema['properties'] as Record<string, { items?: { properties: object } }>).flatMap(
    ([name, { items }]) => (items === undefined ? [] : [[name, Object.keys(items.properties)]]),
  );

describe('the rows of a record in its screen', () => {
  it('are asked for with their relations, and drawn with every field that may be written', () => {
    const all = modelFor(['bairro:manage']);
    expect(all.recordSelect).toBe(
      'id,versao,codigo,nome,uf,inauguracao,taxa,vizinho_id,ativo,vizinho(id,nome,uf),' +
        'feiras(id,rua,inicio,vizinho_id,vizinho(id,nome)),contatos(id,valor,principal)',
    );
    expect(childrenOf(all)).toEqual([
      ['feiras', ['rua', 'inicio', 'vizinho', 'segredo']],
      ['contatos', ['valor', 'principal']],
    ]);
    expect(arraysOf(all)).toEqual([
      ['feiras', ['id', 'rua', 'inicio', 'vizinho_id', 'segredo']],
      ['contatos', ['id', 'valor', 'principal']],
    ]);
    const target = {
      field: 'vizinho',
      column: 'vizinho_id',
      entity: 'bairro',
      path: '/bairros',
      select: 'id,nome',
      call: '/bairros',
      minimum: 2,
      single: false,
      date: null,
      where: [],
      opens: true,
      create: true,
      label: [{ field: 'nome' }],
    };
    expect(all.childRelations).toEqual({ feiras: [target], contatos: [] });
    const ui = all.form.uiSchema['feiras'] as { 'ui:options': object; items: Record<string, object> };
    expect(ui['ui:options']).toEqual({ span: 12, child: 'feiras', help: 'Uma linha para cada feira do bairro.' });
    expect(ui.items['vizinho_id']).toEqual({
      'ui:widget': 'relation',
      'ui:options': { span: 6, target, rows: 'feiras.vizinho_id' },
    });
  });

  it('are no part of it for who sees the list alone', () => {
    const listed = modelFor(['bairro:list']);
    expect(listed.recordSelect).not.toContain('feiras');
    expect(JSON.stringify([childrenOf(listed), arraysOf(listed), listed.form.uiSchema])).not.toContain('feiras');
    expect(listed.screen.sections.flatMap(({ fields }) => fields)).not.toContain('feiras');
  });

  it('are without an array or a field of the rows that is kept from the caller', () => {
    const some = modelFor(['bairro:manage'], ['bairro.contatos', 'bairro_feiras.inicio']);
    expect(some.recordSelect).toContain('feiras(id,rua,vizinho_id,vizinho(id,nome))');
    expect(JSON.stringify(some)).not.toMatch(/contatos|inicio/);
    expect(arraysOf(some)).toEqual([['feiras', ['id', 'rua', 'vizinho_id', 'segredo']]]);
  });
});

it('asks for the label of a record by what the caller reads of it', () => {
  const kept = (hidden: readonly string[]) => labelSelect(modelFor(['bairro:manage'], hidden));
  expect(kept([])).toBe('id,codigo,nome');
  expect(kept(['bairro.nome'])).toBe('id,codigo');
  expect(kept(['bairro.codigo', 'bairro.nome'])).toBe('id');
});
