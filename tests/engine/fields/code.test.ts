import { describe, expect, it } from 'vitest';
import { code } from '../../../engine/fields/code.ts';
import type { CodeOption, Field } from '../../../engine/model/types.ts';

const field = { type: 'code' } as Field;
const options = (...labels: readonly string[]): readonly CodeOption[] =>
  labels.map((label, index) => ({ value: String(index), label, tone: 'neutral' }));

describe('the room that a code takes', () => {
  it.each([
    ['short words', ['Pago', 'Fechado'], 4, 96],
    ['the states of Brazil', ['Goiás', 'Rio Grande do Norte'], 6, 160],
    ['half a line', ['42 - Desligamento da empresa'], 6, 228],
    ['half a line', ['Outro estabelecimento de saúde (A)'], 12, 257],
    ['a sentence', ['A00–A09 Doenças infecciosas intestinais'], 12, 280],
    ['no option', [], 4, 96],
  ])('is by its longest label: %s', (_, labels, span, width) => {
    expect(code.span(field, options(...labels))).toBe(span);
    expect(code.width(field, options(...labels))).toBe(width);
  });

  it('is a middling one where the options are not known', () => {
    expect([code.span(field), code.width(field)]).toEqual([4, 138]);
  });
});
