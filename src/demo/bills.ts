/**
 * What families owe month by month: the price of each member's plan at his age, and each third month a share of what
 * was used. Everything of a bill follows from its number alone, so that contributions, shared costs, remittances and
 * charges agree with it wherever they are written.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw } from '../../engine/data/samples/recipe.ts';
import { dayAfter } from './days.ts';
import type { Family, Member } from './families.ts';
import { familiesOf } from './families.ts';
import { cents } from './found-rows.ts';
import { monthText, together } from './months.ts';
import { priceOn } from './plans.ts';

/** What a visit cost, and what the family pays of it. */
export interface SharedCost {
  readonly member: Member;
  readonly day: string;
  readonly base: number;
  readonly percent: number;
  readonly amount: number;
  /** Whether the rule of the plan asks for no more than that. */
  readonly capped: boolean;
}

/** Shares of what was used that plans ask for, and the most that they ask for one visit. */
export const sharedPercents = [30, 20] as const;
export const sharedMost = 150;

/** `late`: paid with charges; `overdue`: not paid. */
export type Fate = 'open' | 'paid' | 'late' | 'part' | 'overdue' | 'cancelled';

/** The ways in which families pay; folk of one family always the same. */
export type Way = 'BOLETO' | 'FOLHA' | 'DEBITO';

export interface Bill {
  readonly family: Family;
  readonly way: Way;
  /** `AAAA-MM`. */
  readonly month: string;
  readonly issued: string;
  readonly due: string;
  readonly fees: readonly { readonly member: Member; readonly amount: number }[];
  readonly shared: SharedCost | undefined;
  readonly amount: number;
  readonly fate: Fate;
  /** Days after the due day, of what is paid late. */
  readonly daysLate: number;
  readonly paidOn: string | undefined;
  readonly paid: number;
  readonly fine: number;
  readonly interest: number;
}

/** Two bills of each half year share a cost; which ones differs from family to family. */
export const sharedPlace = (number: number): number => {
  const half = Math.floor(number / 2);
  return half * together + (half % 3) + 3 * (number % 2);
};

/** One bill of each year, long due, is paid late. */
export const latePlace = (number: number): number => number * together * 2 + together - 1;

const isSharedPlace = (place: number): boolean => (place % together) % 3 === Math.floor(place / together) % 3;
const isLatePlace = (place: number): boolean => place % (together * 2) === together - 1;

export const wayOf = (family: number): Way => (family % 10 < 5 ? 'BOLETO' : family % 10 < 8 ? 'FOLHA' : 'DEBITO');

/** After the first of the month; of the first family of four, early in the next: on every day somebody has an open bill. */
const dueDays = [34, 9, 14, 19];

/** What a plan costs whose table nobody has made. */
const anyPrice = 320;

/** What a member pays for the month. */
export const feeOf = (draw: Pick<Draw, 'rows'>, { membership, person }: Member, month: number): number =>
  priceOn(draw, membership['produto_id'], person['data_nascimento'], `${monthText(month)}-01`) ?? anyPrice;

const sharedBy = (chance: Chance, members: readonly Member[], month: number): SharedCost | undefined => {
  if (members.length === 0) return;
  const member = chance.of(members);
  const base = cents(90 + chance.next() ** 2 * 700);
  const percent = chance.of(sharedPercents);
  const share = cents((base * percent) / 100);
  const day = `${monthText(month - 1)}-${String(chance.whole(1, 28)).padStart(2, '0')}`;
  return { member, day, base, percent, amount: Math.min(share, sharedMost), capped: share > sharedMost };
};

const fateOf = (chance: Chance, place: number, due: string, today: string): Fate => {
  const fate = chance.weighted({ paid: 89, part: 2, overdue: due < dayAfter(today, -120) ? 2 : 7, cancelled: 1 });
  return due > today ? 'open' : isLatePlace(place) ? 'late' : fate;
};

/** Two per cent at once and one a month, as consumers' law allows. */
const chargesOf = (amount: number, days: number): { readonly fine: number; readonly interest: number } => ({
  fine: cents(amount * 0.02),
  interest: cents((amount * 0.01 * days) / 30),
});

const payment = (chance: Chance, bill: Pick<Bill, 'fate' | 'due' | 'amount'>, daysLate: number, today: string) => {
  const { fine, interest } = bill.fate === 'late' ? chargesOf(bill.amount, daysLate) : { fine: 0, interest: 0 };
  const before = dayAfter(bill.due, -chance.whole(0, 5));
  const share = 0.3 + 0.4 * chance.next();
  switch (bill.fate) {
    case 'late':
      return { fine, interest, paidOn: dayAfter(bill.due, daysLate), paid: cents(bill.amount + fine + interest) };
    case 'paid':
      return { fine, interest, paidOn: before, paid: bill.amount };
    case 'part':
      return { fine, interest, paidOn: bill.due < today ? bill.due : today, paid: cents(bill.amount * share) };
    default:
      return { fine, interest, paidOn: undefined, paid: 0 };
  }
};

let last: { readonly key: string; readonly memberships: readonly Row[]; readonly bill: Bill | undefined } | undefined;

/** undefined where nobody has been a member for half a year. */
export const billAt = (draw: Pick<Draw, 'seed' | 'today' | 'rows'>, place: number): Bill | undefined => {
  const { seed, today, rows } = draw;
  const key = `${seed}/${place}/${today}`;
  const memberships = rows('adesao');
  if (last?.key === key && last.memberships === memberships) return last.bill;
  const bill = makeBill(draw, place);
  last = { key, memberships, bill };
  return bill;
};

const makeBill = (draw: Pick<Draw, 'seed' | 'today' | 'rows'>, place: number): Bill | undefined => {
  const { seed, today } = draw;
  const { families, bills } = familiesOf(draw);
  const at = bills.at(place);
  const family = at && families[at.who];
  if (at === undefined || family === undefined) return;
  const chance = new Chance(seed, 'bill', place);
  const month = family.last - at.back;
  const members = family.members.filter(({ first, last: end }) => first <= month && month <= end);
  const fees = members.map((member) => ({ member, amount: feeOf(draw, member, month) }));
  const shared = isSharedPlace(place) ? sharedBy(chance, members, month) : undefined;
  const amount = cents(fees.reduce((sum, fee) => sum + fee.amount, shared?.amount ?? 0));
  const issued = `${monthText(month)}-01`;
  const due = dayAfter(issued, dueDays[at.who % dueDays.length] ?? 9);
  const fate = fateOf(chance, place, due, today);
  const daysLate = chance.whole(3, 40);
  return {
    family,
    way: wayOf(at.who),
    month: monthText(month),
    issued,
    due,
    fees,
    shared,
    amount,
    fate,
    daysLate,
    ...payment(chance, { fate, due, amount }, daysLate, today),
  };
};
