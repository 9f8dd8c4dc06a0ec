/**
 * Rows of data.csv that would meet a record which is there already, before any of them is written. In: model, parsed
 * files, database. Out: the rows, each with the record that it meets and what the two may not share.
 */
import { Refusal } from '../core/errors.ts';
import { phrases } from '../core/words.ts';
import { fieldTypes } from '../fields/index.ts';
import type { InitialRows } from '../metadata/documents.ts';
import type { Entity, Field, Model } from '../model/types.ts';
import type { Database, Queryable } from './database.ts';
import { DatabaseError } from './database.ts';
import { describeTables } from './ddl/describe-tables.ts';
import { quoteIdentifier, quoteLiteral } from './ddl/quote.ts';
import type { ConstraintSpec } from './ddl/table-spec.ts';
import type { Relation } from './file-rows.ts';
import { fileRowsSql, givenFields, hadTarget, hasTarget, keyFields, readCells, valueSql } from './file-rows.ts';
import { apartOf } from './overlapping-row.ts';
import { pendingRows } from './pending-rows.ts';

export interface RowClash {
  readonly entity: string;
  /** Names of the fields that may not be shared. */
  readonly fields: readonly string[];
  readonly line: number;
  readonly file: string;
  readonly refusal: Refusal;
}

/** Those of one file and one constraint that are told of. */
const mostTold = 20;

interface Subject {
  readonly model: Model;
  readonly entity: Entity;
  readonly given: InitialRows;
  readonly loaded: readonly Field[];
  /** The rows as the one parameter of a statement. */
  readonly values: readonly string[];
}

/** What the row will have in a column: of one that the file does not have, what the table fills in. */
const comingValue = (field: Field, loaded: readonly Field[]): string => {
  if (loaded.includes(field)) return valueSql(field);
  const filled = field.default === undefined ? 'null' : quoteLiteral(String(field.default));
  return `${filled}::${fieldTypes[field.type].castType}`;
};

interface Part {
  /** SQL over the columns of one row. */
  readonly expression: string;
  readonly operator: string;
}

/** What two rows may not agree in. */
const partsOf = ({ apart, columns }: ConstraintSpec, fields: readonly Field[]): readonly Part[] =>
  apart ??
  fields.map((field) => ({
    expression: quoteIdentifier(field.column),
    // A single empty value repeats freely; only `=` is found by an index.
    operator: columns.length === 1 || field.required ? '=' : 'is not distinct from',
  }));

/** Rows that will enter, as far as what they will have in `fields` is known: a target that comes with them has no record yet. */
const settledFor =
  (fields: readonly Field[]) =>
  (relation: Relation): string | undefined => {
    const { field } = relation;
    if (fields.includes(field))
      return field.required ? hasTarget(relation) : `(${hasTarget(relation)} or ${hadTarget(relation)})`;
    return field.required ? `(${hasTarget(relation)} or not ${hadTarget(relation)})` : undefined;
  };

/** The natural key as data.csv writes it; null where a part of it is about a person, or is a record itself. */
const keySql = (entity: Entity): string => {
  const key = keyFields(entity);
  if (key.some(({ relation, personalData }) => relation !== undefined || personalData !== 'public')) return 'null';
  return `concat_ws('|', ${key.map(({ column }) => `${quoteIdentifier(column)}::text`).join(', ')})`;
};

const clashStatement = ({ model, entity, loaded }: Subject, constraint: ConstraintSpec, fields: readonly Field[]) => {
  const parts = partsOf(constraint, fields);
  const named = parts.map(({ expression }, index) => `${expression} as p${index}`).join(', ');
  const values = fields.map((field) => `${comingValue(field, loaded)} as ${quoteIdentifier(field.column)}`);
  const meet = parts.map(({ operator }, index) => `known.p${index} ${operator} coming.p${index}`).join(' and ');
  return [
    'select coming.position::integer as position, known.id::text as id, known.key',
    `from (select position, ${named} from (select given.position, ${values.join(', ')}`,
    fileRowsSql(model, entity, loaded, settledFor(fields)),
    `) as row) as coming`,
    `join (select id, ${keySql(entity)} as key, ${named} from public.${quoteIdentifier(entity.name)}) as known on ${meet}`,
    `order by coming.position, known.id limit ${mostTold}`,
  ].join('\n');
};

