import { expect, it } from 'vitest';
import { SeenKeys } from '../../../engine/data/import/seen-keys.ts';
import fc from '../../support/laws.ts';

/** Keys of which some come again, in the order of their lines. */
const keys = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 40 }).map((n) => `["${n}"]`),
    fc.string(),
  ),
  { maxLength: 200 },
);

it('knows the first line of every key, also in a run that goes on behind any line', () => {
  fc.assert(
    fc.property(keys, fc.array(fc.nat(200)), (all, cuts) => {
      let seen = new SeenKeys();
      const kept: Buffer[] = [];
      const first = new Map<string, number>();
      for (const [index, key] of all.entries()) {
        const line = index + 1;
        if (!first.has(key)) first.set(key, line);
        expect(seen.first(key, line)).toBe(first.get(key));
        if (!cuts.includes(index)) continue;
        kept.push(seen.take());
        seen = new SeenKeys();
        for (const bytes of kept) seen.load(bytes);
      }
    }),
  );
});

it('holds as many as a file has rows', () => {
  const seen = new SeenKeys();
  const count = 200_000;
  for (let line = 1; line <= count; line += 1) seen.first(`[0,"${line}"]`, line);
  const again = new SeenKeys();
  const bytes = seen.take();
  expect([bytes.length, seen.take().length]).toEqual([count * 16, 0]);
  again.load(bytes);
  for (let line = 1; line <= count; line += 997)
    expect([seen.first(`[0,"${line}"]`, count + 1), again.first(`[0,"${line}"]`, count + 1)]).toEqual([line, line]);
  expect(again.first('[1,"1"]', count + 1)).toBe(count + 1);
});
