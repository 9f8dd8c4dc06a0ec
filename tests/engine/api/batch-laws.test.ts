/**
 * The law: whatever was written, alone, in batches, from files, or to take something back, taking back the last, then the one
 * before it, and so on, brings back what was; and at every step the history leads to the tables. 1,000 commands in
 * `npm run test:all`; a life that went wrong is lived again with `LAW_SEED`.
 */

import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import { everything } from '../../support/drawn-sample.ts';
import fc, { lawSeed } from '../../support/laws.ts';
import { command } from './law-commands.ts';
import type { Done, LawStage } from './law-stage.ts';
import { businessOf, openLawStage } from './law-stage.ts';

const [lives, length] = everything ? [1, 1000] : [3, 14];

forEachDatabase((open) => {
  let stage: LawStage;
  beforeAll(async () => {
    stage = await openLawStage(await open({ from: 'product' }));
  });

  const live = async (seed: number): Promise<void> => {
    const [commands = []] = fc.sample(fc.array(command, { minLength: length, maxLength: length, size: 'max' }), {
      seed,
      numRuns: 1,
    });
    const done: Done[] = [];
    const states = [await stage.state()];
    const during = async (what: string, run: () => Promise<void>): Promise<void> => {
      try {
        await run();
        await stage.replay();
      } catch (error) {
        throw new Error(`LAW_SEED=${seed}: ${what}`, { cause: error });
      }
    };
    for (const [at, asked] of commands.entries())
      await during(`command ${at}, ${JSON.stringify(asked)}`, async () => {
        const before = states.at(-1);
        const one = before && (await stage.run(asked, before, done));
        const after = await stage.state();
        if (one === undefined) return expect(after).toEqual(before);
        done.push(one);
        states.push(after);
      });
    expect(done.length).toBeGreaterThan(length / 3);
    for (let one = done.pop(); one !== undefined; one = done.pop()) {
      states.pop();
      const expected = states.at(-1);
      await during(`taking back ${one.what}, after which ${done.length} are left`, async () => {
        await one?.undo();
        expect(businessOf(await stage.state())).toEqual(expected && businessOf(expected));
      });
    }
  };

  test('taking back everything, the last first, brings back every value', {
    timeout: everything ? 3_000_000 : 300_000,
  }, async () => {
    for (let one = 0; one < lives; one += 1) await live(lawSeed + one);
  });
});
