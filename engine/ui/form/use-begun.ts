/**
 * Fields of a new record, and of new rows, that begin with a value while the form is filled in: with each change they are
 * worked out anew, until somebody writes in them. What expressions read of others is read once for each record.
 */
import { useCallback, useRef, useState } from 'react';
import type { BegunRead } from '../../contract/screen-model.ts';
import type { Values } from '../../expressions/evaluate.ts';
import type { Moment } from '../../expressions/functions.ts';
import { behindValues } from '../runtime/record-values.ts';
import { useMoment } from '../runtime/use-moment.ts';
import { api } from '../store/api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import type { Beginnings, Begun, LaidForm } from './lay-begun.ts';
import { layBegun, resumedBegun, stillBegun, unwritten } from './lay-begun.ts';
import { movedRows } from './use-filled-rows.ts';
import type { RowValues } from './use-row-keys.ts';
import type { FormValues } from './validator.ts';

interface Form {
  /** Absent: nothing begins. */
  readonly beginnings: Beginnings | undefined;
  readonly initial: FormValues;
  readonly closedWith: (values: FormValues) => (column: string) => boolean;
  readonly closedIn: (list: string, index: number, values: FormValues) => (column: string) => boolean;
  /** What was read is there: something may begin with it. */
  readonly onRead: () => void;
}

const rowsOf = (values: FormValues, list: string): readonly RowValues[] => {
  const rows: unknown = values[list];
  return Array.isArray(rows) ? (rows as readonly RowValues[]) : [];
};

export const useBegun = ({ beginnings, initial, closedWith, closedIn, onRead }: Form) => {
  const dispatch = useAppDispatch();
  const today = useMoment();
  const [now] = useState(Date.now);
  const around = useRef({ beginnings, closedWith, closedIn, onRead, moment: { ...today, now } as Moment });
  around.current = { beginnings, closedWith, closedIn, onRead, moment: { ...today, now } };
  const own = useRef<Begun>(undefined);
  const rows = useRef(new WeakMap<Values, Begun>());
  const known = useRef(new Map<string, Values | null | undefined>());
  const reading = useRef(new Set<Promise<void>>());

  const read = (of: BegunRead, id: number): Values | null | undefined => {
    const { path, select, behind } = of;
    const key = `${path} ${select} ${id}`;
    if (known.current.has(key)) return known.current.get(key);
    known.current.set(key, null);
    const search = `id=eq.${id}&select=${encodeURIComponent(select)}`;
    const asked = dispatch(
      api.endpoints.firstRows.initiate({ path, search }, { subscribe: false, forceRefetch: true }),
    ).then(({ data }) => {
      reading.current.delete(asked);
      // What could not be read the person fills in.
      known.current.set(key, data?.[0] && behindValues({ behind }, data[0]));
      around.current.onRead();
    });
    reading.current.add(asked);
    return null;
  };

  /** Rows that came, or took the place of others, with what began in them. */
  const follow = (list: string, before: readonly RowValues[], after: readonly RowValues[]): void => {
    const begins = around.current.beginnings?.rows[list];
    if (begins === undefined) return;
    for (const { row, was } of movedRows(before, after)) {
      if (rows.current.has(row) || row['id'] !== undefined) continue;
      const begun = was && rows.current.get(was);
      if (begun !== undefined) rows.current.set(row, stillBegun(begun, row));
      else if (was === undefined) rows.current.set(row, unwritten(begins, row));
    }
  };

  const lay = (before: FormValues, next: FormValues): FormValues => {
    const { beginnings: all, closedWith: isClosed, closedIn: isClosedIn, moment } = around.current;
    if (all === undefined) return next;
    const form: LaidForm = {
      beginnings: all,
      moment,
      behindOf: read,
      closedWith: isClosed,
      closedIn: isClosedIn,
      rows: { of: (row) => rows.current.get(row), keep: (row, one) => void rows.current.set(row, one) },
    };
    const resumed = all.resumed === true;
    // Rows that the form begins with are new ones, unless it goes on with them.
    const there = own.current === undefined && !resumed ? {} : before;
    for (const list of Object.keys(all.rows)) follow(list, rowsOf(there, list), rowsOf(next, list));
    own.current ??= all.own && (resumed ? resumedBegun(all.own, initial, form) : unwritten(all.own, initial));
    const laid = layBegun(next, own.current && stillBegun(own.current, next), form);
    own.current = laid.begun;
    return laid.values;
  };
  const latestLay = useRef(lay);
  latestLay.current = lay;

  return {
    /** The values with what begins, after they were those before. */
    lay: useCallback((before: FormValues, next: FormValues): FormValues => latestLay.current(before, next), []),
    /** Ends when all that is being read is there; undefined where nothing is. */
    pending: useCallback(
      (): Promise<unknown> | undefined =>
        reading.current.size === 0 ? undefined : Promise.allSettled(reading.current),
      [],
    ),
  };
};
