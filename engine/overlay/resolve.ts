/**
 * The overlay. In: the raw files and the name of a client. Out: the same files with what that client says applied.
 *
 *   overlay ── assign ──► assignments (document, pointer, value, origin) ── patch ──► resolved documents
 *
 * A document that no assignment names stays the same object, so what was compiled from it holds for every client.
 */
import type { Issue } from '../core/errors.ts';
import { createIssue, Refusal } from '../core/errors.ts';
import { settleIssues } from '../core/faults.ts';
import { toPointer } from '../core/json.ts';
import { nearest } from '../core/nearest.ts';
import { clientName } from '../metadata/client.ts';
import type { RawDocument, RawFiles, RawScreen } from '../metadata/documents.ts';
import type { Kind } from '../metadata/kinds.ts';
import { assignDefaults, assignFields, assignScreens } from './assign.ts';
import type { BaseIndex } from './base-index.ts';
import { indexBase } from './base-index.ts';
import { patchDocument } from './patch-document.ts';
import type { Assignment, ResolvedFiles } from './resolved.ts';

/** `name` follows the file; a file whose name is no client's is the one to rename. */
const isClientName = (name: string): boolean => new RegExp(clientName).test(name);

const checkName = (client: RawDocument<'client'>): readonly Issue[] =>
  client.value.name === client.name
    ? []
    : [
        createIssue(
          'OVERLAY_CLIENT_NAME',
          client.origin('/name'),
          { client: client.value.name, file: client.file },
          isClientName(client.name) ? client.name : undefined,
        ),
      ];

/** Values of `defaults` that a code list knows: the list of the same name, where there is one. */
const checkDefaults = (client: RawDocument<'client'>, index: BaseIndex): readonly Issue[] => {
  const list = 'uf';
  const value = client.value.defaults?.[list];
  const known = index.codeLists.get(list)?.options.map((option) => option.value);
  return value === undefined || known === undefined || known.includes(value)
    ? []
    : [
        createIssue(
          'OVERLAY_CODE_MISSING',
          client.origin(`/defaults/${list}`),
          { entity: 'defaults', field: list, value, list },
          nearest(value, known),
        ),
      ];
};

const checkFlags = (client: RawDocument<'client'>, index: BaseIndex): readonly Issue[] =>
  Object.entries(client.value.flags ?? {}).flatMap(([flag, value]) => {
    const origin = client.origin(toPointer(['flags', flag]), true);
    const declared = Object.hasOwn(index.flags, flag) ? index.flags[flag] : undefined;
    if (declared === undefined)
      return [createIssue('OVERLAY_FLAG_MISSING', origin, { flag }, nearest(flag, Object.keys(index.flags)))];
    return declared.default === value ? [createIssue('OVERLAY_REDUNDANT', origin, { target: `flags.${flag}` })] : [];
  });

/** The files as `client` has them; without a client, the base as it is. Raises START_CLIENT_UNKNOWN. */
export const resolve = (files: RawFiles, client: string | undefined): ResolvedFiles => {
  const clientNames = files.clients.map((document) => document.name);
  const common = {
    menus: files.menus,
    codeLists: files.codeLists,
    flags: files.flags,
    changes: files.changes,
    faults: files.faults,
    clientNames,
  };
  if (client === undefined)
    return { ...common, screens: files.screens, client: undefined, assignments: [], issues: [] };
  const overlay = files.clients.find((document) => document.name === client);
  if (overlay === undefined)
    throw new Refusal(
      'START_CLIENT_UNKNOWN',
      { client, known: clientNames.join(', ') },
      { suggestion: nearest(client, clientNames) },
    );

  const index = indexBase(files);
  const fields = assignFields(overlay, index);
  const screens = assignScreens(overlay, index);
  const assignments = [...assignDefaults(overlay, index), ...fields.assignments, ...screens.assignments];
  const byDocument = Map.groupBy(assignments, (assignment): RawDocument => assignment.document);
  return {
    ...common,
    screens: files.screens.map((screen) => patchScreen(screen, byDocument)),
    client: overlay,
    assignments,
    issues: settleIssues(
      [
        ...checkName(overlay),
        ...checkFlags(overlay, index),
        ...checkDefaults(overlay, index),
        ...fields.issues,
        ...screens.issues,
      ],
      files.faults,
    ),
  };
};

/** The same for the same documents, as these are for the same words of a client. */
const patchedScreens = new WeakMap<RawScreen, readonly RawScreen[]>();
const kept = 16;

const patchScreen = (screen: RawScreen, byDocument: ReadonlyMap<RawDocument, readonly Assignment[]>): RawScreen => {
  const patch = <K extends Kind>(document: RawDocument<K>): RawDocument<K> =>
    patchDocument(document, byDocument.get(document) ?? []);
  const registry = patch(screen.registry);
  const record = screen.record && patch(screen.record);
  if (registry === screen.registry && record === screen.record) return screen;
  const before = patchedScreens.get(screen) ?? [];
  const same = before.find((one) => one.registry === registry && one.record === record);
  if (same !== undefined) return same;
  const patched = { ...screen, registry, record };
  patchedScreens.set(screen, [patched, ...before.slice(0, kept - 1)]);
  return patched;
};

/** Every flag as this client has it. */
export const flagValues = (files: ResolvedFiles): Readonly<Record<string, boolean>> =>
  Object.fromEntries(
    Object.entries(files.flags?.value.flags ?? {}).map(([flag, declared]) => [
      flag,
      files.client?.value.flags?.[flag] ?? declared.default,
    ]),
  );
