import { stepWords } from '../../core/change-words.ts';
import { oncePer } from '../../core/once-per.ts';
import { targetsFirst } from '../../core/targets-first.ts';
import type { Change } from '../../metadata/changes.ts';
import { createAttachmentTriggers } from './attachment-triggers.ts';
import { changeColumns, columnDefinition, remadeColumns } from './plan-columns.ts';
import {
  addConstraints,
  addIndexes,
  constraintDefinition,
  dropConstraints,
  dropIndexes,
  dropLooseIndexes,
} from './plan-constraints.ts';
import { cutTexts, letCut } from './plan-cuts.ts';
import { changeHistory, historyRenewals } from './plan-history.ts';
import { dropTables } from './plan-removal.ts';
import { renameColumns } from './plan-renames.ts';
import type { SchemaStep } from './schema-step.ts';
import { apply, safe, tableName } from './schema-step.ts';
import type { TableSpec } from './table-spec.ts';

/**
 * What leads from the tables there are to the tables wanted: additions, everything that loses nothing, and what `changes`
 * name. Pure. Renames come first, so that all after them is about equal names; the foreign keys of tables that were there
 * come last, when every table is there.
 */
export const planSchemaChange = (
  current: readonly TableSpec[],
  wanted: readonly TableSpec[],
  changes: readonly Change[] = [],
): readonly SchemaStep[] => {
  const renamed = renameColumns(current, wanted, changes);
  const before = new Map(renamed.tables.map((table) => [table.entity, table]));
  const after = new Set(wanted.map((table) => table.entity));
  const gone = current.filter((table) => !after.has(table.entity));
  /** A new table has no row that could speak against anything, and nobody who waits for it. */
  const unchecked = (step: SchemaStep): SchemaStep =>
    before.has(step.entity) || step.kind === 'refuse'
      ? step
      : apply(step, step.field, step.sql, {
          ...safe(step.what, 'none'),
          ...(step.kind === 'apply' && step.renewal && { renewal: true }),
        });
  const created = createdTables(
    wanted.filter((table) => !before.has(table.entity)),
    new Set(before.keys()),
  );
  const pairs = wanted.map((table) => {
    const old = before.get(table.entity) ?? created.get(table.entity) ?? table;
    return { old, table, remade: remadeColumns(old, table) };
  });
  return [
    ...[...created.values()].map(createTable),
    ...renamed.steps,
    ...pairs.flatMap(({ old, table, remade }) => [
      ...cutTexts(old, table, changes),
      ...dropConstraints(old, table, remade),
      ...dropIndexes(old, table, remade),
      ...dropLooseIndexes(old, table, remade),
      ...(before.has(table.entity) ? changeColumns(old, table, changes) : []),
      ...letCut(
        addConstraints(old, table, remade, (constraint) => constraint.kind !== 'foreign'),
        table,
        changes,
      ),
      ...addIndexes(old, table, remade),
      ...changeHistory(before.get(table.entity), table),
      ...renewAttachments(table),
    ]),
    ...dropTables(gone, changes),
    ...pairs.flatMap(({ old, table, remade }) =>
      addConstraints(old, table, remade, (constraint) => constraint.kind === 'foreign'),
    ),
  ].map(unchecked);
};

const renewAttachments = oncePer((table: TableSpec) =>
  createAttachmentTriggers(table).map((sql) =>
    apply(table, '*', sql, { ...safe(stepWords.renewAttachments, 'SHARE ROW EXCLUSIVE'), renewal: true }),
  ),
);

/** What is made anew of a table that is there. */
export const renewalsOf = (table: TableSpec): readonly SchemaStep[] => [
  ...historyRenewals(table),
  ...renewAttachments(table),
];

/**
 * What `createTable` makes of new tables, in order: indexes are steps of their own, and so is a foreign key to a table
 * that comes later. `there`: the entities of the tables that are there. A key that a table is made with is held against
 * no rows, which takes as long where there are none.
 */
const createdTables = (tables: readonly TableSpec[], there: ReadonlySet<string>): ReadonlyMap<string, TableSpec> => {
  const wanted = new Map(tables.map((table) => [table.entity, table]));
  const targetsOf = (entity: string): readonly string[] =>
    (wanted.get(entity)?.constraints ?? []).flatMap(({ target }) => target ?? []);
  const [known, created] = [new Set(there), new Map<string, TableSpec>()];
  for (const entity of targetsFirst(wanted.keys(), targetsOf)) {
    const table = wanted.get(entity);
    if (table === undefined) continue;
    known.add(entity);
    const constraints = table.constraints.filter(({ target }) => target === undefined || known.has(target));
    created.set(entity, { ...table, constraints, indexes: [] });
  }
  return created;
};

const createTable = (table: TableSpec): SchemaStep => {
  const parts = [...table.columns.map(columnDefinition), ...table.constraints.map(constraintDefinition)];
  const sql = `create table ${tableName(table)} (\n  ${parts.join(',\n  ')}\n);`;
  return apply(table, '*', sql, safe(stepWords.createTable, 'none'));
};
