/**
 * What is done in parts, so that nobody waits for it: what takes a moment within the transaction of the change, what reads
 * every row after it, under a lock that keeps off neither who reads nor who writes. In: steps. Out: steps.
 */
import { stepWords } from '../../core/change-words.ts';
import { objectName } from './object-name.ts';
import { quoteIdentifier } from './quote.ts';
import type { AppliedStep, SchemaStep } from './schema-step.ts';
import { apply, safe, tableName } from './schema-step.ts';
import type { ColumnSpec, ConstraintSpec, HeldColumn, IndexSpec, TableSpec, TableState } from './table-spec.ts';

/**
 * Rows up to which a table is worked on within the transaction: its index takes a tenth of a second, and the change stays
 * one that is done whole or not at all.
 */
export const smallTableRows = 10_000;

/**
 * The steps as they are done where others use the database: those of the tables that are `large` in their parts, what
 * comes after the transaction last.
 */
export const takeParts = async (
  steps: readonly SchemaStep[],
  isLarge: (entity: string) => Promise<boolean>,
): Promise<readonly SchemaStep[]> => {
  const taken: SchemaStep[] = [];
  for (const step of steps)
    taken.push(...(step.parts !== undefined && (await isLarge(step.entity)) ? step.parts : [step]));
  const order = (step: SchemaStep): number => (isAfter(step) ? (step.part === 'last' ? 2 : 1) : 0);
  return taken.toSorted((a, b) => order(a) - order(b));
};

/** A step with the parts that it may be done in; as it is where there are none, or its table knows none of the kind. */
export const inParts = (
  state: TableState | undefined,
  step: SchemaStep,
  parts: readonly AppliedStep[] | undefined,
): SchemaStep => (parts === undefined || state?.partitioned === true ? step : { ...step, parts });

/** Whether a step runs by itself, after the transaction. */
export const isAfter = (step: SchemaStep): step is AppliedStep => step.part === 'after' || step.part === 'last';

/** The tables wanted, with the indexes of `renamed` that are still there when the transaction is done. */
export const withLasting = (
  wanted: readonly TableSpec[],
  renamed: readonly TableSpec[],
  steps: readonly AppliedStep[],
): readonly TableSpec[] => {
  const last = new Set(steps.filter(({ part }) => part === 'last').map(({ sql }) => sql));
  return wanted.map((table) => {
    const own = renamed.find(({ entity }) => entity === table.entity)?.indexes ?? [];
    return { ...table, indexes: [...table.indexes, ...own.filter(({ name }) => last.has(dropSql(name)))] };
  });
};

const dropSql = (name: string): string => `drop index concurrently if exists public.${quoteIdentifier(name)};`;

const scan = { class: 'needs-scan', lock: 'SHARE UPDATE EXCLUSIVE', part: 'after' } as const;

export const buildIndex = ({ entity }: TableSpec, { name, columns, definition }: IndexSpec): readonly AppliedStep[] => {
  const field = columns.join(', ');
  const sql = `create index concurrently ${quoteIdentifier(name)} on ${tableName({ entity })} ${definition};`;
  return [{ kind: 'apply', entity, field, sql, ...scan, what: stepWords.addIndex(field), builds: name }];
};

/** One that serves nobody goes at once; one that served, when what comes in its place is there. */
export const dropIndex = (
  { entity }: TableSpec,
  { name, columns }: Pick<IndexSpec, 'name' | 'columns'>,
  how: { readonly what: string; readonly part: 'after' | 'last'; readonly mends?: true },
): readonly AppliedStep[] => [
  {
    kind: 'apply',
    entity,
    field: columns.join(', '),
    sql: dropSql(name),
    class: 'safe',
    lock: 'SHARE UPDATE EXCLUSIVE',
    ...how,
  },
];

type Check = Extract<SchemaStep, { kind: 'check' }>;

/** The statement that makes a constraint of the index that has its name. */
export const uniqueByIndex = (table: TableSpec, { name, definition }: ConstraintSpec): string =>
  `alter table ${tableName(table)} add constraint ${quoteIdentifier(name)} unique using index ${quoteIdentifier(name)}${
    definition.endsWith(' deferrable') ? ' deferrable' : ''
  };`;

