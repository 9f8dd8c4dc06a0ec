import { describe, expect, test } from 'vitest';
import { Validators } from '../../../engine/data/validators.ts';
import type { Field } from '../../../engine/model/types.ts';
import fc from '../../support/laws.ts';
import { createEntity, createField } from '../../support/small-model.ts';

const validators = new Validators();
const checkOf = (fields: readonly Field[], partial = false) =>
  validators.of(createEntity({ name: 'teste', fields }), partial);
const keywordsOf = (failures: readonly { readonly keyword: string; readonly instancePath: string }[]): string[] =>
  failures.map(({ keyword, instancePath }) => `${instancePath} ${keyword}`);

describe('decimals', () => {
  test.each([2, 3, 4, 8])('of %i places are all good, and one place more is not', (scale) => {
    const check = checkOf([createField({ name: 'valor', type: 'decimal', scale })]);
    // a binary fraction holds 15 digits, so the whole part leaves room for the places and one more
    const whole = fc.bigInt({ min: 0n, max: 10n ** BigInt(Math.min(12, 14 - scale)) - 1n });
    const part = fc.bigInt({ min: 0n, max: 10n ** BigInt(scale) - 1n });
    fc.assert(
      fc.property(whole, part, fc.boolean(), fc.integer({ min: 1, max: 9 }), (units, fraction, negative, last) => {
        const text = `${negative ? '-' : ''}${units}.${String(fraction).padStart(scale, '0')}`;
        expect([text, check({ valor: Number(text) })]).toEqual([text, []]);
        const longer = `${text}${last}`;
        expect([longer, keywordsOf(check({ valor: Number(longer) })).at(-1)]).toEqual([longer, '/valor multipleOf']);
      }),
      { numRuns: 2000 },
    );
  });

  test('of a step are its multiples, exactly', () => {
    const check = checkOf([createField({ name: 'valor', type: 'decimal', multipleOf: 0.25 })]);
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), (cents) => {
        expect(check({ valor: cents / 100 }).length).toBe(cents % 25 === 0 ? 0 : 1);
      }),
    );
    const whole = checkOf([createField({ name: 'valor', type: 'integer', multipleOf: 5 })]);
    expect([0, 5, -10, 2_000_000_000, 7, 2.5].map((valor) => keywordsOf(whole({ valor })))).toEqual([
      [],
      [],
      [],
      [],
      ['/valor multipleOf'],
      ['/valor type', '/valor multipleOf'],
    ]);
  });

  test.each([
    [{ type: 'decimal', scale: 1, multipleOf: 0.25 }, [0.5, 2, -1.5], [2.25, 0.75, 0.1]],
    [{ type: 'decimal', multipleOf: 0.005 }, [10.01, 10.02], [10.015, 0.005]],
    [{ type: 'money', multipleOf: 0.015 }, [0.03, 1.5], [0.015, 0.01]],
    [{ type: 'percent', multipleOf: 0.00025 }, [0.0005], [0.00025]],
    [{ type: 'integer', multipleOf: 2.5 }, [5, 10], [2, 7.5]],
    [{ type: 'decimal', multipleOf: 1e-300 }, [0.01], [0.001]],
  ] as const)('of a step that their places cannot hold, %j, are those that can be stored', (parts, good, bad) => {
    const check = checkOf([createField({ name: 'valor', ...parts })]);
    for (const valor of good) expect([valor, check({ valor })]).toEqual([valor, []]);
    for (const valor of bad) expect([valor, keywordsOf(check({ valor })).at(-1)]).toEqual([valor, '/valor multipleOf']);
  });

  test('beyond what the column holds are refused, and no number breaks the check', () => {
    const check = checkOf([createField({ name: 'valor', type: 'money' })]);
    fc.assert(
      fc.property(fc.double(), (valor) => {
        const good = check({ valor }).length === 0;
        if (good) expect(Math.abs(valor)).toBeLessThan(1e12);
      }),
    );
    expect(keywordsOf(check({ valor: 1e12 }))).toEqual(['/valor maximum']);
    expect(keywordsOf(check({ valor: 1e300 }))).toEqual(['/valor maximum', '/valor multipleOf']);
  });

  test('are bounded by their column, whatever their places and whatever larger limit the field has', () => {
    for (const scale of [0, 2, 4, 6, 8]) {
      const check = checkOf([createField({ name: 'valor', type: 'decimal', scale })]);
      expect([scale, keywordsOf(check({ valor: 1e12 })), keywordsOf(check({ valor: -1e12 }))]).toEqual([
        scale,
        ['/valor maximum'],
        ['/valor minimum'],
      ]);
    }
    for (const [type, beyond] of [
      ['money', 1e12],
      ['percent', 1000],
      ['integer', 2 ** 31],
    ] as const) {
      const check = checkOf([createField({ name: 'valor', type, minimum: -1e15, maximum: 1e15 })]);
      expect([type, keywordsOf(check({ valor: beyond })), keywordsOf(check({ valor: -beyond - 1 }))]).toEqual([
        type,
        ['/valor maximum'],
        ['/valor minimum'],
      ]);
      const own = checkOf([createField({ name: 'valor', type, minimum: -5, maximum: 5 })]);
      expect([5, -5, 6, -6].map((valor) => keywordsOf(own({ valor })))).toEqual([
        [],
        [],
        ['/valor maximum'],
        ['/valor minimum'],
      ]);
    }
  });
});

describe('a record', () => {
  const fields = [
    createField({ name: 'nome', type: 'text', required: true }),
    createField({ name: 'nota', type: 'text', maxLength: 3 }),
    createField({ name: 'lido', type: 'text', readOnly: true }),
    createField({ name: 'oculto', type: 'text', visible: false }),
  ];

  test('of an insert has its required fields, of a change those it names', () => {
    expect(keywordsOf(checkOf(fields)({}))).toEqual([' required']);
    expect(checkOf(fields, true)({})).toEqual([]);
    for (const partial of [false, true])
      for (const nome of [null, ''])
        expect([partial, nome, checkOf(fields, partial)({ nome }).length]).toEqual([partial, nome, 1]);
  });

  test('may leave empty what is not required, and names no field that is not written', () => {
    expect(checkOf(fields)({ nome: 'a', nota: null })).toEqual([]);
    for (const name of ['lido', 'oculto', 'outro', '__proto__', 'toString'])
      expect(keywordsOf(checkOf(fields)(JSON.parse(`{"nome":"a","${name}":1}`)))).toEqual([' additionalProperties']);
  });

  test('counts characters as people do', () => {
    expect(checkOf(fields)({ nome: 'a', nota: '😀😀😀' })).toEqual([]);
    expect(keywordsOf(checkOf(fields)({ nome: 'a', nota: '😀😀😀😀' }))).toEqual(['/nota maxLength']);
  });
});

test('the module of an entity is compiled once, and its address follows its text', () => {
  const entity = createEntity({ name: 'teste', fields: [createField({ name: 'nome', type: 'text' })] });
  const module = validators.browser(entity);
  expect(validators.browser(entity)).toBe(module);
  expect(new Validators().browser({ ...entity }).digest).toBe(module.digest);
  const other = createEntity({ name: 'teste', fields: [createField({ name: 'nome', type: 'text', maxLength: 5 })] });
  expect(validators.browser(other).digest).not.toBe(module.digest);
  expect(module.text).not.toMatch(/\beval\b|new Function/);
});
