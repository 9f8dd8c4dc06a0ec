/**
 * What the columns of a file are proposed to be. In: titles, the fields that may be filled, the list's columns. Out: for
 * each column a field, where its title is that of one. A title counts as people write it, without accents and case, at last
 * also shortened (`Dt. Nasc.`) and with what the records are called (`Nome do banco`); one that is written as the field's own
 * goes before, and one that may mean several is left to who sends the file.
 */
import { plainName } from '../core/plain-name.ts';
import { writableChildren } from '../fields/record-schema.ts';
import { spokenAlike } from '../inference/spoken-alike.ts';
import { spokenName } from '../inference/spoken-name.ts';
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
  readonly #spoken = new Map<string, Meaning[]>();
  readonly #records: string;

  /** `records`: the title of those whose fields these are. */
  constructor(records: string) {
    this.#records = records;
  }

  readonly say: Say = (name, meaning) => {
    for (const [known, key] of [
      [this.#exact, name],
      [this.#plain, plain(name)],
      [this.#spoken, spokenName(name, this.#records)],
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

  spoken(name: string): readonly Meaning[] {
    return this.#spoken.get(spokenName(name, this.#records)) ?? [];
  }

  /** By other words for the same: `Município` of `Cidade`. */
  alike(name: string): readonly Meaning[] {
    const all = spokenAlike(spokenName(name, this.#records)).flatMap((one) => this.#spoken.get(one) ?? []);
    return all.filter(({ field }, index) => all.findIndex((other) => other.field === field) === index);
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

/** How near a title comes to what a field is called, the nearest first. */
type Closeness = 'exact' | 'plain' | 'spoken' | 'alike';

interface Likely {
  readonly closeness: Closeness;
  readonly all: readonly Meaning[];
}
const nothing: Likely = { closeness: 'spoken', all: [] };

/** What a title may mean: as it is written before as it is said, and the names of fields before those made of two. */
const meant = ({ own, behind }: Called, title: string): Likely => {
  for (const some of [['exact', 'plain'], ['spoken'], ['alike']] as const)
    for (const names of [own, behind])
      for (const closeness of some) {
        const all = names[closeness](title);
        if (all.length > 0) return { closeness, all };
      }
  return nothing;
};

const callFields = ({ namesOf }: ImportTarget, fields: readonly OpenField[], records: string): Called => {
  const called = { own: new Names(records), behind: new Names(records) };
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
    target.writable.title,
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
    child.entity.title,
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

interface Meant extends Likely {
  readonly column: number;
}

const placeOf = ({ field, row }: Meaning): string => `${field} ${row ?? ''}`;

/** What each title may mean, whatever the others do. */
const meanings = (target: ImportTarget, columns: readonly ImportColumn[]): readonly Meant[] => {
  const record = callRecord(target);
  const lists = writableChildren(target.writable).map(
    (child) => [child, new Set([plain(child.name), plain(child.title)]), callRows(target, child)] as const,
  );
  return columns.map((column) => {
    const own = column.list === undefined ? meant(record, column.title) : nothing;
    const row = own.all.length === 0 ? rowTitleOf(column) : undefined;
    const [child, , called] = lists.find(([, names]) => row !== undefined && names.has(plain(row.list))) ?? [];
    if (row === undefined || child === undefined || called === undefined) return { column: column.column, ...own };
    // Of lists that are all empty there are no keys: what they are is the same whatever field is named.
    const { closeness, all }: Likely =
      row.of === '' ? { closeness: 'exact', all: [called.own.first() ?? []].flat() } : meant(called, row.of);
    const { row: number } = row;
    const placed =
      number === undefined ? all : number > child.maxItems ? [] : all.map((one) => ({ ...one, row: number }));
    return { column: column.column, closeness, all: placed };
  });
};

interface Open {
  readonly column: number;
  readonly left: readonly Meaning[];
}

/** The fields of columns that are written as they are. */
const takeExact = (all: readonly Meant[], taken: Map<string, Proposed>): void => {
  for (const { column, closeness, all: some } of all) {
    const [only, ...others] = some;
    if (closeness === 'exact' && only !== undefined && others.length === 0 && !taken.has(placeOf(only)))
      taken.set(placeOf(only), { column, ...only });
  }
};

/** Takes what only one column may mean; gives those that stay open, of the ones before (`doubted`) and of these. */
const takeOnly = (some: readonly Meant[], taken: Map<string, Proposed>, doubted: readonly Open[]): readonly Open[] => {
  const open = some
    .map(({ column, all }) => ({ column, left: all.filter((one) => !taken.has(placeOf(one))) }))
    .filter(({ left }) => left.length > 0);
  const wanted = Map.groupBy(
    [...doubted, ...open].flatMap(({ left }) => left.map(placeOf)),
    (place) => place,
  );
  const isOnly = ({ left: [only, ...others] }: Open): boolean =>
    only !== undefined && others.length === 0 && wanted.get(placeOf(only))?.length === 1;
  for (const { column, left } of open.filter(isOnly))
    for (const only of left) taken.set(placeOf(only), { column, ...only });
  return [...doubted, ...open.filter((one) => !isOnly(one))];
};

/** Each field once: of the column that is written as it is, else of the only one that may mean it, the nearer ones first. */
const proposeColumns = (
  target: ImportTarget,
  columns: readonly ImportColumn[],
): { readonly chosen: readonly Proposed[]; readonly doubts: readonly ImportDoubt[] } => {
  const all = meanings(target, columns);
  const taken = new Map<string, Proposed>();
  takeExact(all, taken);
  const settled = new Set([...taken.values()].map(({ column }) => column));
  const left = all.filter(
    ({ column, closeness, all: some }) => !settled.has(column) && !(closeness === 'exact' && some.length === 1),
  );
  const written = takeOnly(
    left.filter(({ closeness }) => closeness === 'exact' || closeness === 'plain'),
    taken,
    [],
  );
  const said = takeOnly(
    left.filter(({ closeness }) => closeness === 'spoken'),
    taken,
    written,
  );
  const open = takeOnly(
    left.filter(({ closeness }) => closeness === 'alike'),
    taken,
    said,
  );
  const titles = openByPath(target);
  const doubts = [...open]
    .sort((a, b) => a.column - b.column)
    .map(({ column, left: meaning }) => ({
      column,
      fields: meaning.flatMap(({ field, row }) => {
        const found = titles.get(field);
        return found === undefined ? [] : [fieldTitle(found, row)];
      }),
    }));
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
