/**
 * What goes to the regulator each quarter: the tables of the accounts (DIOPS), which are sums of the books, and what was
 * done for how many members (SIP). The last quarter that is over is being looked through, those before it are sent.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import type { Balance } from './balances.ts';
import { balanced, balanceOf } from './balances.ts';
import { dayAfter } from './days.ts';
import { cents, pointing } from './found-rows.ts';
import { accountId, accountName, bookedMonth } from './ledger.ts';
import { lastDay, monthNumber, monthText } from './months.ts';

export interface Quarter {
  /** Before the last one that is over. */
  readonly back: number;
  /** The last month of it. */
  readonly month: number;
  readonly year: number;
  readonly number: number;
}

export const quarterAt = (today: string, back: number): Quarter => {
  const month = Math.floor(monthNumber(today) / 3) * 3 - 1 - back * 3;
  return { back, month, year: Math.floor(month / 12), number: Math.floor((month % 12) / 3) + 1 };
};

/** Files of one quarter are sent on one day, in time: the regulator waits a month and a half. */
const sentOn = ({ month }: Quarter): string => dayAfter(lastDay(month), 38);

export const stepsOf = (quarter: Quarter, at: number): { readonly situacao: string; readonly envio: string | null } => {
  if (quarter.back > 0) return { situacao: 'ENVIADO', envio: sentOn(quarter) };
  return { situacao: at % 3 === 0 ? 'APURADO' : 'CONFERIDO', envio: null };
};

interface Line {
  readonly table: string;
  readonly item: string;
  readonly amount: number;
  readonly account?: string;
  readonly balance?: Balance;
  readonly event?: string;
  readonly network?: string;
  readonly month?: number;
  readonly due?: string;
}

/** No more than the field takes, by whole words, and none at the end that joins two. */
const titleOf = (text: string): string =>
  text.length <= 40
    ? text
    : text
        .slice(0, 41)
        .replace(/\s+\S*$/, '')
        .replace(/(\s+(de|do|da|e|para|por))+$/, '');

/** Parts of a sum by their shares of a hundred; the last has what is left, so that they add up. */
const partsOf = <Name extends string>(sum: number, shares: readonly (readonly [Name, number])[]) => {
  let rest = sum;
  return shares.map(([name, share], at) => {
    const amount = at === shares.length - 1 ? cents(rest) : cents((sum * share) / 100);
    rest -= amount;
    return { name, amount };
  });
};

const eventShares = [
  ['CONSULTAS', 19],
  ['EXAMES', 27],
  ['TERAPIAS', 11],
  ['INTERNACOES', 34],
  ['OUTROS_ATENDIMENTOS', 6],
  ['DEMAIS_DESPESAS', 3],
] as const;
const eventTitles: Readonly<Record<(typeof eventShares)[number][0], string>> = {
  CONSULTAS: 'Consultas médicas',
  EXAMES: 'Exames',
  TERAPIAS: 'Terapias',
  INTERNACOES: 'Internações',
  OUTROS_ATENDIMENTOS: 'Outros atendimentos',
  DEMAIS_DESPESAS: 'Demais despesas',
};
const ages = [
  ['A_VENCER', 71],
  ['ATE_30', 15],
  ['DE_31_A_60', 6],
  ['DE_61_A_90', 4],
  ['DE_91_A_120', 2],
  ['ACIMA_120', 2],
] as const;
const ageTitles: Readonly<Record<(typeof ages)[number][0], string>> = {
  A_VENCER: 'Mensalidades a vencer',
  ATE_30: 'Mensalidades vencidas de 1 a 30 dias',
  DE_31_A_60: 'Mensalidades vencidas de 31 a 60 dias',
  DE_61_A_90: 'Mensalidades vencidas de 61 a 90 dias',
  DE_91_A_120: 'Mensalidades vencidas de 91 a 120 dias',
  ACIMA_120: 'Mensalidades vencidas após 120 dias',
};

