import { describe, expect, it } from 'vitest';
import type { Json } from '../../../engine/core/json.ts';
import { equalJson, fromPointer, setAt, toPointer, valueAt } from '../../../engine/core/json.ts';
import fc from '../../support/laws.ts';

describe('JSON pointers', () => {
  it('come back as they went, whatever the segments hold', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (segments) => {
        expect(fromPointer(toPointer(segments))).toEqual(segments);
      }),
    );
  });

  it.each([
    ['', { a: [1] }],
    ['/a/0', 1],
    ['/a/1', undefined],
    ['/b', undefined],
    ['/toString', undefined],
    ['/a/0/x', undefined],
  ])('reads %j', (pointer, expected) => {
    expect(valueAt({ a: [1] }, pointer)).toEqual(expected);
  });
});

describe('setAt', () => {
  it('shares everything off the path', () => {
    const root = { a: { b: 1 }, c: { d: 2 } };
    const changed = setAt(root, '/a/b', 5) as typeof root;
    expect(changed).toEqual({ a: { b: 5 }, c: { d: 2 } });
    expect(changed.c).toBe(root.c);
    expect(root).toEqual({ a: { b: 1 }, c: { d: 2 } });
  });

  it.each<[string, Json | undefined, Json]>([
    ['/a', undefined, { list: [1, 2] }],
    ['/list/0', undefined, { a: 1, list: [2] }],
    ['/list/1', 9, { a: 1, list: [1, 9] }],
    ['/new', { x: 1 }, { a: 1, list: [1, 2], new: { x: 1 } }],
  ])('puts at %j %j', (pointer, value, expected) => {
    expect(setAt({ a: 1, list: [1, 2] }, pointer, value)).toEqual(expected);
  });
});

describe('equalJson', () => {
  it('is what the text with sorted keys says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const sorted = (value: unknown): string =>
          JSON.stringify(value, (_, inner: unknown) =>
            typeof inner === 'object' && inner !== null && !Array.isArray(inner)
              ? Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
              : inner,
          );
        expect(equalJson(a as Json, b as Json)).toBe(sorted(a) === sorted(b));
        expect(equalJson(a as Json, structuredClone(a) as Json)).toBe(true);
      }),
    );
  });
});
