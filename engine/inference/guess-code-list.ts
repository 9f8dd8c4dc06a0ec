import { plainName } from '../core/plain-name.ts';
import { strengthen, succession } from './confidence.ts';
import { guessMask } from './guess-mask.ts';
import { filledCells } from './read-column.ts';
import type { Known, KnownCodeList, Reading, SheetColumn } from './types.ts';
import { bareValue, generic, says, shared, speaking, wordsOf } from './words.ts';

/** The codes of a list by what a sheet may write for one: value, label, the words before a dash or bracket of the label. */
const codesBy = ({ options }: KnownCodeList): ReadonlyMap<string, string> => {
  const codes = new Map<string, string>();
  const put = (text: string, value: string): void => {
    const bare = bareValue(text);
    if (bare !== '' && !codes.has(bare)) codes.set(bare, value);
  };
  for (const { value } of options) put(value, value);
  for (const { value, label } of options) put(label, value);
  for (const { value, label } of options) put(label.split(/ - | \(/)[0] ?? '', value);
  return codes;
};

/** M and F of Masculino and Feminino: each letter begins one label alone. */
const initials = ({ options }: KnownCodeList, values: readonly string[]): ReadonlyMap<string, string> | undefined => {
  const codes = new Map<string, string>();
  for (const value of values) {
    const found = options.filter(({ label }) => bareValue(label).startsWith(value));
    if (value.length !== 1 || !/[a-z]/.test(value) || found.length !== 1 || found[0] === undefined) return undefined;
    codes.set(value, found[0].value);
  }
  return codes;
};

interface Match {
  readonly list: KnownCodeList;
  readonly codes: ReadonlyMap<string, string>;
  readonly named: number;
  readonly coverage: number;
}

const matchOf = (
  list: KnownCodeList,
  values: readonly string[],
  words: readonly string[],
  context: readonly string[],
): Match | undefined => {
  const ofList = [...wordsOf(list.title), ...wordsOf(list.name.replaceAll('-', '_'))];
  const own = shared(words, ofList);
  const codes = codesBy(list);
  const all = values.every((value) => codes.has(value));
  const found = all ? codes : own > 0 ? initials(list, values) : undefined;
  if (found === undefined) return undefined;
  const coverage = new Set(values.map((value) => found.get(value))).size / list.options.length;
  // `Tipo` and `Situação` say nothing but of the subject of the sheet: tipo-guia of a sheet of guias.
  const named = own * 2 + (own > 0 || isGeneric(words) ? shared(context, ofList) : 0);
  const digits = values.every((value) => /^\d+$/.test(value));
  const telling = !digits && values.length >= 3 && values.length / list.options.length >= 0.1;
  const whole = !digits && values.length >= 2 && coverage === 1 && values.every((value) => value.length > 3);
  return named > 0 || (telling && (coverage >= 0.5 || values.length >= 8)) || whole
    ? { list, codes: found, named, coverage }
    : undefined;
};

/** A code list that exists and holds every value of the column: by name first, then by how much of it the column has. */
export const guessKnownList = (
  column: SheetColumn,
  words: readonly string[],
  context: readonly string[],
  known: Known,
): Reading | undefined => {
  const texts = filledCells(column);
  const values = [...new Set(texts.map(bareValue))].filter((value) => value !== '');
  if (values.length === 0 || values.length > 100) return undefined;
  const [best, second] = known.codeLists
    .flatMap((list) => matchOf(list, values, words, context) ?? [])
    .sort((a, b) => b.named - a.named || b.coverage - a.coverage);
  if (best === undefined) return undefined;
  // Two lists that serve alike: neither is the one.
  if (second !== undefined && second.named === best.named && second.coverage === best.coverage) return undefined;
  if (values.length === 1 && best.named < 2) return undefined;
  const { list, codes, named } = best;
  return {
    property: { type: 'string', 'x-code-list': list.name },
    cells: column.cells.map((cell) => codes.get(bareValue(cell)) ?? ''),
    misfits: [],
    facts: [
      {
        kind: 'list',
        said: `lista de códigos ${list.name} (${list.title})`,
        evidence: `${values.length === 1 ? 'o único valor está' : `os ${values.length} valores diferentes estão`} nela${named > 0 ? '; o nome diz o mesmo' : ''}`,
        confidence: strengthen(succession(values.length, values.length), named > 0, named > 1, best.coverage > 0.5),
      },
    ],
  };
};

/** The commonest way of writing among those that differ in case and accents alone. */
const labelsOf = (texts: readonly string[]): ReadonlyMap<string, string> => {
  const ways = new Map<string, Map<string, number>>();
  for (const text of texts) {
    const bare = bareValue(text);
    const counts = ways.get(bare) ?? new Map<string, number>();
    counts.set(text, (counts.get(text) ?? 0) + 1);
    ways.set(bare, counts);
  }
  return new Map([...ways].map(([bare, counts]) => [bare, [...counts].sort(([, m], [, n]) => n - m)[0]?.[0] ?? bare]));
};

const isRepeated = (words: readonly string[], texts: readonly string[], distinct: number): boolean => {
  const of = texts.length;
  if (distinct < 2 || says(words, speaking.text)) return false;
  if (says(words, speaking.category)) return distinct <= 20 && of >= distinct * 2;
  // Codes of one form have more values than a sheet shows.
  if (says(words, speaking.open) || /[#X]/.test(guessMask(texts) ?? '')) return false;
  return distinct <= 8 && of >= 12 && of >= distinct * 4;
};

/** A new list of the few values that a column repeats, by header or by how often it does. Figures are no list. */
export const guessNewList = (column: SheetColumn, words: readonly string[]): Reading | undefined => {
  const texts = filledCells(column);
  const labels = labelsOf(texts);
  const usable = [...labels].every(
    ([bare, label]) => /[a-z]/.test(bare) && label.length <= 60 && !label.includes('\n'),
  );
  if (!usable || !isRepeated(words, texts, labels.size)) return undefined;
  const codes = new Map<string, string>();
  for (const [bare, label] of [...labels].sort(([, a], [, b]) => a.localeCompare(b, 'pt-BR'))) {
    const name = (
      plainName(`v ${label.replaceAll('.', ' ')}`).replace(/^v_?/, '') || bare.replaceAll(' ', '_')
    ).toUpperCase();
    let code = name;
    for (let number = 2; [...codes.values()].includes(code); number += 1) code = `${name}_${number}`;
    codes.set(bare, code);
  }
  const category = says(words, speaking.category);
  return {
    property: { type: 'string' },
    cells: column.cells.map((cell) => codes.get(bareValue(cell)) ?? ''),
    misfits: [],
    options: [...codes].map(([bare, value]) => ({ value, label: labels.get(bare) ?? bare })),
    facts: [
      {
        kind: 'list',
        said: 'lista de códigos nova',
        evidence: `${labels.size} valores diferentes em ${texts.length}${category ? '; o cabeçalho é de uma classificação' : ''}`,
        confidence: strengthen(1 - labels.size / texts.length, category),
      },
    ],
  };
};

/** The name of the new list of a field: `situacao-contrato`. */
export const listName = (field: string, entity: string, taken: ReadonlySet<string>): string => {
  const base = `${field}_${entity}`.replaceAll('_', '-');
  let name = base;
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`;
  return name;
};

/** Whether a header holds nothing but words that any registry may have. */
export const isGeneric = (words: readonly string[]): boolean => words.every((word) => generic.has(word));
