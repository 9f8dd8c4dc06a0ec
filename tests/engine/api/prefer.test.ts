import { describe, expect, test } from 'vitest';
import { parsePrefer, preferencesApplied } from '../../../engine/api/prefer.ts';
import { Refusal } from '../../../engine/core/errors.ts';

const refusalOf = (header: string): unknown => {
  try {
    parsePrefer(header);
  } catch (error) {
    return error instanceof Refusal ? [error.code, error.params] : error;
  }
  return undefined;
};

const nothing = {
  count: undefined,
  representation: 'minimal',
  maxAffected: undefined,
  resolution: undefined,
  rollback: false,
  each: false,
};
const parsed = (header: string | readonly string[] | undefined) => {
  const { said, ...rest } = parsePrefer(header);
  return rest;
};

describe('parsePrefer', () => {
  test.each([
    [undefined, {}],
    ['', {}],
    ['return=representation', { representation: 'representation' }],
    [' Return = Representation ,COUNT=exact', { representation: 'representation', count: 'exact' }],
    [
      ['return=headers-only', 'count=planned, tx=rollback'],
      { representation: 'headers-only', count: 'planned', rollback: true },
    ],
    ['resolution=merge-duplicates,missing=default', { resolution: 'merge-duplicates' }],
    ['resolution=ignore-duplicates, resolution=merge-duplicates', { resolution: 'ignore-duplicates' }],
    ['return=nada, return=representation', { representation: 'representation' }],
    ['tx=commit, tx=rollback', { rollback: false }],
    ['handling=strict, max-affected=10', { maxAffected: 10 }],
    ['outcome=each', { each: true }],
    ['outcome=all, outcome=each', {}],
    ['outcome=tudo', {}],
    ['handling=lenient, foo, bar=1, return=representation', { representation: 'representation' }],
    ['foo', {}],
  ] as const)('reads %j', (header, expected) => {
    expect(parsed(header)).toEqual({ ...nothing, ...expected });
  });

  test('refuses with handling=strict what it does not know or cannot do, as it was written', () => {
    expect(refusalOf('handling=strict, foo, return=representation, count=all, Missing=null, timezone=UTC')).toEqual([
      'REQUEST_PREFERENCE_UNKNOWN',
      { preferences: ['foo', 'count=all', 'Missing=null', 'timezone=UTC'] },
    ]);
    expect(refusalOf('foo, HANDLING=STRICT')).toEqual(['REQUEST_PREFERENCE_UNKNOWN', { preferences: ['foo'] }]);
    expect(refusalOf('handling=lenient, handling=strict, foo')).toBe(undefined);
  });

  test.each(['max-affected=um', 'max-affected=', 'max-affected=-1', 'max-affected=1e3', 'max-affected'])(
    'refuses the limit %s even where it is lenient',
    (text) => {
      expect(refusalOf(text)).toEqual([
        'REQUEST_QUERY_INVALID',
        { parameter: 'Prefer', problem: `'${text}' não é um número` },
      ]);
    },
  );
});

describe('preferencesApplied', () => {
  const all = ['max-affected', 'handling', 'tx', 'count', 'return', 'missing', 'resolution'] as const;

  test('lists in the order of PostgREST what was said and is honoured', () => {
    const prefer = parsePrefer(
      'max-affected=3, handling=strict, tx=rollback, count=exact, return=minimal, missing=default, resolution=merge-duplicates',
    );
    expect(preferencesApplied(prefer, all)).toBe(
      'resolution=merge-duplicates, missing=default, return=minimal, count=exact, tx=rollback, handling=strict, max-affected=3',
    );
    expect(preferencesApplied(prefer, ['tx', 'return'])).toBe('return=minimal, tx=rollback');
  });

  test('gives nothing where nothing was said or nothing of it is honoured', () => {
    expect(preferencesApplied(parsePrefer(undefined), all)).toBe(undefined);
    expect(preferencesApplied(parsePrefer('foo, return=representation'), ['count'])).toBe(undefined);
  });
});
