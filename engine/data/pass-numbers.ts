/** Counters of `x-sequence` go on behind the numbers that records bring: none is given a second time. */
import { readNumber } from '../core/sequence.ts';
import type { Entity } from '../model/types.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';

/** How far a counter is, as `fichario.sequence` keeps it. */
export interface PassedNumber {
  readonly key: string;
  readonly period: string;
  /** Digits of a bigint. */
  readonly last: string;
}

/** The greatest of the numbers of each counter, in the order in which counters are held. */
export const passedNumbers = ({ name: of, fields }: Entity, rows: readonly Row[]): readonly PassedNumber[] => {
  const found = new Map<string, PassedNumber>();
  for (const { name, column, sequence } of fields) {
    if (sequence === undefined) continue;
    for (const row of rows) {
      const number = row[column];
      if (typeof number !== 'string' && typeof number !== 'number') continue;
      const read = readNumber(sequence, number);
      if (read === undefined) continue;
      const place = JSON.stringify([name, read.period]);
      const known = found.get(place);
      if (known === undefined || BigInt(read.count) > BigInt(known.last))
        found.set(place, { key: `${of}.${name}`, period: read.period, last: read.count });
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
};

/** Before the records are written: who inserts meanwhile waits, and is given a number behind theirs. */
export const passNumbers = async (transaction: Queryable, numbers: readonly PassedNumber[]): Promise<void> => {
  if (numbers.length === 0) return;
  await transaction.query({
    text: `insert into fichario.sequence as s (key, period, last)
      select n.key, n.period, n.last::bigint
      from json_to_recordset($1::json) as n(place integer, key text, period text, last text) order by n.place
      on conflict on constraint sequence_pkey do update set last = greatest(s.last, excluded.last)`,
    values: [JSON.stringify(numbers.map((one, place) => ({ ...one, place })))],
  });
};
