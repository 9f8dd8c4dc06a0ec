/** From the start of the process to its first answer: the first time, and on a database that is there. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { cacheFolder } from '../../src/cache-folder.ts';
import { percentile } from './measure.ts';
import { nodeFlags } from './node-flags.ts';
import type { Report } from './report.ts';
import { find, ms } from './report.ts';

const root = join(import.meta.dirname, '../..');

/** `node src/server.ts` as a person starts it, until it answers; milliseconds. Rejects with what it said where it does not. */
const startOnce = async (folder: string): Promise<number> => {
  const began = performance.now();
  const child = spawn(process.execPath, [...nodeFlags, join(root, 'src/server.ts')], {
    // The demonstration data come behind the start and would be in the way of the next one.
    env: { ...process.env, NODE_OPTIONS: '', PORT: '0', DATA_FOLDER: folder, DEMO_DATA: 'false' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = once(child, 'exit');
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString('utf8');
      const found = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    gone.then(() => reject(new Error(`the product ended: ${said}`)));
  });
  await fetch(`${url}/api/auth/me`);
  const took = performance.now() - began;
  child.kill('SIGTERM');
  await gone;
  return took;
};

export const benchStart = async (report: Report): Promise<void> => {
  await build({ root, logLevel: 'warn' });
  const folder = await mkdtemp(join(tmpdir(), 'fichario-start-'));
  // As after `npm ci`: nothing is compiled.
  await rm(cacheFolder, { recursive: true, force: true });
  const starts: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) starts.push(await startOnce(join(folder, 'data')));
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
