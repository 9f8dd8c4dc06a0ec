/**
 * What a transition asks for that has no place in the record: days of a stay of a guide for an exam. The condition of the
 * field says so whatever is typed and written: it is worked out of what the transition leaves as it is.
 */
import type { ScreenModel, TransitionModel } from '../../contract/screen-model.ts';
import type { Value } from '../../expressions/functions.ts';
import type { Known, KnownKey } from '../../expressions/settle.ts';
import { settled } from '../../expressions/settle.ts';
import type { Row } from '../store/api.ts';
import { storedValues } from './change-problems.ts';

const nobody: ReadonlyMap<string, KnownKey> = new Map();

/** What stays as it is, and the state that the record comes to. */
const knownOf = (model: ScreenModel, { to, form }: TransitionModel, row: Row): Known => {
  const { entity, states } = model;
  const computed = (entity.expressions?.computed ?? []).map(({ key }) => key);
  const moved = new Set([...(form?.columns ?? []), ...(form?.writes ?? []), ...computed]);
  const stays = Object.entries(storedValues(model, row)).filter(
    ([key, value]) => !moved.has(key) && value !== undefined,
  );
  const record = new Map(stays.map(([key, value]): [string, KnownKey] => [key, { value: value as Value }]));
  if (states !== undefined && to !== undefined) record.set(states.key, { value: to });
  return { record, parent: nobody, rows: () => nobody };
};

/** Wire names, in order. `row`: the record; undefined where there are several, which are asked for everything. */
export const fieldsToAsk = (
  model: ScreenModel,
  transition: TransitionModel,
  row: Row | undefined,
): readonly string[] => {
  const { columns = [], required = [] } = transition.form ?? {};
  if (row === undefined) return columns;
  const known = knownOf(model, transition, row);
  const isShown = (column: string): boolean =>
    (model.entity.expressions?.conditions ?? []).every(({ key, kind, expression }) => {
      if (key !== column || kind !== 'visible') return true;
      const value = settled(expression.tree, known);
      return value === undefined || value === true;
    });
  return columns.filter((column) => required.includes(column) || isShown(column));
};

/**
 * What one came to fill in, where anything is left of that: what stands there already is passed, and opens no list over
 * the rest. A row that comes is always new.
 */
export const toFillIn = (columns: readonly string[], initial: Readonly<Record<string, unknown>>): readonly string[] => {
  const open = columns.filter((column) => initial[column] === undefined || Array.isArray(initial[column]));
  return open.length > 0 ? open : columns;
};
