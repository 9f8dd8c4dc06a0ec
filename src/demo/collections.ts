/** How bills are collected: sent to banks and to payrolls, printed, charged for when paid late, renegotiated when not. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import type { Bill } from './bills.ts';
import { billAt, latePlace } from './bills.ts';
import { dayAfter } from './days.ts';
import { familiesOf } from './families.ts';
import { cents, colleague, idWhere, pointing } from './found-rows.ts';
import { lastDay, monthNumber, monthText, together } from './months.ts';

/** Families whose bills of a month go together. */
const ofBatch = 25;

interface Sent {
  readonly bill: Bill;
  readonly id: unknown;
}

/** The bills of a month, of those families, that are there. */
const sentOf = (draw: Draw, batch: number, month: number, ways: readonly Bill['way'][]): readonly Sent[] => {
  const { families, bills } = familiesOf(draw);
  const accounts = draw.rows('conta_receber');
  return Array.from({ length: ofBatch }, (_, at) => batch * ofBatch + at).flatMap((number): readonly Sent[] => {
    const family = families[number];
    const place = family && bills.of(number, family.last - month);
    const id = place === undefined ? undefined : accounts[place]?.['id'];
    const bill = place === undefined || id === undefined ? undefined : billAt(draw, place);
    return bill === undefined || !ways.includes(bill.way) ? [] : [{ bill, id }];
  });
};

const totalOf = (sent: readonly Sent[]): number => cents(sent.reduce((sum, { bill }) => sum + bill.amount, 0));

const isPaid = ({ fate }: Bill): boolean => fate === 'paid' || fate === 'late' || fate === 'part';

/** Batches of a month: those of a large operator are not all shown. */
const mostBatches = 333;

const batchesOf = (draw: Draw): number => {
  const all = Math.floor(familiesOf(draw).families.length / ofBatch);
  return all < mostBatches ? 1 : mostBatches;
};

/** Half a year of batches, the oldest month first: what is sent later has the higher number. */
const turnOf = (draw: Draw, place: number): { readonly batch: number; readonly back: number } => {
  const batches = batchesOf(draw);
  return { batch: place % batches, back: together - 1 - (Math.floor(place / batches) % together) };
};

/** How each file goes out: slips and direct debits to banks, by an agreement of their own each; the rest to payrolls. */
const outgoing = [
  { way: 'BOLETO', purpose: 'COBRANCA', time: '10:15' },
  { way: 'FOLHA', purpose: undefined, time: '09:15' },
  { way: 'DEBITO', purpose: 'DEBITO', time: '11:15' },
] as const;

/** What came back of each bill: while it is not due, that it is registered. */
const returned = (sent: readonly Sent[], back: number): readonly Row[] =>
  sent.map(({ bill, id }) => {
    const paid = back > 0 && isPaid(bill);
    return {
      conta_id: id,
      comando: '01',
      valor: bill.amount,
      ocorrencia_retorno: paid ? '06' : '02',
      motivo: null,
      valor_retorno: paid ? bill.paid : null,
      data_pagamento: paid ? (bill.paidOn ?? null) : null,
      data_credito: null,
      valor_devido: back > 0 ? cents(bill.amount + bill.fine + bill.interest) : null,
      leitura: back > 0 ? 1 : null,
      situacao: back === 0 ? 'ENVIADA' : paid ? 'PAGA' : 'CONFIRMADA',
    };
  });

/** In turn one of each way, of the same families. */
const collection = (draw: Draw): Row => {
  const { index, rows } = draw;
  const { way, purpose, time } = outgoing[index % outgoing.length] ?? outgoing[0];
  const number = Math.floor(index / outgoing.length);
  const { batch, back } = turnOf(draw, number);
  const month = monthNumber(draw.today) - back;
  const sent = sentOf(draw, batch, month, [way]);
  const employers = rows('empresa');
  return {
    numero: index + 1,
    tipo: purpose === undefined ? 'FOLHA' : 'BANCO',
    convenio_id: purpose === undefined ? null : (idWhere(rows('convenio_bancario'), 'finalidade', purpose) ?? null),
    empresa_id: purpose === undefined ? (employers[number % Math.max(employers.length, 1)]?.['id'] ?? null) : null,
    competencia: monthText(month),
    geracao: `${monthText(month)}-01T${time}:00-03:00`,
    enviada_em: `${monthText(month)}-01`,
    retorno_em: back === 0 ? null : lastDay(month),
    quantidade: sent.length,
    valor_total: totalOf(sent),
    enviados: sent.length,
    retornos: back === 0 ? 0 : 1,
    situacao: back === 0 ? 'ENVIADA' : 'RETORNADA',
    itens: returned(sent, back),
  };
};

