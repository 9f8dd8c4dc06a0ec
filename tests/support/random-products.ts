/**
 * Small products made up by fast-check, as files that are compiled like any others, and rows for their tables: what
 * changes of the tables are held against.
 */
import type { Database } from '../../engine/data/database.ts';
import { DatabaseError } from '../../engine/data/database.ts';
import type { Change } from '../../engine/metadata/changes.ts';
import { loadFiles } from '../../engine/metadata/load-files.ts';
import { compile } from '../../engine/model/compile.ts';
import type { Entity, Field, FieldTypeName, Model } from '../../engine/model/types.ts';
import { resolve } from '../../engine/overlay/resolve.ts';
import { catalogues } from '../../src/catalogues.ts';
import fc from './laws.ts';

type Json = Readonly<Record<string, unknown>>;

const number = (limit: number | undefined): Json => (limit === undefined ? {} : { minimum: -limit });

/** Of each kind of field what its file says, but for title and keys that all have. */
const kinds = {
  text: (limit) => ({ type: 'string', maxLength: limit ?? 60 }),
  masked: () => ({ type: 'string', 'x-mask': '##-##' }),
  cpf: () => ({ type: 'string', format: 'cpf' }),
  long: () => ({ type: 'string', format: 'multiline' }),
  integer: (limit) => ({ type: 'integer', ...number(limit) }),
  decimal: (limit, scale) => ({ type: 'number', 'x-scale': scale, ...number(limit) }),
  money: (limit) => ({ type: 'number', format: 'money', ...number(limit) }),
  percent: () => ({ type: 'number', format: 'percent' }),
  boolean: () => ({ type: 'boolean' }),
  date: () => ({ type: 'string', format: 'date' }),
  moment: () => ({ type: 'string', format: 'date-time' }),
  time: () => ({ type: 'string', format: 'time' }),
  month: () => ({ type: 'string', format: 'month' }),
  year: () => ({ type: 'integer', format: 'year' }),
  code: (limit) => ({ type: 'string', 'x-code-list': 'letras', ...(limit === 1 && { 'x-codes': ['B'] }) }),
} as const satisfies Readonly<Record<string, (limit: number | undefined, scale: number) => Json>>;
type Kind = keyof typeof kinds;

const defaults: Readonly<Partial<Record<Kind, unknown>>> = {
  text: 'x',
  integer: 7,
  decimal: 7,
  money: 7,
  percent: 7,
  boolean: true,
  date: '2026-02-28',
  code: 'B',
};

interface DrawnField {
  readonly name: string;
  readonly property: Json;
  readonly required: boolean;
}

/** A field; of `targets` one may point at. In rows of a record nothing is unique. */
const fieldOf = (name: string, targets: readonly string[]): fc.Arbitrary<DrawnField> =>
  fc
    .record({
      kind: fc.constantFrom(
        ...(Object.keys(kinds) as Kind[]),
        ...(targets.length === 0 ? [] : (['relation'] as const)),
      ),
      required: fc.boolean(),
      unique: fc.boolean(),
      withDefault: fc.boolean(),
      clears: fc.boolean(),
      target: fc.nat({ max: 9 }),
      limit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      scale: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ kind, required, unique, withDefault, clears, target, limit, scale }) => {
      const title = { title: name };
      if (kind === 'relation') {
        const onDelete = clears && !required ? 'clear' : 'refuse';
        return {
          name,
          required,
          property: { ...title, 'x-relation': { entity: targets[target % targets.length], onDelete } },
        };
      }
      const property = {
        ...title,
        ...kinds[kind](limit, scale),
        ...(withDefault && defaults[kind] !== undefined && { default: defaults[kind] }),
        ...(unique && kind !== 'boolean' && kind !== 'long' && { 'x-unique': true }),
      };
      return { name, required, property };
    });

const names = ['um', 'dois', 'tres', 'quatro'];

const fieldsOf = (targets: readonly string[]): fc.Arbitrary<readonly DrawnField[]> =>
  fc
    .tuple(fc.subarray(names), fc.tuple(...names.map((name) => fieldOf(name, targets))))
    .map(([kept, all]) => all.filter(({ name }) => kept.includes(name)));