/** Lines of a quarter that is booked, each with a title of its own in its table. */
const linesOf = (draw: Draw, { month }: Quarter): readonly Line[] => {
  // The first month of the quarter, counted back from the last that is booked.
  const first = bookedMonth(draw.today, 0) - month + 2;
  const of = (code: string): Balance => balanceOf(draw, code, first, 3);
  const receipts = [of('1.2.3.1').credits, of('1.2.3.2').credits].reduce((a, b) => a + b);
  return [
    ...balanced.map((account): Line => {
      const balance = of(account);
      const item = titleOf(`${account} ${accountName(account)}`);
      return { table: 'BALANCETE', item, account, balance, amount: balance.closing };
    }),
    { table: 'FLUXO_CAIXA', item: 'Recebimentos de planos de saúde', account: '1.2.1.2', amount: cents(receipts) },
    {
      table: 'FLUXO_CAIXA',
      item: 'Pagamentos a prestadores e de tributos',
      account: '1.2.1.2',
      amount: -of('1.2.1.2').credits,
    },
    {
      table: 'CONTRAPRESTACOES',
      item: 'Planos coletivos',
      amount: cents(of('3.1.1.1').credits + of('3.1.1.2').credits),
    },
    ...partsOf(of('4.1.1.1').debits, eventShares).map(
      ({ name, amount }): Line => ({
        table: 'COBERTURA_ASSISTENCIAL',
        item: eventTitles[name],
        event: name,
        network: 'REDE_CONTRATADA',
        amount,
      }),
    ),
    {
      table: 'COBERTURA_ASSISTENCIAL',
      item: 'Consultas médicas reembolsadas',
      event: 'CONSULTAS',
      network: 'REEMBOLSO',
      amount: of('4.1.1.4').debits,
    },
    ...[2, 1, 0].map((back): Line => {
      const own = monthText(month - back);
      const { debits } = balanceOf(draw, '4.1.1.1', first - 2 + back);
      return {
        table: 'EVENTOS_INDENIZAVEIS',
        item: `Eventos de ${own.slice(5)}/${own.slice(0, 4)}`,
        month: month - back,
        amount: debits,
      };
    }),
    ...partsOf(of('1.2.3.1').closing, ages).map(
      ({ name, amount }): Line => ({
        table: 'IDADE_SALDOS_ATIVO',
        item: ageTitles[name],
        due: name,
        amount,
      }),
    ),
    ...partsOf(-of('2.1.1.2').closing, [
      ['A_VENCER', 96],
      ['ATE_30', 4],
    ] as const).map(
      ({ name, amount }): Line => ({
        table: 'IDADE_SALDOS_PASSIVO',
        item: name === 'A_VENCER' ? 'Eventos a liquidar a vencer' : 'Eventos a liquidar até 30 dias',
        due: name,
        amount,
      }),
    ),
  ];
};

/** Balances, two of cash, one of income, seven of costs, three months, six ages and two. */
const linesOfQuarter = balanced.length + 2 + 1 + 7 + 3 + 6 + 2;

let last: { readonly key: string; readonly lines: readonly Line[] } | undefined;

const knownLines = (draw: Draw, quarter: Quarter): readonly Line[] => {
  const key = `${draw.seed}/${draw.today}/${quarter.back}`;
  if (last?.key !== key) last = { key, lines: linesOf(draw, quarter) };
  return last.lines;
};

const collective = ['COBERTURA_ASSISTENCIAL', 'CONTRAPRESTACOES'];

const accountEvent = (draw: Draw): Row => {
  const { index, rows, seed, today } = draw;
  const quarter = quarterAt(today, Math.floor(index / linesOfQuarter));
  const at = index % linesOfQuarter;
  const line = knownLines(draw, quarter)[at];
  if (line === undefined) return {};
  const steps = stepsOf(quarter, at);
  const { account, balance } = line;
  return {
    competencia: monthText(quarter.month),
    quadro: line.table,
    item: line.item,
    ...(account === undefined ? { conta_id: null } : pointing('conta_id', accountId(rows, account))),
    contratacao: collective.includes(line.table) ? 'COLETIVO' : null,
    pos_lei: true,
    tipo_evento: line.event ?? null,
    rede: line.network ?? null,
    mes_evento: line.month === undefined ? null : monthText(line.month),
    vencimento: line.due ?? null,
    operadora_cedida: null,
    saldo_anterior: balance?.opening ?? null,
    debitos: balance?.debits ?? null,
    creditos: balance?.credits ?? null,
    valor: line.amount,
    ...steps,
    protocolo:
      steps.envio === null
        ? null
        : `${steps.envio.replaceAll('-', '')}${new Chance(seed, 'diops', quarter.month).digits(8)}`,
    observacao: null,
  };
};

/** A year, three years, and nearly all that is kept in balance. */
const quarters = { small: 4, medium: 12, large: 19 };

export const ofQuarters = (lines: number) => ({
  small: lines * quarters.small,
  medium: lines * quarters.medium,
  large: lines * quarters.large,
});

export const quarterlyReportRecipes: SampleRecipes['entities'] = {
  evento_diops: { count: ofQuarters(linesOfQuarter), after: ['plano_conta'], values: accountEvent },
};
