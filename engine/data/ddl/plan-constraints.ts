/** The part of a change that is about constraints and indexes: known by name, the same when written the same. */
import { stepWords } from '../../core/change-words.ts';
import { quoteIdentifier } from './quote.ts';
import type { SchemaStep, StepFacts } from './schema-step.ts';
import { apply, safe, tableName } from './schema-step.ts';
import type { ConstraintSpec, IndexSpec, LooseIndex, TableSpec } from './table-spec.ts';
import { buildIndex, constraintParts, dropIndex, inParts, proveConstraint, uniqueByIndex } from './take-parts.ts';

export const constraintDefinition = ({ name, definition }: ConstraintSpec): string =>
  `constraint ${quoteIdentifier(name)} ${definition}`;

type Named = ConstraintSpec | IndexSpec;

/** Whether `named` is among `others` with the same meaning; one over a column made anew never is. */
const isKept = (named: Named, others: readonly Named[], remade: ReadonlySet<string>): boolean =>
  !named.columns.some((column) => remade.has(column)) &&
  others.some((other) => other.name === named.name && other.definition === named.definition);

/** `remade`: names of columns whose values are made anew or converted. */
export const dropConstraints = (old: TableSpec, table: TableSpec, remade: ReadonlySet<string>): SchemaStep[] =>
  old.constraints
    .filter((constraint) => !isKept(constraint, table.constraints, remade))
    .map(({ name, fields, rule }) =>
      apply(
        table,
        fields.join(', '),
        `alter table ${tableName(table)} drop constraint ${quoteIdentifier(name)};`,
        safe(stepWords.dropRule(rule)),
      ),
    );

const facts: Readonly<Record<ConstraintSpec['kind'], Omit<StepFacts, 'what'>>> = {
  check: { class: 'needs-scan', lock: 'ACCESS EXCLUSIVE' },
  foreign: { class: 'needs-scan', lock: 'SHARE ROW EXCLUSIVE' },
  unique: { class: 'locking', lock: 'ACCESS EXCLUSIVE' },
  exclude: { class: 'locking', lock: 'ACCESS EXCLUSIVE' },
};

export const addConstraints = (
  old: TableSpec,
  table: TableSpec,
  remade: ReadonlySet<string>,
  wanted: (constraint: ConstraintSpec) => boolean,
): SchemaStep[] =>
  table.constraints.filter(wanted).flatMap((constraint): SchemaStep[] => {
    const kept = isKept(constraint, old.constraints, remade);
    if (kept && old.state?.unproven.includes(constraint.name) !== true) return [];
    const step = addConstraint(table, constraint);
    if (kept) {
      const prove = proveConstraint(table, constraint, step);
      return [inParts(old.state, prove, [{ ...prove, part: 'after' }])];
    }
    if (old.state?.loose.some((index) => becomes(index, table, remade)?.name === constraint.name))
      return [{ ...apply(table, step.field, uniqueByIndex(table, constraint), safe(step.what)), part: 'within' }];
    return [inParts(old.state, step, constraintParts[constraint.kind]?.(table, constraint, step))];
  });

const addConstraint = (table: TableSpec, constraint: ConstraintSpec): Extract<SchemaStep, { kind: 'check' }> => ({
  kind: 'check',
  ...facts[constraint.kind],
  what: stepWords.addRule(constraint.rule),
  entity: table.entity,
  field: constraint.fields.join(', '),
  sql: `alter table ${tableName(table)} add ${constraintDefinition(constraint)};`,
  count: countAgainst[constraint.kind](table, constraint),
  rule: constraint.rule,
});

/** The constraint that an index without one was built for, where it was built to its end. */
const becomes = (
  { name, valid, fits, columns }: LooseIndex,
  { constraints }: TableSpec,
  remade: ReadonlySet<string>,
): ConstraintSpec | undefined =>
  constraints.find(
    (constraint) =>
      valid &&
      constraint.name === name &&
      fits !== '' &&
      constraint.definition.replace(/ deferrable$/, '') === `${fits} (${columns.map(quoteIdentifier).join(', ')})` &&
      !columns.some((column) => remade.has(column)),
  );

