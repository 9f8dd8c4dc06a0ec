import { beforeAll, describe, expect, it } from 'vitest';
import { parseRequest } from '../../../engine/contract/request.ts';
import { Refusal } from '../../../engine/core/errors.ts';
import { aggregateRows } from '../../../engine/data/aggregate-rows.ts';
import type { CountLimits } from '../../../engine/data/count-rows.ts';
import type { Database } from '../../../engine/data/database.ts';
import { DatabaseError } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { confinedContext, context } from './readings.ts';
import { openReadings, shareReadings, watch } from './watched.ts';

const limits: CountLimits = { cap: 1000, cost: 100_000, small: 2 ** 20, milliseconds: 10_000 };

forEachDatabase((open, kind) => {
  describe('a sum', () => {
    let database: Database;
    beforeAll(async () => {
      database = await openReadings(open);
      await database.execute('analyze leitura');
    });
    const sum = async (some: Partial<CountLimits> = {}, on = database): Promise<unknown> => {
      try {
        const { body } = await aggregateRows(on, context, parseRequest('select=ordem.sum()&texto=eq.r0'), {
          ...limits,
          ...some,
        });
        return JSON.parse(body);
      } catch (error) {
        return error instanceof Refusal ? [error.code, error.params] : error;
      }
    };
    const whole = [{ sum: (99 * 100 * 3) / 2 }];
    const refused = (maximum: number) => ['REQUEST_AGGREGATE_LIMIT', { maximum }];

    it('is of all rows, up to the cap and beyond it not at all', async () => {
      expect(await sum({ cap: 100 })).toEqual(whole);
      expect(await sum({ cap: 99 })).toEqual(refused(99));
    });

    it('is one statement where the table is small; of a large one the planner says first what it costs', async () => {
      const { watching, sent } = watch(database);
      await sum({}, watching);
      sent.length = 0;
      expect(await sum({}, watching)).toEqual(whole);
      expect(sent).toEqual(['select ']);
      sent.length = 0;
      expect(await sum({ small: 0 }, watching)).toEqual(whole);
      expect(sent.filter((text) => text === 'explain')).toHaveLength(1);
      sent.length = 0;
      expect(await sum({ small: 0, cost: 1 }, watching)).toEqual(refused(1000));
      expect(sent).toEqual(['explain']);
    });

    it('of the rows of a confined user asks the planner nothing, however large the table is', async () => {
      await shareReadings(database, 10);
      const { watching, whole: asked } = watch(database);
      const own = (cap: number) =>
        aggregateRows(watching, confinedContext, parseRequest('select=ordem.sum()'), {
          ...limits,
          cost: 0,
          small: 0,
          cap,
        });
      expect(JSON.parse((await own(10)).body)).toEqual([{ sum: 45 }]);
      await expect(own(9)).rejects.toMatchObject({ code: 'REQUEST_AGGREGATE_LIMIT' });
      expect(asked.filter((text) => /explain|pg_class/.test(text))).toEqual([]);
    });

    const onServer = kind === 'postgres' ? it : undefined;
    onServer?.('ends with the clock, and says so as it says that there are too many', async () => {
      const slow: Database = {
        ...database,
        transaction: () => Promise.reject(new DatabaseError('ended', { code: '57014' })),
      };
      expect(await sum({ small: 0, cost: 10 }, slow)).toEqual(refused(1000));
    });
  });
});
