/**
 * The part of a change that renames: a field that a change of the files says had another name keeps its values, in the
 * table and in the history, and all that rests on it keeps its meaning. So does a whole number that became a relation:
 * it holds ids. In: the tables. Out: the steps, and the tables as they are after them.
 */
import { stepWords } from '../../core/change-words.ts';
import type { Change } from '../../metadata/changes.ts';
import { dropAttachmentTriggers } from './attachment-triggers.ts';
import { createHistoryFunction, historyName } from './history-table.ts';
import { quoteIdentifier, quoteLiteral } from './quote.ts';
import type { SchemaStep } from './schema-step.ts';
import { apply, safe, tableName } from './schema-step.ts';
import type { ColumnSpec, ConstraintSpec, IndexSpec, TableSpec } from './table-spec.ts';
import { fieldOf, historyColumns, isComputed } from './table-spec.ts';

/** A column that is to have another name. */
export interface ColumnRename {
  readonly entity: string;
  /** Names of the column and of the field. */
  readonly from: { readonly column: string; readonly field: string };
  readonly to: { readonly column: string; readonly field: string };
}

interface Renamed {
  readonly renames: readonly ColumnRename[];
  readonly tables: readonly TableSpec[];
  readonly steps: readonly SchemaStep[];
}

/** Whose values go on in the field of the change; a field that became a relation has another column by that alone. */
const formerField = (change: Change): string | undefined => {
  if (change.what === 'rename') return change.from;
  return change.what === 'retype' && change.to === 'relation' ? change.field : undefined;
};

const isWholeNumber = ({ type, generated }: ColumnSpec): boolean => type === 'integer' && generated === undefined;

/** Those that are not made yet: the old column is there, the new one is wanted and is not. */
const pendingRenames = (
  current: readonly TableSpec[],
  wanted: readonly TableSpec[],
  changes: readonly Change[],
): readonly ColumnRename[] => {
  const taken = new Set<string>();
  return changes.flatMap((change) => {
    const from = formerField(change);
    if (from === undefined) return [];
    const [old, table] = [current, wanted].map((tables) => tables.find(({ entity }) => entity === change.entity));
    const target = table?.columns.find(({ field }) => field === change.field);
    const source = old?.columns.find((column) => fieldOf(column) === from);
    if (target === undefined || source === undefined || old?.columns.some(({ name }) => name === target.name))
      return [];
    if (change.what === 'retype' && !isWholeNumber(source)) return [];
    const key = `${change.entity}.${target.name}`;
    if (taken.has(key)) return [];
    taken.add(key);
    return [
      {
        entity: change.entity,
        from: { column: source.name, field: fieldOf(source) },
        to: { column: target.name, field: fieldOf(target) },
      },
    ];
  });
};

export const renameColumns = (
  current: readonly TableSpec[],
  wanted: readonly TableSpec[],
  changes: readonly Change[],
): Renamed => {
  const renames = pendingRenames(current, wanted, changes);
  const renamed = current.map((old) => {
    const own = renames.filter(({ entity }) => entity === old.entity);
    const table = wanted.find(({ entity }) => entity === old.entity);
    if (own.length === 0 || table === undefined) return { table: old, steps: [] };
    const moved = own.reduce(renameIn, old);
    const objects = renameObjects(moved, table);
    return { table: objects.table, steps: [...renameSteps(old, moved, own), ...objects.steps] };
  });
  return { renames, tables: renamed.map(({ table }) => table), steps: renamed.flatMap(({ steps }) => steps) };
};

