/**
 * The books: accounts as the standard chart of the regulator numbers them (1 assets, 2 liabilities, 3 income, 4 costs,
 * 6 result, 9 memoranda; RN 528/2022), and what is booked on six days of each month. Everything of a month follows
 * from its number, so that balances and remittances agree with the entries.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { cents, onceOfRows, pointing } from './found-rows.ts';
import { monthNumber, monthText } from './months.ts';

/** Code and name; an account is inside the one whose code begins its own. */
const chart: readonly (readonly [code: string, name: string])[] = [
  ['1', 'Ativo'],
  ['1.2', 'Ativo circulante'],
  ['1.2.1', 'Disponível'],
  ['1.2.1.1', 'Caixa'],
  ['1.2.1.2', 'Bancos conta depósitos'],
  ['1.2.2', 'Aplicações financeiras'],
  ['1.2.2.1', 'Aplicações garantidoras de provisões técnicas'],
  ['1.2.2.2', 'Aplicações livres'],
  ['1.2.3', 'Créditos de operações com planos de assistência à saúde'],
  ['1.2.3.1', 'Contraprestações a receber'],
  ['1.2.3.2', 'Participação de beneficiários em eventos a receber'],
  ['1.2.7', 'Bens e títulos a receber'],
  ['1.2.7.1', 'Empréstimos a beneficiários'],
  ['1.2.7.2', 'Outros créditos a receber'],
  ['1.3', 'Ativo não circulante'],
  ['1.3.3', 'Imobilizado'],
  ['1.3.3.1', 'Imóveis e instalações'],
  ['2', 'Passivo'],
  ['2.1', 'Passivo circulante'],
  ['2.1.1', 'Provisões técnicas de operações de assistência à saúde'],
  ['2.1.1.1', 'Provisão de contraprestações não ganhas'],
  ['2.1.1.2', 'Provisão de eventos a liquidar para prestadores'],
  ['2.1.1.3', 'Provisão de eventos a liquidar por reembolso'],
  ['2.1.1.4', 'Provisão de eventos ocorridos e não avisados'],
  ['2.1.6', 'Tributos e encargos sociais a recolher'],
  ['2.1.6.1', 'Retenções de impostos e contribuições'],
  ['2.1.8', 'Débitos diversos'],
  ['2.1.8.1', 'Fornecedores'],
  ['2.1.8.2', 'Contribuições a devolver'],
  ['2.5', 'Patrimônio líquido'],
  ['2.5.1', 'Patrimônio social'],
  ['2.5.1.1', 'Patrimônio social integralizado'],
  ['3', 'Receitas'],
  ['3.1', 'Ingressos de operações de assistência à saúde'],
  ['3.1.1', 'Contraprestações efetivas'],
  ['3.1.1.1', 'Contraprestações de planos médico-hospitalares'],
  ['3.1.1.2', 'Contraprestações de planos odontológicos'],
  ['3.3', 'Outras receitas operacionais'],
  ['3.3.1', 'Receitas de serviços'],
  ['3.3.1.1', 'Serviços adicionais aos planos'],
  ['4', 'Despesas'],
  ['4.1', 'Eventos indenizáveis líquidos'],
  ['4.1.1', 'Eventos conhecidos ou avisados'],
  ['4.1.1.1', 'Despesas com eventos'],
  ['4.1.1.2', 'Recuperação de despesas por glosas'],
  ['4.1.1.3', 'Recuperação de despesas por coparticipação'],
  ['4.1.1.4', 'Despesas com eventos reembolsados'],
  ['4.1.4', 'Variação da provisão de eventos ocorridos e não avisados'],
  ['4.1.4.1', 'Variação da provisão do mês'],
  ['4.6', 'Despesas administrativas'],
  ['4.6.1', 'Despesas com serviços de terceiros'],
  ['4.6.1.1', 'Serviços de terceiros'],
  ['6', 'Impostos e participações sobre o resultado'],
  ['6.1', 'Impostos sobre o resultado'],
  ['6.1.1', 'Imposto de renda e contribuição social'],
  ['6.1.1.1', 'Imposto de renda e contribuição social do exercício'],
  ['9', 'Contas de compensação'],
  ['9.1', 'Contas de compensação do ativo'],
  ['9.1.1', 'Eventos em análise'],
  ['9.1.1.1', 'Eventos avisados em análise'],
];

/** By the first digit of the code: what an account is, and on which side its balance stands. */
const natures: Readonly<Record<string, readonly [nature: string, side: 'D' | 'C']>> = {
  '1': ['ATIVO', 'D'],
  '2': ['PASSIVO', 'C'],
  '3': ['RECEITA', 'C'],
  '4': ['DESPESA', 'D'],
  '6': ['RESULTADO', 'D'],
  '9': ['ORDEM', 'D'],
};

