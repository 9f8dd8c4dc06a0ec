/**
 * Whoever answers cites what his answer rests on: without the property that he cites he answers otherwise, and whoever
 * answers otherwise had cited it. A sample with `npm test`; with `npm run test:all` 4,000 properties.
 */
import { expect, it } from 'vitest';
import { Chance } from '../../../engine/data/samples/chance.ts';
import { everything } from '../../support/drawn-sample.ts';
import type { Place } from './prove-counterfactual.ts';
import { openCounterfactual } from './prove-counterfactual.ts';

const count = everything ? 4_000 : 120;
/** Reading the files of a client the first time is most of the time of a sample. */
const fewClients = 3;

it('every answer that changes with a property had cited it, and every answer that cites one changes with it', {
  timeout: 3 * 60 * 60_000,
}, async () => {
  const { places, clients: all, prove } = await openCounterfactual();
  const clients = everything ? all : all.filter((_, index) => index % Math.ceil(all.length / fewClients) === 0);
  const ofClients = places.filter(({ file }) => clients.some((client) => file === `clients/${client}.json`));
  const ofAll = places.filter(({ file }) => !file.startsWith('clients/'));
  const drawn = Array.from({ length: count }, (_, index): Place => {
    const chance = new Chance('counterfactual', 1, index);
    // Overlays are few beside the screens, and are to be proved as well.
    if (chance.holds(0.25)) {
      const place = chance.of(ofClients);
      return { ...place, client: place.file.replace(/^clients\/|\.json$/g, '') };
    }
    return { ...chance.of(ofAll), client: chance.holds(0.5) ? undefined : chance.of(clients) };
  });
  const { answered, refused, faults } = prove(drawn);
  expect(faults).toEqual([]);
  // Of what may be taken out much is answered for, or the proof would prove nothing.
  expect(answered).toBeGreaterThan(count / 5);
  expect(refused).toBeGreaterThan(0);
});
