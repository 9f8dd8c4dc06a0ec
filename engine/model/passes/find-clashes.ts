/** Rows of data.csv that the table would not keep beside each other: values that may not repeat, ranges that may not meet. */
import { canonicalValue } from '../../core/canonical-value.ts';
import { phrases } from '../../core/words.ts';
import type { InitialRows } from '../../metadata/documents.ts';
import type { Catalogues } from '../contracts.ts';
import { orderOf, overlapsIn } from '../overlaps.ts';
import type { Field, NoOverlap } from '../types.ts';
import { createRowReader } from './check-row-expressions.ts';
import type { LinkedEntity } from './link-entities.ts';

type Value = ReturnType<typeof canonicalValue> | null;

export interface Clash {
  /** Place of the row, from 0: the later of the two. */
  readonly row: number;
  /** Name of the field to blame. */
  readonly field: string;
  /** In words, with the line of the other row. */
  readonly problem: string;
}

interface Subject {
  readonly entity: LinkedEntity['entity'];
  readonly rows: InitialRows;
  readonly catalogues: Catalogues;
}

/** The text that the loader takes for a cell: of a column that the file does not have, what the table fills in. */
const textReader = (field: Field, { entity, rows }: Subject): ((row: readonly string[]) => string) => {
  const index = rows.header.indexOf(field.name);
  const filled = String(field.default ?? '');
  const given = index >= 0 || entity.naturalKey.includes(field.name);
  return (row) => row[index] || (field.required || !given ? filled : '');
};

/**
 * Each row's value of a field: a relation is the key that names its target. undefined where there is none to hold against
 * others: a cell that cannot be read, which is reported as such, and a number that the engine gives.
 */
const valuesOf = (field: Field, subject: Subject): readonly (Value | undefined)[] => {
  const { entity, rows, catalogues } = subject;
  if (entity.expressions?.computed.some(({ key }) => key === field.column)) {
    const read = createRowReader(entity, catalogues);
    return rows.rows.map((row) => {
      const cells = new Map(rows.header.map((name, index) => [name, row[index] ?? '']));
      return (read(cells).record[field.column] ?? null) as Value;
    });
  }
  const type = catalogues.fieldTypes[field.type];
  const json = type.valueSchema(field)['type'];
  const text = textReader(field, subject);
  return rows.rows.map((row) => {
    const found = text(row);
    if (found === '') return field.sequence === undefined ? null : undefined;
    if (field.relation !== undefined) return found;
    const canonical = type.parse(found, field);
    return canonical === undefined ? undefined : canonicalValue(canonical, json);
  });
};

const fieldsOf = ({ entity }: Subject, columns: readonly string[]): readonly Field[] =>
  columns.flatMap((column) => entity.fields.find((field) => field.column === column) ?? []);

const namesOf = (fields: readonly Field[]): readonly string[] => fields.map(({ name }) => name);

/** A single empty value repeats freely; in a combination an empty part counts as a value. */
const repeated = (columns: readonly string[], subject: Subject): readonly Clash[] => {
  const fields = fieldsOf(subject, columns);
  const [first] = fields;
  if (first === undefined) return [];
  const values = fields.map((field) => valuesOf(field, subject));
  const seen = new Map<string, number>();
  return subject.rows.rows.flatMap((_, row): Clash[] => {
    const own = values.map((of) => of[row]);
    if (own.includes(undefined) || (own.length === 1 && own[0] === null)) return [];
    const key = JSON.stringify(own.map((value, index) => orderOf(fields[index], value) ?? null));
    const line = seen.get(key);
    if (line === undefined) {
      seen.set(key, subject.rows.lines[row] ?? 0);
      return [];
    }
    const problem = fields.length === 1 ? phrases.repeated(line) : phrases.repeatedTogether(namesOf(fields), line);
    return [{ row, field: first.name, problem }];
  });
};

const overlapping = (of: NoOverlap, subject: Subject): readonly Clash[] => {
  const { entity, rows } = subject;
  const ends = fieldsOf(
    subject,
    of.ranges.flatMap(({ first, last }) => [first, last]),
  );
  const same = fieldsOf(subject, of.key);
  const values = [...same, ...ends].map((field) => [field.column, valuesOf(field, subject)] as const);
  const readable = rows.rows.flatMap((_, row) => (values.some(([, cells]) => cells[row] === undefined) ? [] : [row]));
  const records = readable.map((row) => Object.fromEntries(values.map(([column, cells]) => [column, cells[row]])));
  return overlapsIn({ ...entity, noOverlap: [of] }, records).map(({ row, other }) => {
    const line = rows.lines[readable[other] ?? 0] ?? 0;
    return {
      row: readable[row] ?? 0,
      field: ends[0]?.name ?? '',
      problem: phrases.overlapsLine(namesOf(ends), namesOf(same), line),
    };
  });
};

const uniqueColumns = ({ entity }: Subject): readonly (readonly string[])[] => {
  const single = entity.fields.filter((field) => field.unique).map(({ column }) => [column]);
  const declared = entity.indexes.filter((index) => index.unique).map(({ columns }) => columns);
  return [...new Map([...single, ...declared].map((columns) => [columns.join(), columns])).values()];
};

/** Each row that meets one above it, once for each thing that they may not share. */
export const findClashes = (
  entity: LinkedEntity['entity'],
  rows: InitialRows,
  catalogues: Catalogues,
): readonly Clash[] => {
  const subject = { entity, rows, catalogues };
  return [
    ...uniqueColumns(subject).flatMap((columns) => repeated(columns, subject)),
    ...(entity.noOverlap ?? []).flatMap((of) => overlapping(of, subject)),
  ];
};
