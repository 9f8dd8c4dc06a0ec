/** From the start of the process to its first answer: the first time, and on a database that is there. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveProduct } from '../support/served-product.ts';
import { percentile } from './measure.ts';
import type { Report } from './report.ts';
import { find, ms } from './report.ts';

export const benchStart = async (report: Report): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'fichario-start-'));
  const starts: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    const product = await serveProduct(join(import.meta.dirname, '../..'), {
      DATA_FOLDER: join(folder, 'data'),
      HOST: '127.0.0.1',
    });
    starts.push(product.readyAfter);
    await product.stop('SIGTERM');
  }
  await rm(folder, { recursive: true, force: true });
  const [first = 0, ...again] = starts;
  const warm = percentile(again, 0.5);
  find(report, {
    what: 'Start, embedded database, the very first',
    measured: ms(first),
    bar: 'below 10 s',
    met: first < 10_000,
  });
  find(report, {
    what: 'Start, embedded database, again (median of 5)',
    measured: ms(warm),
    bar: 'below 1.5 s',
    met: warm < 1500,
  });
};
