import { strengthen, succession } from './confidence.ts';
import { titleOf } from './name-field.ts';
import type { DerivedColumn, Known, KnownRow, Reading, SheetColumn } from './types.ts';
import { bareValue, wordsOf } from './words.ts';

export interface ReadColumn {
  readonly column: SheetColumn;
  readonly reading: Reading;
}

/** What a cell says, to be compared: of a relation the row it points at, else its value or its text. */
const sayings = ({ column, reading }: ReadColumn, row: number): readonly string[] =>
  [column.cells[row] ?? '', reading.cells[row] ?? ''].map(bareValue);

const targetOf = (reading: Reading, known: Known) =>
  known.registries.find(({ entity }) => entity === reading.property['x-relation']?.entity);

/** The field of the target that says in every row what the column says; undefined where none does. */
const fieldFor = (of: ReadColumn, by: ReadColumn, known: Known): string | undefined => {
  const registry = targetOf(by.reading, known);
  const { targets } = by.reading;
  if (registry === undefined || targets === undefined || of === by) return undefined;
  const filled = of.column.cells.flatMap((cell, row) => (cell === '' ? [] : row));
  if (filled.length < 2) return undefined;
  const words = wordsOf(of.column.header);
  const label = (field: string, value: string): string =>
    known.codeLists
      .find(({ name }) => name === registry.codeLists.get(field))
      ?.options.find((option) => option.value === value)?.label ?? value;
  return registry.telling.find((field) => {
    const agrees = filled.every((row) => {
      const value = targets[row]?.get(field) ?? '';
      const said = sayings(of, row);
      return value !== '' && (said.includes(bareValue(value)) || said.includes(bareValue(label(field, value))));
    });
    // One value in all rows may agree by chance: then the name must agree too.
    const distinct = new Set(filled.map((row) => of.column.cells[row])).size;
    const named = wordsOf(`${field} ${registry.titles.get(field) ?? ''}`).some((word) => words.includes(word));
    return agrees && (distinct > 1 || named);
  });
};

/** A column without repetition left of the relation is what the sheet is about: the states, each with its capital. */
const mayBeKey = ({ column: { cells } }: ReadColumn): boolean =>
  cells.length > 2 && new Set(cells).size === cells.length;

/** By code before by name: a code does not change. */
const isCode = ({ column }: ReadColumn): boolean => column.cells.some((cell) => /\d/.test(cell));

/**
 * The columns that the row of a relation tells anyway, which a registry does not repeat: the state of a city, the name
 * of a bank beside its code.
 */
export const findDerived = (
  columns: readonly ReadColumn[],
  nameOf: (column: ReadColumn) => string,
  known: Known,
): ReadonlyMap<ReadColumn, DerivedColumn> => {
  const derived = new Map<ReadColumn, DerivedColumn>();
  const relations = columns
    .filter(({ reading }) => reading.targets !== undefined)
    .sort((a, b) => Number(isCode(b)) - Number(isCode(a)));
  for (const by of relations) {
    if (derived.has(by)) continue;
    for (const of of columns) {
      if (derived.has(of) || of === by || of.reading.property.type === 'boolean') continue;
      if (mayBeKey(of) && columns.indexOf(of) < columns.indexOf(by)) continue;
      const field = sameRow(of.reading.targets, by.reading.targets) ?? fieldFor(of, by, known);
      if (field === undefined) continue;
      const registry = targetOf(by.reading, known);
      const name = nameOf(by);
      const path = `${name}.${field === '' ? (registry?.label[0] ?? 'id') : field}`;
      const filled = of.column.cells.filter((cell) => cell !== '').length;
      derived.set(of, {
        header: of.column.header,
        title: titleOf(of.column.header),
        path,
        labelled: field === '' || registry?.label.includes(field) === true,
        fact: {
          kind: 'derived',
          said: `é ${path}, não se repete`,
          evidence: `igual em ${filled} de ${filled} linhas`,
          confidence: strengthen(succession(filled, filled), true),
        },
      });
    }
  }
  return derived;
};

/** '' where two relations point at the same rows wherever the first points at all. */
function sameRow(
  of: readonly (KnownRow | undefined)[] | undefined,
  by: readonly (KnownRow | undefined)[] | undefined,
): '' | undefined {
  if (of === undefined || by === undefined) return undefined;
  const filled = of.flatMap((target, row) => (target === undefined ? [] : row));
  return filled.length > 1 && filled.every((row) => of[row] === by[row]) ? '' : undefined;
}
