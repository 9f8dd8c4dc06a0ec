import { expect, test } from 'vitest';
import { writeCsv } from '../../../engine/api/csv.ts';
import { itemsOf, membersOf, stripNulls } from '../../../engine/api/json-text.ts';
import fc from '../../support/laws.ts';

const rows = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 });

test('items and members are those that JSON has', () => {
  fc.assert(
    fc.property(rows, fc.constantFrom(undefined, 1), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(
        itemsOf(text).map((item) => membersOf(item).map(([key, one]) => [JSON.parse(key), JSON.parse(one)])),
      ).toEqual(value.map((row) => Object.entries(JSON.parse(JSON.stringify(row)) as object)));
    }),
  );
});

const without = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(without)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .filter(([, one]) => one !== null)
            .map(([key, one]) => [key, without(one)]),
        )
      : value;

test('stripping takes the empty members of objects and nothing else', () => {
  fc.assert(
    fc.property(rows, (value) => {
      const text = JSON.stringify(value);
      expect(JSON.parse(stripNulls(text))).toEqual(without(JSON.parse(text)));
    }),
  );
  expect(stripNulls('[{"a":12345678901234567890.10,"b":null,"c":[null,{"d":null}]}]')).toBe(
    '[{"a":12345678901234567890.10,"c":[null,{}]}]',
  );
});

test('CSV keeps numbers as they are written and names columns that come twice', () => {
  expect(writeCsv('[{"a":1.50,"a":null}]', ['a', 'a'])).toBe('a,a\n1.50,\n');
});