const printed = (draw: Draw): Row => {
  const { index, today } = draw;
  const { batch, back } = turnOf(draw, index);
  const month = monthNumber(today) - back;
  const sent = sentOf(draw, batch, month, ['BOLETO']);
  return {
    competencia: monthText(month),
    destino: (['EMAIL', 'GRAFICA', 'EMAIL', 'CORREIO'] as const)[batch % 4],
    quantidade: sent.length,
    valor_total: totalOf(sent),
    situacao: 'ENVIADA',
    titulos: sent.map(({ id }) => ({ conta_id: id })),
  };
};

/** The bill at the place, and where there are not so many another one's id. */
const billed = (draw: Draw, place: number): { readonly bill: Bill | undefined; readonly id: unknown } => {
  const accounts = draw.rows('conta_receber');
  return { bill: billAt(draw, place), id: accounts[place % Math.max(accounts.length, 1)]?.['id'] };
};

const charge = (draw: Draw): Row => {
  const { bill, id } = billed(draw, latePlace(draw.index));
  if (bill?.paidOn === undefined) return pointing('conta_receber_id', id);
  return {
    ...pointing('conta_receber_id', id),
    data_pagamento: bill.paidOn,
    dias_atraso: bill.daysLate,
    valor_base: bill.amount,
    juros: bill.interest,
    multa: bill.fine,
    correcao: 0,
    competencia_cobranca: bill.paidOn.slice(0, 7),
    motivo_dispensa: null,
    situacao: 'COBRADO',
  };
};

/** In turn the issue of one bill, and the payment of one that was paid late. */
const transaction = (draw: Draw): Row => {
  const { index, rows } = draw;
  const number = Math.floor(index / 2);
  const issue = index % 2 === 0;
  const { bill, id } = billed(draw, issue ? number : latePlace(number));
  const always: Row = {
    ...pointing('conta_receber_id', id),
    conta_pagar_id: null,
    usuario_id: colleague(rows) ?? null,
    complemento: null,
  };
  if (bill === undefined) return always;
  const paid = !issue && bill.paidOn !== undefined;
  return {
    ...always,
    momento: `${paid ? bill.paidOn : bill.issued}T${paid ? '06:40' : '08:00'}:00-03:00`,
    operacao: paid ? 'BAIXA' : 'EMISSAO',
    responsavel_id: bill.family.holder['id'],
    valor_anterior: paid ? bill.amount : 0,
    valor_novo: paid ? bill.paid : bill.amount,
    documento: null,
  };
};

/** Bills that are looked through for such as nobody paid. */
const lookedThrough = 20_000;
const unpaid = new WeakMap<readonly Row[], readonly number[]>();

const overduePlaces = (draw: Draw): readonly number[] => {
  const accounts = draw.rows('conta_receber');
  const known = unpaid.get(accounts);
  if (known !== undefined) return known;
  const found = Array.from({ length: Math.min(lookedThrough, accounts.length) }, (_, place) => place).filter(
    (place) => billAt(draw, place)?.fate === 'overdue',
  );
  unpaid.set(accounts, found);
  return found;
};

