/** Old records of accesses and of sensitive reads go, a portion at a time; younger ones stay. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { sweepRecords } from '../../../engine/data/sweep-records.ts';
import { forEachDatabase } from '../../support/databases.ts';

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  /** 2,500 accesses and 3 reads older than five years; three accesses and two reads that are not. */
  beforeEach(async () => {
    await database.execute(`truncate fichario.access_event, fichario.sensitive_read;
      insert into fichario.access_event (at, kind, login)
        select now() - interval '5 years 1 day' - n * interval '1 minute', 'login', 'old' from generate_series(1, 2500) n
        union all select now() - age, 'login', 'young' from unnest(array['4 years 360 days', '1 day', '0']::interval[]) age;
      insert into fichario.sensitive_read (at, usuario_id, login, request, origin, door, path, filter, fields, rows)
        select now() - age, 1, case when age > interval '5 years' then 'old' else 'young' end, 'r', 'api', 'rows', '/x', '{}', '{}', 1
        from unnest(array['5 years 1 day', '6 years', '30 years', '4 years 360 days', '0']::interval[]) age`);
  });

  const left = async (): Promise<Readonly<Record<string, number>>> => {
    const { rows } = await database.query<{ what: string; n: number }>({
      text: `select 'access ' || login as what, count(*)::integer as n from fichario.access_event group by 1
        union all select 'read ' || login, count(*)::integer from fichario.sensitive_read group by 1 order by 1`,
      values: [],
    });
    return Object.fromEntries(rows.map(({ what, n }) => [what, n]));
  };

  test('what is older than the years given goes, however much it is', async () => {
    expect(await sweepRecords(database, 5)).toBe(2503);
    expect(await left()).toEqual({ 'access young': 3, 'read young': 2 });
    expect(await sweepRecords(database, 5)).toBe(0);
    expect(await sweepRecords(database, 1)).toBe(2);
    expect(await left()).toEqual({ 'access young': 2, 'read young': 1 });
  });

  test('it goes a portion at a time, and stops between two of them', async () => {
    let portions = 0;
    const stops = (): boolean => {
      portions += 1;
      return portions > 2;
    };
    expect(await sweepRecords(database, 5, stops)).toBe(2000);
    expect(await left()).toEqual({ 'access old': 500, 'access young': 3, 'read old': 3, 'read young': 2 });
    expect(await sweepRecords(database, 5)).toBe(503);
  });

  test('a longer time keeps more', async () => {
    expect(await sweepRecords(database, 20)).toBe(1);
    expect(await left()).toEqual({ 'access old': 2500, 'access young': 3, 'read old': 2, 'read young': 2 });
  });
});
