/**
 * Whoever answers cites what his answer rests on: without the property that he cites he answers otherwise, and whoever
 * answers otherwise had cited it. A sample with `npm test`; with `npm run test:all` 4,000 properties and all clients, and
 * with `LAW_COUNT=all` beside it every property of every file, each for its client, for everybody or for one of the
 * clients: nearly two hours; `LAW_FROM=<number>` goes on after as many.
 */
import { expect, it } from 'vitest';
import { Chance } from '../../../engine/data/samples/chance.ts';
import { everything } from '../../support/drawn-sample.ts';
import type { Place, Proof } from './prove-counterfactual.ts';
import { openCounterfactual } from './prove-counterfactual.ts';

const whole = everything && process.env['LAW_COUNT'] === 'all';
const from = Number(process.env['LAW_FROM'] ?? 0);
const count = everything ? 4_000 : 140;
/** Reading the files of a client the first time is most of the time of a sample. */
const fewClients = 2;

type FilePlace = Omit<Place, 'client'>;

const ownerOf = ({ file }: FilePlace): string | undefined => /^clients\/(.+)\.json$/.exec(file)?.[1];

/** `schema.json x/format`: what sort of property it is, whatever the registry, the field and the place in a list. */
const kindOf = (place: FilePlace): string => {
  const name = ownerOf(place) === undefined ? (place.file.split('/').at(3) ?? place.file.split('/').at(1)) : 'client';
  const words = place.pointer
    .replace(/\/\d+(?=\/|$)/g, '/N')
    .replace(/\/(properties|flags|filter|set|answer)\/[^/]+/g, '/$1/x')
    .replace(/^\/(base|screens)\/[^/]+/, '/$1/x')
    .replace(/^\/fields\/[a-z][^/]+(\/[^/]+)?/, '/fields/x');
  return `${name} ${words.split('/').slice(-2).join('/')}`;
};

/** Of a kind that the files seldom do without, so many are tried for one that they bear to lose. */
const tries = 4;

it('every answer that changes with a property had cited it, and every answer that cites one changes with it', {
  timeout: 3 * 60 * 60_000,
}, async () => {
  const { places, clients: all, prove } = await openCounterfactual();
  const clients = everything ? all : all.filter((_, index) => index % Math.ceil(all.length / fewClients) === 0);
  const ofThese = places.filter((place) => clients.includes(ownerOf(place) ?? clients[0] ?? ''));
  const outcomes: Record<Proof['outcome'], number> = { answered: 0, silent: 0, refused: 0 };
  const faults: string[] = [];
  const done = () => Object.values(outcomes).reduce((sum, some) => sum + some);
  const proveOne = (place: FilePlace, chance: Chance): Proof['outcome'] => {
    const anybody = chance.holds(0.5) ? undefined : chance.of(clients);
    const proof = prove({ ...place, client: ownerOf(place) ?? anybody });
    outcomes[proof.outcome] += 1;
    faults.push(...proof.faults);
    if (everything) for (const fault of proof.faults) process.stderr.write(`${fault}\n`);
    return proof.outcome;
  };
  // Those kinds first of which there are most: one of each, then another of each.
  const proveSample = (): void => {
    const kinds = [...Map.groupBy(ofThese, kindOf).values()].toSorted((a, b) => b.length - a.length);
    const chance = new Chance('counterfactual', 1);
    while (done() < count)
      for (const kind of kinds)
        for (let tried = 0; tried < tries && done() < count; tried += 1) {
          const [place] = kind.splice(chance.whole(0, kind.length - 1), 1);
          if (place === undefined || proveOne(place, chance) !== 'refused') break;
        }
  };
  if (whole)
    for (const [at, place] of ofThese.entries()) {
      if (at < from) continue;
      proveOne(place, new Chance('counterfactual', at));
      if (at % 1_000 === 999) process.stderr.write(`${at + 1} of ${ofThese.length} properties\n`);
    }
  else proveSample();
  expect(faults).toEqual([]);
  // Of what may be taken out much is answered for, or the proof would prove nothing.
  expect(outcomes.answered).toBeGreaterThan(done() / 5);
  expect(outcomes.refused).toBeGreaterThan(0);
});
