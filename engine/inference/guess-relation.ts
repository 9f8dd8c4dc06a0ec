import { strengthen, succession } from './confidence.ts';
import { filledCells } from './read-column.ts';
import type { Known, KnownRegistry, KnownRow, Reading, SheetColumn } from './types.ts';
import { bareValue, generic, shared, wordsOf } from './words.ts';

/** What people call the rows of a registry where it is called otherwise. */
const otherNames: Readonly<Record<string, string>> = {
  municipio: 'cidade',
  localidade: 'cidade',
  naturalidade: 'cidade',
  capital: 'cidade',
  tuss: 'procedimento',
  ocupacao: 'cbo',
  febraban: 'banco',
  nacionalidade: 'pais',
  unid: 'unidade',
  proc: 'procedimento',
  espec: 'especialidade',
};

/** The text of a key of several fields, as data.csv points at it. */
const keyOf = (registry: KnownRegistry, row: KnownRow): string =>
  registry.naturalKey.map((field) => row.get(field) ?? '').join('|');

/** How a cell is looked up: bare; of codes made of digits also without the zeros in front, which spreadsheets drop. */
const looked = (text: string, padded: boolean): string => {
  const bare = bareValue(text);
  const joined = /^[\d ]+$/.test(bare) || /^[a-z]?\d[\d ]*$/.test(bare) ? bare.replaceAll(' ', '') : bare;
  return padded && /^\d+$/.test(joined) ? joined.replace(/^0+(?=\d)/, '') : joined;
};

type Lookup = ReadonlyMap<string, readonly KnownRow[]>;
const lookups = new WeakMap<KnownRegistry, Map<string, Lookup>>();

const lookupOf = (registry: KnownRegistry, field: string, padded: boolean): Lookup => {
  const own = lookups.get(registry) ?? new Map<string, Lookup>();
  lookups.set(registry, own);
  const name = `${field} ${padded}`;
  const found = own.get(name);
  if (found !== undefined) return found;
  const made = new Map<string, KnownRow[]>();
  for (const row of registry.rows) {
    const text = field === '' ? registry.label.map((one) => row.get(one) ?? '').join(' ') : (row.get(field) ?? '');
    const key = looked(text, padded);
    if (key !== '') made.set(key, [...(made.get(key) ?? []), row]);
  }
  own.set(name, made);
  return made;
};

interface Found {
  readonly registry: KnownRegistry;
  readonly field: string;
  readonly targets: readonly (KnownRow | undefined)[];
  /** Rows whose value names no row of the registry, or several. */
  readonly missing: readonly number[];
  readonly several: number;
  /** Different values that point at one row. */
  readonly distinct: number;
  readonly named: number;
}

/** Of several rows of one name the one that other columns of the same row agree with: `Bom Jesus` and `MG`. */
const chooseRow = (
  rows: readonly KnownRow[],
  beside: readonly string[],
  registry: KnownRegistry,
): KnownRow | undefined => {
  if (rows.length < 2) return rows[0];
  const agreeing = rows.filter((row) =>
    registry.telling.some((field) => {
      const value = bareValue(row.get(field) ?? '');
      return value !== '' && beside.includes(value);
    }),
  );
  return agreeing.length === 1 ? agreeing[0] : undefined;
};

/** How well a header names a registry: shared words over all of the registry's, and whether it is the field's own name. */
const nameMatch = (words: readonly string[], registry: KnownRegistry, field: string): number => {
  const called = words.map((word) => otherNames[word] ?? word);
  const ofEntity = wordsOf(registry.entity);
  const ofTitle = wordsOf(registry.title);
  const entity = Math.max(
    shared(called, ofEntity) / ofEntity.length,
    ofTitle.length === 0 ? 0 : shared(called, ofTitle) / ofTitle.length,
  );
  const ofField = wordsOf(field).filter((word) => !generic.has(word) && shared(called, [word]) > 0);
  return entity + (ofField.length > 0 ? 0.75 : 0);
};

