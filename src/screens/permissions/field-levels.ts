/** The field rights of one group as a matrix, pure: a row for each field, a column for each level. */
import type { FieldLevel } from '../../../engine/access/field-right.ts';
import type { EntityFields, GroupPermissions } from '../../access/permissions.ts';
import { bare, wordsOf } from '../../shell/matches-words.ts';
import type { MatrixCell, MatrixRow } from './matrix.ts';

/** `null`: nothing is said of the field, and the default of its class holds. */
export type FieldChanges = ReadonlyMap<string, FieldLevel | null>;
export const noFieldChanges: FieldChanges = new Map();

export const levelColumns = ['default', 'open', 'readOnly', 'masked', 'hidden'] as const;
export type LevelColumn = (typeof levelColumns)[number];

export interface FieldRow extends MatrixRow {
  /** 'entity.field'; undefined for the heading of a registry. */
  readonly field: string | undefined;
  readonly byDefault: FieldLevel;
  readonly module: string;
  readonly words: string;
}

/** A heading for each registry, and its fields. `classes`: the words for the classes of personal data. */
export const fieldRows = (
  entities: readonly EntityFields[],
  { personal, sensitive }: Pick<GroupPermissions, 'personal' | 'sensitive'>,
  words: { readonly personal: string; readonly sensitive: string },
): readonly FieldRow[] =>
  entities.flatMap(({ name, title, module, fields }): FieldRow[] => [
    {
      key: name,
      field: undefined,
      byDefault: 'open',
      module,
      heading: true,
      title,
      detail: name,
      words: bare(`${title} ${name}`),
    },
    ...fields.map((field): FieldRow => {
      const data = field.personalData;
      const byDefault = data === 'public' ? 'open' : data === 'personal' ? personal : sensitive;
      return {
        key: `${name}.${field.name}`,
        field: `${name}.${field.name}`,
        byDefault,
        module,
        title: field.title,
        detail: data === 'public' ? undefined : words[data],
        words: bare(`${title} ${name} ${field.title} ${field.name}`),
      };
    }),
  ]);

export const levelOf = (
  stored: GroupPermissions['fields'],
  changes: FieldChanges,
  field: string,
): FieldLevel | undefined => {
  const wanted = changes.get(field);
  return wanted === undefined ? stored[field] : (wanted ?? undefined);
};

export const fieldCell = (
  stored: GroupPermissions['fields'],
  changes: FieldChanges,
  { field, byDefault }: FieldRow,
  column: LevelColumn,
): MatrixCell => {
  if (field === undefined) return { state: 'absent', changed: false };
  const level = levelOf(stored, changes, field);
  const chosen = level ?? 'default';
  const changed = changes.has(field) && chosen === column;
  if (chosen === column) return { state: 'on', changed };
  return { state: chosen === 'default' && column === byDefault ? 'implied' : 'off', changed };
};

/** With the level of one field chosen; the stored one again is no change. */
export const withLevel = (
  stored: GroupPermissions['fields'],
  changes: FieldChanges,
  field: string,
  column: LevelColumn,
): FieldChanges => {
  const next = new Map(changes);
  const wanted = column === 'default' ? undefined : column;
  if (stored[field] === wanted) next.delete(field);
  else next.set(field, wanted ?? null);
  return next;
};

/** The changes that make the group what another one is. */
export const copiedFields = (stored: GroupPermissions['fields'], other: GroupPermissions['fields']): FieldChanges =>
  new Map(
    [...new Set([...Object.keys(stored), ...Object.keys(other)])]
      .filter((field) => stored[field] !== other[field])
      .map((field) => [field, other[field] ?? null]),
  );

/** Rows that the filter leaves; a heading stays where one of its fields does. */
export const filterFields = (
  rows: readonly FieldRow[],
  stored: GroupPermissions['fields'],
  changes: FieldChanges,
  {
    text,
    module,
    shown,
  }: { readonly text: string; readonly module: string | null; readonly shown: 'all' | 'granted' | 'changed' },
): readonly FieldRow[] => {
  const words = wordsOf(text);
  const isShown = (field: string): boolean =>
    shown === 'all' || (shown === 'changed' ? changes.has(field) : levelOf(stored, changes, field) !== undefined);
  const fits = (row: FieldRow): boolean =>
    row.field !== undefined &&
    (module === null || row.module === module) &&
    words.every((word) => row.words.includes(word)) &&
    isShown(row.field);
  const kept: FieldRow[] = [];
  let heading: FieldRow | undefined;
  for (const row of rows) {
    if (row.heading) heading = row;
    if (!fits(row)) continue;
    if (heading !== undefined) kept.push(heading);
    heading = undefined;
    kept.push(row);
  }
  return kept;
};
