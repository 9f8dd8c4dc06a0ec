import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import type { FormatContext } from '../../../engine/fields/contract.ts';
import { fieldTypes, typeOf } from '../../../engine/fields/index.ts';
import { currency } from '../../../engine/fields/number.ts';
import type { Field, FieldTypeName } from '../../../engine/model/types.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import { createField } from '../../support/small-model.ts';

const context: FormatContext = { timeZone: 'America/Sao_Paulo' };
const field = (type: FieldTypeName, more: Partial<Field> = {}): Field => createField({ name: 'campo', type, ...more });
const parse = (type: FieldTypeName, text: string, more: Partial<Field> = {}): string | undefined =>
  fieldTypes[type].parse(text, field(type, more));
const format = (type: FieldTypeName, value: unknown, more: Partial<Field> = {}): string =>
  fieldTypes[type].format(value, field(type, more), context).replaceAll('\u00a0', ' ');

test.each([
  ['date', '2026-02-28', '28/02/2026', {}, 'DD/MM/YYYY [format-date-dmy]'],
  ['month', '2026-02', '02/2026', {}, 'MM/YYYY [format-date-my]'],
  ['year', 2026, '2026', {}, 'YYYY [format-date-y]'],
  ['time', '08:30:00', '08:30', {}, 'HH:mm [format-date-hm]'],
  [
    'date-time',
    '2026-03-01T02:30:09+00:00',
    '28/02/2026 23:30:09',
    { seconds: true },
    'DD/MM/YYYY HH:mm:ss [format-date-dmy-hms]',
  ],
  [
    'date-time',
    '2026-03-01T02:30:00+00:00',
    '28/02/2026 23:30',
    {},
    'DD/MM/YYYY HH:mm in the zone of the installation',
  ],
  ['money', 1234567.8, 'R$ 1.234.567,80', {}, 'BRL [format-currency]'],
  ['money', -0.07, '-R$ 0,07', {}, 'BRL below zero'],
  ['percent', 12.5, '12,5 %', {}, 'as shown: 100 is 100 % [format-percent]'],
  ['percent', 100, '100 %', {}, 'as shown'],
  ['percent', 0.3333, '0,3333 %', {}, 'as shown'],
  ['integer', 1234, '1.234', {}, 'with thousands'],
  ['decimal', 1234.5, '1.234,50', {}, 'of two places'],
  ['decimal', 0.5, '0,50', { scale: 3 }, 'no long tail of zeros'],
  ['decimal', 0.125, '0,125', { scale: 3 }, 'of its own places'],
  ['boolean', true, 'Sim', {}, 'a word'],
  ['boolean', false, 'Não', {}, 'a word'],
  ['text', '31104500', '31104-500', { mask: '#####-###' }, 'masked'],
  ['text', '52998224725', '529.982.247-25', { format: 'cpf' }, 'a CPF'],
  ['text', '11222333000181', '11.222.333/0001-81', { format: 'cpf-cnpj' }, 'a CNPJ'],
  ['text', '3133334444', '(31) 3333-4444', { format: 'phone' }, 'a phone'],
  ['text', '30140071', '30140-071', { format: 'cep' }, 'a CEP'],
  ['text', '700500810000008', '700 5008 1000 0008', { format: 'cns' }, 'a CNS'],
  ['text', '12012345672', '120.12345.67-2', { format: 'pis' }, 'a PIS'],
  ['text', 'Ana', 'Ana', {}, 'as it is'],
  ['long-text', 'a\nb', 'a\nb', {}, 'as it is'],
  ['code', 'X', 'X', {}, 'the value of a code that no list has'],
  ['relation', 5, '5', {}, 'an id'],
] as const)('%s %j is written %s %j: %s', (type, value, written, more, _what) => {
  expect(format(type, value, more)).toBe(written);
});

test('a code is written by the label of its list', () => {
  const options = [{ value: 'A', label: 'Aberta', tone: 'neutral' as const }];
  expect(fieldTypes.code.format('A', field('code'), { ...context, options })).toBe('Aberta');
});

