/** The part of a change that drops: columns and tables that the files no longer have, where a change of theirs says so. */
import { stepWords } from '../../core/change-words.ts';
import { Refusal } from '../../core/errors.ts';
import type { Change } from '../../metadata/changes.ts';
import { dropAttachmentTriggers } from './attachment-triggers.ts';
import { dropHistoryFunction, historyName } from './history-table.ts';
import { quoteIdentifier, quoteLiteral } from './quote.ts';
import type { SchemaStep, StepFacts } from './schema-step.ts';
import { apply, safe, tableName } from './schema-step.ts';
import type { ColumnSpec, TableSpec } from './table-spec.ts';
import { fieldOf, historyColumns } from './table-spec.ts';

const lossy = (what: string): StepFacts => ({ class: 'lossy', lock: 'ACCESS EXCLUSIVE', what });

/** From or to a relation there is nothing to convert but whole numbers, and the column has another name. */
const mayDrop = ({ entity }: TableSpec, column: ColumnSpec, changes: readonly Change[]): boolean =>
  changes.some(
    (change) =>
      (change.what === 'remove' || change.what === 'retype') &&
      change.entity === entity &&
      change.field === fieldOf(column),
  );

/** The files that hang on it go with it, and its counter. */
const dropHung = (table: TableSpec, column: ColumnSpec): string => {
  if (column.numbered)
    return `delete from fichario.sequence where key = ${quoteLiteral(`${table.entity}.${fieldOf(column)}`)};
`;
  return column.type === 'jsonb'
    ? `${dropAttachmentTriggers(table, column.name)}
delete from fichario.attachment where entity = ${quoteLiteral(table.entity)} and field = ${quoteLiteral(column.name)};
`
    : '';
};

export const dropColumn = (table: TableSpec, column: ColumnSpec, changes: readonly Change[]): SchemaStep[] => {
  const [entity, field, name] = [table.entity, fieldOf(column), quoteIdentifier(column.name)];
  if (!mayDrop(table, column, changes))
    return [
      {
        kind: 'refuse',
        ...lossy(stepWords.removedField(column.name)),
        entity,
        field,
        refusal: new Refusal('SCHEMA_FIELD_REMOVED', { entity, field }),
      },
    ];
  const inHistory = historyColumns({ ...table, columns: [column] }).length > 0;
  return [
    apply(table, field, `${dropHung(table, column)}alter table ${tableName(table)} drop column ${name};`, {
      ...lossy(stepWords.dropColumn(column.name)),
      affected: `select count(${name}) from ${tableName(table)}`,
      deliberate: true,
    }),
    ...(inHistory
      ? [
          apply(table, field, `alter table ${historyName(table)} drop column if exists ${name};`, {
            ...lossy(stepWords.dropHistory(column.name)),
            affected: `select count(${name}) from ${historyName(table)}`,
            deliberate: true,
          }),
        ]
      : []),
  ];
};

/** Tables may point at each other: their foreign keys go first. */
export const dropTables = (gone: readonly TableSpec[], changes: readonly Change[]): SchemaStep[] => {
  const named = (entity: string): boolean =>
    changes.some(
      (change) =>
        change.what === 'remove' &&
        (change.field === undefined ? change.entity : `${change.entity}_${change.field}`) === entity,
    );
  const [dropped, refused] = [gone.filter(({ entity }) => named(entity)), gone.filter(({ entity }) => !named(entity))];
  return [
    ...refused.map(
      ({ entity }): SchemaStep => ({
        kind: 'refuse',
        ...lossy(stepWords.removedEntity),
        entity,
        field: '*',
        refusal: new Refusal('SCHEMA_REGISTRY_REMOVED', { entity }),
      }),
    ),
    ...dropped.flatMap((table) =>
      table.constraints
        .filter(({ kind }) => kind === 'foreign')
        .map(({ name, fields, rule }) =>
          apply(table, fields.join(', '), `alter table ${tableName(table)} drop constraint ${quoteIdentifier(name)};`, {
            ...safe(stepWords.dropRule(rule)),
            deliberate: true,
          }),
        ),
    ),
    ...dropped.map((table) =>
      apply(table, '*', dropTable(table), {
        ...lossy(stepWords.dropTables),
        affected: `select count(*) from ${tableName(table)}`,
        deliberate: true,
      }),
    ),
  ];
};

/** What the engine remembers of the entity goes too: one of the same name would begin with it. */
const dropTable = (table: TableSpec): string => {
  const entity = quoteLiteral(table.entity);
  const kept = ['rows', 'computed'].map((key) => quoteLiteral(`${key}.${table.entity}`)).join(', ');
  return `drop table ${tableName(table)}, ${historyName(table)};
${dropHistoryFunction(table)}
delete from fichario.attachment where entity = ${entity};
delete from fichario.sequence where starts_with(key, ${quoteLiteral(`${table.entity}.`)});
delete from fichario.state where key in (${kept});`;
};
