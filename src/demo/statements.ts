/** Weeks of a bank account: what its statement begins and ends with, and the lines between. */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter } from './days.ts';
import { cents, onceOfRows, pointing } from './found-rows.ts';
import { netOf, ofOrder, orderDay, ordered, orderPlace, ordersOfRound } from './payables.ts';

/** Beside the payments of the order of the week. */
const creditsOfWeek = 5;
const linesOfWeek = ofOrder + creditsOfWeek;

/** The last order that is paid is in the first statement; each bank has as many as one round. */
const weeksOfBank = ordersOfRound - 2;
const orderOf = (bank: number, week: number): number => bank * ordersOfRound + week + 2;

/** What comes in during a week: what goes out, and a little more or less. */
const creditsOf = ({ seed, today }: Pick<Draw, 'seed' | 'today'>, order: number): readonly number[] => {
  const chance = new Chance(seed, 'credits', order);
  const total = netOf(ordered({ seed, today }, order)) * (0.95 + 0.12 * chance.next());
  const shares = Array.from({ length: creditsOfWeek }, () => 0.5 + chance.next());
  const all = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => cents(Math.max(0.01, (total * share) / all)));
};

const first = 300_000;
let known: { readonly key: string; readonly balances: readonly number[] } | undefined;

/** What the account holds at the end of each week, and last at the beginning of the earliest. */
const balancesOf = (draw: Pick<Draw, 'seed' | 'today'>, bank: number): readonly number[] => {
  const key = `${draw.seed}/${draw.today}/${bank}`;
  if (known?.key === key) return known.balances;
  const balances = [first];
  for (let week = weeksOfBank - 1; week >= 0; week -= 1) {
    const order = orderOf(bank, week);
    const moved = creditsOf(draw, order).reduce((sum, credit) => sum + credit, -netOf(ordered(draw, order)));
    balances.unshift(cents((balances[0] ?? first) + moved));
  }
  known = { key, balances };
  return balances;
};

const accountsOf = onceOfRows((all) => {
  const found = all.filter((row) => row['finalidade'] === 'EXTRATO');
  return found.length > 0 ? found : all;
});

const statement = (draw: Draw): Row => {
  const { index, rows, today } = draw;
  const [bank, week] = [Math.floor(index / weeksOfBank), index % weeksOfBank];
  const accounts = accountsOf(rows('convenio_bancario'));
  const balances = balancesOf(draw, bank);
  const end = orderDay(today, orderOf(bank, week));
  return {
    ...pointing('convenio_id', accounts[bank % Math.max(accounts.length, 1)]?.['id']),
    data_inicial: dayAfter(end, -6),
    data_final: end,
    saldo_inicial: balances[week + 1] ?? first,
    saldo_final: balances[week] ?? first,
  };
};

const line = (draw: Draw): Row => {
  const { index, rows, today } = draw;
  const number = Math.floor(index / linesOfWeek);
  const place = index % linesOfWeek;
  const order = orderOf(Math.floor(number / weeksOfBank), number % weeksOfBank);
  const end = orderDay(today, order);
  const statements = rows('extrato_bancario');
  const always: Row = {
    ...pointing('extrato_id', statements[number % Math.max(statements.length, 1)]?.['id']),
    sequencia: place + 1,
    documento: String(100_000 + index),
    conta_receber_id: null,
    motivo_dispensa: null,
  };
  const credit = place - ofOrder;
  if (credit >= 0) {
    const day = dayAfter(end, credit - creditsOfWeek);
    return {
      ...always,
      data: day,
      data_contabil: day,
      natureza: 'C',
      valor: creditsOf(draw, order)[credit] ?? 1,
      categoria: '202',
      codigo_historico: '0612',
      historico: 'LIQ COBRANCA',
      conta_pagar_id: null,
      situacao: 'PENDENTE',
    };
  }
  const account = draw.idAt('conta_pagar', orderPlace(order, place));
  return {
    ...always,
    data: end,
    data_contabil: end,
    natureza: 'D',
    valor: ordered(draw, order)[place]?.net ?? 1,
    categoria: '104',
    codigo_historico: '0470',
    historico: 'PAGTO FORNECEDOR',
    conta_pagar_id: account ?? null,
    situacao: account === undefined ? 'PENDENTE' : 'CONCILIADO',
  };
};

export const statementRecipes: SampleRecipes['entities'] = {
  extrato_bancario: { count: { small: 6, medium: 2 * weeksOfBank, large: 2 * weeksOfBank }, values: statement },
  lancamento_extrato: {
    count: {
      small: 6 * linesOfWeek,
      medium: 2 * weeksOfBank * linesOfWeek,
      large: 2 * weeksOfBank * linesOfWeek,
    },
    values: line,
    after: ['conta_pagar', 'conta_receber'],
  },
};