test.each<[FieldTypeName, readonly string[], readonly string[], Partial<Field>?]>([
  [
    'integer',
    ['0', '-5', '+5', '007', '2147483647', '-2147483648'],
    ['', ' 1', '1.0', '1e3', '2147483648', '-2147483649', '٣', '1_000'],
  ],
  [
    'decimal',
    ['0', '-5.5', '.5', '5.', '0.123456789', '999999999999'],
    ['', '.', '-', '1e3', '1,5', '1000000000000', 'NaN', 'Infinity'],
  ],
  ['money', ['10', '-0.01', '999999999999.99'], ['R$ 1', '1.000,00', '1000000000000', '']],
  ['percent', ['100', '99.9999', '-1'], ['1000', '1%', '']],
  ['boolean', ['true', 'false'], ['', 'TRUE', '1', 'sim', 't']],
  ['time', ['08:30', '23:59:59'], ['', '24:00', '8:30', 'allballs', 'now']],
  ['month', ['2026-02'], ['', '2026-13', '02/2026']],
  ['year', ['2026', '1000', '9999'], ['', '26', '0999', '10000', '2.026', '2026.0', '+2026', '٢٠٢٦']],
  [
    'date-time',
    ['2026-02-28T10:00:00-03:00', '2026-02-28 10:00:00.5Z', '2024-02-29t10:00:00+15:59'],
    [
      '',
      '2026-02-28',
      '2026-02-28T10:00:00',
      '2026-02-29T10:00:00Z',
      '2026-02-28T25:00:00Z',
      '2026-02-28T10:00:00+16:00',
      'now',
      'infinity',
    ],
  ],
  ['relation', ['1', '999999999999999999'], ['', '-1', '1.5', '9999999999999999999', 'x']],
  ['text', ['', 'a', '%'], []],
  ['code', ['', 'A'], []],
])('%s takes %j and not %j', (type, good, bad, more = {}) => {
  for (const text of good) expect([text, parse(type, text, more)]).toEqual([text, text]);
  for (const text of bad) expect([text, parse(type, text, more)]).toEqual([text, undefined]);
});

test('the currency of every amount is BRL [constants-currency]', () => {
  expect(currency).toBe('BRL');
  for (const amount of [0, 0.05, 1234.56, -1e11]) expect(format('money', amount)).toMatch(/^-?R\$ [\d.]+,\d\d$/);
});

test('a text with a form of its own is taken with its punctuation or without', () => {
  for (const [form, stored, texts] of [
    ['cpf', '52998224725', ['52998224725', '529.982.247-25', '529982247-25', ' 529 982 247 25 ']],
    ['cnpj', '12ABC34501DE35', ['12.ABC.345/01DE-35', '12abc34501de35']],
    ['cpf-cnpj', '11222333000181', ['11.222.333/0001-81']],
    ['cns', '700500810000008', ['700 5008 1000 0008', '700.5008.1000.0008']],
    ['pis', '12012345672', ['120.12345.67-2']],
    ['cep', '30140071', ['30140-071', '30.140-071']],
    ['phone', '31999998888', ['(31) 99999-8888', '+55 31 99999-8888', '31 99999–8888']],
    ['phone', '08007012345', ['0800 701 2345', '0800-701-2345']],
  ] as const)
    for (const text of texts) expect([form, text, parse('text', text, { format: form })]).toEqual([form, text, stored]);
  for (const text of ['<b>', '529.982.247-25;', 'CPF: 1', '...', ''])
    expect([text, parse('text', text, { format: 'cpf' })]).toEqual([text, text]);
  // Without its sign a country code is two more digits, which no number has; of a part of a number it is not taken off.
  for (const text of ['5531999998888', '553133334444', '+5531'])
    expect([text, parse('text', text, { format: 'phone' })]).toEqual([text, text]);
});

test('a text with a mask is taken with it or without', () => {
  for (const text of ['31104500', '31104-500']) expect(parse('text', text, { mask: '#####-###' })).toBe('31104500');
});

