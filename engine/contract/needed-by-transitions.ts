import type { FieldPath } from '../model/types.ts';
import { behindPaths } from './behind-values.ts';
import type { ScreenModel } from './screen-model.ts';

type Screen = { readonly [part in 'states' | 'behind']?: ScreenModel[part] };

/** What the browser must know of a row to tell which of its transitions fit: its state, and what their conditions read. */
export const neededByTransitions = ({ states, behind = [] }: Screen): readonly FieldPath[] => {
  if (states === undefined) return [];
  const keys = new Set([states.key, ...states.transitions.flatMap(({ when }) => when?.reads ?? [])]);
  return [...keys].flatMap((key) => {
    const found = behind.find((one) => one.key === key);
    return found === undefined ? [[key]] : behindPaths(found);
  });
};
