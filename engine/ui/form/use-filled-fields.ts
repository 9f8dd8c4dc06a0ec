/**
 * Fields that a form fills in from what a relation points at, as soon as that is chosen: one read of what it points at.
 * What came so follows the relation; what somebody typed stays.
 */
import type { RefObject } from 'react';
import { useCallback, useEffect, useRef } from 'react';
import type { FormFill } from '../../contract/screen-model.ts';
import { api } from '../store/api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import type { HeldValues, Known } from './lay-fill.ts';
import { isHeld, layFill, leftOf } from './lay-fill.ts';
import type { FormValues } from './validator.ts';

interface Form {
  readonly fills: readonly FormFill[];
  /** Whether what the form begins with is filled from: a new record, not one that is there. */
  readonly atOnce: boolean;
  readonly values: FormValues;
  readonly latest: RefObject<FormValues>;
  /** Wire names of what is hidden from the form, or closed in it, with these values. */
  readonly closedWith: (values: FormValues) => (column: string) => boolean;
  /** `columns`: what got a value by the relation. */
  readonly put: (values: FormValues, relation: string, columns: readonly string[]) => void;
  /** For those who do not see it happen. */
  readonly tell: (relation: string, columns: readonly string[]) => void;
}

export const useFilledFields = ({ fills, atOnce, values, latest, closedWith, put, tell }: Form) => {
  const dispatch = useAppDispatch();
  const held = useRef<HeldValues>(new Map());
  const known = useRef(new Map<string, Known>());
  const met = useRef<Map<string, unknown>>(undefined);
  met.current ??= new Map(fills.map(({ relation }) => [relation, atOnce ? undefined : latest.current[relation]]));
  const reading = useRef(new Map<string, Promise<void>>());
  const around = useRef({ closedWith, put, tell });
  around.current = { closedWith, put, tell };

  const lay = useCallback(
    (fill: FormFill, { id, row, left }: Known): void => {
      const { relation } = fill;
      const values = latest.current;
      if (!Object.is(values[relation], id)) return;
      const laid = layFill(fill, row, { values, held: held.current, left }, around.current.closedWith);
      held.current = laid.held;
      known.current.set(relation, { id, row, left: laid.left });
      if (laid.values === values) return;
      if (laid.come.length > 0) around.current.tell(relation, laid.come);
      around.current.put(laid.values, relation, laid.come);
    },
    [latest],
  );

  /** Asks for what relations point at that are others than before, and tries again what could not be filled. */
  const follow = useCallback(
    (current: FormValues): void => {
      for (const fill of fills) {
        const { relation, path, select } = fill;
        const id = current[relation];
        const left = leftOf(fill);
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
    },
    [fills, dispatch, lay],
  );
  useEffect(() => follow(values), [follow, values]);

  return {
    /** Somebody typed in the field: what stands there now is that person's. */
    typed: useCallback((column: string): void => {
      held.current = new Map([...held.current].filter(([one]) => one !== column));
    }, []),
    /** The form goes on with these values as they are. */
    taken: useCallback((taken: FormValues): void => {
      for (const relation of met.current?.keys() ?? []) met.current?.set(relation, taken[relation]);
    }, []),
    /** Whether the value came by this relation, which is not held to it. */
    cameBy: useCallback(
      (relation: string, column: string): boolean =>
        held.current.get(column)?.relation === relation && isHeld(held.current, column, latest.current[column]),
      [latest],
    ),
    /** Ends when all that is being read is there, which may point further; undefined where nothing is. */
    pending: useCallback((): Promise<unknown> | undefined => {
      follow(latest.current);
      return reading.current.size === 0 ? undefined : Promise.allSettled(reading.current.values());
    }, [follow, latest]),
  };
};