test.each<[FieldTypeName | undefined, object]>([
  ['text', { type: 'string' }],
  ['text', { type: 'string', format: 'email' }],
  ['text', { type: 'string', format: 'cpf-cnpj' }],
  ['long-text', { type: 'string', format: 'multiline' }],
  ['integer', { type: 'integer' }],
  ['decimal', { type: 'number' }],
  ['money', { type: 'number', format: 'money' }],
  ['percent', { type: 'number', format: 'percent' }],
  ['boolean', { type: 'boolean' }],
  ['date', { type: 'string', format: 'date' }],
  ['date-time', { type: 'string', format: 'date-time' }],
  ['time', { type: 'string', format: 'time' }],
  ['month', { type: 'string', format: 'month' }],
  ['year', { type: 'integer', format: 'year' }],
  ['text', { type: 'string', format: 'cns' }],
  ['text', { type: 'string', format: 'pis' }],
  ['text', { type: 'string', format: 'cep' }],
  ['code', { type: 'string', 'x-code-list': 'uf' }],
  ['relation', { 'x-relation': { entity: 'cidade' } }],
  ['attachment', { 'x-attachment': { types: ['pdf'] } }],
  [undefined, { type: 'integer', format: 'money' }],
  [undefined, {}],
])('%s is the one type of %j', (expected, property) => {
  const known = { title: 'Campo', ...property } as Parameters<typeof typeOf>[0];
  expect(typeOf(known)).toBe(expected);
  expect(Object.values(fieldTypes).filter((type) => type.matches(known))).toHaveLength(expected === undefined ? 0 : 1);
});

test('each type stands under its own name and offers emptiness, and equality of what is no file', () => {
  for (const [name, type] of Object.entries(fieldTypes)) {
    expect(type.name).toBe(name);
    expect(type.operators).toEqual(expect.arrayContaining(name === 'attachment' ? ['is'] : ['eq', 'is']));
  }
});

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  /** Which of the texts the database takes for a value of the SQL type, each judged alone. */
  const taken = async (texts: readonly string[], sqlType: string): Promise<boolean[]> => {
    const { rows } = await database.query<{ good: boolean }>({
      text: `select pg_input_is_valid(x, '${sqlType}') as good from json_array_elements_text($1::text::json) with ordinality e(x, n) order by n`,
      values: [JSON.stringify(texts)],
    });
    return rows.map(({ good }) => good);
  };

  describe('against the judgement of the database', () => {
    const two = (most: number) => fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'));
    const year = fc
      .oneof(fc.integer({ min: 1, max: 9999 }), fc.constantFrom(1, 4, 100, 400, 1582, 1900, 2000, 2024, 9999))
      .map((value) => String(value).padStart(4, '0'));
    const day = fc.tuple(year, two(14), two(33)).map((parts) => parts.join('-'));

    test('a date is taken if and only if the database takes it, from year 1 to 9999', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(day, { minLength: 50, maxLength: 50 }), async (days) => {
          expect(days.map((text) => parse('date', text) !== undefined)).toEqual(await taken(days, 'date'));
        }),
        { numRuns: 20 },
      );
    });

    test('every last day of February is judged as the database does', async () => {
      const days = Array.from({ length: 9999 }, (_, index) => `${String(index + 1).padStart(4, '0')}-02-29`);
      expect(days.map((text) => parse('date', text) !== undefined)).toEqual(await taken(days, 'date'));
    });

    test.each([
      ['date', 'date'],
      ['date-time', 'timestamptz'],
      ['time', 'time'],
      ['integer', 'integer'],
      ['decimal', 'numeric'],
      ['money', 'numeric'],
      ['percent', 'numeric'],
      ['relation', 'bigint'],
      ['year', 'integer'],
      ['boolean', 'boolean'],
    ] as const)('what %s takes the database takes as %s', async (type, sqlType) => {
      const text = fc.oneof(
        fc.string(),
        fc.stringMatching(/^[-+]?[0-9.]{0,14}$/),
        fc.stringMatching(/^[0-9]{3,5}$/),
        fc.stringMatching(/^[0-2][0-9]:[0-5][0-9](:[0-6][0-9])?$/),
        fc
          .tuple(
            day,
            fc.constantFrom('T', ' ', 't'),
            two(25),
            two(61),
            two(61),
            fc.constantFrom('', '.5', '.123456789'),
            fc.constantFrom('Z', 'z', '+00:00', '-03:00', '+1559', '-15:59', '+16:00', '+14'),
          )
          .map(([date, t, h, m, s, part, zone]) => `${date}${t}${h}:${m}:${s}${part}${zone}`),
        fc.constantFrom('true', 'false', 'infinity', 'now', 'epoch', '0x1F', '1_000', 'NaN'),
        day,
      );
      let count = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(text, { minLength: 200, maxLength: 200 }), async (texts) => {
          const good = texts.flatMap((one) => parse(type, one) ?? []);
          count += good.length;
          expect(await taken(good, sqlType)).toEqual(good.map(() => true));
        }),
        { numRuns: 20 },
      );
      expect(count).toBeGreaterThan(20);
    });
  });
});