const uniqueParts = (table: TableSpec, constraint: ConstraintSpec, step: Check): readonly AppliedStep[] => {
  const [, nulls = '', columns = ''] = /^unique (nulls not distinct )?(\(.*\))/.exec(constraint.definition) ?? [];
  const sql =
    `create unique index concurrently ${quoteIdentifier(constraint.name)} on ${tableName(table)} ${columns}` +
    `${nulls === '' ? '' : ' nulls not distinct'};`;
  const { entity, field, what } = step;
  return [
    { ...step, ...scan, sql, what: stepWords.addUniqueIndex(constraint.columns.join(', ')), builds: constraint.name },
    {
      kind: 'apply',
      entity,
      field,
      sql: uniqueByIndex(table, constraint),
      class: 'safe',
      lock: 'ACCESS EXCLUSIVE',
      what,
      part: 'after',
    },
  ];
};

/** Holds a constraint that holds for what is written against the rows that there are. */
export const proveConstraint = (table: TableSpec, { name, rule }: ConstraintSpec, step: Check): Check => ({
  ...step,
  class: 'needs-scan',
  lock: 'SHARE UPDATE EXCLUSIVE',
  sql: `alter table ${tableName(table)} validate constraint ${quoteIdentifier(name)};`,
  what: stepWords.proveRule(rule),
});

const provenParts = (table: TableSpec, constraint: ConstraintSpec, step: Check): readonly AppliedStep[] => {
  const { entity, field, lock } = step;
  return [
    {
      kind: 'apply',
      entity,
      field,
      sql: step.sql.replace(/;$/, ' not valid;'),
      class: 'safe',
      lock,
      what: stepWords.holdRule(constraint.rule),
      part: 'within',
    },
    { ...proveConstraint(table, constraint, step), part: 'after' },
  ];
};

/** Those of a constraint; undefined: PostgreSQL knows none. */
export const constraintParts: Readonly<
  Record<
    ConstraintSpec['kind'],
    ((table: TableSpec, constraint: ConstraintSpec, step: Check) => readonly AppliedStep[]) | undefined
  >
> = { check: provenParts, foreign: provenParts, unique: uniqueParts, exclude: undefined };

/** Of the names of constraints that ask for a value until the column does: none that the files lead to ends so. */
export const heldSuffix = 'held';

export const heldName = (entity: string, column: string): string => objectName([entity, column], heldSuffix);

const dropHeldSql = (table: TableSpec, constraint: string): string =>
  `alter table ${tableName(table)} drop constraint ${quoteIdentifier(constraint)};`;

/** What a change that was broken off asks of who writes, though its column is not required yet, or never will be. */
export const dropHeld = (table: TableSpec, { constraint, column }: HeldColumn, field: string): SchemaStep => ({
  ...apply(table, field, dropHeldSql(table, constraint), safe(stepWords.dropHeld(column))),
  mends: true,
});

/**
 * Makes a column required: PostgreSQL spares itself the reading of all rows under the lock of `set not null` where a
 * valid constraint says that none is empty.
 */
export const requiredParts = (table: TableSpec, { name }: ColumnSpec, step: Check): readonly AppliedStep[] => {
  const { entity, field, lock, sql, what } = step;
  const alter = `alter table ${tableName(table)}`;
  const constraint = heldName(entity, name);
  const quoted = quoteIdentifier(constraint);
  const rule = stepWords.someValue(name);
  const moment = { kind: 'apply', entity, field, class: 'safe', lock } as const;
  return [
    {
      ...moment,
      sql: `${alter} add constraint ${quoted} check (${quoteIdentifier(name)} is not null) not valid;`,
      what: stepWords.holdRule(rule),
      part: 'within',
    },
    { ...step, ...scan, sql: `${alter} validate constraint ${quoted};`, what: stepWords.proveRule(rule) },
    { ...moment, sql: `${sql} ${dropHeldSql(table, constraint)}`, what, part: 'after' },
  ];
};
