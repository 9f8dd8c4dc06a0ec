/**
 * What `onboard` cites is the cause: without that line of the overlay the difference is not there, or is another. A few
 * lines of two clients with `npm test`; with `npm run test:all` every line of all of them.
 */
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../engine/core/json.ts';
import { setAt, valueAt } from '../../../engine/core/json.ts';
import { Chance } from '../../../engine/data/samples/chance.ts';
import type { Difference } from '../../../engine/diff/change.ts';
import { compileSide, isSound } from '../../../engine/diff/compile-side.ts';
import { listDifferences } from '../../../engine/diff/list-differences.ts';
import { placeOf, writePlace } from '../../../engine/diff/summarize.ts';
import { createFileMemory } from '../../../engine/metadata/file-memory.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { everything } from '../../support/drawn-sample.ts';
import { lawSeed } from '../../support/laws.ts';
import { realSources } from './example-sides.ts';

const fewLines = 8;
const clients = everything
  ? [...realSources.keys()].flatMap((file) => /^clients\/(.+)\.json$/.exec(file)?.[1] ?? [])
  : ['nuclep', 'cnen'];
const saying = new Set(['defaults', 'flags', 'fields', 'screens', 'base']);

const idOf = ({ path, kind }: Difference): string => `${kind} ${path.join('/')}`;
const contentOf = ({ words, before, after }: Difference): string => JSON.stringify([words, before, after]);

it.each(clients)('every difference of %s cites what makes it', { timeout: 10 * 60_000 }, (client) => {
  const memory = createFileMemory();
  const file = `clients/${client}.json`;
  const overlay = JSON.parse(realSources.get(file) ?? '') as JsonObject;
  const sideOf = (value: Json) =>
    compileSide(new Map(realSources).set(file, JSON.stringify(value, null, 2)), catalogues, {
      memory,
      clients: [client],
    });
  const bare = sideOf(Object.fromEntries(Object.entries(overlay).filter(([key]) => !saying.has(key))));
  const differences = listDifferences(bare, sideOf(overlay)).filter((one) => one.clients.includes(client));
  expect(differences.length > 0).toBe(Object.keys(overlay).some((key) => saying.has(key)));

  const faults: string[] = [];
  const cited = Map.groupBy(differences, (one) => placeOf(one)?.pointer ?? '');
  const isWhole = (pointer: string): boolean => {
    const said = valueAt(overlay, pointer);
    return said === undefined || (typeof said === 'object' && said !== null && !Array.isArray(said));
  };
  for (const [pointer, some] of cited)
    if (isWhole(pointer)) faults.push(...some.map((one) => `${writePlace(placeOf(one))} ${pointer}: ${idOf(one)}`));
  // Those first from which most follows.
  const lines = [...cited].toSorted(([, a], [, b]) => b.length - a.length);
  const chance = new Chance('cited', client, lawSeed);
  const drawn = everything
    ? lines
    : [...lines.slice(0, fewLines / 2), ...Array.from({ length: fewLines / 2 }, () => chance.of(lines))];
  let looked = 0;
  for (const [pointer, some] of drawn) {
    const without = sideOf(setAt(overlay, pointer, undefined));
    if (!isSound(without)) continue;
    looked += 1;
    const left = new Map(
      listDifferences(bare, without).flatMap((one) =>
        one.clients.includes(client) ? [[idOf(one), contentOf(one)] as const] : [],
      ),
    );
    for (const one of some)
      if (left.get(idOf(one)) === contentOf(one)) faults.push(`${pointer} is not the cause of ${idOf(one)}`);
  }
  expect(faults).toEqual([]);
  expect(looked > 0).toBe(differences.length > 0);
});
