import type { Issue } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { isJsonObject, setAt, valueAt } from '../core/json.ts';
import { checkRecord, checkRegistry, checkSchemaKey } from './check-document.ts';
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
  for (const { pointer, fill } of findings.map((finding) => finding.mend).reverse()) {
    if (pointer === '') return undefined;
    const parent = valueAt(mended, pointer.slice(0, pointer.lastIndexOf('/')));
    if (isJsonObject(parent) || (Array.isArray(parent) && valueAt(mended, pointer) !== undefined))
      mended = setAt(mended, pointer, fill);
  }
  return mended;
};

/** Parses and checks one file of a kind. A document too broken to go on with is undefined. */
export const loadDocument = <K extends Kind>(
  kind: K,
  file: string,
  name: string,
  text: string,
): { document: RawDocument<K> | undefined; issues: readonly Issue[] } => {
  const parsed = parseJson(file, text);
  if (parsed.value === undefined) return { document: undefined, issues: parsed.issues };
  const issues: Issue[] = [...parsed.issues];
  let value: Json | undefined = parsed.value;
  for (let round = 0; value !== undefined; round += 1) {
    const findings = checkKind(kinds[kind].schema, value, parsed.origin, file);
    if (findings.length === 0) break;
    // What a mend uncovers is seldom more than its own trace.
    if (round === 0) issues.push(...findings.map((finding) => finding.issue));
    value = round < rounds ? mend(value, findings) : undefined;
  }
  if (value === undefined) return { document: undefined, issues };
  const document = { kind, file, name, value, origin: parsed.origin } as unknown as RawDocument<K>;
  issues.push(...checkSchemaKey(document));
  if (kind === 'record') issues.push(...checkRecord(document as RawDocument<'record'>));
  if (kind === 'registry' && parsed.issues.length === 0)
    issues.push(...checkRegistry(document as RawDocument<'registry'>, parsed.value as JsonObject));
  return { document, issues };
};
