import type { Property } from '../metadata/property.ts';
import { strengthen, succession } from './confidence.ts';
import type { Read } from './readers.ts';
import type { Fact, Misfit, Reading, SheetColumn } from './types.ts';

/** What people write where a system wants nothing. */
const nothing = /^(-+|\?+|\.|n\/?[ad]|#n\/d|null|nulo|nd|sem|n[aã]o (tem|informado|consta|possui)|vazio)$/i;

export const filledCells = (column: SheetColumn): readonly string[] => column.cells.filter((cell) => cell !== '');

export interface Tried {
  readonly cells: readonly string[];
  readonly misfits: readonly Misfit[];
  readonly fitting: number;
  /** Cells with a value, those that only say that there is none aside. */
  readonly of: number;
}

/** All cells of a column through one reader. */
export const tryRead = ({ cells }: SheetColumn, read: Read): Tried => {
  const misfits: Misfit[] = [];
  let fitting = 0;
  const values = cells.map((text, row) => {
    if (text === '') return '';
    const value = read(text);
    if (value !== undefined) {
      fitting += 1;
      return value;
    }
    if (!nothing.test(text)) misfits.push({ row, text });
    return '';
  });
  return { cells: values, misfits, fitting, of: fitting + misfits.length };
};

/** Whether a column is of a type: every value is, or, of ten and more where the type is sure by its form, nine in ten are. */
export const isMost = ({ fitting, of }: Tried, sure: boolean): boolean =>
  of > 0 && (fitting === of || (sure && of >= 10 && fitting / of >= 0.9));

const counted = (tried: Tried, what: string): string => `${tried.fitting} de ${tried.of} valores ${what}`;

/** The reading of a type, with its one fact. */
export const readingOf = (
  tried: Tried,
  property: Omit<Property, 'title'>,
  fact: { readonly said: string; readonly what: string; readonly named: boolean; readonly strong?: boolean },
  rest: Partial<Reading> = {},
): Reading => {
  const type: Fact = {
    kind: 'type',
    said: fact.said,
    evidence: `${counted(tried, fact.what)}${fact.named ? '; o cabeçalho diz o mesmo' : ''}`,
    confidence: strengthen(succession(tried.fitting, tried.of), fact.named, fact.strong === true),
  };
  return { property, cells: tried.cells, misfits: tried.misfits, facts: [type], ...rest };
};
