/**
 * What the columns of a file are proposed to be. In: titles, the fields that may be filled, the list's columns. Out: for
 * each column a field, where its title is that of one. A title counts as people write it, without accents and case; one that is
 * written as the field's own goes before, and one that may mean several is left to who sends the file.
 */
import { plainName } from '../core/plain-name.ts';
import { writableChildren } from '../fields/record-schema.ts';
import type { Child } from '../model/types.ts';
import type { ImportChoices, ImportColumn, ImportDoubt, ImportKey } from './import.ts';
import type { ImportTarget, OpenField } from './import-fields.ts';
import { fieldPath, fieldTitle, openByPath, openFields, openRowFields } from './import-fields.ts';

interface Meaning {
  /** Of owned rows, of CSV and XLSX. */
  readonly row?: number;
  readonly field: string;
  readonly by?: string;
}

const plain = (name: string): string => plainName(name.replaceAll('.', ' '));

type Say = (name: string, meaning: Meaning) => void;

/** Names, and the fields that each is of: by the first meaning that it has of each. */
class Names {
  readonly #exact = new Map<string, Meaning[]>();
  readonly #plain = new Map<string, Meaning[]>();

  readonly say: Say = (name, meaning) => {
    for (const [known, key] of [
      [this.#exact, name],
      [this.#plain, plain(name)],
    ] as const) {
      const meanings = known.get(key) ?? [];
      if (key !== '' && !meanings.some(({ field }) => field === meaning.field)) known.set(key, [...meanings, meaning]);
    }
  };

  exact(name: string): readonly Meaning[] {
    return this.#exact.get(name) ?? [];
  }

  plain(name: string): readonly Meaning[] {
    return this.#plain.get(plain(name)) ?? [];
  }

  /** Any. */
  first(): Meaning | undefined {
    return this.#exact.values().next().value?.[0];
  }
}

/** What fields are called, and what they are called with a field of the record that they point at. */
interface Called {
  readonly own: Names;
  readonly behind: Names;
}

/** What a title may mean, the names of fields before those made of two. `exact`: it is written as they are. */
const meant = (
  { own, behind }: Called,
  title: string,
): { readonly exact: boolean; readonly all: readonly Meaning[] } => {
  for (const names of [own, behind]) {
    const exact = names.exact(title);
    if (exact.length > 0) return { exact: true, all: exact };
    const all = names.plain(title);
    if (all.length > 0) return { exact: false, all };
  }
  return { exact: false, all: [] };
};

const callFields = ({ namesOf }: ImportTarget, fields: readonly OpenField[]): Called => {
  const called = { own: new Names(), behind: new Names() };
  for (const one of fields) {
    const { field } = one;
    for (const name of [field.column, field.title, field.name]) called.own.say(name, { field: fieldPath(one) });
    for (const named of namesOf(field)) {
      const meaning = { field: fieldPath(one), by: named.column };
      called.behind.say(`${field.title} ${named.title}`, meaning);
      called.behind.say(`${named.title} ${field.title}`, meaning);
      called.behind.say(`${field.name} ${named.name}`, meaning);
    }
  }
  return called;
};

/** What titles mean of the records themselves. */
const callRecord = (target: ImportTarget): Called => {
  const fields = openFields(target);
  const called = callFields(
    target,
    fields.map((field): OpenField => ({ child: undefined, field })),
  );
  for (const { path, title } of target.columns) {
    const [name, by, ...deeper] = path;
    const field = fields.find((one) => one.name === name || one.column === name);
    if (field === undefined || deeper.length > 0) continue;
    const named = by === undefined ? undefined : target.namesOf(field).find((one) => one.name === by);
    if (by === undefined) called.own.say(title, { field: field.column });
    else if (named) called.own.say(title, { field: field.column, by: named.column });
  }
  return called;
};

/** What titles mean of the rows of a list. */
const callRows = (target: ImportTarget, child: Child): Called =>
  callFields(
    target,
    openRowFields(target).filter((one) => one.child === child),
  );

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

interface Meant {
  readonly column: number;
  readonly exact: boolean;
  readonly all: readonly Meaning[];
}

const placeOf = ({ field, row }: Meaning): string => `${field} ${row ?? ''}`;

/** What each title may mean, whatever the others do. */
const meanings = (target: ImportTarget, columns: readonly ImportColumn[]): readonly Meant[] => {
  const record = callRecord(target);
  const lists = writableChildren(target.writable).map(
    (child) => [child, new Set([plain(child.name), plain(child.title)]), callRows(target, child)] as const,
  );
  return columns.map((column) => {
    const own = column.list === undefined ? meant(record, column.title) : { exact: false, all: [] };
    const row = own.all.length === 0 ? rowTitleOf(column) : undefined;
    const [child, , called] = lists.find(([, names]) => row !== undefined && names.has(plain(row.list))) ?? [];
    if (row === undefined || child === undefined || called === undefined) return { column: column.column, ...own };
    // Of lists that are all empty there are no keys: what they are is the same whatever field is named.
    const { exact, all } =
      row.of === '' ? { exact: true, all: [called.own.first() ?? []].flat() } : meant(called, row.of);
    const { row: number } = row;
    const placed =
      number === undefined ? all : number > child.maxItems ? [] : all.map((one) => ({ ...one, row: number }));
    return { column: column.column, exact, all: placed };
  });
};

/** Each field once: of the column that is written as it is, else of the only one that may mean it. */
const proposeColumns = (
  target: ImportTarget,
  columns: readonly ImportColumn[],
): { readonly chosen: readonly Proposed[]; readonly doubts: readonly ImportDoubt[] } => {
  const all = meanings(target, columns);
  const taken = new Map<string, Proposed>();
  for (const { column, exact, all: some } of all) {
    const [only, ...others] = some;
    if (exact && only !== undefined && others.length === 0 && !taken.has(placeOf(only)))
      taken.set(placeOf(only), { column, ...only });
  }
  const settled = new Set([...taken.values()].map(({ column }) => column));
  const open = all
    .filter(({ column, exact, all: some }) => !settled.has(column) && !(exact && some.length === 1))
    .map(({ column, all: some }) => ({ column, left: some.filter((one) => !taken.has(placeOf(one))) }))
    .filter(({ left }) => left.length > 0);
  const wanted = Map.groupBy(
    open.flatMap(({ left }) => left.map(placeOf)),
    (place) => place,
  );
  const doubts: ImportDoubt[] = [];
  const titles = openByPath(target);
  for (const { column, left } of open) {
    const [only, ...others] = left;
    if (only !== undefined && others.length === 0 && wanted.get(placeOf(only))?.length === 1)
      taken.set(placeOf(only), { column, ...only });
    else
      doubts.push({
        column,
        fields: left.flatMap(({ field, row }) => {
          const found = titles.get(field);
          return found === undefined ? [] : [fieldTitle(found, row)];
        }),
      });
  }
  return { chosen: [...taken.values()].sort((a, b) => a.column - b.column), doubts };
};

export interface ProposedImport {
  readonly choices: ImportChoices;
  readonly doubts: readonly ImportDoubt[];
}

/** The first key, the natural one where there is one, that the columns fill. */
export const proposeImport = (
  target: ImportTarget,
  columns: readonly ImportColumn[],
  keys: readonly ImportKey[],
  { insert, update }: { readonly insert: boolean; readonly update: boolean },
): ProposedImport => {
  const { chosen, doubts } = proposeColumns(target, columns);
  const filled = new Set(chosen.map(({ field }) => field));
  const key = keys.find(({ fields }) => fields.every((field) => filled.has(field)));
  const mode = key === undefined || !update ? 'insert' : insert ? 'upsert' : 'update';
  return { choices: { columns: [...chosen], key: [...(key?.fields ?? [])], mode, whole: false }, doubts };
};
