import { expect, test } from 'vitest';
import { fieldLevels } from '../../../engine/access/field-right.ts';
import { classLevel, levelColumns, levelOf } from '../../../src/access/stored-levels.ts';

test('a level is stored in columns of which one at most closes something, and read back', () => {
  expect(fieldLevels.map(levelColumns)).toEqual([
    { visivel: true, mascarado: false, somente_leitura: false },
    { visivel: true, mascarado: false, somente_leitura: true },
    { visivel: true, mascarado: true, somente_leitura: false },
    { visivel: false, mascarado: false, somente_leitura: false },
  ]);
  expect(fieldLevels.map((level) => levelOf(levelColumns(level)))).toEqual(fieldLevels);
});

test('of several columns that close something the narrowest counts', () => {
  const all = { visivel: false, mascarado: true, somente_leitura: true };
  expect([levelOf(all), levelOf({ ...all, visivel: true })]).toEqual(['hidden', 'masked']);
});

test('a code of personal data opens what it says, one that is none nothing', () => {
  expect(['ABERTO', 'MASCARADO', 'OCULTO', 'aberto', ''].map(classLevel)).toEqual([
    'open',
    'masked',
    'hidden',
    'hidden',
    'hidden',
  ]);
});
