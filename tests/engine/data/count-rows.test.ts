import { beforeAll, describe, expect, it } from 'vitest';
import { parseRequest } from '../../../engine/contract/request.ts';
import type { CountLimits } from '../../../engine/data/count-rows.ts';
import { countRows } from '../../../engine/data/count-rows.ts';
import type { Database } from '../../../engine/data/database.ts';
import { DatabaseError } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { confinedContext, context, fill } from './readings.ts';
import { openReadings, shareReadings, watch } from './watched.ts';

const limits: CountLimits = { cap: 1000, cost: 1000, small: 0, milliseconds: 10_000 };

forEachDatabase((open, kind) => {
  describe('an exact count', () => {
    let database: Database;
    beforeAll(async () => {
      database = await openReadings(open);
      await database.execute('analyze leitura');
    });
    const count = (query: string, some: Partial<CountLimits> = {}, on = database) =>
      countRows(on, context, parseRequest(query), 'exact', { ...limits, ...some });

    it('is exact up to the cap', async () => {
      expect(await count('texto=eq.r1')).toEqual({ total: 100, exact: true });
      expect(await count('texto=eq.r1', { cap: 100 })).toEqual({ total: 100, exact: true });
    });

    it('of a small table does not ask the planner, unless there are more rows than the cap', async () => {
      const { watching, sent } = watch(database);
      const small = { small: 2 ** 20 };
      expect(await count('texto=eq.r1', small, watching)).toEqual({ total: 100, exact: true });
      // Sizes are read once; the count itself is one statement.
      expect(await count('texto=eq.r1', small, watching)).toEqual({ total: 100, exact: true });
      expect(sent.filter((text) => text === 'explain')).toEqual([]);
      expect(sent).toHaveLength(3);
      await count('texto=eq.r1', { ...small, cap: 99 }, watching);
      expect(sent.filter((text) => text === 'explain')).toHaveLength(1);
    });

    it('asks the planner where the size of a table is not known', async () => {
      const { watching, sent } = watch({
        ...database,
        query: (statement) =>
          statement.text.includes('pg_relation_size')
            ? Promise.resolve({ rows: [], affected: 0 })
            : database.query(statement),
      });
      expect(await count('texto=eq.r1', { small: 2 ** 20 }, watching)).toEqual({ total: 100, exact: true });
      expect(sent).toContain('explain');
    });

    it('is an estimate beyond the cap, never less than what was seen', async () => {
      const { total, exact } = await count('texto=eq.r1', { cap: 99 });
      expect(exact).toBe(false);
      expect(total).toBeGreaterThanOrEqual(100);
    });

    it('is not begun where the planner says that it costs too much', async () => {
      const { watching, sent } = watch(database);
      await count('texto=eq.r1', {}, watching);
      // The sizes of the tables are known from here on.
      sent.length = 0;
      const answer = await count('nota=is.null', { cost: 0.001 }, watching);
      expect(answer).toEqual({ total: 300, exact: false });
      expect(sent).toEqual(['explain']);
      await count('nota=is.null', {}, watching);
      expect(sent).toHaveLength(3);
    });

    const onServer = kind === 'postgres' ? it : undefined;
    onServer?.('gives way to the estimate where the clock of the server ends it, and to nothing else', async () => {
      const dear = { cost: 10 };
      const failing = (code: string): Database => ({
        ...database,
        transaction: async () => {
          throw new DatabaseError('ended', { code });
        },
      });
      expect(await count('nota=is.null', dear, failing('57014'))).toEqual({ total: 300, exact: false });
      await expect(count('nota=is.null', dear, failing('55P03'))).rejects.toMatchObject({ code: '55P03' });
    });
  });

  describe('a count', () => {
    let database: Database;
    beforeAll(async () => {
      database = await openReadings(open);
    });

    it('is what was seen where the planner expected less', async () => {
      await database.execute(`update leitura set longo = texto, cor = case texto when 'r1' then 'R' else 'G' end`);
      await database.execute('analyze leitura');
      // Each of the three takes a third of what the planner expects, and nothing of what there is.
      expect(
        await countRows(database, context, parseRequest('texto=eq.r1&longo=eq.r1&cor=eq.R'), 'exact', {
          ...limits,
          cap: 50,
        }),
      ).toEqual({ total: 51, exact: false });
    });

    it('of rows of his own is told to a confined user up to the cap, without a word of the planner', async () => {
      await shareReadings(database, 60);
      const { watching, whole } = watch(database);
      const counted: unknown[] = [];
      for (const kind of ['exact', 'planned', 'estimated'] as const)
        for (const cap of [59, 60])
          counted.push(await countRows(watching, confinedContext, parseRequest(''), kind, { ...limits, cap }));
      const [beyond, within] = [
        { total: 60, exact: false },
        { total: 60, exact: true },
      ];
      expect(counted).toEqual([beyond, within, beyond, within, beyond, within]);
      expect(whole.filter((text) => /explain|pg_class/.test(text))).toEqual([]);
    });

    it('is made of an estimate only where that says that there are few', async () => {
      await fill(
        database,
        'leitura',
        Array.from({ length: 1500 }, (_row, index) => ({ texto: `r${index % 3}`, ordem: index })),
      );
      await database.execute('analyze leitura');
      const estimated = (query: string) =>
        countRows(database, context, parseRequest(query), 'estimated', { ...limits, cap: 5000 });
      await database.execute('delete from leitura where ordem >= 1450');
      expect(await estimated('nota=is.null')).toMatchObject({ exact: false });
      expect(await estimated('texto=eq.r1')).toEqual({ total: 483, exact: true });
    });
  });
});