const tryLookup = (
  columns: readonly SheetColumn[],
  at: number,
  registry: KnownRegistry,
  field: string,
  padded: boolean,
  named: number,
): Found | undefined => {
  const cells = columns[at]?.cells ?? [];
  const lookup = lookupOf(registry, field, padded);
  const values = new Set(cells.filter((cell) => cell !== ''));
  const known = [...values].filter((value) => lookup.has(looked(value, padded)));
  if (known.length < values.size * 0.9) return undefined;
  const missing: number[] = [];
  let several = 0;
  const targets = cells.map((cell, row) => {
    if (cell === '') return undefined;
    const beside = columns.flatMap((other, index) => (index === at ? [] : bareValue(other.cells[row] ?? '')));
    const rows = lookup.get(looked(cell, padded)) ?? [];
    const target = chooseRow(rows, beside, registry);
    if (target === undefined) missing.push(row);
    if (target === undefined && rows.length > 1) several += 1;
    return target;
  });
  return { registry, field, targets, missing, several, distinct: known.length, named };
};

/** Without a name: at least five values, of a form that chance does not hit. */
const isTelling = ({ registry, field, distinct, missing }: Found, column: SheetColumn): boolean => {
  const values = [...new Set(filledCells(column))];
  if (distinct < 5 || missing.length > 0) return false;
  const digits = values.every((value) => /^[\d.-]+$/.test(value));
  if (!digits) return values.every((value) => value.length >= 3) && values.some((value) => value.length >= 5);
  const length = Math.min(...values.map((value) => value.replace(/\D/g, '').length));
  const size = lookupOf(registry, field, false).size;
  return length >= 5 && size / 10 ** length <= 0.02;
};

/** Nearly all values must be of a row; of more than one row may be a third, where the registry has names twice. */
const isEnough = (of: number, unknown: number, several: number): boolean =>
  unknown + several === 0 || (of >= 10 && unknown <= of / 10 && several <= of / 3);

/**
 * The registry whose rows the values of a column name, by key or by label, with the key of each row as data.csv points
 * at it. A name in the header is evidence; without one the values alone must be. Values of no row, or of several that
 * nothing beside them tells apart, are misfits.
 */
export const guessRelation = (
  columns: readonly SheetColumn[],
  at: number,
  words: readonly string[],
  known: Known,
): Reading | undefined => {
  const column = columns[at];
  const texts = column === undefined ? [] : filledCells(column);
  if (column === undefined || texts.length === 0) return undefined;
  const distinct = new Set(texts).size;
  const found = known.registries
    .flatMap((registry) =>
      [...registry.names, ...(registry.label.length > 1 ? [''] : [])].flatMap((field) => {
        const named = nameMatch(words, registry, field);
        const exact = tryLookup(columns, at, registry, field, false, named);
        return exact ?? (named >= 0.5 ? (tryLookup(columns, at, registry, field, true, named) ?? []) : []);
      }),
    )
    .filter(({ missing, several }) => isEnough(texts.length, missing.length - several, several))
    .filter((one) =>
      one.named >= 0.5 ? distinct > 1 || one.named >= 1 : one.missing.length === 0 && isTelling(one, column),
    )
    .sort((a, b) => b.named - a.named || a.missing.length - b.missing.length);
  const [best] = found;
  if (best === undefined) return undefined;
  const { registry, targets, missing, named } = best;
  const by = best.field === '' ? 'o rótulo' : `o campo ${best.field}`;
  return {
    property: { 'x-relation': { entity: registry.entity } },
    cells: targets.map((target) => (target === undefined ? '' : keyOf(registry, target))),
    misfits: missing.map((row) => ({ row, text: column.cells[row] ?? '' })),
    targets,
    facts: [
      {
        kind: 'relation',
        said: `relação com ${registry.entity} (${registry.title})`,
        evidence: `${texts.length - missing.length} de ${texts.length} valores são ${by} de uma linha do cadastro${named >= 0.5 ? '; o cabeçalho diz o mesmo' : ''}`,
        confidence: strengthen(succession(best.distinct, distinct), named >= 0.5, named >= 1),
      },
    ],
  };
};
