import { Refusal } from '../../core/errors.ts';
import { createAttachmentTriggers } from './attachment-triggers.ts';
import { addConstraints, addIndexes, constraintDefinition, dropConstraints, dropIndexes } from './plan-constraints.ts';
import { changeHistory } from './plan-history.ts';
import { quoteIdentifier } from './quote.ts';
import type { SchemaStep } from './schema-step.ts';
import { apply, tableName } from './schema-step.ts';
import type { ColumnSpec, TableSpec } from './table-spec.ts';
import { identity } from './table-spec.ts';

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
  /** A new table has no row that could speak against anything. */
  const unchecked = (step: SchemaStep): SchemaStep =>
    step.kind === 'check' && !before.has(step.entity)
      ? { kind: 'apply', entity: step.entity, field: step.field, sql: step.sql }
      : step;
  const pairs = wanted.map((table): [TableSpec, TableSpec] => [before.get(table.entity) ?? createdTable(table), table]);
  return [
    ...gone.map(
      ({ entity }): SchemaStep => ({
        kind: 'refuse',
        entity,
        field: '*',
        refusal: new Refusal('SCHEMA_REGISTRY_REMOVED', { entity }),
      }),
    ),
    ...wanted.filter((table) => !before.has(table.entity)).map(createTable),
    ...pairs.flatMap(([old, table]) => [
      ...dropConstraints(old, table),
      ...dropIndexes(old, table),
      ...(before.has(table.entity) ? changeColumns(old, table) : []),
      ...addConstraints(old, table, (constraint) => constraint.kind !== 'foreign'),
      ...addIndexes(old, table),
      ...changeHistory(before.get(table.entity), table),
      ...createAttachmentTriggers(table).map((sql) => apply(table, '*', sql)),
    ]),
    ...pairs.flatMap(([old, table]) => addConstraints(old, table, (constraint) => constraint.kind === 'foreign')),
  ].map(unchecked);
};

/** What `createTable` makes: indexes and foreign keys are steps of their own. */
const createdTable = (table: TableSpec): TableSpec => ({
  ...table,
  constraints: table.constraints.filter((constraint) => constraint.kind !== 'foreign'),
  indexes: [],
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

const refuse = (table: TableSpec, column: ColumnSpec, refusal: Refusal): SchemaStep => ({
  kind: 'refuse',
  entity: table.entity,
  field: fieldOf(column),
  refusal,
});

const plainType = ({ type }: ColumnSpec): string => type.replace(/ collate .*$/, '');

/** A column computed from others loses nothing: its values can be made again. */
const dropColumn = (table: TableSpec, column: ColumnSpec): SchemaStep =>
  column.generated === undefined || column.generated === identity
    ? refuse(table, column, new Refusal('SCHEMA_FIELD_REMOVED', { entity: table.entity, field: fieldOf(column) }))
    : apply(table, fieldOf(column), `alter table ${tableName(table)} drop column ${quoteIdentifier(column.name)};`);

const addColumn = (table: TableSpec, column: ColumnSpec): SchemaStep => {
  const sql = `alter table ${tableName(table)} add column ${columnDefinition(column)};`;
  const filled = (column.default !== undefined && !column.numbered) || column.generated !== undefined;
  if (!column.required || filled) return apply(table, fieldOf(column), sql);
  return {
    kind: 'check',
    entity: table.entity,
    field: fieldOf(column),
    sql,
    count: `select count(*) from ${tableName(table)}`,
    rule: undefined,
  };
};

const changeColumn = (table: TableSpec, old: ColumnSpec, column: ColumnSpec): SchemaStep[] => {
  const field = fieldOf(column);
  const name = quoteIdentifier(column.name);
  const alter = `alter table ${tableName(table)} alter column ${name}`;
  if (old.type !== column.type || (old.generated === undefined) !== (column.generated === undefined))
    return [
      refuse(
        table,
        column,
        new Refusal('SCHEMA_TYPE_CHANGED', {
          entity: table.entity,
          field,
          before: plainType(old),
          after: plainType(column),
        }),
      ),
    ];
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
      rule: undefined,
    });
  return steps;
};
