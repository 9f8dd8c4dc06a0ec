import { stringify } from 'csv-stringify/sync';
import { expect, test } from 'vitest';
import { Refusal } from '../../../engine/core/errors.ts';
import { CsvText, readCsv } from '../../../engine/data/csv-rows.ts';
import fc from '../../support/laws.ts';
import { createEntity, createField } from '../../support/small-model.ts';

const thing = createEntity({
  name: 'coisa',
  fields: [
    createField({ name: 'texto', type: 'text' }),
    createField({ name: 'longo', type: 'long-text' }),
    createField({ name: 'inteiro', type: 'integer' }),
    createField({ name: 'valor', type: 'money' }),
    createField({ name: 'taxa', type: 'percent' }),
    createField({ name: 'sim', type: 'boolean' }),
    createField({ name: 'dia', type: 'date' }),
    createField({ name: 'mes', type: 'month' }),
    createField({ name: 'cor', type: 'code', codes: ['R', 'G'] }),
    createField({ name: 'alvo', type: 'relation', relation: { entity: 'coisa', label: [], onDelete: 'clear' } }),
  ],
});

/** Of each column, the values that JSON may carry. An empty text is no value, and NULL is how CSV writes one. */
const words = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text !== 'NULL');
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  texto: words,
  longo: words,
  inteiro: fc.integer({ min: -2147483648, max: 2147483647 }),
  valor: fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100),
  taxa: fc.integer({ min: -1e6, max: 1e6 }).map((parts) => parts / 10_000),
  sim: fc.boolean(),
  dia: fc.constantFrom('2026-02-28', '1999-12-31'),
  mes: fc.constantFrom('2026-02', '1999-12'),
  cor: fc.constantFrom('R', 'G'),
  alvo_id: fc.integer({ min: 1, max: 1e9 }),
};
const row = fc.record(
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fc.option(value, { nil: null })])),
);

/** Numbers as people write them in files: without exponent. */
const cell = (value: unknown): string =>
  typeof value === 'number' ? value.toFixed(4).replace(/\.?0+$/, '') || '0' : String(value);

test('gives of a table what JSON would have given, however it is quoted and its lines end', () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 5 }),
      fc.constantFrom('windows', 'unix'),
      fc.boolean(),
      fc.constantFrom('', 'NULL'),
      (rows, delimiter, quoted, empty) => {
        const header = Object.keys(values);
        const text = stringify(
          [header, ...rows.map((one) => header.map((name) => (one[name] === null ? empty : cell(one[name]))))],
          { record_delimiter: delimiter, quoted },
        );
        expect(readCsv(new CsvText(text), thing, 100)).toEqual({ header, rows });
      },
    ),
    { numRuns: 200 },
  );
});

test('refuses one row more than there may be, with their number, however they are quoted', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('windows', 'unix', '\r'),
      fc.boolean(),
      (rows, delimiter, quoted) => {
        const header = Object.keys(values);
        const lines = [header, ...rows.map((one) => header.map((name) => one[name] ?? ''))];
        const table = new CsvText(stringify(lines, { record_delimiter: delimiter, quoted }));
        expect(readCsv(table, thing, rows.length).rows.length).toBe(rows.length);
        const refused = { code: 'REQUEST_ROWS_TOO_MANY', params: { count: rows.length, maximum: rows.length - 1 } };
        expect(() => readCsv(table, thing, rows.length - 1)).toThrow(expect.objectContaining(refused));
      },
    ),
    { numRuns: 200 },
  );
});

test('either reads or refuses, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a,;"\n\r\t N') }), (text) => {
      try {
        const { header, rows } = readCsv(new CsvText(text), thing, 100);
        expect(rows.every((one) => Object.keys(one).length === header.length)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
        expect((error as Refusal).code).toBe('REQUEST_CSV_INVALID');
      }
    }),
    { numRuns: 500 },
  );
});

test('leaves a text that is no value of its field to validation', () => {
  expect(
    readCsv(new CsvText('inteiro,valor,sim,dia,cor,naoha\n1.5,"1.200,50",Sim,31/12/2026,X,y'), thing, 100).rows,
  ).toEqual([{ inteiro: '1.5', valor: '1.200,50', sim: 'Sim', dia: '31/12/2026', cor: 'X', naoha: 'y' }]);
});
