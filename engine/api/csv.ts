import { stringify } from 'csv-stringify/sync';
import { itemsOf, membersOf } from './json-text.ts';

/** A cell: texts as they are, an empty value as nothing, anything else as JSON writes it. */
const cell = (value: string): string =>
  value === 'null' ? '' : value.startsWith('"') ? (JSON.parse(value) as string) : value;

/**
 * An array of objects with a line of `keys` first, whether there are rows or not: quoted as RFC 4180 has it, lines ended
 * as PostgREST ends them.
 */
export const writeCsv = (array: string, keys: readonly string[]): string =>
  stringify(
    itemsOf(array).map((row) => membersOf(row).map(([, value]) => cell(value))),
    { header: true, columns: keys.map((key) => ({ key, header: key })), record_delimiter: 'unix' },
  );