/** What a change that was broken off has left, and is of no use. */
export const dropLooseIndexes = (old: TableSpec, table: TableSpec, remade: ReadonlySet<string>): SchemaStep[] =>
  (old.state?.loose ?? [])
    .filter((index) => becomes(index, table, remade) === undefined)
    .map((index): SchemaStep => {
      const what = stepWords.dropLoose(index.name);
      const step: SchemaStep = { ...dropAtOnce(table, index, what), mends: true };
      const parts = dropIndex(table, index, { what, part: 'after', mends: true });
      return inParts(old.state, step, staysPut(index, table, remade) ? parts : undefined);
    });

const dropAtOnce = (
  table: TableSpec,
  { name, columns }: Pick<IndexSpec, 'name' | 'columns'>,
  what: string,
): SchemaStep => apply(table, columns.join(', '), `drop index if exists public.${quoteIdentifier(name)};`, safe(what));

/** Whether nothing happens to the columns of an index, so that it may stay for a while. */
const staysPut = ({ columns }: Pick<IndexSpec, 'columns'>, table: TableSpec, remade: ReadonlySet<string>): boolean =>
  columns.every((column) => !remade.has(column) && table.columns.some((other) => other.name === column));

/** The rows that a constraint would forbid, so that the refusal can say how many. */
const countAgainst: Readonly<Record<ConstraintSpec['kind'], (table: TableSpec, constraint: ConstraintSpec) => string>> =
  {
    check: (table, { definition }) =>
      `select count(*) from ${tableName(table)} where not ${definition.slice('check '.length)}`,
    unique: (table, { columns }) => {
      const names = columns.map(quoteIdentifier);
      // A single empty value repeats freely; in a combination an empty part counts as a value.
      const present = names.length === 1 ? `${names[0]} is not null` : 'true';
      return (
        `select coalesce(sum(rows), 0) as count from (select count(*) as rows from ${tableName(table)} ` +
        `where ${present} group by ${names.join(', ')} having count(*) > 1) as duplicates`
      );
    },
    // The parts of each row have names of their own, so that the rows can be held against each other.
    exclude: (table, { apart = [] }) => {
      const parts = apart.map(({ expression }, index) => `${expression} as p${index}`).join(', ');
      const rows = `(select id, ${parts} from ${tableName(table)})`;
      const meet = apart.map(({ operator }, index) => `a.p${index} ${operator} b.p${index}`).join(' and ');
      return `select count(*) from ${rows} as a where exists (select from ${rows} as b where b.id <> a.id and ${meet})`;
    },
    foreign: (table, { columns, target = '' }) => {
      const [column] = columns.map(quoteIdentifier);
      return (
        `select count(*) from ${tableName(table)} as t where t.${column} is not null ` +
        `and not exists (select from public.${quoteIdentifier(target)} as r where r.id = t.${column})`
      );
    },
  };

export const dropIndexes = (old: TableSpec, table: TableSpec, remade: ReadonlySet<string>): SchemaStep[] =>
  old.indexes
    .filter((index) => !isKept(index, table.indexes, remade))
    .map((index) => {
      const what = stepWords.dropIndex(index.columns.join(', '));
      const stays = staysPut(index, table, remade) && !table.indexes.some(({ name }) => name === index.name);
      const parts = stays ? dropIndex(table, index, { what, part: 'last' }) : undefined;
      return inParts(old.state, dropAtOnce(table, index, what), parts);
    });

export const addIndexes = (old: TableSpec, table: TableSpec, remade: ReadonlySet<string>): SchemaStep[] =>
  table.indexes
    .filter((index) => !isKept(index, old.indexes, remade))
    .map((index) => {
      const { name, columns, definition } = index;
      const step = apply(
        table,
        columns.join(', '),
        `create index ${quoteIdentifier(name)} on ${tableName(table)} ${definition};`,
        { class: 'locking', lock: 'SHARE', what: stepWords.addIndex(columns.join(', ')) },
      );
      return inParts(old.state, step, buildIndex(table, index));
    });
