/**
 * What a user may not read makes no difference: two databases that differ in it alone answer every request of that user
 * with the same bytes. Of each kind of request leaks are planted, and found.
 *
 * A request has something to tell where `hasRows` of `compare-worlds.ts` says so. Beside rows of today the kinds are of the
 * past: `audit` has the history of a record, what was deleted and what is refused to come back; `past` every list by `as_of`.
 * What really comes back is an insert with its own tests (`engine/data/deleted-rows`). An export as a job reads by the same
 * `writeList` as the one of kind `files`, with the rights of the moment (`src/jobs/export-csv`). Of `imports` a request is a
 * row of a file, looked at with five others.
 */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import { lawSeed } from '../support/laws.ts';
import type { Difference, Tally } from './compare-worlds.ts';
import { addTallies, compareWorlds } from './compare-worlds.ts';
import { plants } from './plants.ts';
import type { Kind } from './requests.ts';
import type { World } from './world.ts';
import { openWorld, viewers } from './world.ts';

/** Requests of each kind and viewer: of a kind 500 on each database. More are asked by `npm run bench -- interference`. */
const each = 100;
const ofAll = each * viewers.filter(({ kinds }) => kinds === undefined).length;
/** Every other request is the same in each run. */
const seeds = [20261121, lawSeed + 1] as const;

/** Thousands of requests, each twice, take as long as the machine needs. */
const patience = 300_000;

/** What a person needs to look into one. */
const tell = ({ viewer, kind, ask, before, after }: Difference): string =>
  `${viewer}, ${kind} (seeds ${seeds}): ${ask.method} ${decodeURIComponent(ask.url)} ${JSON.stringify([ask.headers, ask.body])}\n- ${before}\n+ ${after}`;

forEachDatabase((open, database) => {
  describe('what a user may not read', () => {
    const tallies = new Map<Kind, Tally>();
    /** Of the seed that is the same in each run, so that chance does not decide. */
    const steady = new Map<Kind, Tally>();
    let world: World;

    beforeAll(async () => {
      world = await openWorld(await open({ from: 'product' }));
    });

    test.each(viewers)('makes no difference to any answer: $login', { timeout: patience }, async (viewer) => {
      const found = await compareWorlds(world, viewer, { seeds, each: each / seeds.length });
      expect(found.differences.slice(0, 5).map(tell)).toEqual([]);
      addTallies(tallies, found.tallies);
      addTallies(steady, found.firstTallies);
    });

    test('was asked for hundreds of times in each kind, and every other answer had something to tell', () => {
      const seldom = [...tallies].filter(([, { asked }]) => asked < ofAll);
      const mute = [...steady].filter(([, { asked, telling }]) => telling < asked / 2);
      expect([...seldom, ...mute]).toEqual([]);
      expect([...tallies.values()].reduce((sum, { asked }) => sum + asked, 0)).toBeGreaterThanOrEqual(30 * ofAll);
    });
  });

  // Planted above the database, where both drivers are served by the same functions: on the other one the same leaks would
  // prove the comparison a second time.
  const describeOnce = database === 'postgres' ? describe : undefined;
  describeOnce?.('a planted leak is found', () => {
    let world: World;

    beforeAll(async () => {
      world = await openWorld(await open({ from: 'product' }));
    });
    afterEach(() => {
      vi.restoreAllMocks();
    });

    test.each(plants)('by $kind: $what', async ({ kind, viewer: login, set }) => {
      const viewer = viewers.find((one) => one.login === login);
      if (!viewer) throw new Error(`nobody is called ${login}`);
      /** Over the functions as they are: one that is planted over itself never ends. */
      const meanwhile = (): void => {
        vi.restoreAllMocks();
        set();
      };
      // No more requests than the ten comparisons make of a kind; some leaks show seldom.
      for (const seed of [5, 6, 7, 8, 9]) {
        const { differences } = await compareWorlds(world, viewer, {
          seeds: [seed],
          each: 100,
          only: [kind],
          meanwhile,
          first: 10,
        });
        if (differences.length > 0) return;
      }
      expect.fail('nothing of it was found by 500 requests');
    });
  });
});
