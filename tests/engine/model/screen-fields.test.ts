/** `only` and `fields` of a further screen: what the model has of them, what stands under a word, and who follows a name. */
import { describe, expect, it } from 'vitest';
import { compileSide } from '../../../engine/diff/compile-side.ts';
import { findUses } from '../../../engine/diff/find-uses.ts';
import { listDifferences } from '../../../engine/diff/list-differences.ts';
import { examples } from '../../../engine/metadata/examples.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { messagesFile } from '../../../engine/metadata/load-messages.ts';
import { namesAt } from '../../../engine/metadata/names-at.ts';
import { compile } from '../../../engine/model/compile.ts';
import { createExplainer } from '../../../engine/model/explain.ts';
import { renameField } from '../../../engine/model/rename/rename-field.ts';
import { screenEntity } from '../../../engine/model/screen-entity.ts';
import { validate } from '../../../engine/model/validate.ts';
import { resolve } from '../../../engine/overlay/resolve.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { namesThereAre } from '../../../src/workbench/names-there-are.ts';
import { realSources } from '../diff/example-sides.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', ...more });
const further = {
  entity: 'rua',
  path: '/minhas-ruas',
  title: 'Minha rua',
  parent: '/localizacao',
  permission: { subject: 'minharua' },
  columns: ['nome'],
  sort: ['nome'],
  only: ['nome', 'apelido'],
  fields: { nome: { label: 'Como se chama', help: 'O nome da placa.' }, tipo: { default: 'RUA' } },
};
/** The registry beside schema.json. */
const streets = {
  entity: 'rua',
  path: '/ruas',
  title: 'Rua',
  parent: '/localizacao',
  permission: { subject: 'rua' },
  sort: ['nome'],
};
const file = 'schemas/localizacao/minhas-ruas/columns.json';
const sourcesOf = (screen: object, more: Readonly<Record<string, object>> = {}, properties: object = {}) =>
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
          ...properties,
        },
      },
      'schemas/localizacao/ruas/columns.json': streets,
      [file]: screen,
      ...more,
    }).map(([path, value]) => [path, JSON.stringify(value, null, 1)] as const),
  ]);
const client = (fields: object) => ({
  'clients/exemplo.json': { name: 'exemplo', title: 'Exemplo', fields: { rua: fields } },
});
const built = (sources: ReadonlyMap<string, string>, of?: string) => {
  const files = resolve(loadFiles(sources), of);
  return { files, model: compile(files, catalogues).model };
};
const screenOf = (model: ReturnType<typeof built>['model']) => {
  const screen = model.screens.find((one) => one.kind === 'registry' && one.folder === 'minhas-ruas');
  if (screen?.kind !== 'registry') throw new Error('no screen');
  return screen;
};
const shown = (sources: ReadonlyMap<string, string>, of?: string) => {
  const { model } = built(sources, of);
  const entity = screenEntity(model, screenOf(model));
  return (entity?.fields ?? []).map(({ name, title, help, visible, given, default: value }) => ({
    name,
    title,
    ...(help !== undefined && { help }),
    ...(visible ? {} : { visible }),
    ...(given && { given, value }),
  }));
};

describe('the entity as the screen has it', () => {
  it('has the fields of only in the words of the screen, and gives the others', () => {
    expect(shown(sourcesOf(further))).toEqual([
      { name: 'nome', title: 'Como se chama', help: 'O nome da placa.' },
      { name: 'tipo', title: 'Tipo', visible: false, given: true, value: 'RUA' },
      { name: 'apelido', title: 'Apelido' },
    ]);
  });

  it('is the same object each time, and leaves the entity of the other screens as it is', () => {
    const { model } = built(sourcesOf(further));
    const screen = screenOf(model);
    expect(screenEntity(model, screen)).toBe(screenEntity(model, screen));
    expect(model.entities['rua']?.fields.every(({ visible }) => visible)).toBe(true);
  });

  it('does not have a field that the entity gains', () => {
    expect(shown(sourcesOf(further, {}, { custo: text('Custo') })).at(-1)).toEqual({
      name: 'custo',
      title: 'Custo',
      visible: false,
    });
  });

  it('stands over what a client says, and shows nothing that a client hides', () => {
    const said = { nome: { label: 'Logradouro' }, tipo: { label: 'Espécie' } };
    const hidden = { ...said, apelido: { visible: false, because: 'Não usa.' } };
    expect(shown(sourcesOf(further, client(said)), 'exemplo').map(({ title }) => title)).toEqual([
      'Como se chama',
      'Espécie',
      'Apelido',
    ]);
    expect(shown(sourcesOf(further, client(hidden)), 'exemplo').at(-1)).toMatchObject({
      name: 'apelido',
      visible: false,
    });
    expect(
      validate(loadFiles(sourcesOf(further, client(hidden))), catalogues).filter(
        ({ severity }) => severity === 'error',
      ),
    ).toEqual([]);
  });
});

