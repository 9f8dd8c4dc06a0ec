/**
 * Which sensitive values a request gives out. In: the outputs of a plan and the rows as they were read. Out: a note of the
 * fields that had a value, from which the API writes one row a request before the answer goes. Covered values are none.
 */
import { isSensitive } from '../access/field-right.ts';
import type { FilterNode, ReadRequest } from '../contract/request.ts';
import type { Queryable } from './database.ts';
import type { PlanContext } from './plan/context.ts';
import { namesOne } from './plan/plan-read.ts';
import type { Output } from './plan/types.ts';

/** A sensitive value of an answer: where it stands in a row, and the field that it is of, 'entity.field'. */
export interface SensitivePlace {
  readonly path: readonly string[];
  readonly field: string;
}

/** What was given out at one door. */
interface SensitiveNote {
  readonly door: 'rows' | 'sum' | 'write' | 'history';
  /** Of the registry: `/bancos`. */
  readonly path: string;
  /** The one record that was asked for. */
  readonly record: string | undefined;
  /** Names of what the rows were filtered by; never the values, which may be sensitive themselves. */
  readonly filter: readonly string[];
  readonly fields: readonly string[];
  readonly rows: number;
}

/** Everything that one request gives out. */
export class SensitiveReads {
  readonly notes: SensitiveNote[] = [];
  add(note: SensitiveNote): void {
    if (note.fields.length > 0) this.notes.push(note);
  }
}

export const sensitivePlaces = (outputs: readonly Output[], path: readonly string[] = []): readonly SensitivePlace[] =>
  outputs.flatMap((output): readonly SensitivePlace[] => {
    const here = [...path, output.key];
    if (output.kind === 'embed' || output.kind === 'many') return sensitivePlaces(output.items, here);
    if (output.kind !== 'column' || output.ref.field === undefined) return [];
    const { entity } = output.ref.table;
    return isSensitive(entity, output.ref.field)
      ? [{ path: here, field: `${entity.name}.${output.ref.field.name}` }]
      : [];
  });

const hasValue = (value: unknown, [key, ...rest]: readonly string[]): boolean => {
  if (Array.isArray(value)) return value.some((one) => hasValue(one, key === undefined ? [] : [key, ...rest]));
  if (key === undefined) return value !== null && value !== undefined;
  return (
    typeof value === 'object' && value !== null && hasValue((value as Readonly<Record<string, unknown>>)[key], rest)
  );
};

/** The fields of the places that have a value, and how many of the rows hold one. */
export const sensitiveIn = (
  places: readonly SensitivePlace[],
  rows: readonly unknown[],
): Pick<SensitiveNote, 'fields' | 'rows'> => {
  const filled = (row: unknown) => places.filter(({ path }) => hasValue(row, path));
  const found = rows.map(filled).filter((one) => one.length > 0);
  return { fields: [...new Set(found.flat().map(({ field }) => field))].sort(), rows: found.length };
};

const namesIn = (node: FilterNode): readonly string[] =>
  node.kind === 'compare' ? [node.path.join('.')] : node.items.flatMap(namesIn);

const recordOf = (request: ReadRequest): string | undefined => {
  const own = request.filters.find(namesOne);
  return own && String(request.values[own.slot]);
};

/** Tells the request's record of what a JSON array of rows gives out. `context.reads` undefined: nobody is told. */
export const noteRows = (
  { reads, screen }: PlanContext,
  door: SensitiveNote['door'],
  places: readonly SensitivePlace[],
  request: ReadRequest,
  body: string | undefined,
): void => {
  if (reads === undefined || places.length === 0 || body === undefined) return;
  reads.add({
    door,
    path: screen.path,
    record: recordOf(request),
    filter: [...new Set([...request.filters.flatMap(namesIn), ...(request.words.length > 0 ? ['q'] : [])])],
    ...sensitiveIn(places, JSON.parse(body) as readonly unknown[]),
  });
};

interface Reader {
  readonly userId: number;
  readonly login: string;
  readonly requestId: string;
  /** `screen 10.0.0.7`. */
  readonly origin: string;
}

/** Writes the row of a request that gave something out. */
export const writeSensitiveReads = async (
  database: Queryable,
  { notes }: SensitiveReads,
  reader: Reader,
): Promise<void> => {
  const [first] = notes;
  if (first === undefined) return;
  const all = (pick: (note: SensitiveNote) => readonly string[]): string =>
    JSON.stringify([...new Set(notes.flatMap(pick))].sort());
  await database.query({
    text: `insert into fichario.sensitive_read (usuario_id, login, request, origin, door, path, record_id, filter, fields, rows)
      values ($1::text::bigint, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text::bigint,
        array(select json_array_elements_text($8::text::json)), array(select json_array_elements_text($9::text::json)), $10::text::integer)`,
    values: [
      String(reader.userId),
      reader.login,
      reader.requestId,
      reader.origin,
      first.door,
      first.path,
      first.record ?? null,
      all(({ filter }) => filter),
      all(({ fields }) => fields),
      String(notes.reduce((sum, { rows }) => sum + rows, 0)),
    ],
    name: 'sensitive-read',
  });
};
