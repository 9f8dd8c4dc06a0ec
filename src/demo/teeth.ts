/** Where in the mouth something was done, as far as the procedure asks for it. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Chance } from '../../engine/data/samples/chance.ts';
import type { Reading } from './once-of.ts';
import { onceOf } from './once-of.ts';
import type { Procedure } from './procedures.ts';

interface Teeth {
  readonly lasting: readonly Row[];
  readonly milk: readonly Row[];
}

const teethOf = onceOf('dente', (rows): Teeth => {
  const own = rows.filter((row) => row['supranumerario'] !== true);
  return {
    lasting: own.filter((row) => row['denticao'] === 'PERMANENTE'),
    milk: own.filter((row) => row['denticao'] === 'DECIDUA'),
  };
});

const regionsOf = onceOf('regiao_dente', (rows) => rows.filter((row) => row['tipo'] !== 'TECIDO'));

const nowhere = { dente_id: null, face: null, regiao_id: null };

export const toothOf = (draw: Reading, chance: Chance, { tooth, faces, region, title }: Procedure): Row => {
  if (tooth) {
    const { lasting, milk } = teethOf(draw);
    const teeth = title.includes('decíduo') ? milk : lasting;
    const one = teeth[Math.floor(chance.next() * teeth.length)];
    return one === undefined
      ? nowhere
      : { ...nowhere, dente_id: one['id'], face: faces > 0 ? 'OMDV'.slice(0, faces) : null };
  }
  if (!region) return nowhere;
  const regions = regionsOf(draw);
  return { ...nowhere, regiao_id: regions[Math.floor(chance.next() * regions.length)]?.['id'] ?? null };
};
