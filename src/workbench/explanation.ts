/** What is told of a label on the screen: who set it, and what else somebody says of what it names. */
import type { Origin } from '../../engine/core/origin.ts';
import type { Explanation } from '../../engine/model/types.ts';

/** A place in a file; lines and columns begin at 1. */
export interface ExplainedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A value with who set it: a place, or the rule that derives it. */
export interface ExplainedLayer {
  readonly value: unknown;
  readonly origin: ExplainedPlace | null;
  readonly rule: string | null;
}

export interface ExplainedProperty extends ExplainedLayer {
  /** As the command `explain` takes it: `distrito.codigo.label`. */
  readonly target: string;
  /** The last part of it: `label`, `required`. */
  readonly name: string;
  /** Why the client differs, in its own words. */
  readonly because: string | null;
  /** Of a derived value, the places that its rule read. */
  readonly inputs: readonly ExplainedPlace[];
  /** The layers that lost, nearest first. */
  readonly lost: readonly ExplainedLayer[];
}

/** Answer of `GET /bancada/explicacao?alvo=`. */
export interface LabelExplanation {
  /** What the label names: `distrito.codigo`, `bancos#title`. */
  readonly target: string;
  /** What stands on the screen first, then the rest that somebody set. */
  readonly properties: readonly ExplainedProperty[];
}

type Layer = Pick<Explanation, 'value' | 'origin' | 'rule'>;

const placeOf = ({ file, line, column }: Origin): ExplainedPlace => ({ file, line, column });

const layerOf = ({ value, origin, rule }: Layer): ExplainedLayer => ({
  value: value ?? null,
  origin: origin === undefined ? null : placeOf(origin),
  rule: rule ?? null,
});

export const propertyOf = (explanation: Explanation): ExplainedProperty => ({
  target: explanation.target,
  name: explanation.target.slice(explanation.target.lastIndexOf('.') + 1),
  ...layerOf(explanation),
  because: explanation.because ?? null,
  inputs: explanation.origin === undefined ? explanation.inputs.map(placeOf) : [],
  lost: explanation.lost.map(layerOf),
});
