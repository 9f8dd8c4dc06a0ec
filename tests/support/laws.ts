/**
 * fast-check, as the laws of the tests draw with it. `npm test` draws the same examples each time, so that what fails was
 * broken by the change at hand; `npm run test:all` draws others each time and a failure tells its seed, with which
 * `LAW_SEED=<seed>` draws them again.
 */
import { randomInt } from 'node:crypto';
// biome-ignore lint/style/noRestrictedImports: here it gets its seed
import fc from 'fast-check';
import { everything } from './drawn-sample.ts';

const given = process.env['LAW_SEED'];

const chooseSeed = (): number => {
  if (given !== undefined) return Number(given);
  return everything ? randomInt(2 ** 31) : 20261121;
};

/** Of this run. */
export const lawSeed = chooseSeed();

fc.configureGlobal({ seed: lawSeed });

export default fc;
