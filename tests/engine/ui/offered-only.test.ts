/** What a picker asks for beside what is typed. */
import { expect, it } from 'vitest';
import type { OfferedOnly } from '../../../engine/contract/screen-model.ts';
import { fitting, isNarrowed, offered, offeredOnly } from '../../../engine/ui/runtime/offered-only.ts';

const where: readonly OfferedOnly[] = [
  { column: 'firma_id', from: 'empresa_id', above: false },
  { column: 'nome', from: 'nome', above: true },
];
const query = (text: string): readonly (readonly [string, string])[] => [...new URLSearchParams(text)];
const offeredFor = 'guia.itens.motivo';
const fixed = [['offered_for', offeredFor]];

it('asks for what the files fix by the name of the field, and for those that stand beside the relation', () => {
  const values: Readonly<Record<string, unknown>> = { 'empresa_id false': 3, 'nome true': 'a, b' };
  const only = offeredOnly({ offeredFor, where }, (column, above) => values[`${column} ${above}`]);
  expect(query(only)).toEqual([...fixed, ['firma_id', 'eq.3'], ['nome', 'eq.a, b']]);
});

it('is narrowed by nothing that is empty, and by any of several values', () => {
  for (const empty of [undefined, null, '', []])
    expect(query(offeredOnly({ offeredFor, where }, () => empty))).toEqual(fixed);
  const several = offeredOnly({ offeredFor, where }, (column) => (column === 'empresa_id' ? ['3', '4'] : []));
  expect(query(several)).toEqual([...fixed, ['firma_id', 'in.(3,4)']]);
});

it('asks for the records that alone may stand in it', () => {
  expect(query(offeredOnly({ among: [5, 6], where: [] }))).toEqual([['id', 'in.(5,6)']]);
});

it("is narrowed by what the files fix, by what stands beside, and by being one's own; not by the names of all", () => {
  expect(isNarrowed({ where: [] })).toBe(false);
  expect(isNarrowed({ offeredFor, where: [] })).toBe(true);
  expect(isNarrowed({ offeredFor, beyond: true, where: [] })).toBe(false);
  expect(isNarrowed({ offeredFor, beyond: true, among: [5], where: [] })).toBe(true);
  expect(isNarrowed({ offeredFor, beyond: true, where }, () => null)).toBe(false);
  expect(isNarrowed({ offeredFor, beyond: true, where }, () => 3)).toBe(true);
});

it('asks for the day as well, where the relation has one and it is there', () => {
  const beside = (column: string) => (column === 'dia' ? '2026-11-25' : undefined);
  const date = { column: 'dia', from: 'inicio', until: 'fim' };
  const only = { offeredFor, where: [], date };
  expect(query(offered(only, beside))).toEqual([['date', '2026-11-25'], ...fixed]);
  expect(query(fitting(only, beside))).toEqual([
    ['or', '(inicio.is.null,inicio.lte.2026-11-25)'],
    ['or', '(fim.is.null,fim.gte.2026-11-25)'],
    ...fixed,
  ]);
  for (const ask of [offered, fitting]) {
    expect(ask({ where: [], date })).toBe('');
    expect(ask({ where: [], date }, () => null)).toBe('');
    expect(ask({ where: [], date }, () => '31/02/2020')).toBe('');
    expect(ask({ where: [], date: null }, beside)).toBe('');
  }
});
