/** An answer of `explain`: the value of a place in the files, who set it, and what it was made from. */
import { valueAt } from '../../core/json.ts';
import type { Origin } from '../../core/origin.ts';
import type { RawDocument } from '../../metadata/documents.ts';
import { becauseOf, isPatched, originOf } from '../../overlay/resolved.ts';
import type { Explanation } from '../types.ts';
import { contentOf, onlyOnce } from './places.ts';

/** Why a value is what it is, beside its own place: the rule in words, and the places in the files that it read. */
export interface Derivation {
  readonly words: string;
  readonly inputs: readonly Origin[];
}

export const derive = (words: string, ...inputs: readonly (readonly Origin[])[]): Derivation => ({
  words,
  inputs: inputs.flat(),
});

/** One property of a target. `rule` gives the value where the file says nothing at `pointer`, or has a word in it where it does. */
export interface Row {
  readonly name: string;
  /** undefined: no file may say it. */
  readonly pointer: string | undefined;
  readonly value: unknown;
  readonly rule: Derivation;
  /** With a list that is a set of names: the name that is looked for. */
  readonly member?: string;
}

/** Where the base writes the value; undefined where it does not. */
const placeOf = (document: RawDocument, pointer: string, member: string | undefined): Origin | undefined => {
  const said = valueAt(contentOf(document), pointer);
  if (member === undefined) return said === undefined ? undefined : document.origin(pointer);
  const index = Array.isArray(said) ? said.indexOf(member) : -1;
  return index < 0 ? undefined : document.origin(`${pointer}/${index}`);
};

export const answerRow = (target: string, document: RawDocument | undefined, row: Row): Explanation => {
  const { pointer, member, value } = row;
  const { words } = row.rule;
  const full = `${target}.${row.name}`;
  const inputs = onlyOnce(row.rule.inputs);
  if (document === undefined || pointer === undefined)
    return { target: full, value, origin: undefined, rule: words, inputs, lost: [] };
  const said = isPatched(document)
    ? document.assignments.findLast((one) => one.pointer === pointer && one.member === member)
    : undefined;
  const base = isPatched(document) ? document.base : document;
  const place = placeOf(base, pointer, member);
  const ruleAt = (origin: Origin | undefined): string | undefined => (origin === undefined ? words : undefined);
  if (said === undefined) return { target: full, value, origin: place, rule: ruleAt(place), inputs, lost: [] };
  const because = becauseOf(said);
  return {
    target: full,
    value,
    origin: originOf(said),
    rule: undefined,
    ...(because === undefined ? {} : { because }),
    inputs,
    lost: said.previous === undefined ? [] : [{ value: said.previous, origin: place, rule: ruleAt(place) }],
  };
};

export const answerRows = (
  target: string,
  document: RawDocument | undefined,
  rows: readonly Row[],
): readonly Explanation[] => rows.map((row) => answerRow(target, document, row));
