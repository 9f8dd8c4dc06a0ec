/**
 * New records with what nobody says of them: first what their relations fill in, then what begins by an expression, which
 * may rest on that. In: rows with their defaults, before anything is asked of them.
 */
import type { Entity } from '../model/types.ts';
import { beginNew, beginsBehind, isBegun } from './begin-rows.ts';
import type { Filler } from './fill-rows.ts';
import { fillingsOf, fillNew, isFillable } from './fill-rows.ts';
import type { Row } from './given-rows.ts';

/** Whether anything may come to any of them. */
export const isCompletable = (writable: Entity, rows: readonly Row[]): boolean =>
  isFillable(writable, rows) || isBegun(writable, rows);

/** Whether other records are read for it, which are then held until the transaction ends. */
export const readsOthers = (writable: Entity, rows: readonly Row[]): boolean =>
  isFillable(writable, rows) || (beginsBehind(writable) && isBegun(writable, rows));

/** Whether records of the entity may be completed from others, whatever their rows. */
export const mayReadOthers = (writable: Entity): boolean => fillingsOf(writable).length > 0 || beginsBehind(writable);

const lay = (rows: readonly Row[], come: readonly Row[]): readonly Row[] =>
  rows.map((row, index) => ({ ...row, ...come[index] }));

export const completeNew = async (filler: Filler, writable: Entity, rows: readonly Row[]): Promise<readonly Row[]> => {
  const filled = isFillable(writable, rows) ? lay(rows, await fillNew(filler, writable, rows)) : rows;
  return isBegun(writable, filled) ? lay(filled, await beginNew(filler, writable, filled)) : filled;
};
