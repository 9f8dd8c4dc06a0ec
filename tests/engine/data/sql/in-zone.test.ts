/** What the clocks of a zone show, as PostgreSQL takes it. */
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../../engine/data/database.ts';
import { inZone } from '../../../../engine/data/sql/in-zone.ts';
import { forEachDatabase } from '../../../support/databases.ts';

forEachDatabase((open) => {
  let database: Database;

  const moment = async (clock: string, zone: string): Promise<string | undefined> => {
    const { rows } = await database.query<{ moment: string }>({
      text: `select to_json($1::text::timestamptz) #>> '{}' as moment`,
      values: [inZone(clock, zone)],
    });
    return rows[0]?.moment;
  };

  beforeAll(async () => {
    database = await open();
  });

  test.each([
    ['2026-02-01', 'America/Sao_Paulo', '2026-02-01T03:00:00+00:00'],
    ['2026-02-01', 'UTC', '2026-02-01T00:00:00+00:00'],
    ['2026-02-01', 'Asia/Tokyo', '2026-01-31T15:00:00+00:00'],
    ['2026-02-01', 'America/Port-au-Prince', '2026-02-01T05:00:00+00:00'],
    // clocks went from 23:59 to 01:00, and from 23:59 back to 23:00 of the same day
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00+00:00'],
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00+00:00'],
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00+00:00'],
    ['2018-11-03 24:00', 'America/Sao_Paulo', '2018-11-04T03:00:00+00:00'],
    ['2026-02-01T22:30:15.5', 'America/Sao_Paulo', '2026-02-02T01:30:15.5+00:00'],
    ['0001-01-01', 'UTC', '0001-01-01T00:00:00+00:00'],
    ['9999-12-31', 'UTC', '9999-12-31T00:00:00+00:00'],
  ])('%s in %s is %s', async (clock, zone, expected) => {
    expect(await moment(clock, zone)).toBe(expected);
  });

  test('every zone that an installation may be in is taken by its name', async () => {
    const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
    const { rows: known } = await database.query<{ name: string }>({
      text: `select name from pg_timezone_names where name in (select json_array_elements_text($1::text::json))`,
      values: [JSON.stringify(zones)],
    });
    const { rows } = await database.query({
      text: `select name from json_array_elements_text($1::text::json) as name
        where ('2026-02-01 ' || name)::timestamptz <> '2026-02-01'::timestamp at time zone name`,
      values: [JSON.stringify(known.map(({ name }) => name))],
    });
    expect(known.length).toBeGreaterThan(300);
    expect(rows).toEqual([]);
  });
});
