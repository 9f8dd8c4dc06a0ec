/**
 * Whatever somebody changes in schemas or overlays, what it changes for users is refused or told of, with the place; and
 * at the same place where others change something at the same time. A sample with `npm test`; with `npm run test:all`
 * 10,000 mutations, drawn anew each time.
 */
import { expect, it } from 'vitest';
import { everything } from '../../support/drawn-sample.ts';
import { lawSeed } from '../../support/laws.ts';
import { mutationKinds } from './mutate.ts';
import { proveMutations } from './prove-mutations.ts';

const count = everything ? 10_002 : 48;
/** Of an hour's work somebody wants to know how far it is. */
const tell = (done: number): void => {
  if (everything && done % 500 === 0) process.stderr.write(`${done} of ${count} mutations\n`);
};

it('every mutation of the files is refused, told of at its place, or changes nothing', {
  timeout: 3 * 60 * 60_000,
}, async () => {
  const { outcomes, together, faults } = await proveMutations(count, lawSeed, tell);
  expect(faults).toEqual([]);
  // Of every kind some reach the model, or the proof would prove nothing.
  for (const kind of mutationKinds) expect([kind, outcomes[kind].listed > 0]).toEqual([kind, true]);
  expect(together).toBeGreaterThan(count / 6);
  expect(mutationKinds.reduce((sum, kind) => sum + outcomes[kind].refused, 0)).toBeGreaterThan(0);
});
