/** A CSV body as the rows that JSON would have given: a header of wire names, texts turned to the fields' types. */
import { CsvError, parse } from 'csv-parse/sync';
import { canonicalValue } from '../core/canonical-value.ts';
import { Refusal } from '../core/errors.ts';
import { phrases } from '../core/words.ts';
import { fieldTypes } from '../fields/index.ts';
import type { Entity, Field } from '../model/types.ts';

/** A body that came as CSV, not yet read. */
export class CsvText {
  readonly text: string;
  /** The names of its header as the fields are called today. */
  readonly present: (header: readonly string[]) => readonly string[];
  constructor(text: string, present: CsvText['present'] = (header) => header) {
    this.text = text;
    this.present = present;
  }
}

/**
 * What JSON writes for a cell: a text that is no value of the field stays as it is, and validation says what is wrong
 * with it. NULL is an empty value, as in PostgREST.
 */
const readCell = (text: string, field: Field | undefined): unknown => {
  if (text === '' || text === 'NULL') return null;
  if (!field) return text;
  const type = fieldTypes[field.type];
  const value = type.parse(text, field);
  return value === undefined ? text : canonicalValue(value, type.valueSchema(field)['type']);
};

const integerText = /^\d{1,15}$/;

const readLines = (text: string): readonly (readonly string[])[] => {
  try {
    return parse(text, { bom: true, skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Refusal('REQUEST_CSV_INVALID', { problem: phrases.csvQuotes }, { cause: error });
  }
};

/** Lines that hold something, not read for more: those inside quotes belong to a cell. */
const countLines = (text: string): number => {
  let lines = 0;
  let quoted = false;
  let empty = true;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    if (!quoted && (character === '\n' || character === '\r')) empty = true;
    else if (empty) {
      lines += 1;
      empty = false;
    }
  }
  return lines;
};

const firstRepeated = (names: readonly string[]): string | undefined => {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
};

/** The header and the rows below it. Raises REQUEST_CSV_INVALID, REQUEST_ROWS_TOO_MANY where there are more than `maximum`. */
export const readCsv = (
  { text, present }: CsvText,
  entity: Entity,
  maximum: number,
): { readonly header: readonly string[]; readonly rows: readonly Readonly<Record<string, unknown>>[] } => {
  const fail = (problem: string): never => {
    throw new Refusal('REQUEST_CSV_INVALID', { problem });
  };
  // First, for millions of short rows would occupy the process for seconds.
  const count = countLines(text) - 1;
  if (count > maximum) throw new Refusal('REQUEST_ROWS_TOO_MANY', { count, maximum });
  const [first, ...lines] = readLines(text);
  if (!first) return fail(phrases.csvEmpty);
  if (first.length === 1 && first[0]?.includes(';')) fail(phrases.csvSemicolons);
  const header = present(first);
  const twice = firstRepeated(header);
  if (twice !== undefined) fail(phrases.csvHeaderTwice(twice));
  const uneven = lines.findIndex((line) => line.length !== header.length);
  if (uneven >= 0) fail(`no registro ${uneven + 1}, ${phrases.csvColumns(lines[uneven]?.length ?? 0, header.length)}`);
  const fields = header.map((name) => entity.fields.find((field) => field.column === name));
  return {
    header,
    rows: lines.map((line) =>
      Object.fromEntries(
        header.map((name, index) => {
          const cell = line[index] ?? '';
          const id = name === 'id' && integerText.test(cell);
          return [name, id ? Number(cell) : readCell(cell, fields[index])];
        }),
      ),
    ),
  };
};
