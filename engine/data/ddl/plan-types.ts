/** The part of a change that gives a column another type: how its values are converted, and which cannot be. */
import { stepWords } from '../../core/change-words.ts';
import type { Change } from '../../metadata/changes.ts';
import { dropAttachmentTriggers } from './attachment-triggers.ts';
import { historyName } from './history-table.ts';
import { quoteIdentifier, quoteLiteral } from './quote.ts';
import type { SchemaStep } from './schema-step.ts';
import { apply, tableName } from './schema-step.ts';
import type { ColumnSpec, TableSpec } from './table-spec.ts';
import { fieldOf, historyColumns } from './table-spec.ts';

interface Numeric {
  readonly precision: number;
  readonly scale: number;
}

const numericOf = (type: string): Numeric | undefined => {
  const [, precision, scale] = /^numeric\((\d+),(\d+)\)$/.exec(type) ?? [];
  return precision === undefined ? undefined : { precision: Number(precision), scale: Number(scale) };
};

const isText = (type: string): boolean => type.startsWith('text');

/** Digits before the decimal point. */
const whole = ({ precision, scale }: Numeric): number => precision - scale;

/** Whether each value of the one is a value of the other, the same. */
const widens = (old: string, wanted: string): boolean => {
  const [from, to] = [numericOf(old), numericOf(wanted)];
  if (from !== undefined && to !== undefined) return to.scale >= from.scale && whole(to) >= whole(from);
  if (old === 'integer' && wanted === 'bigint') return true;
  return isText(old) && isText(wanted);
};

/** Whether a change of type is one of decimal places or of sorting alone: no change of the files need name it. */
export const keepsValues = (old: ColumnSpec, column: ColumnSpec): boolean =>
  widens(old.type, column.type) || (numericOf(old.type) !== undefined && numericOf(column.type) !== undefined);

/** SQL that is true of the values of `value` that `type` can hold as they are. */
const holds = (value: string, old: string, type: string): string => {
  const to = numericOf(type);
  if (isText(type)) return 'true';
  const fits = (number: string, { precision, scale }: Numeric): string =>
    `${number} = round(${number}, ${scale}) and abs(${number}) < 1e${precision - scale}`;
  if (numericOf(old) !== undefined || old === 'integer') {
    if (to !== undefined) return `(${fits(`${value}::numeric`, to)})`;
    if (type === 'integer') return `(${value} = trunc(${value}) and abs(${value}) < 2147483648)`;
  }
  const text = `${value}::text`;
  if (to !== undefined)
    return `(case when fichario.casts(${text}, 'numeric') then ${fits(`${text}::numeric`, to)} else false end)`;
  return `fichario.casts(${text}, ${quoteLiteral(type)})`;
};

const plain = (type: string): string => type.replace(/ collate .*$/, '');

const converted = (value: string, old: string, type: string): string =>
  numericOf(old) !== undefined || (old === 'integer' && numericOf(type) !== undefined)
    ? `${value}::${plain(type)}`
    : `${value}::text::${plain(type)}`;

/** A default holds a column to its type, and triggers hold a column with files: both go first, and are made anew. */
const loosen = (table: TableSpec, old: ColumnSpec): string[] => [
  ...(old.default === undefined
    ? []
    : [`alter table ${tableName(table)} alter column ${quoteIdentifier(old.name)} drop default;`]),
  ...(old.type === 'jsonb' ? [dropAttachmentTriggers(table, old.name)] : []),
];

/** Of a column that may have another type: what `keepsValues`, or what a change of the files names. */
export const changeType = (
  table: TableSpec,
  old: ColumnSpec,
  column: ColumnSpec,
  changes: readonly Change[],
): SchemaStep[] => {
  const [field, name] = [fieldOf(column), quoteIdentifier(column.name)];
  const [before, after] = [plain(old.type), plain(column.type)];
  const using = converted(name, old.type, column.type);
  const sql = [
    ...loosen(table, old),
    `alter table ${tableName(table)} alter column ${name} type ${column.type} using ${using};`,
  ].join('\n');
  const place = { entity: table.entity, field, sql };
  const affected = `select count(${name}) from ${tableName(table)}`;
  const facts = {
    class: 'locking',
    lock: 'ACCESS EXCLUSIVE',
    what: stepWords.retype(column.name, before, after),
  } as const;
  const history = changeHistoryType(table, old, column);
  if (widens(old.type, column.type)) return [{ kind: 'apply', ...facts, ...place, affected }, ...history];
  const lost = holds(name, old.type, column.type);
  const [from, to] = [numericOf(old.type), numericOf(column.type)];
  const against = `select count(*) from ${tableName(table)} where ${name} is not null and not ${lost}`;
  if (from !== undefined && to !== undefined) {
    const cut = changes.some((one) => one.what === 'shrink' && one.entity === table.entity && one.field === field);
    const what = stepWords.round(column.name, before, after);
    // the history keeps the places that it has
    return cut
      ? [{ kind: 'apply', ...facts, ...place, class: 'lossy', what, affected: against, deliberate: true }]
      : [{ kind: 'check', ...facts, ...place, count: against, rule: stepWords.places(to.scale) }];
  }
  const safely = isText(column.type);
  return [
    {
      kind: 'check',
      ...facts,
      ...place,
      class: safely ? 'locking' : 'lossy',
      count: against,
      rule: stepWords.castable(after),
      affected,
      deliberate: true,
    },
    ...history,
  ];
};

/** Old versions that the type cannot hold are left without the value; a number with more places has room for any. */
const changeHistoryType = (table: TableSpec, old: ColumnSpec, column: ColumnSpec): SchemaStep[] => {
  if (historyColumns({ ...table, columns: [old] }).length === 0) return [];
  const [field, name] = [fieldOf(column), quoteIdentifier(column.name)];
  const alter = `alter table ${historyName(table)} alter column ${name} type`;
  if (numericOf(old.type) !== undefined && numericOf(column.type) !== undefined)
    return [
      apply(table, field, `${alter} numeric;`, {
        class: 'locking',
        lock: 'ACCESS EXCLUSIVE',
        what: stepWords.widenHistory(column.name),
      }),
    ];
  const using = converted(name, old.type, column.type);
  if (widens(old.type, column.type))
    return [
      apply(table, field, `${alter} ${column.type} using ${using};`, {
        class: 'locking',
        lock: 'ACCESS EXCLUSIVE',
        what: stepWords.wholeHistory(column.name),
      }),
    ];
  const can = holds(name, old.type, column.type);
  return [
    apply(table, field, `${alter} ${column.type} using case when ${can} then ${using} end;`, {
      class: isText(column.type) ? 'locking' : 'lossy',
      lock: 'ACCESS EXCLUSIVE',
      what: stepWords.retypeHistory(column.name),
      affected: `select count(*) from ${historyName(table)} where ${name} is not null and not ${can}`,
      deliberate: true,
    }),
  ];
};
