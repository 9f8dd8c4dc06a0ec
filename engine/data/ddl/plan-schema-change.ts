import { createHistoryFunction, createHistoryTable, createHistoryTriggers, historyName } from './history-table.ts';
import { quoteIdentifier } from './quote.ts';
import type { ColumnSpec, ConstraintSpec, IndexSpec, TableSpec } from './table-spec.ts';
import { historyColumns } from './table-spec.ts';

/**
 * One step of a change, in order. `apply` runs at once; `check` runs only where `count` finds no row against it, and is
 * refused otherwise; `refuse` is what the engine never does by itself, because rows or meaning would be lost.
 */
export type SchemaStep = SchemaPlace &
  (
    | { readonly kind: 'apply'; readonly sql: string }
    | {
        readonly kind: 'check';
        readonly sql: string;
        /** SELECT of one number `count`: the rows that speak against it. */
        readonly count: string;
        readonly code: 'SCHEMA_CHANGE_NULLS' | 'SCHEMA_CHANGE_REFUSED';
        readonly change: string;
      }
    | { readonly kind: 'refuse'; readonly change: string }
  );

interface SchemaPlace {
  readonly entity: string;
  /** Names of the fields, `*` for the whole table. */
  readonly field: string;
}

/**
 * What leads from the tables there are to the tables wanted: additions and everything that loses nothing. Pure. Foreign
 * keys come last, when every table is there.
 */
export const planSchemaChange = (
  current: readonly TableSpec[],
  wanted: readonly TableSpec[],
): readonly SchemaStep[] => {
  const before = new Map(current.map((table) => [table.entity, table]));
  const after = new Set(wanted.map((table) => table.entity));
  const gone = current.filter((table) => !after.has(table.entity));
  const pairs = wanted.map((table): [TableSpec, TableSpec] => [before.get(table.entity) ?? createdTable(table), table]);
  return [
    ...gone.map(({ entity }): SchemaStep => ({ kind: 'refuse', entity, field: '*', change: 'drop table' })),
    ...wanted.filter((table) => !before.has(table.entity)).map(createTable),
    ...pairs.flatMap(([old, table]) => [
      ...dropConstraints(old, table),
      ...dropIndexes(old, table),
      ...(before.has(table.entity) ? changeColumns(old, table) : []),
      ...addConstraints(old, table, (constraint) => constraint.kind !== 'foreign'),
      ...addIndexes(old, table),
      ...changeHistory(before.get(table.entity), table),
    ]),
    ...pairs.flatMap(([old, table]) => addConstraints(old, table, (constraint) => constraint.kind === 'foreign')),
  ];
};

const tableName = ({ entity }: TableSpec): string => `public.${quoteIdentifier(entity)}`;

/** What `createTable` makes: indexes and foreign keys are steps of their own. */
const createdTable = (table: TableSpec): TableSpec => ({
  ...table,
  constraints: table.constraints.filter((constraint) => constraint.kind !== 'foreign'),
  indexes: [],
});

const apply = ({ entity }: TableSpec, field: string, sql: string): SchemaStep => ({
  kind: 'apply',
  entity,
  field,
  sql,
});

const columnDefinition = (column: ColumnSpec): string =>
  [
    quoteIdentifier(column.name),
    column.type,
    column.generated !== undefined && `generated ${column.generated}`,
    column.required && column.generated === undefined && 'not null',
    column.default !== undefined && `default ${column.default}`,
  ]
    .filter((part) => part !== false)
    .join(' ');

const constraintDefinition = ({ name, definition }: ConstraintSpec): string =>
  `constraint ${quoteIdentifier(name)} ${definition}`;

const createTable = (table: TableSpec): SchemaStep => {
  const parts = [...table.columns.map(columnDefinition), ...createdTable(table).constraints.map(constraintDefinition)];
  return apply(table, '*', `create table ${tableName(table)} (\n  ${parts.join(',\n  ')}\n);`);
};

