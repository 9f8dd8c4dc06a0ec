import { changeWords } from '../../core/change-words.ts';
import type { Change } from '../../metadata/changes.ts';
import type { ResolvedFiles } from '../../overlay/resolved.ts';
import type { DraftEntity } from '../draft.ts';
import type { Passed } from '../report.ts';
import { collect } from '../report.ts';
import type { FormerName } from '../types.ts';

/** The name that a field has after the renames that follow `at`. */
const finalName = (changes: readonly Change[], at: number, entity: string, field: string): string =>
  changes
    .slice(at)
    .reduce(
      (name, change) =>
        change.what === 'rename' && change.entity === entity && change.from === name ? change.field : name,
      field,
    );

/** Decimal places of numbers that say nothing of them. */
const usualPlaces: Readonly<Record<string, number>> = { decimal: 2, money: 2, percent: 4 };

/** Why nothing can come of a change any more; undefined where it holds. */
const whyUnused = (
  changes: readonly Change[],
  at: number,
  change: Change,
  drafts: ReadonlyMap<string, DraftEntity>,
): string | undefined => {
  const draft = drafts.get(change.entity);
  if (change.what === 'remove' && change.field === undefined)
    return draft === undefined ? undefined : changeWords.entityThere(change.entity);
  const name = finalName(changes, at + 1, change.entity, change.field ?? '');
  const field = draft?.byName.get(name);
  if (change.what === 'remove')
    return field === undefined && !draft?.children.some((child) => child.name === name)
      ? undefined
      : changeWords.fieldThere(name);
  if (draft === undefined) return changeWords.entityGone(change.entity);
  if (field === undefined) return changeWords.fieldGone(name);
  if (change.what === 'rename') return change.from === name ? changeWords.sameName : undefined;
  if (change.what === 'retype') return field.type === change.to ? undefined : changeWords.otherType(field.type);
  const limit = field.maxLength ?? field.scale ?? usualPlaces[field.type];
  return limit === change.to ? undefined : changeWords.otherLimit(limit);
};

/** As if the fields had always had the name that they have now. */
const settled = (changes: readonly Change[], at: number, change: Change): Change =>
  change.what === 'remove' ? change : { ...change, field: finalName(changes, at + 1, change.entity, change.field) };

/** A day, not a version. */
const isDay = (since: string): boolean => since.includes('-');

/** The changes of the files that hold, in order; of those that have become void is told, and of former names without an end. */
export const compileChanges = (
  { changes: document }: ResolvedFiles,
  drafts: ReadonlyMap<string, DraftEntity>,
  version: string,
): Passed<readonly Change[]> =>
  collect((report) => {
    if (document === undefined) return [];
    const { changes } = document.value;
    return changes.flatMap((change, at) => {
      const reason = whyUnused(changes, at, change, drafts);
      const { entity, field = '*', since } = change;
      if (reason === undefined) {
        if (change.what === 'rename' && isDay(since))
          report('MODEL_CHANGE_ENDLESS', document.origin(`/changes/${at}/since`), {
            entity,
            from: change.from,
            since,
            version,
          });
        return [settled(changes, at, change)];
      }
      report('MODEL_CHANGE_UNUSED', document.origin(`/changes/${at}`), { entity, field, reason });
      return [];
    });
  });

/** Whether `version` is still of the minor version `since` or before it; a day says nothing of versions, and is told of. */
const isWithinMinor = (version: string, since: string): boolean => {
  if (isDay(since)) return true;
  const numbers = (text: string): readonly number[] => text.split('.').map(Number);
  const [major = 0, minor = 0] = numbers(version);
  const [untilMajor = 0, untilMinor = 0] = numbers(since);
  return major < untilMajor || (major === untilMajor && minor <= untilMinor);
};

/**
 * The names that renamed fields had: as long as the change stands in the files, and where it was made in a version, until
 * the next minor one. A name that something else has by now is its own.
 */
export const formerNamesOf = (
  changes: readonly Change[],
  drafts: ReadonlyMap<string, DraftEntity>,
  version: string,
): readonly FormerName[] => {
  const found = new Map<string, FormerName>();
  for (const change of changes) {
    if (change.what !== 'rename' || !isWithinMinor(version, change.since)) continue;
    const { entity, from, field, since } = change;
    const draft = drafts.get(entity);
    const names = new Set([from, ...(draft?.byName.get(field)?.relation === undefined ? [] : [`${from}_id`])]);
    const isTaken =
      draft?.fields.some(({ name, column }) => names.has(name) || names.has(column)) ||
      draft?.children.some(({ name }) => names.has(name));
    if (!isTaken) found.set(`${entity}.${from}`, { entity, from, field, since });
  }
  return [...found.values()];
};
