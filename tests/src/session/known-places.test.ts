/** Who has come in from where before: asked for at once, and of a flood together. */
import { expect, test } from 'vitest';
import type { Statement } from '../../../engine/data/database.ts';
import { createKnownPlaces } from '../../../src/session/known-places.ts';

/** A database that knows these, and a pause that lasts until the test ends it. */
const stage = (...known: readonly (readonly [login: string, address: string])[]) => {
  const asked: (readonly (readonly unknown[])[])[] = [];
  const pauses: (() => void)[] = [];
  const listOf = (value: unknown): readonly string[] => JSON.parse(`[${String(value).slice(1, -1)}]`);
  const database = {
    query: async <Row>({ values }: Statement) => {
      const [logins, addresses] = values.map(listOf);
      const pairs = (logins ?? []).map((login, place) => [login, addresses?.[place]]);
      asked.push(pairs);
      const rows = pairs.flatMap(([login, address], place) =>
        known.some((one) => one[0] === login && one[1] === address) ? [{ place: place + 1 }] : [],
      );
      return { rows: rows as Row[], affected: 0 };
    },
  };
  const pause = (milliseconds: number) => {
    expect(milliseconds).toBeGreaterThan(0);
    return new Promise<void>((resolve) => pauses.push(resolve));
  };
  return { knows: createKnownPlaces(database, pause), asked, pauses };
};

test('the first is asked about at once; those that come just after it together, each with an answer of its own', async () => {
  const { knows, asked, pauses } = stage(['ana', '10.0.0.1'], ['bia', '10.0.0.2']);
  expect(await knows('ana', '10.0.0.1')).toBe(true);
  const later = [knows('ana', '10.0.0.2'), knows('bia', '10.0.0.2'), knows('d"a\\d', '10.0.0.3')];
  expect([asked.length, pauses.length]).toEqual([1, 1]);
  pauses.shift()?.();
  expect(await Promise.all(later)).toEqual([false, true, false]);
  expect(asked.slice(1)).toEqual([
    [
      ['ana', '10.0.0.2'],
      ['bia', '10.0.0.2'],
      ['d"a\\d', '10.0.0.3'],
    ],
  ]);
});

test('a question that fails is answered so to all who wait for it, and the next one is asked', async () => {
  let broken = true;
  const database = {
    query: async () => {
      if (broken) throw new Error('sem conexão');
      return { rows: [], affected: 0 };
    },
  };
  const knows = createKnownPlaces(database, async () => undefined);
  await expect(Promise.all([knows('ana', '10.0.0.1'), knows('bia', '10.0.0.1')])).rejects.toThrow('sem conexão');
  broken = false;
  expect(await knows('ana', '10.0.0.1')).toBe(false);
});
