/**
 * An overlay on a base that moved. In: its statements. Out: what changed under each, three ways, and the edits of its file
 * that a decision asks for.
 */
import type { Json } from '../core/json.ts';
import { equalJson, toPointer } from '../core/json.ts';
import type { JsonEdit } from '../metadata/edit-json.ts';
import type { Statement } from './base-notes.ts';
import { hasMoved } from './base-notes.ts';

/**
 * - `same`: the base now says what the overlay says: the overlay's word can go.
 * - `moved`: the base says something else than it did.
 * - `gone`: what the overlay speaks of is no longer there.
 */
export type Drift = 'same' | 'moved' | 'gone';

export interface DriftedStatement extends Statement {
  readonly drift: Drift;
  /** Of a list that moved: what the overlay says, with what the base added and took away. */
  readonly merged: readonly Json[] | undefined;
}

/** keep: the overlay's word stays. take: it goes, and the base's holds. merge: a list follows what the base did. */
export type Decision = 'keep' | 'take' | 'merge';

const has = (list: readonly Json[], item: Json): boolean => list.some((other) => equalJson(other, item));

/**
 * Three ways, for lists without repetition: what is in `is` and was not in `was` comes in behind the item that it follows
 * in `is`; what was in `was` and is not in `is` goes. The order of `says` stays.
 */
export const mergeLists = (was: readonly Json[], is: readonly Json[], says: readonly Json[]): readonly Json[] => {
  const merged = says.filter((item) => has(is, item) || !has(was, item));
  for (const [position, item] of is.entries()) {
    if (has(was, item) || has(merged, item)) continue;
    const before = is.slice(0, position).findLast((other) => has(merged, other));
    merged.splice(before === undefined ? 0 : merged.findIndex((other) => equalJson(other, before)) + 1, 0, item);
  }
  return merged;
};

const mergedOf = ({ was, is, says }: Statement): readonly Json[] | undefined =>
  Array.isArray(was) && Array.isArray(is) && Array.isArray(says) ? mergeLists(was, is, says) : undefined;

/** What the overlay would say today: null takes away, which the base writes as nothing. */
const isSaid = ({ is, says }: Statement): boolean => equalJson(is, says);

/** The statements whose base is not the one they were written against, in the order of the file. */
export const findDrift = (statements: readonly Statement[]): readonly DriftedStatement[] =>
  statements.flatMap((statement): DriftedStatement[] => {
    if (statement.was === undefined) return [];
    if (statement.is === undefined) return [{ ...statement, drift: 'gone', merged: undefined }];
    if (!hasMoved(statement)) return [];
    const drift = isSaid(statement) ? 'same' : 'moved';
    return [{ ...statement, drift, merged: drift === 'moved' ? mergedOf(statement) : undefined }];
  });

const note = (target: string): string => toPointer(['base', target]);

/** What one decision changes in the file of the overlay. `merge` of what is no list keeps. */
export const decide = (statement: DriftedStatement, decision: Decision): readonly JsonEdit[] => {
  const { target, pointer, is, drift, merged } = statement;
  if (decision === 'take' || drift === 'gone')
    return [
      { kind: 'remove', pointer },
      { kind: 'remove', pointer: note(target) },
    ];
  const noted: JsonEdit = { kind: 'set', pointer: note(target), value: is ?? null };
  return decision === 'merge' && merged !== undefined ? [{ kind: 'set', pointer, value: merged }, noted] : [noted];
};

/** The edits that make the notes of an overlay complete, and say nothing of what moved. */
export const noteBase = (statements: readonly Statement[], noted: readonly string[]): readonly JsonEdit[] => {
  const targets = new Set(statements.map(({ target }) => target));
  return [
    ...noted
      .filter((target) => !targets.has(target))
      .map((target): JsonEdit => ({ kind: 'remove', pointer: note(target) })),
    ...statements.flatMap(({ target, was, is }): JsonEdit[] =>
      was === undefined && is !== undefined ? [{ kind: 'set', pointer: note(target), value: is }] : [],
    ),
  ];
};
