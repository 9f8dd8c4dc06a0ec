/**
 * The product in a process of its own: files from the folder given, the rest from the environment. Prints `ready <port>`.
 * Jobs of a process that is no longer heard of are looked for each second; with `JOBS_APART` they are run as `npm start`
 * does, in a process of their own.
 */
import { usualTimes } from '../../engine/jobs/job-queue.ts';
import { readConfiguration } from '../../src/configuration.ts';
import { installedFiles } from '../../src/installed.ts';
import type { JobProcess } from '../../src/jobs/job-process.ts';
import { openJobProcess } from '../../src/jobs/job-process.ts';
import { openConfigured } from '../../src/open-configured.ts';
import { startProduct } from '../../src/start-product.ts';

const [root = '.'] = process.argv.slice(2);
const apart = process.env['JOBS_APART'] !== undefined;
const configuration = { ...readConfiguration(process.env), ...(apart ? { JOBS: false } : {}) };
let jobs: JobProcess | undefined;
const product = await startProduct({
  ...installedFiles(configuration.CLIENT, root),
  open: () => openConfigured(configuration),
  configuration,
  pages: undefined,
  beside: () => jobs?.socket(),
  jobTimes: { ...usualTimes, look: 1, pause: 1, longestPause: 1 },
});
const address = await product.app.listen({ host: '127.0.0.1', port: configuration.PORT });
jobs = apart ? openJobProcess({ args: [root, product.fingerprint()], fail: console.error }) : undefined;
console.log(`ready ${new URL(address).port}`);
process.once('SIGTERM', () => {
  product.app
    .close()
    .then(jobs?.close)
    .then(product.close)
    .then(() => process.exit(0));
});
