/**
 * Runs jobs, and answers what the process that began it hands on, until that one ends or lets go of it. In: by argument,
 * the folder of the files, what they come to there (`fingerprintOf`), and the socket to answer at. `run-jobs.ts` is its door.
 */
import { readdirSync } from 'node:fs';
import { rmdir } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import { Refusal } from '../../engine/core/errors.ts';
import { readConfiguration } from '../configuration.ts';
import { explainStart, installedFiles } from '../installed.ts';
import { openConfigured } from '../open-configured.ts';
import type { StartedProduct } from '../start-product.ts';
import { startProduct } from '../start-product.ts';
import { answers } from './job-process.ts';

/** Of each thread: Linux keeps a priority for every one, and V8's own collect garbage since before this line. */
const giveWay = (): void => {
  setPriority(constants.priority.PRIORITY_LOW);
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync('/proc/self/task'))
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended meanwhile.
    }
};

// People who wait come first.
giveWay();
// Ctrl+C is heard by the process that serves as well, which lets go of this one.
process.on('SIGINT', () => undefined);

/** Jobs run also where nobody can be answered. */
const answerAt = async ({ app }: StartedProduct, socket: string): Promise<void> => {
  try {
    await app.listen({ path: socket });
    // Let go of meanwhile, nobody hears it.
    process.send?.(answers, undefined, undefined, () => undefined);
  } catch (error) {
    app.log.error({ error }, 'long calls are answered by the process that serves');
  }
};

const run = async (): Promise<void> => {
  const letGo = new Promise<void>((resolve) => {
    process.once('disconnect', resolve);
    process.once('SIGTERM', resolve);
  });
  // Told before anybody listened: the code was still being read.
  if (!process.connected) return;
  const configuration = readConfiguration(process.env);
  // Who names no files has others.
  const [, , folder, fingerprint = '', socket] = process.argv;
  const product = await startProduct({
    ...installedFiles(configuration.CLIENT, folder),
    fingerprint,
    open: () => openConfigured(configuration),
    configuration,
    pages: undefined,
    isBeside: true,
  });
  if (socket !== undefined) await answerAt(product, socket);
  await letGo;
  await product.close();
  // Empty now, and nobody else's to take away where the process that made it was killed.
  if (socket !== undefined) await rmdir(dirname(socket)).catch(() => undefined);
};

run().then(
  () => process.exit(0),
  async (error: unknown) => {
    console.error(error instanceof Refusal ? await explainStart(error) : error);
    process.exit(1);
  },
);