it('is refused beside schema.json, which says it already', () => {
  const sources = sourcesOf(further, {
    'schemas/localizacao/ruas/columns.json': { ...streets, only: ['nome'], fields: { nome: { label: 'x' } } },
  });
  expect(
    validate(loadFiles(sources), catalogues).map(({ code, origin: { file: at, pointer } }) => [code, at, pointer]),
  ).toEqual([
    ['LANGUAGE_KEY_UNKNOWN', 'schemas/localizacao/ruas/columns.json', '/only'],
    ['LANGUAGE_KEY_UNKNOWN', 'schemas/localizacao/ruas/columns.json', '/fields'],
  ]);
});

it('of a required field that nobody is asked for and nothing gives, the screen is refused, unless it makes no records', () => {
  const { fields: _, ...bare } = further;
  const problems = (screen: object) =>
    validate(loadFiles(sourcesOf(screen)), catalogues).map(({ code, params, origin }) => [
      code,
      params.field,
      origin.file,
    ]);
  expect(problems(bare)).toEqual([['MODEL_SCREEN_FIELD', 'tipo', file]]);
  expect(problems({ ...bare, withheld: ['insert'] })).toEqual([]);
});

it('explain tells each word with what it stands over: the client, then the entity', () => {
  const { files, model } = built(sourcesOf(further, client({ nome: { label: 'Logradouro' } })), 'exemplo');
  const answer = createExplainer(files, model)
    .explain('minhas-ruas')
    .find(({ target }) => target === 'minhas-ruas.fields.nome.label');
  expect([answer?.value, answer?.origin?.file, answer?.origin?.pointer]).toEqual([
    'Como se chama',
    file,
    '/fields/nome/label',
  ]);
  expect(answer?.lost.map(({ value, origin }) => [value, origin?.file])).toEqual([
    ['Logradouro', 'clients/exemplo.json'],
    ['Nome', 'schemas/localizacao/ruas/schema.json'],
  ]);
});

it('a comparison tells of it, and where', () => {
  const [before, after] = [
    compileSide(sourcesOf(further), catalogues),
    compileSide(
      sourcesOf({ ...further, only: ['nome'], fields: { ...further.fields, nome: { label: 'Nome da rua' } } }),
      catalogues,
    ),
  ];
  const told = listDifferences(before, after).map(({ words, to }) => [words, to?.pointer]);
  expect(told).toContainEqual([expect.stringMatching(/^muda os campos que tem/), expect.stringMatching(/^\/only/)]);
  expect(told).toContainEqual([
    expect.stringMatching(/^muda o que diz dos campos a seu modo/),
    expect.stringMatching(/^\/fields/),
  ]);
});

it('a name is followed: where it is used, renamed and offered', () => {
  const sources = sourcesOf(further);
  const { files, model } = built(sources);
  const field = model.entities['rua']?.fields.find(({ name }) => name === 'nome');
  const entity = model.entities['rua'];
  if (field === undefined || entity === undefined) throw new Error('no field');
  const uses = findUses(files, model, entity, field).filter(({ origin }) => origin?.file === file);
  expect(uses.map(({ words }) => words)).toEqual(
    expect.arrayContaining(['campo que a tela tem', 'campo a modo da tela']),
  );
  const renamed = renameField(sources, catalogues, {
    entity: 'rua',
    field: 'nome',
    to: 'placa',
    since: '2026-11-22',
    why: 'Mudança de nome.',
  });
  expect(JSON.parse(renamed.get(file) ?? '{}')).toMatchObject({
    only: ['placa', 'apelido'],
    fields: { placa: { label: 'Como se chama' } },
  });
  expect(namesAt.registry).toEqual(
    expect.arrayContaining([
      { at: '/only/*', names: 'part' },
      { at: '/fields', names: 'part', keys: true },
    ]),
  );
});

