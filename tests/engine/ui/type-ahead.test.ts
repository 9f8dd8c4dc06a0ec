import { describe, expect, it } from 'vitest';
import { aheadOf, createTypeAhead } from '../../../engine/ui/controls/type-ahead.ts';

const options = ['Feminino', 'Masculino', 'Não informado', 'Médico', 'A B'].map((label) => ({ value: label, label }));

describe('a text typed at a short list', () => {
  it.each([
    ['fem', undefined, 'Feminino'],
    ['nao', undefined, 'Não informado'],
    ['a b', undefined, 'A B'],
    ['m', undefined, 'Masculino'],
    ['m', 'Masculino', 'Médico'],
    ['mm', 'Médico', 'Masculino'],
    ['me', 'Masculino', 'Médico'],
    ['f', 'Feminino', 'Feminino'],
    ['fim', undefined, undefined],
    ['x', undefined, undefined],
    ['inino', undefined, undefined],
  ])('%j takes, of %j, %j', (typed, value, taken) => {
    expect(aheadOf(options, typed, value)?.value).toBe(taken);
  });

  it('begins anew after a pause, and is begun by no blank and ended by any other key', () => {
    const ahead = createTypeAhead();
    expect([ahead.type(' ', 0), ahead.type('Enter', 1), ahead.type('f', 2), ahead.type('e', 500)]).toEqual([
      ...[undefined, undefined, 'f', 'fe'],
    ]);
    expect([ahead.type(' ', 900), ahead.type('m', 2000)]).toEqual(['fe ', 'm']);
    expect([ahead.type('Shift', 2001), ahead.type('A', 2002)]).toEqual([undefined, 'mA']);
    expect([ahead.type('Tab', 2003), ahead.type('f', 2004)]).toEqual([undefined, 'f']);
  });
});
