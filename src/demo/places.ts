/** Cities that people live in: most in the largest, all in one state. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw } from '../../engine/data/samples/recipe.ts';

const large = ['Belo Horizonte', 'Contagem', 'Betim', 'Uberlândia', 'Juiz de Fora', 'Montes Claros'];

interface Cities {
  readonly large: readonly Row[];
  readonly all: readonly Row[];
}

/** Of the rows at the time; there are thousands of them. */
const sorted = new WeakMap<readonly Row[], Cities>();

const citiesOf = (rows: readonly Row[]): Cities => {
  const found = sorted.get(rows);
  if (found !== undefined && found.all.length > 0) return found;
  const ofState = rows.filter((row) => row['uf'] === 'MG');
  const all = ofState.length > 0 ? ofState : rows;
  const first = large.flatMap((name) => all.filter((row) => row['nome'] === name));
  const cities = { large: first.length > 0 ? first : all, all };
  sorted.set(rows, cities);
  return cities;
};

/** undefined where there is no city at all. */
export const drawCity = ({ chance, rows }: Pick<Draw, 'chance' | 'rows'>): unknown => {
  const cities = citiesOf(rows('cidade'));
  if (cities.all.length === 0) return undefined;
  // Half of all in the capital, a third in other large cities.
  const capital = cities.large[0];
  if (capital !== undefined && chance.holds(0.5)) return capital['id'];
  return chance.of(chance.holds(0.66) ? cities.large : cities.all)['id'];
};
