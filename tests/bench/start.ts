/** From the start of the process to its first answer: the first time, and on a database that is there. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveProduct } from '../support/served-product.ts';

export const benchStart = async (): Promise<void> => {
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
  const [first = 0, ...warm] = starts;
  const median = warm.sort((a, b) => a - b)[Math.floor(warm.length / 2)] ?? 0;
  console.log(
    `start, embedded database: first ${first.toFixed(0)} ms (bar: 10,000), warm median ${median.toFixed(0)} ms (bar: 1,500)`,
  );
};