const changeColumns = (old: TableSpec, table: TableSpec): SchemaStep[] => {
  const wanted = new Set(table.columns.map((column) => column.name));
  const gone = old.columns.filter((column) => !wanted.has(column.name));
  return [
    ...gone.map((column) => dropColumn(table, column)),
    ...table.columns.flatMap((column) => {
      const known = old.columns.find((candidate) => candidate.name === column.name);
      return known === undefined ? [addColumn(table, column)] : changeColumn(table, known, column);
    }),
  ];
};

const fieldOf = (column: ColumnSpec): string => column.field ?? column.name;

/** A computed column loses nothing: its values are made again from the others. */
const dropColumn = (table: TableSpec, column: ColumnSpec): SchemaStep =>
  column.generated === undefined
    ? { kind: 'refuse', entity: table.entity, field: fieldOf(column), change: 'drop column' }
    : apply(table, fieldOf(column), `alter table ${tableName(table)} drop column ${quoteIdentifier(column.name)};`);

const addColumn = (table: TableSpec, column: ColumnSpec): SchemaStep => {
  const sql = `alter table ${tableName(table)} add column ${columnDefinition(column)};`;
  if (!column.required || column.default !== undefined || column.generated !== undefined)
    return apply(table, fieldOf(column), sql);
  return {
    kind: 'check',
    entity: table.entity,
    field: fieldOf(column),
    sql,
    count: `select count(*) from ${tableName(table)}`,
    code: 'SCHEMA_CHANGE_NULLS',
    change: 'set not null',
  };
};

const changeColumn = (table: TableSpec, old: ColumnSpec, column: ColumnSpec): SchemaStep[] => {
  const field = fieldOf(column);
  const name = quoteIdentifier(column.name);
  const alter = `alter table ${tableName(table)} alter column ${name}`;
  if (old.type !== column.type || (old.generated === undefined) !== (column.generated === undefined))
    return [{ kind: 'refuse', entity: table.entity, field, change: `${old.type} -> ${column.type}` }];
  if (old.generated !== column.generated) return [dropColumn(table, old), addColumn(table, column)];
  const steps: SchemaStep[] = [];
  if (old.default !== column.default)
    steps.push(
      apply(
        table,
        field,
        column.default === undefined ? `${alter} drop default;` : `${alter} set default ${column.default};`,
      ),
    );
  if (old.required && !column.required) steps.push(apply(table, field, `${alter} drop not null;`));
  if (!old.required && column.required)
    steps.push({
      kind: 'check',
      entity: table.entity,
      field,
      sql: `${alter} set not null;`,
      count: `select count(*) from ${tableName(table)} where ${name} is null`,
      code: 'SCHEMA_CHANGE_NULLS',
      change: 'set not null',
    });
  return steps;
};

type Named = ConstraintSpec | IndexSpec;

/** Whether `named` is among `others` with the same meaning; one over a column made anew never is. */
const isKept = (named: Named, others: readonly Named[], remade: ReadonlySet<string>): boolean =>
  !named.columns.some((column) => remade.has(column)) &&
  others.some((other) => other.name === named.name && other.definition === named.definition);

const remadeColumns = (old: TableSpec, table: TableSpec): ReadonlySet<string> =>
  new Set(
    old.columns
      .filter((column) => column.generated !== table.columns.find((other) => other.name === column.name)?.generated)
      .map((column) => column.name),
  );

const dropConstraints = (old: TableSpec, table: TableSpec): SchemaStep[] =>
  old.constraints
    .filter((constraint) => !isKept(constraint, table.constraints, new Set()))
    .map(({ name, fields }) =>
      apply(table, fields.join(', '), `alter table ${tableName(table)} drop constraint ${quoteIdentifier(name)};`),
    );

