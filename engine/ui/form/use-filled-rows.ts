/**
 * Rows of lists that a form fills in from what their relations point at, as soon as that is chosen. What came so follows
 * the relation; what somebody typed stays. Rows that the form begins with are as they are until a relation of theirs is
 * another.
 */
import type { RefObject } from 'react';
import { useCallback, useRef } from 'react';
import type { FormFill } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';
import { api } from '../store/api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import type { HeldValues, Known } from './lay-fill.ts';
import { isHeld, layFill, leftOf } from './lay-fill.ts';
import type { RowValues } from './use-row-keys.ts';
import type { FormValues } from './validator.ts';

/** What is known of one row, whatever its values become. */
interface Kept {
  held: HeldValues;
  /** By relation: the id that was asked about last, and what was read of it. */
  readonly met: Map<string, unknown>;
  readonly known: Map<string, Known>;
}

type Fills = Readonly<Record<string, readonly FormFill[]>>;

interface Form {
  /** By list. */
  readonly fills: Fills;
  readonly latest: RefObject<FormValues>;
  /** Wire names of what is hidden from the row, or closed in it, with these values of the record. */
  readonly closedIn: (list: string, index: number, values: FormValues) => (column: string) => boolean;
  readonly put: (values: FormValues) => void;
  /** For those who do not see it happen: the row, from 0 on, and the fields that got a value. */
  readonly tell: (list: string, index: number, relation: string, columns: readonly string[]) => void;
}

const noFills: readonly FormFill[] = [];

const rowsOf = (values: FormValues, list: string): readonly RowValues[] => {
  const rows: unknown = values[list];
  return Array.isArray(rows) ? (rows as readonly RowValues[]) : [];
};

/** The rows that are not among those before, each with the one that stood in its place and stands nowhere else. */
export const movedRows = (
  before: readonly RowValues[],
  after: readonly RowValues[],
): readonly { readonly row: RowValues; readonly was: RowValues | undefined }[] => {
  const [there, here] = [new Set(before), new Set(after)];
  return after.flatMap((row, index) => {
    if (there.has(row)) return [];
    const was = before[index];
    return [{ row, was: was === undefined || here.has(was) ? undefined : was }];
  });
};

export const useFilledRows = ({ fills, latest, closedIn, put, tell }: Form) => {
  const dispatch = useAppDispatch();
  const kept = useRef(new WeakMap<RowValues, Kept>());
  const reading = useRef(new Set<Promise<void>>());
  const around = useRef({ fills, closedIn, put, tell });
  around.current = { fills, closedIn, put, tell };
  const follow = useRef((_list: string, _rows: readonly RowValues[]): void => undefined);

  /** Lays what was read over the rows that still point there. */
  const lay = (list: string, fill: FormFill, read: readonly { readonly of: Kept; readonly known: Known }[]): void => {
    const begun = rowsOf(latest.current, list);
    let rows = begun;
    for (const { of, known } of read) {
      const index = rows.findIndex((row) => kept.current.get(row) === of);
      const row = rows[index];
      if (row === undefined || !Object.is(row[fill.relation], known.id)) continue;
      const closedWith = (values: FormValues) =>
        around.current.closedIn(list, index, { ...latest.current, [list]: rows.with(index, values) });
      const laid = layFill(fill, known.row, { values: row, held: of.held, left: known.left }, closedWith);
      of.held = laid.held;
      of.known.set(fill.relation, { ...known, left: laid.left });
      if (laid.values === row) continue;
      kept.current.set(laid.values, of);
      rows = rows.with(index, laid.values);
      if (laid.come.length > 0) around.current.tell(list, index, fill.relation, laid.come);
    }
    if (rows === begun) return;
    around.current.put({ ...latest.current, [list]: rows });
    follow.current(
      list,
      rows.filter((row, index) => row !== begun[index]),
    );
  };

  /** Asks once for all that the relation points at in these rows. */
  const read = (list: string, fill: FormFill, rows: readonly { readonly of: Kept; readonly id: unknown }[]): void => {
    const { path, select } = fill;
    const left = leftOf(fill);
    const layAll = (found: ReadonlyMap<unknown, Row>): void =>
      lay(
        list,
        fill,
        rows.map(({ of, id }) => ({ of, known: { id, row: found.get(id), left } })),
      );
    const ids = [...new Set(rows.flatMap(({ id }) => (typeof id === 'number' ? [id] : [])))];
    if (ids.length === 0) {
      layAll(new Map());
      return;
    }
    const search = `id=in.(${ids.join()})&select=${encodeURIComponent(select)}`;
    const asked = dispatch(
      api.endpoints.firstRows.initiate({ path, search }, { subscribe: false, forceRefetch: true }),
    ).then(({ data }) => {
      reading.current.delete(asked);
      // What could not be read the person fills in.
      if (data !== undefined) layAll(new Map(data.map((row) => [row.id, row])));
    });
    reading.current.add(asked);
  };

  /** Of rows that changed: what their relations point at now is asked for, what could not be filled is tried again. */
  follow.current = (list, rows) => {
    for (const fill of around.current.fills[list] ?? noFills) {
      const { relation } = fill;
      const all = rows.flatMap((row) => {
        const of = kept.current.get(row);
        return of === undefined ? [] : [{ of, id: row[relation] }];
      });
      const moved = all.filter(({ of, id }) => !Object.is(of.met.get(relation), id));
      for (const { of, id } of moved) of.met.set(relation, id);
      if (moved.length > 0) read(list, fill, moved);
      const waiting = all.flatMap(({ of }) => {
        const known = of.known.get(relation);
        return known === undefined || known.left.size === 0 ? [] : [{ of, known }];
      });
      if (waiting.length > 0) lay(list, fill, waiting);
    }
  };

  return {
    /** Somebody changed the list from one set of rows to another. */
    changed: useCallback((list: string, before: readonly RowValues[], after: readonly RowValues[]): void => {
      const own = around.current.fills[list];
      if (own === undefined) return;
      const moved = movedRows(before, after).filter(
        // One that comes back is as it was.
        ({ row, was }) => !kept.current.has(row) && (was !== undefined || row['id'] === undefined),
      );
      for (const { row, was } of moved) {
        const of = (was && kept.current.get(was)) ?? {
          held: new Map(),
          met: new Map(own.map(({ relation }) => [relation, was?.[relation]])),
          known: new Map(),
        };
        of.held = new Map([...of.held].filter(([column]) => isHeld(of.held, column, row[column])));
        kept.current.set(row, of);
      }
      follow.current(
        list,
        moved.map(({ row }) => row),
      );
    }, []),
    /** Whether the value came by this relation of the row, which is not held to it. */
    cameBy: useCallback((row: RowValues, relation: string, column: string): boolean => {
      const held = kept.current.get(row)?.held;
      return held?.get(column)?.relation === relation && isHeld(held, column, row[column]);
    }, []),
    /** Ends when all that is being read is there, which may point further; undefined where nothing is. */
    pending: useCallback(
      (): Promise<unknown> | undefined =>
        reading.current.size === 0 ? undefined : Promise.allSettled(reading.current),
      [],
    ),
  };
};
