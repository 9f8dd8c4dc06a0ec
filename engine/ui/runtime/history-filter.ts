/** What of a record's history is shown: one field, one person, or all. Pure; the dialog only draws it. */
import type { HistoryEntry } from '../../contract/screen-model.ts';

export interface HistoryFilter {
  /** Wire name of a field or array. */
  readonly field: string | null;
  /** Login; '' for the product itself. */
  readonly person: string | null;
}

export const wholeHistory: HistoryFilter = { field: null, person: null };

const personOf = (entry: HistoryEntry): string => entry.by ?? '';

/** The fields that changed and the people who changed them, each once: fields by title, people by login. */
export const historyChoices = (
  entries: readonly HistoryEntry[],
): {
  readonly fields: readonly { readonly field: string; readonly title: string }[];
  readonly people: readonly string[];
} => {
  const titles = new Map(entries.flatMap(({ changes }) => changes.map(({ field, title }) => [field, title] as const)));
  return {
    fields: [...titles]
      .map(([field, title]) => ({ field, title }))
      .sort((a, b) => a.title.localeCompare(b.title, 'pt-BR')),
    people: [...new Set(entries.map(personOf))].sort((a, b) => a.localeCompare(b, 'pt-BR')),
  };
};

/** The entries of the person; of a field, those that changed it, with its change alone. */
export const filterHistory = (
  entries: readonly HistoryEntry[],
  { field, person }: HistoryFilter,
): readonly HistoryEntry[] =>
  entries
    .filter((entry) => person === null || personOf(entry) === person)
    .flatMap((entry) => {
      if (field === null) return [entry];
      const changes = entry.changes.filter((change) => change.field === field);
      return changes.length === 0 ? [] : [{ ...entry, changes }];
    });

/** The moments at which the record came back after it was deleted: no other is ever given its id. Newest first, as they come. */
export const restoredAt = (entries: readonly HistoryEntry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ operation, at }, index) =>
      operation === 'insert' && entries[index + 1]?.operation === 'delete' ? [at] : [],
    ),
  );
