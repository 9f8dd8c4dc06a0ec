/**
 * What the columns of a file are proposed to be. In: titles, the fields that may be filled, the list's columns. Out: for
 * each column a field, where its title is that of one. A title counts as people write it: without accents and case.
 */
import { plainName } from '../core/plain-name.ts';
import { writableChildren } from '../fields/record-schema.ts';
import type { Child } from '../model/types.ts';
import type { ImportChoices, ImportColumn, ImportKey } from './import.ts';
import type { ImportTarget, OpenField } from './import-fields.ts';
import { fieldPath, openFields, openRowFields } from './import-fields.ts';

interface Meaning {
  /** Of owned rows, of CSV and XLSX. */
  readonly row?: number;
  readonly field: string;
  readonly by?: string;
}

type Meanings = ReadonlyMap<string, Meaning>;

const plain = (name: string): string => plainName(name.replaceAll('.', ' '));

/** By plain names; the first meaning of a name counts. */
const namer = () => {
  const known = new Map<string, Meaning>();
  const say = (name: string, meaning: Meaning): void => {
    const key = plain(name);
    if (key !== '' && !known.has(key)) known.set(key, meaning);
  };
  return { known, say };
};

const sayFields = (say: (name: string, meaning: Meaning) => void, fields: readonly OpenField[]): void => {
  for (const one of fields) say(one.field.column, { field: fieldPath(one) });
  for (const one of fields) say(one.field.title, { field: fieldPath(one) });
};

const sayRelations = (
  say: (name: string, meaning: Meaning) => void,
  { namesOf }: ImportTarget,
  fields: readonly OpenField[],
): void => {
  for (const one of fields) {
    const { field } = one;
    say(field.name, { field: fieldPath(one) });
    for (const named of namesOf(field)) {
      const meaning = { field: fieldPath(one), by: named.column };
      say(`${field.title} ${named.title}`, meaning);
      say(`${named.title} ${field.title}`, meaning);
      say(`${field.name} ${named.name}`, meaning);
    }
  }
};

/** What titles mean of the records themselves. */
const recordMeanings = (target: ImportTarget): Meanings => {
  const { known, say } = namer();
  const fields = openFields(target);
  const open = fields.map((field): OpenField => ({ child: undefined, field }));
  sayFields(say, open);
  for (const { path, title } of target.columns) {
    const [name, by, ...deeper] = path;
    const field = fields.find((one) => one.name === name || one.column === name);
    if (field === undefined || deeper.length > 0) continue;
    const named = by === undefined ? undefined : target.namesOf(field).find((one) => one.name === by);
    if (by === undefined) say(title, { field: field.column });
    else if (named) say(title, { field: field.column, by: named.column });
  }
  sayRelations(say, target, open);
  return known;
};

/** What titles mean of the rows of a list. */
const rowMeanings = (target: ImportTarget, child: Child): Meanings => {
  const { known, say } = namer();
  const fields = openRowFields(target).filter((one) => one.child === child);
  sayFields(say, fields);
  sayRelations(say, target, fields);
  return known;
};

/** What a title says of owned rows: the list, of CSV and XLSX the row, and what of it. */
interface RowTitle {
  readonly list: string;
  readonly row?: number;
  readonly of: string;
}

/** `Contatos[1].Tipo`, `contatos.1.tipo`, `Contatos 1: Tipo`. */
const numbered = /^(.+?)(?:\s*\[\s*(\d{1,4})\s*\]|[\s._-]+(\d{1,4}))[\s.:_–-]+(.+)$/;

const rowTitleOf = ({ title, list }: ImportColumn): RowTitle | undefined => {
  if (list !== undefined) return { list, of: title.slice(list.length + '[].'.length) };
  const [, name = '', bracketed, bare, of = ''] = numbered.exec(title) ?? [];
  const row = Number(bracketed ?? bare);
  return row > 0 ? { list: name, row, of } : undefined;
};

type Proposed = ImportChoices['columns'][number];

/** Each field once: the first column of its name has it. */
const proposeColumns = (target: ImportTarget, columns: readonly ImportColumn[]): readonly Proposed[] => {
  const known = recordMeanings(target);
  const lists = writableChildren(target.writable).map(
    (child) => [child, new Set([plain(child.name), plain(child.title)]), rowMeanings(target, child)] as const,
  );
  const meaningOf = (column: ImportColumn): Meaning | undefined => {
    const own = column.list === undefined ? known.get(plain(column.title)) : undefined;
    const row = own === undefined ? rowTitleOf(column) : undefined;
    const [child, , meanings] = lists.find(([, names]) => row !== undefined && names.has(plain(row.list))) ?? [];
    if (row === undefined || child === undefined) return own;
    // Of lists that are all empty there are no keys: what they are is the same whatever field is named.
    const meaning = row.of === '' ? meanings?.values().next().value : meanings?.get(plain(row.of));
    if (meaning === undefined || row.row === undefined) return meaning;
    return row.row > child.maxItems ? undefined : { ...meaning, row: row.row };
  };
  const taken = new Set<string>();
  return columns.flatMap((column) => {
    const meaning = meaningOf(column);
    if (meaning === undefined) return [];
    const place = `${meaning.field} ${meaning.row ?? ''}`;
    if (taken.has(place)) return [];
    taken.add(place);
    return [{ column: column.column, ...meaning }];
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
  return { columns: [...chosen], key: [...(key?.fields ?? [])], mode, whole: false };
};