describe('of the rows that a record owns', () => {
  const rows = (required: readonly string[] = ['texto']) => ({
    placas: {
      title: 'Placas',
      type: 'array',
      items: {
        title: 'Placa',
        type: 'object',
        required,
        properties: { texto: text('Texto'), lado: text('Lado'), obra: text('Obra') },
      },
    },
  });
  const partial = {
    ...further,
    only: ['nome', 'placas.texto', 'placas.lado'],
    fields: { ...further.fields, 'placas.texto': { label: 'O que está escrito' }, 'placas.lado': { readOnly: true } },
  };
  const problems = (screen: object, required?: readonly string[]) =>
    validate(loadFiles(sourcesOf(screen, {}, rows(required))), catalogues).map(
      ({ code, params, origin: { pointer } }) => [code, params.field, pointer],
    );

  it('the screen has those fields alone, in its words', () => {
    const { model } = built(sourcesOf(partial, {}, rows()));
    const [array] = screenEntity(model, screenOf(model))?.children ?? [];
    expect(
      array?.entity.fields
        .filter(({ name }) => ['texto', 'lado', 'obra'].includes(name))
        .map(({ name, title, visible, readOnly }) => [name, title, visible, readOnly]),
    ).toEqual([
      ['texto', 'O que está escrito', true, false],
      ['lado', 'Lado', true, true],
      ['obra', 'Obra', false, false],
    ]);
    expect(array?.visible).toBe(true);
    expect(model.entities['rua_placas']?.fields.map(({ name, title }) => [name, title])).toContainEqual([
      'texto',
      'Texto',
    ]);
    expect(problems(partial)).toEqual([]);
  });

  it('a name twice, a word for what is not there and a value to begin with are refused', () => {
    expect(problems({ ...partial, only: [...partial.only, 'placas'] })).toEqual([
      ['MODEL_SCREEN_FIELD', 'placas.texto', '/only/1'],
      ['MODEL_SCREEN_FIELD', 'placas.lado', '/only/2'],
    ]);
    expect(problems({ ...partial, only: [...partial.only, 'placas.cor'] })).toEqual([
      ['MODEL_FIELD_MISSING', 'cor', '/only/3'],
    ]);
    const said = (more: object) => ({ ...partial, fields: { ...partial.fields, ...more } });
    expect(problems(said({ 'placas.obra': { label: 'Obra nova' } }))).toEqual([
      ['MODEL_SCREEN_FIELD', 'placas.obra', '/fields/placas.obra/label'],
    ]);
    expect(problems(said({ 'placas.lado': { default: 'par' } }))).toEqual([
      ['MODEL_SCREEN_FIELD', 'placas.lado', '/fields/placas.lado/default'],
    ]);
    expect(problems(said({ 'placas.lado': { label: 'Lado' } }))).toEqual([
      ['MODEL_SCREEN_FIELD', 'placas.lado', '/fields/placas.lado/label'],
    ]);
  });

  it('the list under a record names none that the screen leaves out', () => {
    const listed = (columns: readonly string[]) => problems({ ...partial, detail: { list: 'placas', columns } });
    expect(listed(['texto', 'lado'])).toEqual([]);
    expect(listed(['texto', 'obra'])).toEqual([['MODEL_COLUMN_HIDDEN', 'obra', '/detail/columns/1']]);
  });

  it('a row must be possible to make through the screen, unless it makes none', () => {
    expect(problems(partial, ['texto', 'obra'])).toEqual([['MODEL_SCREEN_FIELD', 'placas.obra', '/only']]);
    expect(problems(partial, ['texto', 'lado'])).toEqual([
      ['MODEL_SCREEN_FIELD', 'placas.lado', '/fields/placas.lado'],
    ]);
    expect(problems({ ...partial, withheld: ['insert'] }, ['texto', 'obra'])).toEqual([]);
  });

  it('a name is followed: where it is used, renamed, offered, and what its word stands over', () => {
    const sources = sourcesOf(partial, {}, rows());
    const { files, model } = built(sources);
    const entity = model.entities['rua_placas'];
    const field = entity?.fields.find(({ name }) => name === 'texto');
    if (field === undefined || entity === undefined) throw new Error('no field');
    const uses = findUses(files, model, entity, field).filter(({ origin }) => origin?.file === file);
    expect(uses.map(({ words, origin }) => [words, origin?.pointer])).toEqual([
      ['campo que a tela tem', '/only'],
      ['campo a modo da tela', '/fields'],
    ]);
    const renamed = renameField(sources, catalogues, {
      entity: 'rua_placas',
      field: 'texto',
      to: 'dizer',
      since: '2026-11-30',
      why: 'Mudança de nome.',
    });
    expect(JSON.parse(renamed.get(file) ?? '{}')).toMatchObject({
      only: ['nome', 'placas.dizer', 'placas.lado'],
      fields: { 'placas.dizer': { label: 'O que está escrito' }, 'placas.lado': { readOnly: true } },
    });
    expect(namesThereAre(loadFiles(sources), 'part', file, '/only/1')).toEqual([
      { name: 'nome', title: 'Nome' },
      { name: 'tipo', title: 'Tipo' },
      { name: 'apelido', title: 'Apelido' },
      { name: 'placas', title: 'Placas' },
      { name: 'placas.texto', title: 'Texto' },
      { name: 'placas.lado', title: 'Lado' },
      { name: 'placas.obra', title: 'Obra' },
    ]);
    const told = createExplainer(files, model)
      .explain('minhas-ruas')
      .find(({ target }) => target === 'minhas-ruas.fields.placas.texto.label');
    expect([told?.value, told?.lost.map(({ value, origin }) => [value, origin?.file, origin?.pointer])]).toEqual([
      'O que está escrito',
      [['Texto', 'schemas/localizacao/ruas/schema.json', '/properties/placas/items/properties/texto/title']],
    ]);
  });
});
