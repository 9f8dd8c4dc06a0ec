/** The part of a change that is about columns. What loses values is refused, unless a change of the files names it. */
import { stepWords } from '../../core/change-words.ts';
import { Refusal } from '../../core/errors.ts';
import { readingOf } from '../../core/sequence.ts';
import type { Change } from '../../metadata/changes.ts';
import { dropColumn } from './plan-removal.ts';
import { changeType, keepsValues } from './plan-types.ts';
import { quoteIdentifier, quoteLiteral } from './quote.ts';
import type { SchemaStep } from './schema-step.ts';
import { apply, safe, tableName } from './schema-step.ts';
import type { ColumnSpec, TableSpec, TableState } from './table-spec.ts';
import { fieldOf, isComputed } from './table-spec.ts';
import { dropHeld, inParts, requiredParts } from './take-parts.ts';

export const columnDefinition = (column: ColumnSpec): string =>
  [
    quoteIdentifier(column.name),
    column.type,
    column.generated !== undefined && `generated ${column.generated}`,
    column.required && column.generated === undefined && 'not null',
    column.default !== undefined && `default ${column.default}`,
  ]
    .filter((part) => part !== false)
    .join(' ');

const counterpart = (column: ColumnSpec, { columns }: TableSpec): ColumnSpec | undefined =>
  columns.find((other) => other.name === column.name);

/** Whether the values of a column are converted where its type may change. */
const isConverted = (old: ColumnSpec, column: ColumnSpec | undefined): boolean =>
  column !== undefined &&
  old.type !== column.type &&
  (old.generated === undefined) === (column.generated === undefined);

/** Names of the columns whose values are made anew or converted: nothing that rests on them stays. */
export const remadeColumns = (old: TableSpec, table: TableSpec): ReadonlySet<string> => {
  const converted = old.columns.filter((column) => isConverted(column, counterpart(column, table)));
  const rests = ({ generated }: ColumnSpec): boolean =>
    converted.some(({ name }) => generated?.includes(quoteIdentifier(name)));
  return new Set([
    ...converted.map(({ name }) => name),
    ...old.columns
      .filter((column) => column.generated !== counterpart(column, table)?.generated || rests(column))
      .map(({ name }) => name),
  ]);
};

/** What is computed from others goes first and comes last, for it would hold the others. */
export const changeColumns = (old: TableSpec, table: TableSpec, changes: readonly Change[]): SchemaStep[] => {
  const remade = remadeColumns(old, table);
  const isRemade = (column: ColumnSpec): boolean => isComputed(column) && remade.has(column.name);
  const gone = old.columns.filter((column) => counterpart(column, table) === undefined);
  return [
    ...old.columns
      .filter(
        (column) => isRemade(column) && (gone.includes(column) || isComputed(counterpart(column, table) ?? column)),
      )
      .map((column) => dropComputed(table, column)),
    ...gone.filter((column) => !isComputed(column)).flatMap((column) => dropColumn(table, column, changes)),
    ...table.columns.flatMap((column) => {
      const known = counterpart(column, old);
      return known === undefined || (isRemade(known) && isComputed(column))
        ? [addColumn(table, column)]
        : changeColumn(table, old.state, known, column, changes);
    }),
  ];
};

/** A column computed from others loses nothing: its values can be made again. */
const dropComputed = (table: TableSpec, column: ColumnSpec): SchemaStep =>
  apply(
    table,
    fieldOf(column),
    `alter table ${tableName(table)} drop column ${quoteIdentifier(column.name)};`,
    safe(stepWords.dropGenerated(column.name)),
  );

const addColumn = (table: TableSpec, column: ColumnSpec): SchemaStep => {
  const sql = `alter table ${tableName(table)} add column ${columnDefinition(column)};`;
  const field = fieldOf(column);
  if (column.generated !== undefined)
    return apply(table, field, sql, {
      class: 'locking',
      lock: 'ACCESS EXCLUSIVE',
      what: stepWords.addGenerated(column.name),
    });
  const what = stepWords.addColumn(column.name);
  if (!column.required || (column.default !== undefined && !column.numbered))
    return apply(table, field, sql, safe(what));
  return {
    kind: 'check',
    class: 'needs-scan',
    lock: 'ACCESS EXCLUSIVE',
    what,
    entity: table.entity,
    field,
    sql,
    count: `select count(*) from ${tableName(table)}`,
    rule: undefined,
  };
};

