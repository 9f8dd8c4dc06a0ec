/** A job that is killed after any of its writes makes the same file as one that is not, and writes nothing twice; its portions. */
import { createHash } from 'node:crypto';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { accessOf } from '../../../engine/api/authenticate.ts';
import { listFormats } from '../../../engine/contract/export.ts';
import { selectOf } from '../../../engine/contract/write-select.ts';
import type { AnyJobKind, JobContext } from '../../../engine/jobs/job-kind.ts';
import { exportList } from '../../../src/exports/export-list.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { everyTypeFiles } from '../../support/every-type-files.ts';
import type { TestProduct } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { openedAs, readBook } from './stage.ts';

const rows = 9_500;

/** What the process that is killed held in memory is gone. */
class Killed extends Error {}

forEachDatabase((open) => {
  let product: TestProduct;

  beforeAll(async () => {
    const database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: everyTypeFiles });
    // Digests do not compress: several writes of the workbook too.
    await database.query({
      text: `insert into modelo (nome, notas, quantidade) select lpad(n::text, 6, '0'),
          (select string_agg(md5((n * 10 + i)::text), '') from generate_series(1, 6) i), n
        from generate_series(1, $1::text::integer) n`,
      values: [String(rows)],
    });
  });

  const input = { path: '/modelos', search: 'order=nome.asc', columns: ['nome', 'notas', 'quantidade'] };

  /** Runs the job as often as it is killed, each time from what was saved, as another process would. */
  const run = async (format: (typeof listFormats)[number], kills: ReadonlySet<number>) => {
    const kind: AnyJobKind = exportList(() => product.runtime, format);
    const saved: Buffer[] = [];
    let state: string | undefined;
    let saves = 0;
    for (;;) {
      const context: JobContext<object> = {
        id: 'j1',
        owner: { userId: 1, login: administrator.login },
        rights: async () => {
          const grants = await product.runtime.sessions.grantsOf(administrator.login);
          if (grants === undefined) throw new Error('nobody');
          return accessOf(grants);
        },
        origin: 'api',
        attempt: 1,
        state: state === undefined ? undefined : (JSON.parse(state) as object),
        signal: new AbortController().signal,
        progress: () => undefined,
        log: (text) => expect.unreachable(text),
        save: async (next, bytes) => {
          saves += 1;
          // The first moment is kept; a new run has another clock.
          state = JSON.stringify(state === undefined ? { ...next, at: '2026-11-22T15:00:00.000Z' } : next);
          saved.push(Buffer.from(bytes ?? []));
          if (kills.has(saves)) throw new Killed();
        },
        restart: () => expect.unreachable('it began anew'),
      };
      try {
        const file = await kind.run(input, context);
        return { file, bytes: Buffer.concat(saved), saves };
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
    }
  };

  /** As if nothing took any time, whatever the machine is busy with. */
  const still = () => vi.spyOn(performance, 'now').mockReturnValue(0);
  afterEach(() => vi.restoreAllMocks());

  /** Rows of each portion, and that none is missed or comes twice. */
  const portionsOf = async (): Promise<readonly number[]> => {
    const { list } = await openedAs(product, administrator.login, input);
    const sizes: number[] = [];
    const names: unknown[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const portion = await list.read(cursor);
      sizes.push(portion.rows.length);
      names.push(...portion.rows.map(({ nome }) => nome));
      cursor = portion.next;
    }
    expect(names).toEqual(Array.from({ length: rows }, (_, index) => String(index + 1).padStart(6, '0')));
    return sizes;
  };

  it('reads a thousand rows at a time, and more where looking for them takes long', async () => {
    const clock = still();
    expect(await portionsOf()).toEqual([...Array<number>(9).fill(1000), 500]);
    let ahead = 0;
    clock.mockImplementation(() => {
      ahead += 2000;
      return ahead;
    });
    expect(await portionsOf()).toEqual([1000, 4000, 4500]);
    for (const [milliseconds, sizes] of [
      [6000, [...Array<number>(9).fill(1000), 500]],
      [12_000, [...Array<number>(9).fill(1000), 500]],
    ] as const) {
      clock.mockImplementation(() => {
        ahead += milliseconds;
        return ahead;
      });
      expect(await portionsOf()).toEqual(sizes);
    }
    // What took long all the same is not asked for in such portions again.
    let turns = 0;
    clock.mockImplementation(() => {
      turns += 1;
      ahead += turns <= 2 ? 2000 : 12_000;
      return ahead;
    });
    expect(await portionsOf()).toEqual([1000, 4000, ...Array<number>(4).fill(1000), 500]);
    clock.mockRestore();
    // What was planned for a file is not what a request may ask for.
    const { list } = await openedAs(product, administrator.login, input);
    const select = selectOf(list.model, list.columns);
    const chief = await product.as(administrator.login, administrator.password);
    const page = (more: string) => chief.call('GET', `/api/modelos?order=nome.asc&select=${select}&${more}`);
    const next = (await page('limit=1000')).headers['fichario-next-cursor'];
    expect((await page(`limit=1000&cursor=${next}`)).statusCode).toBe(200);
    const refused = await page(`limit=4000&cursor=${next}`);
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'REQUEST_LIMIT_TOO_LARGE']);
  });

  it.each(listFormats)('%s', { timeout: 120_000 }, async (format) => {
    still();
    // The moment is in a workbook: that of the whole one is made the same by a kill after its first write.
    const once = await run(format, new Set([1]));
    const often = await run(format, new Set(Array.from({ length: 100 }, (_, at) => at + 1)));
    expect(often.saves).toBeGreaterThan(4);
    const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
    expect(digest(often.bytes)).toBe(digest(once.bytes));
    expect(often.saves).toBe(once.saves);
    if (format !== 'xlsx') return;
    const [sheet] = await readBook(often.bytes);
    expect(sheet?.data.slice(1).map(([, , n]) => n)).toEqual(Array.from({ length: rows }, (_, at) => at + 1));
  });
});