const settlement = (draw: Draw): Row => {
  const { chance, index, rows, today } = draw;
  const places = overduePlaces(draw);
  const place = places[index];
  // No bill is in two of them.
  if (place === undefined) return { contas: [], situacao: 'SOLICITADA' };
  const { bill, id } = billed(draw, place);
  if (bill === undefined || id === undefined) return { contas: [] };
  const days = Math.max(0, Math.round((Date.parse(today) - Date.parse(bill.due)) / 86_400_000));
  const owed = cents(bill.amount * (1.02 + (0.01 * days) / 30));
  const atOnce = chance.holds(0.3);
  // What follows from an approval is made by it, of the bills themselves.
  const end = chance.weighted({ SOLICITADA: 2, EM_ANALISE: 3 });
  const terms = rows('tabela_parcelamento_valor').find(
    ({ valor_inicial, valor_final }) => Number(valor_inicial) <= owed && owed <= Number(valor_final),
  );
  const parts = Math.min(chance.of([3, 4, 6, 10]), Number(terms?.['parcelas_maximas'] ?? 10));
  const first = cents(owed * 0.2);
  const part = cents((owed - first) / parts);
  const last = cents(owed - first - part * (parts - 1));
  return {
    responsavel_id: bill.family.holder['id'],
    valor_debito: owed,
    proposta: atOnce ? 'A_VISTA' : 'PARCELADO',
    parcelas: atOnce ? null : parts,
    entrada: atOnce ? null : first,
    primeiro_vencimento: null,
    tabela_id: atOnce ? null : (terms?.['id'] ?? null),
    aceite: null,
    motivo_id: null,
    situacao: end,
    contas: [{ conta_id: id, valor: owed }],
    cronograma: Array.from({ length: atOnce ? 0 : parts }, (_, at) => ({
      numero: at + 1,
      vencimento: dayAfter(today, 30 * (at + 1)),
      valor: at + 1 === parts ? last : part,
      conta_id: null,
    })),
  };
};

const corrections = [
  ['CREDITO', 'CONTRIBUICAO', 'Acerto de mensalidade cobrada a maior'],
  ['CREDITO', 'COPARTICIPACAO', 'Estorno de coparticipação em duplicidade'],
  ['DEBITO', 'CONTRIBUICAO', 'Diferença de reajuste retroativo'],
  ['CREDITO', 'CONTRIBUICAO', 'Devolução de mensalidade após cancelamento'],
] as const;

/** They come into the bill of the month: what waits is of this month. */
const correction = (draw: Draw): Row => {
  const { chance, index, today } = draw;
  const { members } = familiesOf(draw);
  const member = members[(index * 7) % Math.max(members.length, 1)];
  const [type, origin, text] = corrections[index % corrections.length] ?? corrections[0];
  return {
    ...pointing('beneficiario_id', member?.person['id']),
    competencia: today.slice(0, 7),
    tipo: type,
    origem: origin,
    valor: cents(8 + 180 * chance.next() ** 2),
    historico: text,
    conta_receber_id: null,
    situacao: chance.holds(0.9) ? 'PENDENTE' : 'CANCELADO',
  };
};

/** Money that came in and says of no bill which one it pays. */
const credit = ({ chance, rows, today }: Draw): Row => {
  const day = dayAfter(today, -chance.whole(0, 90));
  const old = day < dayAfter(today, -45);
  return {
    data: day,
    valor: cents(120 + 1500 * chance.next() ** 2),
    ...pointing('convenio_id', idWhere(rows('convenio_bancario'), 'finalidade', 'COBRANCA')),
    ...(old
      ? { situacao: 'DEVOLVIDO', data_devolucao: dayAfter(day, 40), motivo_devolucao: 'Pagador não identificado' }
      : { situacao: 'PENDENTE', data_devolucao: null, motivo_devolucao: null }),
  };
};

export const collectionRecipes: SampleRecipes['entities'] = {
  remessa_recebimento: { count: { small: 18, medium: 18 * mostBatches, large: 18 * mostBatches }, values: collection },
  remessa_titulo_emitido: { count: { small: 6, medium: 6 * mostBatches, large: 6 * mostBatches }, values: printed },
  encargo_atraso: { count: { small: 16, medium: 4000, large: 24_000 }, values: charge },
  transacao_financeira: {
    count: { small: 32, medium: 8000, large: 48_000 },
    values: transaction,
    after: ['conta_pagar', 'conta_receber'],
  },
  solicitacao_regularizacao_debito: { count: { small: 9, medium: 600, large: 1000 }, values: settlement },
  acerto_beneficiario: { count: { small: 20, medium: 3000, large: 15_000 }, values: correction },
  credito_bancario: { count: { small: 20, medium: 2000, large: 8000 }, values: credit },
};
