/**
 * Fields that a form fills in from what a relation points at, as soon as that is chosen. A value comes to a field that is
 * empty, or that still holds what came by this way: it follows the relation. What somebody typed stays.
 */
import type { RefObject } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { FormFill } from '../../contract/screen-model.ts';
import { isEmptyValue } from '../runtime/same-value.ts';
import type { Row } from '../store/api.ts';
import { api } from '../store/api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import type { FormValues } from './validator.ts';

/** A value that came to a field, and the relation, by its wire name, that it came from. */
interface Held {
  readonly relation: string;
  readonly value: unknown;
}

/** What a relation points at, as it was read; `left`: the fields that could not take their value yet. */
interface Known {
  readonly id: unknown;
  readonly row: Row | undefined;
  readonly left: ReadonlySet<string>;
}

/** What was filled last, for those who do not see it happen. */
export interface FilledLast {
  readonly relation: string;
  readonly columns: readonly string[];
}

interface Form {
  readonly fills: readonly FormFill[];
  /** Whether what the form begins with is filled from: a new record, not one that is there. */
  readonly atOnce: boolean;
  readonly values: FormValues;
  readonly latest: RefObject<FormValues>;
  /** Wire names of what is hidden from the form, or closed in it, with these values. */
  readonly closedWith: (values: FormValues) => (column: string) => boolean;
  readonly put: (values: FormValues) => void;
}

export const useFilledFields = ({ fills, atOnce, values, latest, closedWith, put }: Form) => {
  const dispatch = useAppDispatch();
  const held = useRef(new Map<string, Held>());
  const known = useRef(new Map<string, Known>());
  const met = useRef<Map<string, unknown>>(undefined);
  met.current ??= new Map(fills.map(({ relation }) => [relation, atOnce ? undefined : latest.current[relation]]));
  const reading = useRef(new Map<string, Promise<void>>());
  const around = useRef({ closedWith, put });
  around.current = { closedWith, put };
  const [last, setLast] = useState<FilledLast>();

  const isHeld = useCallback((column: string, value: unknown): boolean => {
    const own = held.current.get(column);
    return own !== undefined && Object.is(own.value, value);
  }, []);

  /** Gives the fields what was read, those alone that are empty or hold what came before. */
  const lay = useCallback(
    ({ relation, fields }: FormFill, { id, row, left }: Known): void => {
      const before = latest.current;
      if (!Object.is(before[relation], id)) return;
      const open = fields.filter(
        ({ column }) => left.has(column) && (isEmptyValue(before[column]) || isHeld(column, before[column])),
      );
      const wanted = new Map(open.map(({ column, from }) => [column, row?.[from] ?? undefined]));
      const isClosed = around.current.closedWith({ ...before, ...Object.fromEntries(wanted) });
      const waiting = open.filter(({ column }) => !isEmptyValue(wanted.get(column)) && isClosed(column));
      known.current.set(relation, { id, row, left: new Set(waiting.map(({ column }) => column)) });
      const next: Record<string, unknown> = { ...before };
      for (const { column } of open) {
        const value = isClosed(column) ? undefined : wanted.get(column);
        if (isEmptyValue(value)) {
          delete next[column];
          held.current.delete(column);
        } else {
          next[column] = value;
          held.current.set(column, { relation, value });
        }
      }
      const moved = open.map(({ column }) => column).filter((column) => !Object.is(next[column], before[column]));
      if (moved.length === 0) return;
      const come = moved.filter((column) => next[column] !== undefined);
      if (come.length > 0) setLast({ relation, columns: come });
      around.current.put(next);
    },
    [latest, isHeld],
  );

  useEffect(() => {
    for (const fill of fills) {
      const { relation, path, select, fields } = fill;
      const id = values[relation];
      const left = new Set(fields.map(({ column }) => column));
      if (met.current?.has(relation) === true && !Object.is(met.current.get(relation), id)) {
        met.current.set(relation, id);
        if (typeof id !== 'number') {
          lay(fill, { id, row: undefined, left });
          continue;
        }
        const search = `id=eq.${id}&select=${encodeURIComponent(select)}`;
        const asked = dispatch(
          api.endpoints.firstRows.initiate({ path, search }, { subscribe: false, forceRefetch: true }),
        ).then(({ data }) => {
          if (reading.current.get(relation) === asked) reading.current.delete(relation);
          // What could not be read the person fills in.
          if (data !== undefined) lay(fill, { id, row: data[0], left });
        });
        reading.current.set(relation, asked);
      } else {
        met.current?.set(relation, id);
        const read = known.current.get(relation);
        if (read !== undefined && read.left.size > 0) lay(fill, read);
      }
    }
  }, [fills, values, dispatch, lay]);

  return {
    last,
    /** Somebody typed in the field: what stands there now is that person's. */
    typed: useCallback((column: string): void => void held.current.delete(column), []),
    /** The form goes on with these values as they are. */
    taken: useCallback((taken: FormValues): void => {
      for (const relation of met.current?.keys() ?? []) met.current?.set(relation, taken[relation]);
    }, []),
    /** Whether the value came by this relation, which is not held to it. */
    cameBy: useCallback(
      (relation: string, column: string): boolean =>
        held.current.get(column)?.relation === relation && isHeld(column, latest.current[column]),
      [latest, isHeld],
    ),
    /** Ends when all that is being read is there; undefined where nothing is. */
    pending: useCallback(
      (): Promise<unknown> | undefined =>
        reading.current.size === 0 ? undefined : Promise.allSettled(reading.current.values()),
      [],
    ),
  };
};
