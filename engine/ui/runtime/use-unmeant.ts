/**
 * What stands in a record and is not among what a transition means where it asks for it: the last reason was of another
 * kind. It is asked once the record is read, and again when it is read anew.
 */
import { useEffect, useMemo, useState } from 'react';
import type { RelationTarget, ScreenModel, TransitionModel } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';
import { api } from '../store/api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { wireValues } from './fitting.ts';
import { fitting } from './offered-only.ts';

interface Asked {
  readonly column: string;
  readonly path: string;
  readonly search: string;
}

const askedOf = (narrowed: readonly RelationTarget[], model: ScreenModel, row: Row | undefined): readonly Asked[] => {
  if (row === undefined) return [];
  const values = wireValues(model, row);
  return narrowed.flatMap((target): Asked[] => {
    const { column, path } = target;
    const id = values[column];
    const only = fitting(target, (name, above) => (above ? undefined : values[name]));
    if (path === null || typeof id !== 'number' || only === '') return [];
    return [{ column, path, search: `id=eq.${id}&select=id&${only}` }];
  });
};

const none: ReadonlySet<string> = new Set();
const noTargets: readonly RelationTarget[] = [];

/** Wire names; undefined while it is not known yet. What could not be asked the server tells when it is sent. */
export const useUnmeant = (
  model: ScreenModel,
  { form }: TransitionModel,
  row: Row | undefined,
): ReadonlySet<string> | undefined => {
  const dispatch = useAppDispatch();
  const narrowed = form?.narrowed ?? noTargets;
  const asked = useMemo(() => askedOf(narrowed, model, row), [narrowed, model, row]);
  const [unmeant, setUnmeant] = useState<ReadonlySet<string>>();
  const key = JSON.stringify(asked);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that is asked
  useEffect(() => {
    if (asked.length === 0) return undefined;
    let dropped = false;
    const calls = asked.map(async ({ column, path, search }): Promise<readonly string[]> => {
      const { data } = await dispatch(api.endpoints.present.initiate({ path, search }, { subscribe: false }));
      return data?.length === 0 ? [column] : [];
    });
    void Promise.all(calls).then((found) => {
      if (!dropped) setUnmeant(new Set(found.flat()));
    });
    return () => {
      dropped = true;
    };
  }, [key]);
  return asked.length === 0 ? none : unmeant;
};