/** The table with the column, and all that is written about it, under the new name. */
const renameIn = (table: TableSpec, { from, to, entity }: ColumnRename): TableSpec => {
  const column = (name: string): string => (name === from.column ? to.column : name);
  const field = (name: string): string => (name === from.field ? to.field : name);
  const text = (sql: string): string => sql.replaceAll(quoteIdentifier(from.column), quoteIdentifier(to.column));
  const counter = (sql: string): string =>
    sql.replaceAll(quoteLiteral(`${entity}.${from.field}`), quoteLiteral(`${entity}.${to.field}`));
  return {
    ...table,
    owner: table.owner === undefined ? undefined : column(table.owner),
    columns: table.columns.map(
      (one): ColumnSpec => ({
        ...one,
        name: column(one.name),
        field: one.name === from.column ? to.field : one.field,
        generated: isComputed(one) ? text(one.generated ?? '') : one.generated,
        default: one.name === from.column && one.default !== undefined ? counter(one.default) : one.default,
      }),
    ),
    constraints: table.constraints.map(
      (one): ConstraintSpec => ({
        ...one,
        fields: one.fields.map(field),
        columns: one.columns.map(column),
        definition: text(one.definition),
      }),
    ),
    indexes: table.indexes.map(
      (one): IndexSpec => ({ ...one, columns: one.columns.map(column), definition: text(one.definition) }),
    ),
    ...(table.state && {
      state: { ...table.state, held: table.state.held.map((one) => ({ ...one, column: column(one.column) })) },
    }),
  };
};

/** What writes the history is made anew at once: steps after this one may write rows. */
const renameSteps = (old: TableSpec, moved: TableSpec, renames: readonly ColumnRename[]): SchemaStep[] => {
  const statements = renames.flatMap(({ entity, from, to }): string[] => {
    const column = old.columns.find(({ name }) => name === from.column);
    if (column === undefined) return [];
    const change = `rename column ${quoteIdentifier(from.column)} to ${quoteIdentifier(to.column)};`;
    const [counter, renamedCounter] = [from, to].map(({ field }) => quoteLiteral(`${entity}.${field}`));
    return [
      ...(column.type === 'jsonb' ? [dropAttachmentTriggers(old, from.column)] : []),
      `alter table ${tableName(old)} ${change}`,
      ...(historyColumns({ ...old, columns: [column] }).length > 0
        ? [`alter table ${historyName(old)} ${change}`]
        : []),
      ...(column.type === 'jsonb'
        ? [
            `update fichario.attachment set field = ${quoteLiteral(to.column)} where entity = ${quoteLiteral(entity)} and field = ${quoteLiteral(from.column)};`,
          ]
        : []),
      ...(column.numbered ? [`update fichario.sequence set key = ${renamedCounter} where key = ${counter};`] : []),
      ...(column.numbered && column.default !== undefined
        ? [
            `alter table ${tableName(old)} alter column ${quoteIdentifier(to.column)} set default ${moved.columns.find(({ name }) => name === to.column)?.default};`,
          ]
        : []),
    ];
  });
  const [names, fields] = [
    renames.map(({ from }) => from.column).join(', '),
    renames.map(({ to }) => to.field).join(', '),
  ];
  const what = stepWords.rename(names, renames.map(({ to }) => to.column).join(', '));
  return [apply(old, fields, [...statements, createHistoryFunction(moved)].join('\n'), safe(what))];
};

/** A constraint or an index that is wanted under another name, and is otherwise as it is. */
const renameObjects = (moved: TableSpec, wanted: TableSpec): { table: TableSpec; steps: readonly SchemaStep[] } => {
  const steps: SchemaStep[] = [];
  const rename = <Named extends ConstraintSpec | IndexSpec>(
    own: readonly Named[],
    others: readonly Named[],
    sql: (from: string, to: string) => string,
  ): readonly Named[] => {
    const free = others.filter(({ name }) => !own.some((one) => one.name === name));
    return own.map((one) => {
      if (others.some(({ name }) => name === one.name)) return one;
      const found = free.find((other) => other.definition === one.definition);
      if (found === undefined) return one;
      free.splice(free.indexOf(found), 1);
      const statement = sql(quoteIdentifier(one.name), quoteIdentifier(found.name));
      steps.push(apply(moved, found.columns.join(', '), statement, safe(stepWords.renameObject(one.name, found.name))));
      return { ...one, name: found.name };
    });
  };
  const constraints = rename(
    moved.constraints,
    wanted.constraints,
    (from, to) => `alter table ${tableName(moved)} rename constraint ${from} to ${to};`,
  );
  const indexes = rename(moved.indexes, wanted.indexes, (from, to) => `alter index public.${from} rename to ${to};`);
  return { table: { ...moved, constraints, indexes }, steps };
};
