/** What members paid themselves and get back, by the number of the request: requests, accounts and bills agree by it. */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import { drawCnpj } from '../../engine/data/samples/check-digits.ts';
import type { Draw } from '../../engine/data/samples/recipe.ts';
import { dayAfter } from './days.ts';
import { holderOf } from './families.ts';
import { cents } from './found-rows.ts';
import { familyName } from './names.ts';

/** `granted`: whole, and still to be paid. */
export type Fate = 'new' | 'denied' | 'granted' | 'part' | 'whole';

interface Expense {
  readonly text: string;
  readonly day: string;
  readonly amount: number;
  readonly kept: number;
}

export interface Refund {
  readonly person: Row | undefined;
  readonly payee: Row | undefined;
  readonly asked: string;
  readonly fate: Fate;
  readonly provider: string;
  readonly cnpj: string;
  readonly expenses: readonly Expense[];
  readonly amount: number;
  readonly kept: number;
  /** Or decided, where nothing is paid. */
  readonly paidOn: string;
  readonly key: string;
}

/** In turn: one is new, one denied, one granted, two get a part, and the others all. */
export const fates: readonly Fate[] = [
  'new',
  'denied',
  'granted',
  'part',
  'part',
  'whole',
  'whole',
  'whole',
  'whole',
  'whole',
];
/** Those of a turn that are paid stand last in it, and before them those that are granted. */
const paidOfTurn = fates.filter((fate) => fate === 'part' || fate === 'whole').length;
const billedOfTurn = paidOfTurn + fates.filter((fate) => fate === 'granted').length;

/** The number of the request in that place among the last `ofTurn` of each turn. */
const placeAmong = (ofTurn: number, number: number): number =>
  Math.floor(number / ofTurn) * fates.length + (fates.length - ofTurn) + (number % ofTurn);

/** The number of the request that is paid in that place. */
export const paidPlace = (number: number): number => placeAmong(paidOfTurn, number);

/** The number of the request that has an account in that place. */
export const billedPlace = (number: number): number => placeAmong(billedOfTurn, number);

/** The place among those that have an account; undefined of one that has none. */
export const placeOfBilled = (number: number): number | undefined => {
  const turn = (number % fates.length) - (fates.length - billedOfTurn);
  return turn < 0 ? undefined : Math.floor(number / fates.length) * billedOfTurn + turn;
};

const expenses: readonly (readonly [text: string, least: number, most: number])[] = [
  ['Consulta médica em consultório', 250, 600],
  ['Sessão de psicoterapia individual', 120, 260],
  ['Sessão de fisioterapia motora', 70, 150],
  ['Hemograma completo', 20, 60],
  ['Ultrassonografia de abdome total', 140, 320],
  ['Radiografia de tórax, duas incidências', 60, 130],
];

const expenseOf = (chance: Chance, day: string, fate: Fate): Expense => {
  const [text, least, most] = chance.of(expenses);
  const amount = cents(least + (most - least) * chance.next());
  const kept = fate === 'part' ? cents(amount * (0.1 + 0.4 * chance.next())) : fate === 'denied' ? amount : 0;
  return { text, day, amount, kept };
};

const sumOf = (some: readonly Expense[], part: 'amount' | 'kept'): number =>
  cents(some.reduce((sum, one) => sum + one[part], 0));

/** How many days ago it was asked for. */
const askedAgo = (chance: Chance, fate: Fate): number => {
  if (fate === 'new') return chance.whole(1, 20);
  return fate === 'granted' ? chance.whole(18, 25) : chance.whole(45, 400);
};

/** From the place on somebody who is a member still, and was before that day. */
const memberFrom = (people: readonly Row[], place: number, day: string): number => {
  for (let turn = 0; turn < people.length; turn += 1) {
    const row = people[(place + turn) % people.length];
    if (typeof row?.['data_cancelamento'] !== 'string' && String(row?.['data_inclusao']) < day)
      return (place + turn) % people.length;
  }
  return place;
};

export const refundAt = ({ seed, today, rows }: Pick<Draw, 'seed' | 'today' | 'rows'>, index: number): Refund => {
  const chance = new Chance(seed, 'refund', index);
  const fate = fates[index % fates.length] ?? 'whole';
  const people = rows('beneficiario');
  const first = Math.floor(chance.next() * people.length);
  const wished = dayAfter(today, -askedAgo(chance, fate));
  const place = fate === 'granted' ? memberFrom(people, first, dayAfter(wished, -30)) : first;
  const person = people[place];
  const joined = String(person?.['data_inclusao'] ?? today);
  const left = typeof person?.['data_cancelamento'] === 'string' ? person['data_cancelamento'] : today;
  const asked = wished > left ? left : wished < joined ? joined : wished;
  const day = dayAfter(asked, -chance.whole(2, 25));
  const some = Array.from({ length: chance.whole(1, 3) }, () => expenseOf(chance, day < joined ? joined : day, fate));
  const paidOn = dayAfter(asked, fate === 'granted' ? chance.whole(5, 12) : chance.whole(12, 28));
  return {
    person,
    payee: holderOf(people, place),
    asked,
    fate,
    provider: `Clínica ${familyName(chance)}`,
    cnpj: drawCnpj(chance),
    expenses: some,
    amount: sumOf(some, 'amount'),
    kept: sumOf(some, 'kept'),
    paidOn: paidOn > today ? today : paidOn,
    key: `contato${chance.digits(4)}@exemplo.com.br`,
  };
};
