/** What the files say of entries and fields that this installation does not show: who took them away, and where. */
import type { Origin } from '../core/origin.ts';
import { flagValues } from '../overlay/resolve.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';
import type { Explainer } from './explain.ts';
import { createExplainer } from './explain.ts';
import type { Entry } from './passes/list-entries.ts';
import { listEntries } from './passes/list-entries.ts';
import type { Model } from './types.ts';

/** `clients/copass.json:12:5`, as `explain` prints it. */
const writePlace = ({ file, line, column }: Origin): string => `${file}:${line}:${column}`;

export interface EntryLimit {
  readonly kind: 'disabled' | 'clients' | 'flag' | 'above';
  readonly value: string;
  readonly place: string;
}

export interface EntryFacts {
  readonly path: string;
  readonly title: string;
  readonly kind: string;
  readonly limits: readonly EntryLimit[];
}

export interface FileFacts {
  /** Paths of all entries, whoever they are limited to. */
  readonly paths: readonly string[];
  /** undefined: no file knows the path. */
  readonly entry: (path: string) => EntryFacts | undefined;
  /** Where a value is set, by the target of `explain`; null where a rule of the language gives it. */
  readonly placeOf: (target: string) => string | null;
}

const titleOf = (files: ResolvedFiles, { path, screen }: Entry): string => {
  const entry = files.menus
    .flatMap(({ value }) => [...value.groups, ...(value.links ?? []), ...(value.screens ?? [])])
    .find((one) => one.path === path);
  return screen?.registry.value.title ?? screen?.record?.value.title ?? entry?.title ?? path;
};

const ownLimits = (files: ResolvedFiles, explainer: Explainer, entry: Entry): readonly EntryLimit[] => {
  const client = files.client?.name;
  if (client === undefined) return [];
  const { enabled, clients, flag } = entry;
  const placeOfFlag = (name: string): string => {
    const origin = explainer.explain(`flags.${name}`)[0]?.origin;
    return writePlace(origin ?? entry.origin('flag'));
  };
  return [
    ...(enabled ? [] : [{ kind: 'disabled' as const, value: client, place: writePlace(entry.origin('enabled')) }]),
    ...(clients === undefined || clients.includes(client)
      ? []
      : [{ kind: 'clients' as const, value: clients.join(', '), place: writePlace(entry.origin('clients')) }]),
    ...(flag === undefined || flagValues(files)[flag] === true
      ? []
      : [{ kind: 'flag' as const, value: flag, place: placeOfFlag(flag) }]),
  ];
};

export const createFileFacts = (files: ResolvedFiles, model: Model): FileFacts => {
  const explainer = createExplainer(files, model);
  const entries = new Map(listEntries(files).map((entry) => [entry.path, entry]));
  const limitsOf = (entry: Entry, seen: ReadonlySet<string> = new Set()): readonly EntryLimit[] => {
    const above = entries.get(entry.parent);
    const missing =
      above !== undefined && !seen.has(entry.path) && limitsOf(above, new Set([...seen, entry.path])).length > 0;
    return [
      ...ownLimits(files, explainer, entry),
      ...(missing ? [{ kind: 'above' as const, value: entry.parent, place: writePlace(entry.origin('parent')) }] : []),
    ];
  };
  return {
    paths: [...entries.keys()],
    entry: (path) => {
      const entry = entries.get(path);
      return entry && { path, title: titleOf(files, entry), kind: entry.kind, limits: limitsOf(entry) };
    },
    placeOf: (target) => {
      const origin = explainer.explain(target)[0]?.origin;
      return origin === undefined ? null : writePlace(origin);
    },
  };
};
