import type { FieldPath } from '../model/screen-types.ts';
import { pathsTo } from './behind-values.ts';
import type { ScreenModel } from './screen-model.ts';

type Screen = { readonly [part in 'states' | 'behind']?: ScreenModel[part] };

/** What the browser must know of a row to tell which of its transitions fit: its state, and what their conditions read. */
export const neededByTransitions = ({ states, behind }: Screen): readonly FieldPath[] =>
  states === undefined
    ? []
    : pathsTo([states.key, ...states.transitions.flatMap(({ when }) => when?.reads ?? [])], behind);
