import { describe, expect, it } from 'vitest';
import { filterProblem } from '../../../engine/ui/runtime/filter-problem.ts';
import type { FilterField, FilterValue } from '../../../engine/ui/runtime/filter-value.ts';
import { filterFields } from '../../../engine/ui/runtime/filter-value.ts';
import { createTexts } from '../../../engine/ui/runtime/texts.ts';
import { realScreen } from './real-screen.ts';

/** A key without a text gives itself. */
const texts = createTexts({});

const fieldOf = async (path: string, key: string, changes: Partial<FilterField> = {}): Promise<FilterField> => {
  const field = filterFields(await realScreen(path)).get(key);
  if (!field) throw new Error(`${path} has no filter ${key}`);
  return { ...field, ...changes };
};

const range = (from: string, to: string): FilterValue => ({ match: 'range', from, to });

describe('a filter that is typed', () => {
  it.each([
    [range('2026-01-01', '2026-12-31'), undefined],
    [range('', ''), undefined],
    [range('@today-6', '@today'), undefined],
    [range('31/02/2026', ''), 'filter.invalid.date'],
    [range('', '1/1'), 'filter.invalid.date'],
    [range('2026-12-31', '2026-01-01'), 'filter.invalid.range'],
    [{ match: 'empty' }, undefined],
  ] as const)('by day, %j: %s', async (value, problem) => {
    const screen = await realScreen('/feriados');
    expect(filterProblem(screen, await fieldOf('/feriados', 'data'), value, texts)).toBe(problem);
  });

  it.each([
    ['decimal', range('10', '9'), 'filter.invalid.range'],
    ['decimal', range('9', '10'), undefined],
    ['decimal', range('abc', ''), 'filter.invalid.number'],
    ['integer', range('1.5', ''), 'filter.invalid.integer'],
    ['integer', range('-3', '12'), undefined],
  ] as const)('by %s, %j: %s', async (type, value, problem) => {
    const screen = await realScreen('/feriados');
    const field = await fieldOf('/feriados', 'data', { key: 'valor', type });
    expect(filterProblem(screen, field, value, texts)).toBe(problem);
  });

  it('must fill its mask', async () => {
    const screen = await realScreen('/cidades');
    const field = await fieldOf('/cidades', 'ibge');
    expect(field.mask).toBe('#######');
    expect(filterProblem(screen, field, { match: 'equals', value: '310620' }, texts)).toBe('filter.invalid.mask');
    expect(filterProblem(screen, field, { match: 'equals', value: '3106200' }, texts)).toBeUndefined();
  });
});