const key: DrawnField = {
  name: 'codigo',
  required: true,
  property: { title: 'codigo', type: 'integer', 'x-unique': true },
};
const period: readonly DrawnField[] = ['inicio', 'fim'].map((name) => ({
  name,
  required: false,
  property: { title: name, type: 'string', format: 'date' },
}));
const double: DrawnField = {
  name: 'dobro',
  required: false,
  property: { title: 'dobro', type: 'integer', 'x-computed': 'codigo * 2' },
};

const recordOf = (fields: readonly DrawnField[], arrays: Json = {}): Json => ({
  title: 'Registro',
  type: 'object',
  required: fields.flatMap(({ name, required }) => (required ? [name] : [])),
  properties: { ...Object.fromEntries(fields.map(({ name, property }) => [name, property])), ...arrays },
});

const rowsOf = (fields: readonly DrawnField[]): Json => recordOf([...fields, { ...key, name: 'linha' }]);

const registryOf = (entity: string, more: Json): Json => ({
  entity,
  path: `/${entity}`,
  title: entity,
  icon: 'box',
  parent: '/teste',
  permission: { subject: entity },
  ...more,
});

/** What a view may say of a field that it takes over. */
const shown = ['title', 'type', 'format', 'maxLength', 'x-mask', 'x-scale', 'x-code-list', 'x-codes', 'x-relation'];

const viewOf = (field: DrawnField | undefined): readonly (readonly [string, string])[] => {
  const column = field && ('x-relation' in field.property ? `${field.name}_id` : field.name);
  const taken = field && Object.fromEntries(Object.entries(field.property).filter(([name]) => shown.includes(name)));
  if (taken && 'x-relation' in taken) taken['x-relation'] = { entity: (taken['x-relation'] as Json)['entity'] };
  const properties = { ordem: { title: 'ordem', type: 'integer' }, ...(field && { [field.name]: taken }) };
  return [
    ['schemas/teste/resumo/schema.json', JSON.stringify({ title: 'Resumo', type: 'object', properties })],
    ['schemas/teste/resumo/columns.json', JSON.stringify(registryOf('resumo', { label: '{ordem}' }))],
    [
      'schemas/teste/resumo/query.sql',
      `select i.id, i.codigo as ordem${column === undefined ? '' : `, i.${column}`} from item i`,
    ],
  ];
};

const entityFiles = (entity: string, fields: readonly DrawnField[], more: Json, arrays: Json = {}) =>
  [
    [`schemas/teste/${entity}/schema.json`, JSON.stringify(recordOf([key, ...fields], arrays))],
    [`schemas/teste/${entity}/columns.json`, JSON.stringify(registryOf(entity, { label: '{codigo}', ...more }))],
  ] as const;

/** Files of a product: up to three registries, rows that a record owns, a view, and what the tables hold together. */
const productFiles: fc.Arbitrary<ReadonlyMap<string, string>> = fc
  .record({
    group: fc.option(fieldsOf([])),
    item: fieldsOf(['grupo', 'item']),
    lot: fc.option(fieldsOf(['item'])),
    parts: fc.option(fieldsOf([])),
    contacts: fc.option(fieldsOf([])),
    viewed: fc.option(fc.nat({ max: 4 })),
    period: fc.boolean(),
    double: fc.boolean(),
    indexed: fc.boolean(),
    paired: fc.boolean(),
    searched: fc.boolean(),
  })
  .map(({ group, item, lot, parts, contacts, viewed, searched, indexed, paired, ...given }) => {
    const own = group === null ? item.filter(({ property }) => !JSON.stringify(property).includes('"grupo"')) : item;
    const fields = [...own, ...(given.period ? period : []), ...(given.double ? [double] : [])];
    const texts = own.filter(({ property }) => property['type'] === 'string' && property['format'] === undefined);
    const plain = own.filter(({ property }) => property['format'] !== 'multiline').map(({ name }) => name);
    const keyed = own.find(({ property }) => 'x-relation' in property || 'x-code-list' in property);
    const more = {
      ...(searched && texts.length > 0 && { search: texts.map(({ name }) => name) }),
      ...(indexed && plain.length > 0 && { indexes: [plain.slice(0, 2)] }),
      ...(paired && plain.length > 1 && { unique: [plain.slice(-2)] }),
      ...(given.period && { noOverlap: [{ key: [keyed?.name ?? 'codigo'], ranges: [['inicio', 'fim']] }] }),
    };
    const arrays = {
      ...(parts && { partes: { title: 'Partes', type: 'array', items: rowsOf(parts) } }),
      ...(contacts && { contatos: { title: 'Contatos', type: 'array', items: { $ref: '../../parts/contato.json' } } }),
    };
    return new Map<string, string>([
      ['schemas/teste/menu.json', '{"groups":[{"path":"/teste","title":"Teste","icon":"box","parent":"/"}]}'],
      [
        'schemas/code-lists/letras.json',
        '{"title":"Letra","options":[{"value":"A","label":"A"},{"value":"B","label":"B"}]}',
      ],
      ...(group ? entityFiles('grupo', group, {}) : []),
      ...entityFiles('item', fields, more, arrays),
      ...(lot ? entityFiles('lote', lot, {}) : []),
      ...(contacts ? [['schemas/parts/contato.json', JSON.stringify(rowsOf(contacts))] as const] : []),
      ...(viewed === null ? [] : viewOf(own[viewed])),
    ]);
  });