/** Those that get something back stand on the other side. */
const contrary: ReadonlySet<string> = new Set(['4.1.1.2', '4.1.1.3']);

/** Nothing is booked on the others. */
const analytic = onceOfRows((rows) => rows.filter((row) => row['analitica'] === true));

export const accountId = (rows: Draw['rows'], code: string): unknown => {
  const all = analytic(rows('plano_conta'));
  return (all.find((row) => row['codigo'] === code) ?? all[0])?.['id'];
};

/** Two accounts, even where the chart has hardly any. */
const sides = (rows: Draw['rows'], { debit, credit }: Pick<Posting, 'debit' | 'credit'>): Row => {
  const debited = accountId(rows, debit);
  const credited = accountId(rows, credit);
  const other =
    credited === debited ? analytic(rows('plano_conta')).find(({ id }) => id !== debited)?.['id'] : credited;
  return { ...pointing('conta_debito_id', debited), ...pointing('conta_credito_id', other) };
};

export const accountName = (code: string): string => chart.find(([other]) => other === code)?.[1] ?? code;

const account = ({ index, rows }: Draw): Row => {
  const [code, name] = chart[index % chart.length] ?? ['1', 'Ativo'];
  const above = code.slice(0, Math.max(code.length - 2, 0));
  const [nature, side] = natures[code.slice(0, 1)] ?? ['ATIVO', 'D'];
  return {
    codigo: code,
    descricao: name,
    superior_id: rows('plano_conta').find((row) => row['codigo'] === above)?.['id'] ?? null,
    natureza: nature,
    grau: code.split('.').length,
    analitica: !chart.some(([other]) => other.startsWith(`${code}.`)),
    codigo_ans: code.replaceAll('.', ''),
    indicador: contrary.has(code) ? 'C' : side,
    inicio: '2022-06-01',
    fim: null,
  };
};

interface Posting {
  readonly event: string;
  readonly debit: string;
  readonly credit: string;
  readonly origin: string;
  readonly text: string;
  readonly usual: number;
}

/** What each kind of event moves; `evento_mensal` has them by these codes. */
const postings: readonly Posting[] = [
  {
    event: 'CONTRAPRES',
    debit: '1.2.3.1',
    credit: '3.1.1.1',
    origin: 'CONTA_RECEBER',
    text: 'Mensalidades emitidas',
    usual: 96_000,
  },
  {
    event: 'CONTRAPRES',
    debit: '1.2.3.1',
    credit: '3.1.1.2',
    origin: 'CONTA_RECEBER',
    text: 'Mensalidades de planos odontológicos',
    usual: 9000,
  },
  {
    event: 'CONTRAPRES',
    debit: '1.2.1.2',
    credit: '1.2.3.1',
    origin: 'CONTA_RECEBER',
    text: 'Recebimento de mensalidades',
    usual: 99_000,
  },
  {
    event: 'COPART',
    debit: '1.2.3.2',
    credit: '4.1.1.3',
    origin: 'COPARTICIPACAO',
    text: 'Coparticipações apuradas',
    usual: 7000,
  },
  {
    event: 'COPART',
    debit: '1.2.1.2',
    credit: '1.2.3.2',
    origin: 'CONTA_RECEBER',
    text: 'Recebimento de coparticipações',
    usual: 6500,
  },
  {
    event: 'EVENTOS',
    debit: '4.1.1.1',
    credit: '2.1.1.2',
    origin: 'PROTOCOLO',
    text: 'Eventos avisados por prestadores',
    usual: 84_000,
  },
  {
    event: 'GLOSAS',
    debit: '2.1.1.2',
    credit: '4.1.1.2',
    origin: 'PROTOCOLO',
    text: 'Glosas de contas de prestadores',
    usual: 5200,
  },
  {
    event: 'REEMBOLSOS',
    debit: '4.1.1.4',
    credit: '2.1.1.3',
    origin: 'PROTOCOLO',
    text: 'Reembolsos avisados',
    usual: 3100,
  },
  {
    event: 'PAGAMENTOS',
    debit: '2.1.1.2',
    credit: '1.2.1.2',
    origin: 'CONTA_PAGAR',
    text: 'Pagamento de prestadores',
    usual: 74_000,
  },
  {
    event: 'PAGAMENTOS',
    debit: '2.1.1.3',
    credit: '1.2.1.2',
    origin: 'CONTA_PAGAR',
    text: 'Pagamento de reembolsos',
    usual: 3000,
  },
  {
    event: 'PROVISAO',
    debit: '4.1.4.1',
    credit: '2.1.1.4',
    origin: 'PROVISAO',
    text: 'Variação da provisão de eventos não avisados',
    usual: 2400,
  },
  {
    event: 'IMPOSTOS',
    debit: '2.1.1.2',
    credit: '2.1.6.1',
    origin: 'CONTA_PAGAR',
    text: 'Impostos retidos de prestadores',
    usual: 4800,
  },
  {
    event: 'IMPOSTOS',
    debit: '2.1.6.1',
    credit: '1.2.1.2',
    origin: 'CONTA_PAGAR',
    text: 'Recolhimento de impostos retidos',
    usual: 4800,
  },
];

