/** `report` of a further screen: what the model has of it, what stands under a word, and who follows a name. */
import { describe, expect, it } from 'vitest';
import { compileSide } from '../../../engine/diff/compile-side.ts';
import { findUses } from '../../../engine/diff/find-uses.ts';
import { listDifferences } from '../../../engine/diff/list-differences.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { messagesFile } from '../../../engine/metadata/load-messages.ts';
import { compile } from '../../../engine/model/compile.ts';
import { createExplainer } from '../../../engine/model/explain.ts';
import { renameField } from '../../../engine/model/rename/rename-field.ts';
import { validate } from '../../../engine/model/validate.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { namesThereAre } from '../../../src/workbench/names-there-are.ts';
import { realSources } from '../diff/example-sides.ts';

const file = 'schemas/localizacao/ruas-por-tipo/columns.json';
const panel = 'schemas/localizacao/ruas-por-tipo/search.json';
const text = (title: string, more: object = {}) => ({ title, type: 'string', ...more });
const told = {
  entity: 'rua',
  path: '/relatorio/ruas-por-tipo',
  title: 'Ruas por tipo',
  parent: '/localizacao',
  permission: { action: 'rep901', subject: 'report' },
  columns: ['nome'],
  sort: ['-apelido'],
  report: { groups: ['tipo', { field: 'aberta', by: 'month' }] },
};
const asked = { fields: [{ field: 'aberta', match: 'range', required: true, begins: 'lastMonth' }, { field: 'tipo' }] };

const sourcesOf = (screen: object = told, search: object = asked) =>
  new Map([
    ...[...examples].filter(([path]) => path !== 'clients/exemplo.json'),
    [messagesFile, realSources.get(messagesFile) ?? ''] as const,
    ...Object.entries({
      'schemas/localizacao/ruas/schema.json': {
        title: 'Rua',
        type: 'object',
        required: ['nome', 'tipo'],
        properties: {
          nome: text('Nome', { 'x-unique': true }),
          tipo: text('Tipo', { maxLength: 9 }),
          apelido: text('Apelido'),
          aberta: text('Aberta', { format: 'date' }),
        },
      },
      'schemas/localizacao/ruas/columns.json': {
        entity: 'rua',
        path: '/ruas',
        title: 'Rua',
        parent: '/localizacao',
        permission: { subject: 'rua' },
        sort: ['nome'],
      },
      [file]: screen,
      [panel]: search,
    }).map(([path, value]) => [path, JSON.stringify(value, null, 1)] as const),
  ]);

const built = (sources: ReadonlyMap<string, string>) => {
  const files = resolve(loadFiles(sources), undefined);
  return { files, model: compile(files, catalogues).model };
};

describe('a report', () => {
  const { files, model } = built(sourcesOf());
  const screen = model.screens.find(({ path }) => path === '/relatorio/ruas-por-tipo');

  it('has its levels, what it asks for and what it begins with; nothing is written through it, and no index is asked of it', () => {
    expect(validate(loadFiles(sourcesOf()), catalogues)).toEqual([]);
    expect(screen).toMatchObject({
      kind: 'registry',
      withheld: ['insert', 'update', 'delete'],
      report: { groups: [{ path: ['tipo'] }, { path: ['aberta'], by: 'month' }], rows: true },
      search: [
        { path: ['aberta'], match: 'range', required: true, begins: 'lastMonth' },
        { path: ['tipo'], match: 'contains' },
      ],
    });
  });

  it('is no place where a record is found', () => {
    expect(model.entities['rua']?.path).toBe('/ruas');
    const alone = new Map(sourcesOf());
    alone.set('schemas/localizacao/ruas/columns.json', JSON.stringify({ entity: 'rua' }));
    expect(built(alone).model.entities['rua']).toMatchObject({ name: 'rua' });
    expect(built(alone).model.entities['rua']?.path).toBeUndefined();
  });

  it('is explained, and a comparison tells of its levels and of what is asked', () => {
    const answer = createExplainer(files, model)
      .explain('ruas-por-tipo')
      .find(({ target }) => target === 'ruas-por-tipo.report');
    expect([answer?.value, answer?.origin?.pointer]).toEqual([told.report, '/report']);
    const words = (screenAfter: object, search?: object) =>
      listDifferences(
        compileSide(sourcesOf(), catalogues),
        compileSide(sourcesOf(screenAfter, search), catalogues),
      ).map((one) => one.words);
    expect(words({ ...told, report: { groups: ['tipo'] } })).toEqual([
      'muda os níveis do relatório de tipo, aberta (month) para tipo',
    ]);
    expect(words({ ...told, report: { ...told.report, rows: false } })).toEqual(['passa a mostrar só os grupos']);
    expect(words(told, { fields: [{ field: 'aberta', match: 'range', begins: 'month' }, { field: 'tipo' }] })).toEqual([
      "muda o período com que começa de 'lastMonth' para 'month'",
      'não é mais pedido',
    ]);
  });

  it('a name is followed: where it is used, renamed and offered', () => {
    const entity = model.entities['rua'];
    const field = entity?.fields.find(({ name }) => name === 'tipo');
    if (entity === undefined || field === undefined) throw new Error('no field');
    expect(
      findUses(files, model, entity, field)
        .filter(({ origin }) => origin?.file === file)
        .map(({ words, origin }) => [words, origin?.pointer]),
    ).toEqual([
      ['nível do relatório', '/report'],
      ['arquivo CSV e API da lista', '/path'],
    ]);
    const renamed = renameField(sourcesOf(), catalogues, {
      entity: 'rua',
      field: 'aberta',
      to: 'inaugurada',
      since: '2026-11-30',
      why: 'Mudança de nome.',
    });
    expect(JSON.parse(renamed.get(file) ?? '{}')).toMatchObject({
      report: { groups: ['tipo', { field: 'inaugurada', by: 'month' }] },
    });
    expect(namesThereAre(loadFiles(sourcesOf()), 'path', file, '/report/groups/0')).toContainEqual({
      name: 'tipo',
      title: 'Tipo',
    });
  });
});
