/**
 * What follows from the place of a person, or from the number of a family, alone: parents, papers, the number at the
 * regulator and where they live; so that what is told to the regulator knows it without the rows that a person owns.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import { drawCns, drawPis } from '../../engine/data/samples/check-digits.ts';
import type { Draw } from '../../engine/data/samples/recipe.ts';
import { familyName, familyOf, personName, quarterName, streetName } from './names.ts';
import { indexOf } from './once-of.ts';
import { drawCity } from './places.ts';

export const ccoOf = (place: number): string =>
  `${String(100_000_000 + place * 37).padStart(10, '0')}${String(place % 100).padStart(2, '0')}`;

/** Which of the family somebody is, 0 its holder; by the code of the member. */
export const memberOfCode = (code: unknown): number => Number(String(code).slice(7));

/** By the codes of kinship, which are those of the regulator: the first dependant is the spouse, the others are children. */
export const kinOfMember = (member: number): '01' | '03' | '04' => (member === 0 ? '01' : member === 1 ? '03' : '04');

/** Who married has the name of the other's family. */
export const parentsOf = (
  { seed }: Pick<Draw, 'seed'>,
  place: number,
  member: number,
  name: unknown,
): { readonly family: string | undefined; readonly mother: string } => {
  const chance = new Chance(seed, 'parents', place);
  const family = member === 1 ? familyName(chance) : familyOf(name);
  return { family, mother: personName(chance, 'female', family) };
};

/** Most have a card of the public system, holders a number of social security as well. */
export const papersOf = ({ seed }: Pick<Draw, 'seed'>, place: number, member: number): Row => {
  const chance = new Chance(seed, 'papers', place);
  return {
    cns: chance.holds(0.8) ? drawCns(chance) : null,
    pis: member === 0 && chance.holds(0.9) ? drawPis(chance) : null,
  };
};

const cities = indexOf('cidade', 'id');

/** How postal codes of the large cities begin; those of other places of the state. */
const postalBeginnings: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'Belo Horizonte': ['301', '303', '305', '312', '317'],
  Contagem: ['320', '322'],
  Betim: ['325', '326'],
  Uberlândia: ['384'],
  'Juiz de Fora': ['360'],
  'Montes Claros': ['394'],
};
const elsewhere = ['350', '355', '370', '387'] as const;

const homeBy = (draw: Pick<Draw, 'rows'>, chance: Chance): Row => {
  const city = drawCity({ rows: draw.rows, chance });
  const beginnings = postalBeginnings[String(cities(draw).get(city)?.['nome'])] ?? elsewhere;
  const flat = chance.holds(0.4) ? `Apto. ${chance.whole(1, 12)}0${chance.whole(1, 4)}` : null;
  return {
    tipo: 'RESIDENCIAL',
    principal: true,
    cep: `${chance.of(beginnings)}${chance.digits(2)}${chance.digits(3)}`,
    tipo_logradouro: chance.of(['081', '081', '081', '008']),
    logradouro: streetName(chance),
    numero: String(chance.whole(12, 2400)),
    complemento: flat,
    bairro: quarterName(chance),
    cidade_id: city ?? null,
    distrito_id: null,
  };
};

/** Where a family lives. */
export const homeOf = (draw: Pick<Draw, 'rows' | 'seed'>, family: number): Row =>
  homeBy(draw, new Chance(draw.seed, 'home', family));

/** Where it lived before. */
export const formerHomeOf = (draw: Pick<Draw, 'rows' | 'seed'>, family: number): Row =>
  homeBy(draw, new Chance(draw.seed, 'former home', family));