const changeColumn = (
  table: TableSpec,
  state: TableState | undefined,
  old: ColumnSpec,
  column: ColumnSpec,
  changes: readonly Change[],
): SchemaStep[] => {
  const field = fieldOf(column);
  const name = quoteIdentifier(column.name);
  const alter = `alter table ${tableName(table)} alter column ${name}`;
  if (isComputed(old) !== isComputed(column) || (old.generated === undefined) !== (column.generated === undefined))
    return [refuseType(table, old, column)];
  if (old.type !== column.type && !keepsValues(old, column) && !mayRetype(table, column, changes))
    return [refuseType(table, old, column)];
  const typed = old.type !== column.type;
  const steps = typed ? changeType(table, old, column, changes) : [];
  if (old.default !== column.default || (typed && column.default !== undefined))
    steps.push(
      column.default === undefined
        ? apply(table, field, `${alter} drop default;`, safe(stepWords.dropDefault(column.name)))
        : apply(table, field, `${alter} set default ${column.default};`, safe(stepWords.setDefault(column.name))),
    );
  if (old.default !== column.default && column.sequence !== undefined)
    steps.push(passNumbers(table, column, column.sequence));
  if (old.required && !column.required)
    steps.push(apply(table, field, `${alter} drop not null;`, safe(stepWords.optional(column.name))));
  const held = state?.held.filter((one) => one.column === column.name) ?? [];
  steps.push(...held.map((one) => dropHeld(table, one, field)));
  if (!old.required && column.required) {
    const step = requireValue(table, column);
    steps.push(inParts(state, step, requiredParts(table, column, step)));
  }
  return steps;
};

/** A counter begins behind the numbers that the rows there have: it would give them a second time. */
const passNumbers = (table: TableSpec, column: ColumnSpec, sequence: string): SchemaStep => {
  const field = fieldOf(column);
  const { pattern, length } = readingOf(sequence);
  const text = `${quoteIdentifier(column.name)}::text`;
  const written = column.type === 'integer' ? `lpad(${text}, greatest(${length}, length(${text})), '0')` : text;
  const sql = `insert into fichario.sequence as s (key, period, last)
select ${quoteLiteral(`${table.entity}.${field}`)}, n[1] || '#' || n[3], max(n[2]::bigint)
from (select regexp_match(${written}, ${quoteLiteral(pattern)}) as n from ${tableName(table)}) as numbers
where n is not null group by 2
on conflict on constraint sequence_pkey do update set last = greatest(s.last, excluded.last);`;
  return apply(table, field, sql, { class: 'needs-scan', lock: 'none', what: stepWords.passNumbers(column.name) });
};

const requireValue = (table: TableSpec, column: ColumnSpec): Extract<SchemaStep, { kind: 'check' }> => {
  const name = quoteIdentifier(column.name);
  return {
    kind: 'check',
    class: 'needs-scan',
    lock: 'ACCESS EXCLUSIVE',
    what: stepWords.required(column.name),
    entity: table.entity,
    field: fieldOf(column),
    sql: `alter table ${tableName(table)} alter column ${name} set not null;`,
    count: `select count(*) from ${tableName(table)} where ${name} is null`,
    rule: undefined,
  };
};

const mayRetype = ({ entity }: TableSpec, column: ColumnSpec, changes: readonly Change[]): boolean =>
  changes.some((change) => change.what === 'retype' && change.entity === entity && change.field === column.field);

const plainType = ({ type }: ColumnSpec): string => type.replace(/ collate .*$/, '');

const refuseType = (table: TableSpec, old: ColumnSpec, column: ColumnSpec): SchemaStep => {
  const [before, after] = [plainType(old), plainType(column)];
  return {
    kind: 'refuse',
    class: 'lossy',
    lock: 'ACCESS EXCLUSIVE',
    what: stepWords.retype(column.name, before, after),
    entity: table.entity,
    field: fieldOf(column),
    refusal: new Refusal('SCHEMA_TYPE_CHANGED', { entity: table.entity, field: fieldOf(column), before, after }),
  };
};