/** A made-up product, compiled. Before it, `openSqlParser`. */
const randomProduct: fc.Arbitrary<Model> = productFiles.map((sources) => {
  const files = loadFiles(sources);
  const { model, issues } = compile(resolve(files, undefined), catalogues);
  const errors = [...files.issues, ...issues].filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(JSON.stringify({ errors, sources: [...sources] }));
  return model;
});

const told = { since: '1.0', why: 'lei' };

const fieldChanges = (before: Entity, after: Entity, renaming: boolean): readonly Change[] => {
  const said = { entity: after.name, ...told };
  const there = new Set(before.fields.map(({ name }) => name));
  const coming = after.fields.filter(({ name }) => !there.has(name));
  return before.fields.flatMap((field): Change[] => {
    const same = after.fields.find(({ name }) => name === field.name);
    if (same === undefined) {
      const at = renaming ? coming.findIndex(({ type }) => type === field.type) : -1;
      const [target] = at < 0 ? [] : coming.splice(at, 1);
      return target === undefined
        ? [{ what: 'remove', field: field.name, ...said }]
        : [
            { what: 'rename', from: field.name, field: target.name, ...said },
            { what: 'shrink', field: target.name, to: target.maxLength ?? target.scale ?? 0, ...said },
          ];
    }
    if (same.type !== field.type) return [{ what: 'retype', field: field.name, to: same.type, ...said }];
    return [{ what: 'shrink', field: field.name, to: same.maxLength ?? same.scale ?? 0, ...said }];
  });
};

const tablesOf = (model: Model): readonly Entity[] =>
  Object.values(model.entities).filter(({ view }) => view === undefined);

/** What the files would have to say for the second product to take the place of the first. */
const changesBetween = (before: Model, after: Model, renaming: boolean): readonly Change[] =>
  tablesOf(before).flatMap((entity) => {
    const same = after.entities[entity.name];
    return same === undefined
      ? [{ what: 'remove', entity: entity.name, ...told } as const]
      : fieldChanges(entity, same, renaming);
  });

const texts = ['', '7', 'abc', '2026-02-28', 'Ação d’água', '1234'];
const numbers = ['0', '7', '1.25', '-3.5'];
const valuesOf: Readonly<Partial<Record<FieldTypeName, readonly string[]>>> = {
  text: texts,
  'long-text': texts,
  integer: ['0', '7', '-12', '2000000000'],
  decimal: numbers,
  money: numbers,
  percent: numbers,
  boolean: ['true', 'false'],
  date: ['2026-02-28', '1999-12-31'],
  'date-time': ['2026-02-28T10:30:00Z', '1999-12-31T23:59:59Z'],
  time: ['10:30', '23:59'],
  month: ['2026-02', '1999-12'],
  year: ['2026', '1999'],
  code: ['A', 'B'],
};

