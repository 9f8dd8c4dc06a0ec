/** What requests with a key wrote is kept for a day. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { claimKey, keepWritten, sweepKeys } from '../../../engine/data/idempotency-keys.ts';
import { forEachDatabase } from '../../support/databases.ts';

const once = { key: 'k', fingerprint: 'f' };

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(() => database.execute('truncate fichario.idempotency_key'));

  const left = async (): Promise<readonly unknown[]> =>
    (
      await database.query({
        text: 'select key, count(*)::integer as n from fichario.idempotency_key group by key order by key',
        values: [],
      })
    ).rows;

  test('a key is claimed once by each person, and tells the second request what the first wrote', async () => {
    expect(await claimKey(database, '1', once, 'banco')).toBeUndefined();
    await keepWritten(database, '1', 'k', [9, 3], 1);
    expect(await claimKey(database, '2', once, 'banco')).toBeUndefined();
    expect(await claimKey(database, '1', { key: 'k', fingerprint: 'g' }, 'cidade')).toEqual({
      fingerprint: 'f',
      entity: 'banco',
      ids: [9, 3],
      inserted: 1,
    });
  });

  test('those of a day ago go, a portion at a time; younger ones stay', async () => {
    await database.execute(`insert into fichario.idempotency_key (usuario_id, key, fingerprint, at, entity)
      select n, 'old', 'f', now() - interval '24 hours 1 minute', 'banco' from generate_series(1, 1500) n
      union all select 1, 'young', 'f', now() - interval '23 hours 59 minutes', 'banco'`);
    let portions = 0;
    const stops = (): boolean => {
      portions += 1;
      return portions > 1;
    };
    expect(await sweepKeys(database, stops)).toBe(1000);
    expect(await sweepKeys(database)).toBe(500);
    expect(await left()).toEqual([{ key: 'young', n: 1 }]);
    expect(await claimKey(database, '1', { key: 'old', fingerprint: 'g' }, 'banco')).toBeUndefined();
  });
});