const anyPosting: Posting = {
  event: 'PAGAMENTOS',
  debit: '4.6.1.1',
  credit: '2.1.8.1',
  origin: 'MANUAL',
  text: 'Despesas administrativas',
  usual: 1000,
};

/** Days of a month on which something is booked. */
const bookingDays = ['05', '10', '15', '20', '25', '28'] as const;
export const entriesOfMonth = bookingDays.length * postings.length;

export interface Entry extends Posting {
  readonly day: string;
  readonly amount: number;
}

/** The last month that is over is the first. */
export const bookedMonth = (today: string, number: number): number => monthNumber(today) - 1 - number;

export const entryAt = ({ seed, today }: Pick<Draw, 'seed' | 'today'>, index: number): Entry | undefined => {
  const posting = postings[index % postings.length];
  const place = Math.floor(index / postings.length);
  const month = monthText(bookedMonth(today, Math.floor(place / bookingDays.length)));
  const day = `${month}-${bookingDays[place % bookingDays.length]}`;
  if (posting === undefined) return;
  const chance = new Chance(seed, 'entry', index);
  return { ...posting, day, amount: cents(posting.usual * (0.7 + 0.6 * chance.next())) };
};

const entry = (draw: Draw): Row => {
  const { index, rows, today } = draw;
  const of = entryAt(draw, index);
  if (of === undefined) return {};
  const { day } = of;
  const event = rows('evento_mensal').find((row) => row['codigo'] === of.event)?.['id'];
  const old = monthNumber(day) < bookedMonth(today, 0);
  return {
    competencia: day.slice(0, 7),
    data: day,
    lote: `${day.slice(0, 4)}${day.slice(5, 7)}-${day.slice(8)}`,
    evento_id: event ?? null,
    ...sides(rows, of),
    valor: of.amount,
    historico: `${of.text} de ${day.slice(5, 7)}/${day.slice(0, 4)}`,
    origem: of.origin,
    documento: null,
    produto_id: null,
    centro_custo: null,
    motivo_estorno: null,
    situacao: old ? 'EXPORTADO' : 'EFETIVADO',
  };
};

/** The first entry of the event in the month; undefined where it is not booked, or booked by nobody here. */
export const entryOfMonth = ({ rows, today }: Pick<Draw, 'rows' | 'today'>, month: number, event: string): unknown => {
  const number = bookedMonth(today, 0) - month;
  const place = number * entriesOfMonth + postings.findIndex((posting) => posting.event === event);
  return number < 0 ? undefined : rows('lancamento_contabil')[place]?.['id'];
};

/** The accounts that entries move. */
export const moved = [...new Set(postings.flatMap(({ debit, credit }) => [debit, credit]))];

/** Months that are kept in the books; before them stands what an account began with. */
export const balanceMonths = 60;

/** How each event is booked: the first of its postings. */
const mapping = ({ index, rows }: Draw): Row => {
  const events = rows('evento_mensal');
  const event = events[index % Math.max(events.length, 1)];
  const of = postings.find((posting) => posting.event === event?.['codigo']) ?? anyPosting;
  return {
    ...pointing('evento_id', event?.['id']),
    produto_id: null,
    contratacao: null,
    pos_lei: true,
    ...sides(rows, of),
    historico: of.text,
    centro_custo: null,
    inicio: '2022-06-01',
    fim: null,
  };
};

/** So many of each month. */
export const ofMonths = (each: number, medium: number, large: number) => ({
  small: 2 * each,
  medium: medium * each,
  large: large * each,
});

export const ledgerRecipes: SampleRecipes['entities'] = {
  plano_conta: { count: { small: chart.length, medium: chart.length, large: chart.length }, values: account },
  mapeamento_plano_conta: { count: { small: 8, medium: 8, large: 8 }, values: mapping },
  lancamento_contabil: { count: ofMonths(entriesOfMonth, 36, balanceMonths), values: entry },
};