const addConstraints = (
  old: TableSpec,
  table: TableSpec,
  wanted: (constraint: ConstraintSpec) => boolean,
): SchemaStep[] =>
  table.constraints
    .filter((constraint) => wanted(constraint) && !isKept(constraint, old.constraints, new Set()))
    .map((constraint) => ({
      kind: 'check',
      entity: table.entity,
      field: constraint.fields.join(', '),
      sql: `alter table ${tableName(table)} add ${constraintDefinition(constraint)};`,
      count: countAgainst[constraint.kind](table, constraint),
      code: 'SCHEMA_CHANGE_REFUSED',
      change: constraint.definition,
    }));

/** The rows that a constraint would forbid, so that the refusal can say how many. */
const countAgainst: Readonly<Record<ConstraintSpec['kind'], (table: TableSpec, constraint: ConstraintSpec) => string>> =
  {
    check: (table, { definition }) =>
      `select count(*) from ${tableName(table)} where not ${definition.slice('check '.length)}`,
    unique: (table, { columns }) => {
      const names = columns.map(quoteIdentifier);
      const present = names.map((name) => `${name} is not null`).join(' and ');
      return (
        `select coalesce(sum(rows), 0) as count from (select count(*) as rows from ${tableName(table)} ` +
        `where ${present} group by ${names.join(', ')} having count(*) > 1) as duplicates`
      );
    },
    foreign: (table, { columns, definition }) => {
      const [column] = columns.map(quoteIdentifier);
      const target = /references (\S+) /.exec(definition)?.[1];
      return (
        `select count(*) from ${tableName(table)} as t where t.${column} is not null ` +
        `and not exists (select from ${target} as r where r.id = t.${column})`
      );
    },
  };

const dropIndexes = (old: TableSpec, table: TableSpec): SchemaStep[] => {
  const remade = remadeColumns(old, table);
  return old.indexes
    .filter((index) => !isKept(index, table.indexes, remade))
    .map(({ name, columns }) => apply(table, columns.join(', '), `drop index public.${quoteIdentifier(name)};`));
};

const addIndexes = (old: TableSpec, table: TableSpec): SchemaStep[] => {
  const remade = remadeColumns(old, table);
  return table.indexes
    .filter((index) => !isKept(index, old.indexes, remade))
    .map(({ name, columns, definition }) =>
      apply(table, columns.join(', '), `create index ${quoteIdentifier(name)} on ${tableName(table)} ${definition};`),
    );
};

const changeHistory = (old: TableSpec | undefined, table: TableSpec): SchemaStep[] => {
  const writing = [createHistoryFunction(table), createHistoryTriggers(table)];
  const structure = old === undefined ? [createHistoryTable(table)] : changeHistoryTable(old, table);
  return [...structure, ...writing].map((sql) => apply(table, '*', sql));
};

/**
 * A column added with a default has that value in every row there is, and so in every version; one that is no longer
 * secret has its values in the table, and the open versions take them; one that becomes secret leaves the history.
 */
const changeHistoryTable = (old: TableSpec, table: TableSpec): string[] => {
  const [known, wanted] = [historyColumns(old), historyColumns(table)];
  const alter = `alter table ${historyName(table)}`;
  const added = wanted.filter((column) => !known.some((other) => other.name === column.name));
  const secret = known.filter((column) => table.columns.some((other) => other.name === column.name && other.secret));
  return [
    ...added.flatMap((column) => {
      const name = quoteIdentifier(column.name);
      const add = `${alter} add column ${name} ${column.type}`;
      if (old.columns.some((other) => other.name === column.name))
        return [
          `${add};`,
          `update ${historyName(table)} h set ${name} = t.${name}
from ${tableName(table)} t where t.id = h.id and h._ate = 'infinity';`,
        ];
      if (column.default === undefined) return [`${add};`];
      return [`${add} default ${column.default};`, `${alter} alter column ${name} drop default;`];
    }),
    ...secret.map((column) => `${alter} drop column ${quoteIdentifier(column.name)};`),
  ];
};
