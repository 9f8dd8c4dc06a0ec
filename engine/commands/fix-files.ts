/** What validation can mend by itself: only what has one right answer. */
import type { Issue, IssueCode } from '../core/errors.ts';
import { hasErrors, isWriting } from '../core/issues.ts';
import { fromPointer, toPointer, valueAt } from '../core/json.ts';
import type { RawFiles, SourceFiles } from '../metadata/documents.ts';
import type { JsonEdit } from '../metadata/edit-json.ts';
import { editJson } from '../metadata/edit-json.ts';
import { loadFiles } from '../metadata/load-files.ts';
import { parseJson } from '../metadata/parse-json.ts';
import type { Catalogues } from '../model/contracts.ts';
import { validate } from '../model/validate.ts';
import { indexBase } from '../overlay/base-index.ts';
import { readStatements } from '../overlay/base-notes.ts';
import { noteBase } from '../overlay/rebase.ts';
import { resolve } from '../overlay/resolve.ts';

/** What says nothing goes. */
const removable: readonly IssueCode[] = [
  'OVERLAY_REDUNDANT',
  'OVERLAY_SHADOWED',
  'MODEL_COLUMN_REPEATED',
  'MODEL_SECTION_ABSENT',
];

/** Whether two names differ in case, accents and separators alone. */
const sameLetters = (a: string, b: string): boolean => lettersOf(a) === lettersOf(b);
const lettersOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^a-zA-Z0-9]/g, '')
    .toLowerCase();

/** The edit that an issue has as its one answer; undefined where somebody must decide. `written`: before any edit. */
const fixOf = (
  { code, origin, suggestion }: Issue,
  text: string,
  written: string | undefined,
): JsonEdit | undefined => {
  const { pointer } = origin;
  if (removable.includes(code)) return { kind: 'remove', pointer };
  if (code === 'OVERLAY_CLIENT_NAME')
    return suggestion === undefined ? undefined : { kind: 'set', pointer, value: suggestion };
  // Another shape than a name is for somebody to decide.
  if (suggestion === undefined || isWriting(suggestion)) return undefined;
  const document = parseJson(origin.file, text).value;
  const value = valueAt(document, pointer);
  if (typeof value === 'string' && sameLetters(value, suggestion)) return { kind: 'set', pointer, value: suggestion };
  const path = fromPointer(pointer);
  const key = path.at(-1);
  // Where the right key is there too, or was before it went as redundant, which of the two is meant somebody must decide.
  const right = toPointer([...path.slice(0, -1), suggestion]);
  const isTaken = [document, parseJson(origin.file, written ?? '').value].some(
    (one) => valueAt(one, right) !== undefined,
  );
  return key !== undefined && !isTaken && sameLetters(key, suggestion)
    ? { kind: 'rename', pointer, key: suggestion }
    : undefined;
};

export interface FixedFiles {
  /** The files that changed, whole. */
  readonly files: ReadonlyMap<string, string>;
  /** What was mended, and is no longer reported. */
  readonly fixed: readonly Issue[];
  /** Notes of the base written or taken away. */
  readonly noted: number;
}

/** A mend may uncover the next fault; more than this is no slip. */
const rounds = 5;

const errorsIn = (issues: readonly Issue[]): number => issues.filter((issue) => issue.severity === 'error').length;

/** The files with every mechanical mend. A round that would leave more errors than it found is not kept. */
export const fixFiles = (
  sources: SourceFiles,
  catalogues: Catalogues,
  load: (sources: SourceFiles) => RawFiles = loadFiles,
): FixedFiles => {
  const files = new Map<string, string>();
  const fixed: Issue[] = [];
  /** Names that a key was given: a second one, whatever became of the first, is for somebody to decide. */
  const renamed = new Set<string>();
  let current = sources;
  let issues = validate(load(current), catalogues);
  for (let round = 0; round < rounds; round += 1) {
    const changes = new Map<string, string>();
    const mended: Issue[] = [];
    // from the end of a file to its beginning: no edit moves the place of the next
    for (const issue of issues.toReversed()) {
      const { file } = issue.origin;
      const text = changes.get(file) ?? current.get(file);
      if (text === undefined || !file.endsWith('.json')) continue;
      const fix = fixOf(issue, text, sources.get(file));
      if (fix?.kind === 'rename') {
        const name = `${file} ${toPointer([...fromPointer(fix.pointer).slice(0, -1), fix.key])}`;
        if (renamed.has(name)) continue;
        renamed.add(name);
      }
      const edited = fix === undefined ? text : editJson(text, [fix]);
      if (edited === text) continue;
      changes.set(file, edited);
      mended.push(issue);
    }
    if (changes.size === 0) break;
    const next = new Map([...current, ...changes]);
    const nextIssues = validate(load(next), catalogues);
    if (errorsIn(nextIssues) > errorsIn(issues)) break;
    for (const [file, text] of changes) files.set(file, text);
    fixed.push(...mended.reverse());
    [current, issues] = [next, nextIssues];
  }
  const noted = hasErrors(issues) ? 0 : noteAll(current, load(current), files);
  return { files, fixed, noted };
};

/** Notes of the base, for every client: only over files without errors is it known what the base says. */
const noteAll = (sources: SourceFiles, raw: RawFiles, files: Map<string, string>): number => {
  let noted = 0;
  for (const client of raw.clients) {
    const statements = readStatements(client, indexBase(raw), resolve(raw, client.name).assignments);
    const edits = noteBase(statements, Object.keys(client.value.base ?? {}));
    const text = sources.get(client.file);
    if (edits.length === 0 || text === undefined) continue;
    files.set(client.file, editJson(text, edits));
    noted += edits.length;
  }
  return noted;
};
