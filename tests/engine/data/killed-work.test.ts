import { describe, expect, it } from 'vitest';
import { everything } from '../../support/drawn-sample.ts';
import type { KilledWork } from '../../support/killed-work.ts';
import { runKilledWork } from '../../support/killed-work.ts';

/** At least. */
const kills = everything ? 50 : 1;
/** What is killed; in `npm test` each on one of the databases. */
const works: readonly (readonly ['pglite' | 'postgres', readonly KilledWork[]])[] = [
  ['pglite', everything ? ['import', 'batch', 'export'] : ['import']],
  ['postgres', everything ? ['import', 'batch', 'export'] : ['batch', 'export']],
];

describe.each(works)('killed at any moment, on %s', (kind, some) => {
  it.each(some)(
    '%s is whole in the end, and its report is the truth',
    {
      timeout: everything ? 3_000_000 : 300_000,
    },
    async (work) => {
      const { kills: done, met, faults, left } = await runKilledWork(kind, work, kills);
      expect(faults).toEqual([]);
      expect(left).toEqual(Object.fromEntries(Object.keys(left).map((name) => [name, 0])));
      expect(done).toBeGreaterThanOrEqual(kills);
      if (everything) {
        console.log(`${work} on ${kind}: ${done} kills, ${met} of them in the middle of it`);
        expect(met).toBeGreaterThan(done / 3);
      }
    },
  );
});
