import type { Issue } from '../core/errors.ts';
import { createIssue } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { fromPointer, isJsonObject, setAt, valueAt } from '../core/json.ts';
import { checkPart, checkRecord, checkRegistry, checkSchemaKey, nestedArrays } from './check-document.ts';
import type { Finding } from './check-kind.ts';
import { checkKind } from './check-kind.ts';
import type { RawDocument } from './documents.ts';
import type { Kind } from './kinds.ts';
import { kinds } from './kinds.ts';
import { parseJson } from './parse-json.ts';

/** How often a mended document is looked at again: a mend may uncover what its fault hid. */
const rounds = 3;

/** Takes the faulty parts away and fills the gaps, so that one slip does not hide all that hangs on the file. */
const mend = (value: Json, findings: readonly Finding[]): Json | undefined => {
  let mended = value;
  // From the last to the first, so that taking an item out of a list does not move the next one to take.
  for (const { pointer, fill, moveTo } of findings.flatMap((finding) => finding.mend ?? []).reverse()) {
    if (pointer === '') return undefined;
    const moved = moveTo === undefined ? undefined : valueAt(mended, pointer);
    const parent = valueAt(mended, pointer.slice(0, pointer.lastIndexOf('/')));
    if (isJsonObject(parent) || (Array.isArray(parent) && valueAt(mended, pointer) !== undefined))
      mended = setAt(mended, pointer, fill);
    if (moveTo !== undefined && moved !== undefined) mended = setAt(mended, moveTo, moved);
  }
  return mended;
};

export interface LoadedDocument<K extends Kind> {
  /** undefined: too broken to go on with. */
  readonly document: RawDocument<K> | undefined;
  /** The value as it was written, or what could be read of it. */
  readonly written: Json | undefined;
  readonly issues: readonly Issue[];
}

/** Parses and checks one file of a kind. */
export const loadDocument = <K extends Kind>(kind: K, file: string, name: string, text: string): LoadedDocument<K> => {
  const parsed = parseJson(file, text);
  const written = parsed.value;
  if (written === undefined || parsed.broken) return { document: undefined, written, issues: parsed.issues };
  const issues: Issue[] = [...parsed.issues];
  let value: Json | undefined = written;
  for (const pointer of nestedArrays(kind, written)) {
    const [, array = '', , , field] = fromPointer(pointer);
    issues.push(createIssue('LANGUAGE_ARRAY_NESTED', parsed.origin(pointer, true), { field: field ?? array }));
    value = setAt(value, pointer, undefined);
  }
  for (let round = 0; value !== undefined; round += 1) {
    const findings = checkKind(kinds[kind].schema, value, parsed.origin, file);
    if (findings.length === 0) break;
    // What a mend uncovers is seldom more than its own trace.
    if (round === 0) issues.push(...findings.map((finding) => finding.issue));
    // What has the wrong form keeps its place: nothing that hangs on it goes missing for that.
    const mendable = findings.filter((finding) => finding.mend !== undefined);
    if (mendable.length === 0) break;
    value = round < rounds ? mend(value, mendable) : undefined;
  }
  if (value === undefined) return { document: undefined, written, issues };
  const document = { kind, file, name, value, origin: parsed.origin } as unknown as RawDocument<K>;
  issues.push(...checkSchemaKey(document));
  if (kind === 'record') issues.push(...checkRecord(document as RawDocument<'record'>, written));
  if (kind === 'part') issues.push(...checkPart(document as RawDocument<'part'>));
  if (kind === 'registry' && isJsonObject(written))
    issues.push(...checkRegistry(document as RawDocument<'registry'>, { ...written, ...(value as JsonObject) }));
  return { document, written, issues };
};
