/**
 * Relations whose record fits no longer what stands beside them, told at their fields as soon as that changes: the value
 * stays for the person to judge. What a record pointed at before may stay while nothing that it rests on changes.
 */
import { useEffect, useMemo, useState } from 'react';
import type { RelationTarget, ScreenModel } from '../../contract/screen-model.ts';
import { fitting } from '../runtime/offered-only.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import type { Texts } from '../runtime/texts.ts';
import { useTexts } from '../runtime/texts.ts';
import { api } from '../store/api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import type { FormFailure } from './form-failures.ts';
import type { FormValues } from './validator.ts';

interface Asked {
  readonly target: RelationTarget;
  readonly title: string;
  readonly field: string;
  readonly id: number;
  /** What the target must have, as parameters of a call. */
  readonly only: string;
}

const isRecord = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const rowsIn = (values: FormValues, name: string): readonly FormValues[] => {
  const rows: unknown = values[name];
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
};

const rests = ({ where, date, path }: RelationTarget): boolean => path !== null && (date !== null || where.length > 0);

/** Whether the value of a field came by the relation: it says nothing of what the relation may point at. */
type CameBy = (relation: string, column: string, row?: FormValues) => boolean;

interface Place {
  readonly values: FormValues;
  readonly above: FormValues;
}

const asks = (
  target: RelationTarget,
  title: string,
  field: string,
  now: Place,
  before: Place | undefined,
  cameBy: (relation: string, column: string) => boolean = () => false,
): readonly Asked[] => {
  const id = now.values[target.column];
  if (typeof id !== 'number') return [];
  const only = fitting(target, (column, above) =>
    !above && cameBy(target.column, column) ? undefined : (above ? now.above : now.values)[column],
  );
  const was = before && fitting(target, (column, above) => (above ? before.above : before.values)[column]);
  return before?.values[target.column] === id && was === only ? [] : [{ target, title, field, id, only }];
};

/** Only what has moved since the form began is asked about. */
const askedIn = (
  model: ScreenModel,
  narrowed: readonly RelationTarget[],
  values: FormValues,
  initial: FormValues,
  cameBy: CameBy | undefined,
): readonly Asked[] => [
  ...model.relations
    .map((target) => narrowed.find(({ column }) => column === target.column) ?? target)
    .filter(rests)
    .flatMap((target) => {
      const title = model.entity.fields.find(({ column }) => column === target.column)?.title ?? target.field;
      const before = { values: initial, above: initial };
      return asks(target, title, target.column, { values, above: values }, before, cameBy);
    }),
  ...model.entity.children.flatMap((child) =>
    (model.childRelations[child.name] ?? []).filter(rests).flatMap((target) => {
      const title = child.entity.fields.find(({ column }) => column === target.column)?.title ?? target.field;
      const stored = new Map(rowsIn(initial, child.name).map((row) => [row['id'], row]));
      return rowsIn(values, child.name).flatMap((row, index) => {
        const kept = row['id'] === undefined ? undefined : stored.get(row['id']);
        const before = kept && { values: kept, above: initial };
        const field = `${child.name}.${index}.${target.column}`;
        const came = (relation: string, column: string) => cameBy?.(relation, column, row) ?? false;
        return asks(target, title, field, { values: row, above: values }, before, came);
      });
    }),
  ),
];

const messageOf = (texts: Texts, title: string): string => texts('form.unfit', { title });

const nothing: readonly FormFailure[] = [];
const noTargets: readonly RelationTarget[] = [];

/** `narrowed`: relations of which some records alone are meant here. */
export const useUnfitTargets = (
  values: FormValues,
  initial: FormValues,
  narrowed = noTargets,
  cameBy?: CameBy,
): readonly FormFailure[] => {
  const model = useScreenModel();
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const [unfit, setUnfit] = useState(nothing);
  const asked = useMemo(
    () => askedIn(model, narrowed, values, initial, cameBy),
    [model, narrowed, values, initial, cameBy],
  );
  const key = JSON.stringify(asked.map(({ field, id, only }) => [field, id, only]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that is asked
  useEffect(() => {
    let current = true;
    const calls = [...Map.groupBy(asked, ({ target, only }) => `${target.path} ${only}`).values()].map(
      async (some): Promise<readonly FormFailure[]> => {
        const [{ target, only } = { target: undefined, only: '' }] = some;
        const ids = [...new Set(some.map(({ id }) => id))];
        const search = `id=in.(${ids.join()})&select=id&${only}`;
        const request = { path: target?.path ?? '', search };
        const { data } = await dispatch(api.endpoints.present.initiate(request, { subscribe: false }));
        // What could not be asked the server tells when it is sent.
        if (data === undefined) return nothing;
        return some
          .filter(({ id }) => !data.includes(id))
          .map(({ field, title }) => ({ field, message: messageOf(texts, title) }));
      },
    );
    void Promise.all(calls).then((found) => {
      if (!current) return;
      const all = found.flat();
      setUnfit((before) => (before.length + all.length === 0 ? before : all));
    });
    return () => {
      current = false;
    };
  }, [key]);
  // What was asked for before the last change may be of rows that have moved since.
  const known = new Set(asked.map(({ field }) => field));
  return unfit.filter(({ field }) => known.has(field));
};
