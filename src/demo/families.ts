/** Who has which plan, who pays for it, and since when: what bills, contributions and shared costs are made from. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw } from '../../engine/data/samples/recipe.ts';
import { placeOfId } from './found-rows.ts';
import { MonthPlaces, monthNumber, nextFirst } from './months.ts';

/** One plan of one person, in the months that are charged: those on whose first day it is in force. */
export interface Member {
  readonly membership: Row;
  readonly person: Row;
  readonly family: number;
  readonly first: number;
  readonly last: number;
}

export interface Family {
  readonly holder: Row;
  readonly members: readonly Member[];
  readonly first: number;
  readonly last: number;
}

export interface Families {
  readonly families: readonly Family[];
  readonly members: readonly Member[];
  /** One bill of a family each month. */
  readonly bills: MonthPlaces;
  /** One contribution of a member each month. */
  readonly contributions: MonthPlaces;
}

const day = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Dependants stand behind their holder. */
export const holderOf = (people: readonly Row[], place: number): Row | undefined => {
  const person = people[place];
  if (person === undefined || person['tipo_vinculo'] === 'TITULAR') return person;
  if (person['titular_id'] !== undefined) return people[placeOfId(people, person['titular_id'])];
  for (let at = place - 1; at >= 0; at -= 1) if (people[at]?.['tipo_vinculo'] === 'TITULAR') return people[at];
  return;
};

const earliest = (...days: readonly (string | undefined)[]): string | undefined =>
  days.reduce((a, b) => (a === undefined || (b !== undefined && b < a) ? b : a), undefined);

/** The first and the last month, from the day of joining to that of leaving. */
const monthsOf = (today: string, from: string, to: string | undefined): readonly [first: number, last: number] => [
  nextFirst(from),
  Math.min(monthNumber(today), to === undefined ? Number.POSITIVE_INFINITY : monthNumber(to)),
];

interface Holding {
  readonly holder: Row;
  readonly memberships: { readonly membership: Row; readonly person: Row }[];
}

const holdingsOf = (memberships: readonly Row[], people: readonly Row[]): readonly Holding[] => {
  const found = new Map<unknown, Holding>();
  for (const membership of memberships) {
    const place = placeOfId(people, membership['beneficiario_id']);
    const [person, holder] = [people[place], holderOf(people, place)];
    if (person === undefined || holder === undefined) continue;
    const own = found.get(holder['id']) ?? { holder, memberships: [] };
    found.set(holder['id'], own);
    own.memberships.push({ membership, person });
  }
  return [...found.values()];
};

const familyOf = ({ holder, memberships }: Holding, number: number, today: string): Family => {
  const [since, until] = monthsOf(today, String(holder['data_inclusao']), day(holder['data_cancelamento']));
  const members = memberships.flatMap(({ membership, person }): readonly Member[] => {
    const left = earliest(day(membership['data_cancelamento']), day(person['data_cancelamento']));
    const [first, last] = monthsOf(today, String(membership['data_adesao']), left);
    const charged = { first: Math.max(first, since), last: Math.min(last, until) };
    return charged.first > charged.last ? [] : [{ membership, person, family: number, ...charged }];
  });
  return {
    holder,
    members,
    first: Math.min(...members.map(({ first }) => first)),
    last: Math.max(...members.map(({ last }) => last)),
  };
};

const length = ({ first, last }: { readonly first: number; readonly last: number }): number =>
  Math.max(0, last - first + 1);

const made = new WeakMap<readonly Row[], Families>();

/** Of the memberships at the time, which are all made before anything is charged. */
export const familiesOf = ({ rows, today }: Pick<Draw, 'rows' | 'today'>): Families => {
  const memberships = rows('adesao');
  const known = made.get(memberships);
  if (known !== undefined) return known;
  const families = holdingsOf(memberships, rows('beneficiario')).map((one, number) => familyOf(one, number, today));
  const members = families.flatMap((family) => family.members);
  const found: Families = {
    families,
    members,
    bills: new MonthPlaces(families.map(length)),
    contributions: new MonthPlaces(members.map(length)),
  };
  made.set(memberships, found);
  return found;
};
