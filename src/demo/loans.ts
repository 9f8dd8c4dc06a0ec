/** Loans to holders: paid back in equal parts by the Price table, at what such loans cost. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter, soonAfter } from './days.ts';
import { familiesOf } from './families.ts';
import { cents } from './found-rows.ts';
import { monthNumber, monthText } from './months.ts';

interface Part {
  readonly due: string;
  readonly principal: number;
  readonly interest: number;
}

/** What is paid each month so that the loan and its interest are paid with the last. */
const partOf = (amount: number, rate: number, count: number): number =>
  cents((amount * rate) / (1 - (1 + rate) ** -count));

/** The last part takes what rounding left. */
const partsOf = (amount: number, rate: number, count: number, firstDue: string): readonly Part[] => {
  const each = partOf(amount, rate, count);
  const month = monthNumber(firstDue);
  let rest = amount;
  return Array.from({ length: count }, (_, at) => {
    const interest = cents(rest * rate);
    const principal = at === count - 1 ? rest : cents(each - interest);
    rest = cents(rest - principal);
    return { due: `${monthText(month + at)}-${firstDue.slice(8)}`, principal, interest };
  });
};

/** The tax on loans to people: 0.38 % at once and 0.0082 % a day of at most a year (Decree 6.306/2007, art. 7). */
const taxOf = (amount: number, count: number): number =>
  cents(amount * (0.0038 + 0.000082 * Math.min(365, count * 30)));

type End = 'asked' | 'granted' | 'running' | 'done' | 'bad' | 'cancelled';

const states: Readonly<Record<End, string>> = {
  asked: 'SOLICITADO',
  granted: 'APROVADO',
  running: 'LIBERADO',
  done: 'QUITADO',
  bad: 'INADIMPLENTE',
  cancelled: 'CANCELADO',
};

/** Parts that have fallen due are paid, but the last of a bad loan; all of one that is done. */
const statesOf = (end: End, parts: readonly Part[], today: string): readonly string[] => {
  const fallen = parts.filter(({ due }) => due <= today).length;
  return parts.map((_, at) => {
    if (end === 'done') return 'PAGA';
    if (end === 'asked' || end === 'granted') return 'ABERTA';
    if (end === 'cancelled') return 'CANCELADA';
    if (at >= fallen) return 'ABERTA';
    return end === 'bad' && at >= fallen - 3 ? 'VENCIDA' : 'PAGA';
  });
};

const endOf = (chance: Chance): End =>
  chance.weighted({ asked: 8, granted: 8, running: 54, done: 20, bad: 7, cancelled: 3 });

const loan = (draw: Draw): Row => {
  const { chance, index, today } = draw;
  const { families } = familiesOf(draw);
  const all = families.length;
  const holder = families[(index * 3) % Math.max(all, 1)]?.holder;
  const guarantor = families[(index * 3 + 1) % Math.max(all, 1)]?.holder;
  const end = endOf(chance);
  const young = end === 'asked' || end === 'granted';
  const since = typeof holder?.['data_inclusao'] === 'string' ? holder['data_inclusao'] : dayAfter(today, -900);
  const asked = young
    ? dayAfter(today, -chance.whole(0, 20))
    : soonAfter(chance, since > dayAfter(today, -700) ? since : dayAfter(today, -700), 0, 500, dayAfter(today, -120));
  const amount = chance.whole(10, 120) * 100;
  const rate = chance.of([1, 1.2, 1.45, 1.6, 1.85]);
  const count = chance.of([6, 12, 18, 24, 36]);
  const firstDue = `${monthText(monthNumber(asked) + 2)}-10`;
  const parts = partsOf(amount, rate / 100, count, firstDue);
  const partStates = statesOf(end, parts, today);
  const owed = parts.reduce((sum, { principal }, at) => (partStates[at] === 'PAGA' ? sum : sum + principal), 0);
  return {
    ...(holder === undefined ? {} : { beneficiario_id: holder['id'] }),
    avalista_id: guarantor === undefined || guarantor === holder || chance.holds(0.6) ? null : guarantor['id'],
    refinancia_id: null,
    solicitacao: asked,
    valor: amount,
    taxa_mes: rate,
    iof: taxOf(amount, count),
    parcelas: count,
    valor_parcela: partOf(amount, rate / 100, count),
    primeiro_vencimento: firstDue,
    saldo_devedor: end === 'running' || end === 'bad' ? cents(owed) : 0,
    situacao: states[end],
    cronograma: parts.map(({ due, principal, interest }, at) => ({
      numero: at + 1,
      vencimento: due,
      principal,
      juros: interest,
      conta_receber_id: null,
      situacao: partStates[at],
    })),
  };
};

export const loanRecipes: SampleRecipes['entities'] = {
  emprestimo: { count: { small: 40, medium: 1500, large: 6000 }, values: loan },
};
