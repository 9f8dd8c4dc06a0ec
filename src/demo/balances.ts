/** What accounts stand at month by month, as the entries have moved them. It follows from the number of the month. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { cents, pointing } from './found-rows.ts';
import { accountId, balanceMonths, bookedMonth, entriesOfMonth, entryAt, moved, ofMonths } from './ledger.ts';
import { monthText } from './months.ts';

interface Movement {
  debits: number;
  credits: number;
}

interface MonthBooks {
  readonly accounts: ReadonlyMap<string, Movement>;
  readonly total: number;
}

const booksOf = (draw: Pick<Draw, 'seed' | 'today'>, month: number): MonthBooks => {
  const accounts = new Map<string, Movement>();
  const of = (code: string): Movement => {
    const known = accounts.get(code) ?? { debits: 0, credits: 0 };
    accounts.set(code, known);
    return known;
  };
  let total = 0;
  for (let at = 0; at < entriesOfMonth; at += 1) {
    const one = entryAt(draw, month * entriesOfMonth + at);
    if (one === undefined) continue;
    of(one.debit).debits += one.amount;
    of(one.credit).credits += one.amount;
    total += one.amount;
  }
  return { accounts, total: cents(total) };
};

let books: { readonly key: string; readonly months: Map<number, MonthBooks> } | undefined;

const monthBooks = (draw: Pick<Draw, 'seed' | 'today'>, month: number): MonthBooks => {
  const key = `${draw.seed}/${draw.today}`;
  if (books?.key !== key) books = { key, months: new Map() };
  const known = books.months.get(month) ?? booksOf(draw, month);
  books.months.set(month, known);
  return known;
};

/**
 * What accounts stood at before, debit above zero: without it what is owed would at times be less than nothing, for as
 * much is paid of it as is booked.
 */
const began: Readonly<Record<string, number>> = {
  '1.2.1.2': 3_400_000,
  '1.2.3.1': 700_000,
  '1.2.3.2': 60_000,
  '2.1.1.2': -1_900_000,
  '2.1.1.3': -45_000,
  '2.1.1.4': -310_000,
  '2.1.6.1': -120_000,
};

/** Income and costs begin anew with each year; what is left of them goes to what the operator owns. */
const equity = '2.5.1.1';
const isResult = (code: string): boolean => /^[346]/.test(code);

/** The accounts of a balance, in the order of the chart. */
export const balanced = [...moved, equity].toSorted();

/** Debits less credits of all that was booked before the month. */
const openingOf = (draw: Pick<Draw, 'seed' | 'today'>, code: string, month: number): number => {
  if (code === equity) return -cents(moved.reduce((sum, other) => sum + openingOf(draw, other, month), 0));
  let sum = began[code] ?? 0;
  const yearOf = (number: number): number => Math.floor(bookedMonth(draw.today, number) / 12);
  for (let earlier = balanceMonths; earlier > month; earlier -= 1) {
    if (isResult(code) && yearOf(earlier) !== yearOf(month)) continue;
    const { debits, credits } = monthBooks(draw, earlier).accounts.get(code) ?? { debits: 0, credits: 0 };
    sum += debits - credits;
  }
  return cents(sum);
};

export interface Balance {
  readonly opening: number;
  readonly debits: number;
  readonly credits: number;
  readonly closing: number;
}

/** Of an account over so many months from one on, as they count back from the last that is booked. */
export const balanceOf = (draw: Pick<Draw, 'seed' | 'today'>, code: string, first: number, count = 1): Balance => {
  const opening = openingOf(draw, code, first);
  const months = Array.from({ length: count }, (_, at) => monthBooks(draw, first - at).accounts.get(code));
  const debits = cents(months.reduce((sum, one) => sum + (one?.debits ?? 0), 0));
  const credits = cents(months.reduce((sum, one) => sum + (one?.credits ?? 0), 0));
  return { opening, debits, credits, closing: cents(opening + debits - credits) };
};

const balance = (draw: Draw): Row => {
  const { index, rows, today } = draw;
  const code = balanced[index % balanced.length] ?? '1.2.1.2';
  const month = Math.floor(index / balanced.length);
  const { opening, debits, credits } = balanceOf(draw, code, month);
  return {
    competencia: monthText(bookedMonth(today, month)),
    ...pointing('conta_id', accountId(rows, code)),
    saldo_inicial: opening,
    debitos: debits,
    creditos: credits,
  };
};

const bookRemittance = (draw: Draw): Row => {
  const { index, today } = draw;
  const { total } = monthBooks(draw, index);
  return {
    competencia: monthText(bookedMonth(today, index)),
    destino: 'Contabilidade',
    lancamentos: entriesOfMonth,
    debitos: total,
    creditos: total,
    situacao: index === 0 ? 'GERADA' : 'ACEITA',
  };
};

export const balanceRecipes: SampleRecipes['entities'] = {
  saldo_conta: { count: ofMonths(balanced.length, 36, balanceMonths), values: balance },
  remessa_plano_conta: { count: ofMonths(1, 36, balanceMonths), values: bookRemittance },
};
