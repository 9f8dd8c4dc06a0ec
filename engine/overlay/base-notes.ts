/**
 * What the base said when an overlay was written. In: an overlay, with what it assigns. Out: where the base moved under it,
 * three ways. The notes stand in the overlay itself (`base`), so that no history of files is needed to compare.
 */
import type { Issue } from '../core/errors.ts';
import { createIssue } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { equalJson, fromPointer, toPointer } from '../core/json.ts';
import type { RawDocument } from '../metadata/documents.ts';
import type { BaseIndex } from './base-index.ts';
import type { Assignment } from './resolved.ts';
import { keysOf } from './rules.ts';

type Client = RawDocument<'client'>;

/** One thing that an overlay says of the base, whether the base knows it or not. */
export interface Statement {
  /** As `explain` takes it: `banco.codigo.label`, `bancos.columns`, `flags.x.y`. */
  readonly target: string;
  /** In the overlay. */
  readonly pointer: string;
  readonly says: Json;
  /** What the base says today, null for nothing; undefined: the target is no longer there. */
  readonly is: Json | undefined;
  /** What it said when the overlay was written, null for nothing; undefined: nobody noted it. */
  readonly was: Json | undefined;
}

/** Of `/fields/banco/codigo/label`, which is `banco.codigo.label`. */
const targetOf = (pointer: string): string => {
  const [section = '', ...path] = fromPointer(pointer);
  return [...(section === 'flags' ? [section] : []), ...path].join('.');
};

/** The places of an overlay that say something of the base, in its order. */
const statedPlaces = ({ value }: Client): string[] => [
  ...Object.keys(value.flags ?? {}).map((flag) => toPointer(['flags', flag])),
  ...Object.entries(value.fields ?? {}).flatMap(([entity, patches]) =>
    Object.entries(patches).flatMap(([field, patch]) =>
      keysOf(patch).map((key) => toPointer(['fields', entity, field, key])),
    ),
  ),
  ...Object.entries(value.screens ?? {}).flatMap(([folder, patch]) =>
    keysOf(patch).map((key) => toPointer(['screens', folder, key])),
  ),
];

const at = (root: unknown, pointer: string): Json =>
  fromPointer(pointer).reduce((value: unknown, key) => (value as Record<string, unknown>)[key], root) as Json;

/** What the overlay says, beside what the base says and said. */
export const readStatements = (
  client: Client,
  index: BaseIndex,
  assignments: readonly Assignment[],
): readonly Statement[] => {
  const notes = client.value.base ?? {};
  const assigned = new Map(assignments.map((assignment) => [assignment.sourcePointer, assignment]));
  const baseOf = (pointer: string): Json | undefined => {
    const [section, flag = ''] = fromPointer(pointer);
    if (section === 'flags') return Object.hasOwn(index.flags, flag) ? index.flags[flag]?.default : undefined;
    const assignment = assigned.get(pointer);
    return assignment && (assignment.previous ?? null);
  };
  return statedPlaces(client).map((pointer) => {
    const target = targetOf(pointer);
    const was = Object.hasOwn(notes, target) ? (notes[target] as Json) : undefined;
    return { target, pointer, says: at(client.value, pointer), is: baseOf(pointer), was };
  });
};

/** Whether the base says something else than was noted; what is no longer there is told of as such. */
export const hasMoved = ({ was, is }: Statement): boolean =>
  was !== undefined && is !== undefined && !equalJson(was, is);

const written = (value: Json | undefined): string =>
  value === undefined || value === null ? 'nada' : JSON.stringify(value);

/** OVERLAY_BASE_MOVED of each statement whose base moved; OVERLAY_BASE_UNNOTED where notes are lacking or left over. */
export const checkBase = (client: Client, index: BaseIndex, assignments: readonly Assignment[]): readonly Issue[] => {
  const statements = readStatements(client, index, assignments);
  const targets = new Set(statements.map(({ target }) => target));
  const leftOver = Object.keys(client.value.base ?? {}).filter((target) => !targets.has(target));
  // what repeats the base is to go, not to be noted
  const lacking = statements.filter(
    ({ was, is, says }) => was === undefined && is !== undefined && !equalJson(is, says),
  );
  const count = leftOver.length + lacking.length;
  return [
    ...(count === 0
      ? []
      : [createIssue('OVERLAY_BASE_UNNOTED', client.origin('/base', true), { client: client.name, count })]),
    ...statements.filter(hasMoved).map(({ target, pointer, was, is }) =>
      createIssue('OVERLAY_BASE_MOVED', client.origin(pointer, true), {
        target,
        was: written(was),
        is: written(is),
      }),
    ),
  ];
};
