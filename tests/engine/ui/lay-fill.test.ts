import { describe, expect, it } from 'vitest';
import type { FormFill } from '../../../engine/contract/screen-model.ts';
import type { HeldValues } from '../../../engine/ui/form/lay-fill.ts';
import { layFill } from '../../../engine/ui/form/lay-fill.ts';
import type { FormValues } from '../../../engine/ui/form/validator.ts';
import fc from '../../support/laws.ts';

const fill: FormFill = {
  relation: 'guia_id',
  title: 'Guia',
  path: '/guias',
  select: 'id,a,b',
  fields: [
    { column: 'x', from: 'a' },
    { column: 'y', from: 'b' },
  ],
};
const all = new Set(['x', 'y']);
const none: HeldValues = new Map();
const open = () => () => false;

describe('what a relation brings into a form', () => {
  it('comes to what is empty, and says to which', () => {
    const laid = layFill(fill, { id: 1, a: 'A', b: false }, { values: { x: '', z: 3 }, held: none, left: all }, open);
    expect(laid).toEqual({
      values: { x: 'A', y: false, z: 3 },
      held: new Map([
        ['x', { relation: 'guia_id', value: 'A' }],
        ['y', { relation: 'guia_id', value: false }],
      ]),
      come: ['x', 'y'],
      left: new Set(),
    });
  });

  it('leaves what is typed, zero and no among it, and is the same where nothing comes', () => {
    const values = { x: 0, y: false };
    const laid = layFill(fill, { a: 1, b: true }, { values, held: none, left: all }, open);
    expect(laid.values).toBe(values);
    expect([laid.held, laid.come]).toEqual([none, []]);
  });

  it('follows the relation, also to nothing', () => {
    const first = layFill(fill, { a: 'A', b: 'B' }, { values: {}, held: none, left: all }, open);
    const second = layFill(fill, { a: 'C', b: null }, { values: first.values, held: first.held, left: all }, open);
    expect([second.values, second.come]).toEqual([{ x: 'C' }, ['x']]);
    const third = layFill(fill, undefined, { values: second.values, held: second.held, left: all }, open);
    expect([third.values, third.held, third.come]).toEqual([{}, none, []]);
  });

  it('waits for a field that the values close, and comes to it once they do not', () => {
    const closedWith = (values: FormValues) => (column: string) => column === 'y' && values['x'] !== 'open';
    const first = layFill(fill, { a: 'A', b: 'B' }, { values: {}, held: none, left: all }, closedWith);
    expect([first.values, first.left]).toEqual([{ x: 'A' }, new Set(['y'])]);
    const typed = { x: 'open' };
    const second = layFill(fill, { a: 'A', b: 'B' }, { values: typed, held: none, left: first.left }, closedWith);
    expect([second.values, second.come, second.left]).toEqual([{ x: 'open', y: 'B' }, ['y'], new Set()]);
  });
});

it('whatever is done in whatever order, what was typed last stays, and all else is what the relation says', () => {
  const value = fc.option(fc.constantFrom('A', 'B', 'C'), { nil: undefined });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('choose' as const), a: value, b: value }),
    fc.record({ kind: fc.constant('type' as const), column: fc.constantFrom('x', 'y'), value }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let values: FormValues = {};
      let held: HeldValues = none;
      const typed = new Map<string, unknown>();
      for (const one of steps) {
        if (one.kind === 'type') {
          if (Object.is(values[one.column], one.value)) continue;
          const { [one.column]: _before, ...others } = values;
          values = one.value === undefined ? others : { ...others, [one.column]: one.value };
          held = new Map([...held].filter(([column]) => column !== one.column));
          if (one.value === undefined) typed.delete(one.column);
          else typed.set(one.column, one.value);
        } else {
          ({ values, held } = layFill(fill, one, { values, held, left: all }, open));
          const there = { x: one.a, y: one.b };
          for (const column of ['x', 'y'] as const)
            expect(values[column]).toBe(typed.has(column) ? typed.get(column) : there[column]);
        }
        for (const [column, own] of typed) expect(values[column]).toBe(own);
      }
    }),
  );
});
