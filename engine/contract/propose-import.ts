/**
 * What the columns of a file are proposed to be. In: titles, the fields that may be filled, the list's columns. Out: for
 * each column a field, where its title is that of one. A title counts as people write it: without accents and case.
 */
import { plainName } from '../core/plain-name.ts';
import { fieldTypes } from '../fields/index.ts';
import type { Entity, Field, Model, ScreenColumn } from '../model/types.ts';
import type { ImportChoices, ImportColumn, ImportField, ImportKey } from './import.ts';
import { isImportable } from './import-value.ts';

export interface ImportTarget {
  readonly model: Model;
  /** As the caller may write it. */
  readonly writable: Entity;
  /** Of the list: a file that was exported has their titles. */
  readonly columns: readonly ScreenColumn[];
  /** By which fields of its records a relation may be known, for who asks. */
  readonly namesOf: (field: Field) => readonly Field[];
}

/** Fields that a column may fill. */
export const openFields = ({ writable }: ImportTarget): readonly Field[] =>
  writable.fields.filter(
    (field) =>
      field.visible &&
      !field.readOnly &&
      field.fixed !== true &&
      isImportable(field) &&
      field.column !== writable.states?.key,
  );

interface Meaning {
  readonly field: string;
  readonly by?: string;
}

/** What titles mean, by their plain names; the first meaning of a name counts. */
const meanings = (target: ImportTarget): ReadonlyMap<string, Meaning> => {
  const known = new Map<string, Meaning>();
  const say = (name: string, meaning: Meaning): void => {
    const plain = plainName(name.replaceAll('.', ' '));
    if (plain !== '' && !known.has(plain)) known.set(plain, meaning);
  };
  const fields = openFields(target);
  for (const field of fields) say(field.column, { field: field.column });
  for (const field of fields) say(field.title, { field: field.column });
  for (const { path, title } of target.columns) {
    const [name, by, ...deeper] = path;
    const field = fields.find((one) => one.name === name || one.column === name);
    if (field === undefined || deeper.length > 0) continue;
    const named = by === undefined ? undefined : target.namesOf(field).find((one) => one.name === by);
    if (by === undefined) say(title, { field: field.column });
    else if (named) say(title, { field: field.column, by: named.column });
  }
  for (const field of fields) {
    say(field.name, { field: field.column });
    for (const named of target.namesOf(field)) {
      say(`${field.title} ${named.title}`, { field: field.column, by: named.column });
      say(`${named.title} ${field.title}`, { field: field.column, by: named.column });
      say(`${field.name} ${named.name}`, { field: field.column, by: named.column });
    }
  }
  return known;
};

/** Each field once: the first column of its name has it. */
const proposeColumns = (target: ImportTarget, columns: readonly ImportColumn[]): ImportChoices['columns'] => {
  const known = meanings(target);
  const taken = new Set<string>();
  return columns.flatMap(({ column, title }) => {
    const meaning = known.get(plainName(title.replaceAll('.', ' ')));
    if (meaning === undefined || taken.has(meaning.field)) return [];
    taken.add(meaning.field);
    return [{ column, ...meaning }];
  });
};

/** The first key, the natural one where there is one, that the columns fill. */
export const proposeImport = (
  target: ImportTarget,
  columns: readonly ImportColumn[],
  keys: readonly ImportKey[],
  { insert, update }: { readonly insert: boolean; readonly update: boolean },
): ImportChoices => {
  const chosen = proposeColumns(target, columns);
  const filled = new Set(chosen.map(({ field }) => field));
  const key = keys.find(({ fields }) => fields.every((field) => filled.has(field)));
  const mode = key === undefined || !update ? 'insert' : insert ? 'upsert' : 'update';
  return { columns: chosen, key: [...(key?.fields ?? [])], mode, whole: false };
};

/** The fields as they are offered. */
export const importFields = (target: ImportTarget): readonly ImportField[] =>
  openFields(target).map((field) => ({
    field: field.column,
    title: field.title,
    required: field.required && field.default === undefined,
    called: fieldTypes[field.type].called(field),
    by: target.namesOf(field).map(({ column, title }) => ({ field: column, title })),
  }));
