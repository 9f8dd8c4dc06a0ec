/** What somebody may do or see that another may not: the first such right, by its name. */
import { expect, test } from 'vitest';
import type { Access } from '../../../engine/access/access.ts';
import { rightBeyond } from '../../../engine/access/right-beyond.ts';
import { entityOf, everything, who } from '../data/plan/plan-stage.ts';

const entities = [entityOf('clinica'), entityOf('guia')];
const beyond = (access: Access, other: Access, pairs: readonly string[] = []) =>
  rightBeyond(access, other, pairs, entities);

test('nothing is beyond who may do everything, and everything beyond who may not', () => {
  expect(beyond(everything, who(['all:manage'], { staff: false }), ['guia:list'])).toBeUndefined();
  expect(beyond(who(['guia:list']), everything)).toBe('all:manage');
});

test('the first pair that is not held, by itself or by a wider one', () => {
  const access = who(['guia:manage', 'exame:list']);
  const other = who(['guia:view', 'exame:list', 'exame:view']);
  expect(beyond(access, other, ['guia:view', 'exame:list'])).toBeUndefined();
  expect(beyond(access, other, ['guia:view', 'exame:list', 'exame:view', 'clinica:list'])).toBe('exame:view');
});

test('rows of others: all of them, and those of another own record', () => {
  const staff = who([]);
  const provider = who([], { provider: 3 });
  expect(
    [
      [staff, provider],
      [provider, staff],
      [provider, who([], { provider: 3 })],
      [provider, who([], { provider: 4 })],
      [provider, who([], { provider: 3, person: 4 })],
      [provider, who([], { person: 4 })],
      [provider, who([], { staff: false })],
      [who([], { staff: false }), provider],
    ].map(([access = staff, other = staff]) => beyond(access, other)),
  ).toEqual([undefined, 'operadora', undefined, 'prestador', 'beneficiario', 'prestador', 'prestador', 'prestador']);
});

test('rows of several own records: no more of them than one has, and some of them', () => {
  const office = who([], { provider: [3, 4] });
  expect(
    [[3, 4], [4, 3], [4], [3], [4, 5], [5], [3, 4, 5], []].map((provider) => beyond(office, who([], { provider }))),
  ).toEqual([undefined, undefined, undefined, undefined, 'prestador', 'prestador', 'prestador', 'prestador']);
  expect(beyond(who([], { provider: 3 }), office)).toBe('prestador');
});

test('a field or an array that is further open; one that is less is not', () => {
  const hidden = who([], { hidden: ['guia.nota', 'guia.itens'] });
  expect(beyond(hidden, who([], { masked: ['guia.nota'], hidden: ['guia.itens'] }))).toBe('guia.nota');
  expect(beyond(hidden, who([], { hidden: ['guia.nota'] }))).toBe('guia.itens');
  expect(beyond(hidden, who([], { hidden: ['clinica.nome', 'guia.nota', 'guia.itens'] }))).toBeUndefined();
  expect(beyond(who([]), hidden)).toBeUndefined();
  expect(beyond(hidden, hidden)).toBeUndefined();
});

test('pairs are named before rows, and rows before fields', () => {
  const access = who([], { provider: 3, hidden: ['guia.nota'] });
  expect(beyond(access, who([]), ['guia:list'])).toBe('guia:list');
  expect(beyond(access, who([]))).toBe('operadora');
  expect(beyond(access, who([], { provider: 3 }))).toBe('guia.nota');
});
