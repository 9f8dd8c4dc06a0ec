/** Counting rows of tables of any size: in portions, for as long as somebody waits. */
import { beforeAll, describe, expect, it } from 'vitest';
import { parseRequest } from '../../../engine/contract/request.ts';
import type { Patience } from '../../../engine/data/count-fully.ts';
import { countFully } from '../../../engine/data/count-fully.ts';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { context, fill, readingModel } from './readings.ts';

forEachDatabase((open, kind) => {
  describe('a count that is waited for', () => {
    let database: Database;
    beforeAll(async () => {
      database = await open();
      await applySchema(database, readingModel);
      await fill(
        database,
        'leitura',
        Array.from({ length: 300 }, (_row, index) => ({ texto: `r${index % 3}`, ordem: index })),
      );
    });
    const patient: Patience = { milliseconds: 60_000, isGivenUp: () => false };
    const count = (query: string, patience: Partial<Patience> = {}) =>
      countFully(database, context, parseRequest(query), { ...patient, ...patience });

    it('is the same whatever the portions, with holes among the ids, and of no rows', async () => {
      await database.execute('delete from leitura where id between 40 and 45');
      const { rows } = await database.query<{ n: number }>({
        text: `select count(*)::integer as n from leitura where texto = 'r1'`,
        values: [],
      });
      for (const portion of [1, 7, 100, 299, 300, 100_000]) {
        expect(await count('', { portion }), `${portion}`).toBe(294);
        expect(await count('texto=eq.r1', { portion }), `${portion}`).toBe(rows[0]?.n);
      }
      expect(await count('texto=eq.nada')).toBe(0);
    });

    it('ends with the patience: before it begins, between two portions, and when time is up', async () => {
      expect(await count('', { isGivenUp: () => true })).toBeUndefined();
      expect(await count('', { milliseconds: 0 })).toBeUndefined();
      let asked = 0;
      const soon = () => {
        asked += 1;
        return asked > 3;
      };
      expect(await count('', { isGivenUp: soon, portion: 10 })).toBeUndefined();
      expect(asked).toBe(4);
      // The next one begins as if nothing had been.
      expect(await count('')).toBe(294);
    });

    it('goes one after another, and lets those go that nobody waits for any more', async () => {
      let waiting = true;
      const all = [count('', { portion: 1 }), count('', { isGivenUp: () => !waiting }), count('texto=eq.nada')];
      waiting = false;
      expect(await Promise.all(all)).toEqual([294, undefined, 0]);
    });

    const onServer = kind === 'postgres' ? it : undefined;
    onServer?.('is ended by the clock of the server where one portion takes too long', async () => {
      const slow: Database = {
        ...database,
        transaction: (run) =>
          database.transaction((transaction) =>
            run({
              execute: (text) => transaction.execute(text),
              query: (statement) =>
                transaction.query(
                  statement.text.includes('count(*)') ? { text: 'select pg_sleep(30)', values: [] } : statement,
                ),
            }),
          ),
      };
      expect(await countFully(slow, context, parseRequest(''), { ...patient, milliseconds: 300 })).toBeUndefined();
    });
  });
});
