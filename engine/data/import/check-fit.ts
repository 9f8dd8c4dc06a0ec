/** Whether rows of a file are fit to be written, before any is: as records, or as changes of those that are there. */
import { Refusal } from '../../core/errors.ts';
import type { Child, Entity } from '../../model/types.ts';
import { beginningIn } from '../begin-rows.ts';
import { checkRows } from '../check-rows.ts';
import { completeNew } from '../complete-new.ts';
import { comingIn } from '../fill-rows.ts';
import type { Row } from '../given-rows.ts';
import { withArrayDefaults, withDefaults } from '../given-rows.ts';
import { childrenIn, itemsOf } from '../write-children.ts';
import { matchOwned } from './match-owned.ts';
import type { Present } from './match-rows.ts';
import type { ImportCaller } from './plan-import.ts';
import type { FileRecord } from './read-records.ts';

/** As whole new records, as changes of records, or as values of whatever they are of. */
type Fitness = 'record' | 'change' | 'values';

/** The rows of lists as if they were there: nothing is missing in them. */
const asKept = (children: readonly Child[], row: Row): Row => ({
  ...row,
  ...Object.fromEntries(
    children.map((child) => [child.name, itemsOf(row, child).map((item, index) => ({ id: index + 1, ...item }))]),
  ),
});

/** New records with what comes to them by itself; what is only looked at holds nothing. */
const completed = ({ engine, context }: ImportCaller, writable: Entity, rows: readonly Row[]) =>
  completeNew({ context, queryable: engine.database, hold: undefined }, writable, rows);

/** What the compiled schema says of each row that is not fit, by its line: all at once, and one by one where one is not. */
export const unfit = async (
  caller: ImportCaller,
  writable: Entity,
  records: readonly FileRecord[],
  fitness: Fitness,
): Promise<ReadonlyMap<number, string>> => {
  const told = new Map<number, string>();
  const given = records.map(({ values }) => values);
  const rows =
    fitness === 'record'
      ? await completed(caller, writable, withDefaults(writable, given))
      : fitness === 'change'
        ? given
        : given.map((row) => asKept(childrenIn(writable, [row]), row));
  const check = (some: readonly Row[]): Refusal | undefined => {
    try {
      const coming =
        fitness === 'change'
          ? (row: Row) => new Set([...comingIn(writable, row), ...beginningIn(writable, row)])
          : undefined;
      checkRows(caller.engine.validators, writable, fitness !== 'record', some, undefined, coming);
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
    return undefined;
  };
  if (records.length === 0 || check(rows) === undefined) return told;
  for (const [index, { line }] of records.entries()) {
    const refusal = check(rows.slice(index, index + 1));
    if (refusal) told.set(line, caller.tell(refusal));
  }
  return told;
};

/**
 * What the rows of records that are there say of them, by their lines: rows of lists are those that the records own, where
 * they are meant. `doubted`: a new row among them may lack something, and is refused.
 */
export const changesOf = async (
  caller: ImportCaller,
  writable: Entity,
  sound: readonly FileRecord[],
  present: ReadonlyMap<number, Present>,
  doubted: boolean,
): Promise<{ readonly values: ReadonlyMap<number, Row>; readonly refused: ReadonlyMap<number, string> }> => {
  const owning = sound.flatMap((record, index) => {
    const there = present.get(index);
    return there === undefined || childrenIn(writable, [record.values]).length === 0 ? [] : [{ ...record, ...there }];
  });
  if (owning.length === 0) return { values: new Map(), refused: new Map() };
  const matched = await matchOwned(caller.engine.database, caller.context, writable, owning);
  const changes = owning.map((record, index) => ({
    ...record,
    values: withArrayDefaults(writable.children, matched[index] ?? record.values),
  }));
  return {
    values: new Map(changes.map(({ line, values }) => [line, values])),
    refused: doubted ? await unfit(caller, writable, changes, 'change') : new Map(),
  };
};