const textOf = ({ type, relation }: Field, drawn: number): string => {
  if (drawn % 5 === 0) return 'null';
  if (relation !== undefined) return `(select id from "${relation.entity}" order by id offset ${drawn % 3} limit 1)`;
  const all = valuesOf[type] ?? [];
  return `'${all[drawn % all.length] ?? ''}'`;
};

/** Rows for every table, each a number for every column. */
const randomRows = fc.array(fc.array(fc.nat({ max: 999 }), { minLength: 9, maxLength: 9 }), { maxLength: 4 });

/** Writes what of the rows fits, and some of it twice. */
export const writeRows = async (
  database: Database,
  model: Model,
  rows: readonly (readonly number[])[],
): Promise<void> => {
  const tables = tablesOf(model);
  // What is pointed at comes first, and so does who owns.
  const order = ['grupo', 'item', 'lote'];
  const place = ({ name }: Entity): number => (order.indexOf(name) + order.length + 1) % (order.length + 1);
  const sorted = tables.toSorted((one, other) => place(one) - place(other));
  for (const entity of [...sorted.filter(({ owner }) => !owner), ...sorted.filter(({ owner }) => owner)])
    for (const [index, drawn] of rows.entries()) {
      const fields = entity.fields.filter(({ name }) => name !== 'dobro');
      const values = fields.map((field, at) =>
        field.name === 'codigo' || field.name === 'linha' || field.name === 'posicao'
          ? String(index + 1)
          : entity.owner !== undefined && field.relation?.onDelete === 'cascade'
            ? `(select min(id) from "${entity.owner.entity}")`
            : textOf(field, drawn[at % drawn.length] ?? 0),
      );
      await database
        .execute(
          `insert into "${entity.name}" (${fields.map(({ column }) => `"${column}"`).join(', ')}) values (${values.join(', ')}); update "${entity.name}" set versao = 2 where id % 2 = 0`,
        )
        .catch((error: unknown) => {
          if (!(error instanceof DatabaseError)) throw error;
        });
    }
};

type Row = Readonly<Record<string, unknown>>;
/** The rows of each table and of its history, by its name. */
export type TableData = Readonly<Record<string, readonly Row[]>>;

/** What the tables of those entities hold, as far as there are any. */
export const readTables = async (
  database: Pick<Database, 'query'>,
  entities: readonly string[],
): Promise<TableData> => {
  const found = await database.query<{ schema: string; name: string }>({
    text: `select table_schema as schema, table_name as name from information_schema.tables
      where table_schema in ('public', 'historico') and table_type = 'BASE TABLE' order by 1, 2`,
    values: [],
  });
  const data: Record<string, readonly Row[]> = {};
  for (const { schema, name } of found.rows) {
    if (!entities.includes(name)) continue;
    const { rows } = await database.query<{ row: string }>({
      text: `select row_to_json(t)::text as row from ${schema}."${name}" t order by ${schema === 'public' ? 'id' : 'id, _de'}`,
      values: [],
    });
    data[`${schema}.${name}`] = rows.map(({ row }) => JSON.parse(row) as Row);
  }
  return data;
};

export const tableNames = (...models: readonly Model[]): readonly string[] => [
  ...new Set(models.flatMap((model) => tablesOf(model).map(({ name }) => name))),
];

/** Two products, what is said of the change from one to the other among the changes of the second, and rows of the first. */
export interface RandomPair {
  readonly before: Model;
  readonly after: Model;
  readonly rows: readonly (readonly number[])[];
}

export const randomPair: fc.Arbitrary<RandomPair> = fc
  .record({ before: randomProduct, after: randomProduct, renaming: fc.boolean(), rows: randomRows })
  .map(({ before, after, renaming, rows }) => ({
    before,
    after: { ...after, changes: changesBetween(before, after, renaming) },
    rows,
  }));

const everyTable = ['grupo', 'item', 'item_partes', 'item_contatos', 'lote'];

/** As if no product had ever been there. */
export const dropTables = (database: Database): Promise<unknown> =>
  database.execute(`drop view if exists public.resumo;
    ${everyTable.map((name) => `drop table if exists public.${name}, historico.${name} cascade;`).join('\n')}
    delete from fichario.state; delete from fichario.schema_change`);
