/** Ids by the place of their record: those that follow each other in one run, gaps between. */
import { describe, expect, it } from 'vitest';
import { IdRuns, readIdRuns } from '../../../engine/data/samples/id-runs.ts';
import { forEachDatabase } from '../../support/databases.ts';

const placesOf = (ids: IdRuns, count: number) => Array.from({ length: count }, (_, place) => ids.at(place));

describe('ids in runs', () => {
  it('are found by place over every gap, and nowhere else', () => {
    const given = [1, 2, 3, 7, 8, 20, 5, 6];
    const ids = new IdRuns();
    for (const id of given) ids.add(id);
    ids.add(100, 3);
    expect(placesOf(ids, 11)).toEqual([...given, 100, 101, 102]);
    expect([ids.at(-1), ids.at(11), new IdRuns().at(0)]).toEqual([undefined, undefined, undefined]);
  });

  forEachDatabase((open) => {
    it('are read from a table as they stand, and go on after it', async () => {
      const database = await open();
      await database.execute('create table registro (id bigint primary key)');
      const empty = await readIdRuns(database, { name: 'registro' });
      expect(empty.at(0)).toBeUndefined();
      await database.execute('insert into registro values (2), (3), (4), (9), (11), (12)');
      const ids = await readIdRuns(database, { name: 'registro' });
      ids.add(13);
      expect(placesOf(ids, 8)).toEqual([2, 3, 4, 9, 11, 12, 13, undefined]);
    });
  });
});
