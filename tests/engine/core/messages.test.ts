import { describe, expect, it } from 'vitest';
import { fillText } from '../../../engine/core/messages.ts';

describe('a text with placeholders', () => {
  it.each([
    [
      'Um lote leva no máximo {maximum, number} registros.',
      { maximum: 100_000 },
      'Um lote leva no máximo 100.000 registros.',
    ],
    ['até {limit, number}', { limit: 1234.56789 }, 'até 1.234,56789'],
    ['até {limit, number}', { limit: '01/02/2026' }, 'até 01/02/2026'],
    ['o lote {number}', { number: 12_345 }, 'o lote 12345'],
    ['{titles}', { titles: ['UF', 'Cidade'] }, 'UF, Cidade'],
    ['o arquivo {name}', { name: 'שלום.csv' }, 'o arquivo \u2068שלום.csv\u2069'],
    ['faltam {count, number} e {name}', {}, 'faltam {count, number} e {name}'],
  ])('%s', (text, params, filled) => {
    expect(fillText(text, params)).toBe(filled);
  });
});