/** What the row and the record share that they may not, in the names of the files. */
const problemOf = (entity: Entity, constraint: ConstraintSpec, fields: readonly Field[], record: string): string => {
  const of = apartOf(entity, constraint.name);
  const named = (columns: readonly string[]): readonly string[] =>
    columns.flatMap((column) => fields.find((field) => field.column === column)?.name ?? []);
  if (of === undefined) return phrases.repeatsRecord(named(constraint.columns), record);
  const ends = named(of.ranges.flatMap(({ first, last }) => [first, last]));
  return phrases.overlapsRecord(ends, named(of.key), record);
};

interface Met {
  readonly position: number;
  readonly id: string;
  readonly key: string | null;
}

const clashesOf = async (
  transaction: Queryable,
  subject: Subject,
  constraint: ConstraintSpec,
): Promise<readonly RowClash[]> => {
  const { entity, given, loaded, values } = subject;
  const fields = constraint.columns.flatMap((column) => entity.fields.find((field) => field.column === column) ?? []);
  // The engine gives the number, and none twice.
  if (fields.some((field) => field.sequence !== undefined && !loaded.includes(field))) return [];
  const { rows } = await transaction.query<Met>({
    text: clashStatement(subject, constraint, fields),
    values,
  });
  return rows.map(({ position, id, key }) => {
    const line = given.lines[position - 1] ?? 1;
    const place = { entity: entity.name, file: given.file, line };
    const problem = problemOf(entity, constraint, fields, phrases.recordNamed(id, key ?? undefined));
    return { ...place, fields: constraint.fields, refusal: new Refusal('START_ROW_CLASH', { ...place, problem }) };
  });
};

/** Syntax error or access rule violation: the tables are not yet as the files want them. */
const isOtherTable = (error: unknown): boolean => error instanceof DatabaseError && error.code.startsWith('42');

/** Nothing where the database does not have such a table yet. */
const inSavepoint = async <T>(transaction: Queryable, read: () => Promise<readonly T[]>): Promise<readonly T[]> => {
  await transaction.execute('savepoint clashes');
  try {
    const found = await read();
    await transaction.execute('release savepoint clashes');
    return found;
  } catch (error) {
    if (!isOtherTable(error)) throw error;
    await transaction.execute('rollback to savepoint clashes; release savepoint clashes');
    return [];
  }
};

/** Of the files that have changed since they were loaded; nothing is written. */
export const findRowClashes = async (
  database: Database,
  model: Model,
  rows: Readonly<Record<string, InitialRows>>,
): Promise<readonly RowClash[]> => {
  const pending = await pendingRows(database, model, rows);
  if (pending.length === 0) return [];
  const tables = new Map(describeTables(model).map((table) => [table.entity, table]));
  return database.transaction(async (transaction) => {
    await transaction.execute('set transaction isolation level repeatable read, read only');
    await transaction.execute('set local statement_timeout = 0');
    const found: RowClash[] = [];
    for (const { entity, given } of pending) {
      const key = keyFields(entity).map(({ column }) => column);
      const kept = tables.get(entity.name)?.constraints ?? [];
      const loaded = givenFields(entity, given);
      const values = [JSON.stringify(readCells(model, entity, loaded, given.rows))];
      const subject = { model, entity, given, loaded, values };
      // A row whose natural key is there is not written.
      for (const constraint of kept)
        if (['unique', 'exclude'].includes(constraint.kind) && constraint.columns.join() !== key.join())
          found.push(...(await inSavepoint(transaction, () => clashesOf(transaction, subject, constraint))));
    }
    return found;
  });
};

/** Raises START_ROW_CLASH with the first of them. */
export const refuseRowClashes = async (
  database: Database,
  model: Model,
  rows: Readonly<Record<string, InitialRows>>,
): Promise<void> => {
  const [clash] = await findRowClashes(database, model, rows);
  if (clash !== undefined) throw clash.refusal;
};
