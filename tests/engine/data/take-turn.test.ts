import { beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../../engine/core/errors.ts';
import type { Database } from '../../../engine/data/database.ts';
import { takeTurn } from '../../../engine/data/take-turn.ts';
import { forEachDatabase } from '../../support/databases.ts';

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  /** What became of so many turns, one after another. */
  const take = async (key: string, count: number, limit = 3): Promise<readonly string[]> => {
    const told: string[] = [];
    for (let turn = 0; turn < count; turn += 1)
      await takeTurn(database, key, limit).then(
        () => told.push('taken'),
        (error: unknown) => {
          if (!(error instanceof Refusal) || error.code !== 'REQUEST_TOO_MANY') throw error;
          const { seconds } = error.params as { seconds: number };
          told.push(seconds >= 1 && seconds <= 60 ? 'refused' : `refused for ${seconds} s`);
        },
      );
    return told;
  };
  const age = (key: string, seconds: number) =>
    database.query({
      text: `update fichario.turn set began = now() - make_interval(secs => ${seconds}) where key = $1`,
      values: [key],
    });

  test('as many turns as the limit says are taken, no more, and of each key apart', async () => {
    expect(await take('a', 5)).toEqual(['taken', 'taken', 'taken', 'refused', 'refused']);
    expect(await take('b', 1)).toEqual(['taken']);
  });

  test('a minute after the first the counting begins anew, and not before', async () => {
    await take('c', 4);
    await age('c', 50);
    expect(await take('c', 1)).toEqual(['refused']);
    await age('c', 61);
    expect(await take('c', 4)).toEqual(['taken', 'taken', 'taken', 'refused']);
  });

  test('turns that are taken at once are counted all', async () => {
    const told = await Promise.all(Array.from({ length: 8 }, () => take('d', 1)));
    expect(told.flat().filter((one) => one === 'taken')).toHaveLength(3);
  });
});
