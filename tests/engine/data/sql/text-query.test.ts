import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../../engine/data/database.ts';
import { canonicalTextQuery } from '../../../../engine/data/sql/text-query.ts';
import { forEachDatabase } from '../../../support/databases.ts';
import fc from '../../../support/laws.ts';

describe('a text query', () => {
  test.each([
    ['casa', "'casa'"],
    [' casa&rua|!pé ', "'casa' & 'rua' | !'pé'"],
    ["(casa | 'rua velha') & x", "('casa' | 'rua velha') & 'x'"],
    ['a <-> b <2> c', "'a' <-> 'b' <2> 'c'"],
    ['ca:* & d:AB', "'ca':* & 'd':AB"],
    ["'d''água' & d'oeste", "'d''água' & 'd''oeste'"],
    ["'a\\\\b'", "'a\\\\b'"],
    ['!!a', "!!'a'"],
    ['a-b_c.d', "'a-b_c.d'"],
  ])('%s is written as %s', (text, expected) => {
    expect(canonicalTextQuery(text)).toBe(expected);
  });

  test.each([
    '',
    ' ',
    'a b',
    'a &',
    '& a',
    '()',
    '(a',
    'a)',
    "'a",
    "''",
    "' '",
    'a:',
    'a:x',
    ':a',
    'a <',
    'a <x> b',
    '!',
  ])('%s is none', (text) => {
    expect(canonicalTextQuery(text)).toBeUndefined();
  });

  test('of parentheses without end is none', () => {
    expect(canonicalTextQuery(`${'('.repeat(500)}a${')'.repeat(500)}`)).toBeUndefined();
  });
});

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  const parts = fc.constantFrom(
    ...[
      'a',
      'casa',
      "'",
      "''",
      "'x y'",
      '\\',
      '&',
      '|',
      '!',
      '(',
      ')',
      '<->',
      '<3>',
      '<',
      ':',
      ':*',
      ':AB',
      ' ',
      'é',
      '😀',
      '-',
    ],
  );

  test('whatever is read is read by the database too', async () => {
    let read = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.array(parts, { maxLength: 8 }).map((texts) => texts.join('')),
          fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\u0000')),
        ),
        async (text) => {
          const query = canonicalTextQuery(text);
          if (query === undefined) return;
          read += 1;
          await database.query({ text: "select to_tsquery('portuguese', $1::text)", values: [query] });
        },
      ),
      { numRuns: 1500 },
    );
    expect(read).toBeGreaterThan(200);
  });
});
