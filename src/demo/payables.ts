/**
 * What the operator owes. Paid each Friday: eight accounts of one kind of payment, of which seven stand in its order and
 * one waits; beside them two that members get back, paid by themselves, or waiting where they were granted lately. Everything of an account follows from its number,
 * so that orders, remittances and statements agree with it.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter } from './days.ts';
import { cents, colleague, idWhere, onceOfRows, pointing } from './found-rows.ts';
import { supplierOf } from './payees.ts';
import { billedPlace, placeOfBilled, refundAt } from './refund-facts.ts';

/** Accounts of one order, and with the one that waits. */
export const ofOrder = 7;
const waiting = 1;
const refundsOfWeek = 2;
const ofWeek = ofOrder + waiting + refundsOfWeek;
const smallOrders = 20;
const smallRemittances = 10;
/** Three years of Fridays; then they begin again, with another bank. */
const weeks = 156;

export type Stage = 'waits' | 'ordered' | 'paid';

export interface Payable {
  readonly kind: string;
  readonly issued: string;
  readonly due: string;
  readonly gross: number;
  readonly denied: number;
  readonly taxes: readonly { readonly code: string; readonly rate: number; readonly amount: number }[];
  readonly net: number;
  readonly stage: Stage;
  /** Code of the form of payment. */
  readonly form: string;
  readonly number: number;
}

interface Kind {
  readonly weight: number;
  readonly origin: string;
  readonly text: string;
  readonly history: string;
  readonly least: number;
  readonly most: number;
  readonly taxed: boolean;
}

const kinds: Readonly<Record<string, Kind>> = {
  'Produção médica': {
    weight: 34,
    origin: 'FATURAMENTO',
    text: 'Produção médica',
    history: 'Pagamento de produção do mês',
    least: 800,
    most: 14_000,
    taxed: true,
  },
  'Produção hospitalar': {
    weight: 16,
    origin: 'FATURAMENTO',
    text: 'Produção hospitalar',
    history: 'Pagamento de produção do mês',
    least: 9000,
    most: 160_000,
    // Who keeps a hospital is left out of what is kept back.
    taxed: false,
  },
  'Fornecedores de serviços': {
    weight: 28,
    origin: 'NOTA_FISCAL',
    text: 'Serviços prestados',
    history: 'Nota fiscal de serviços',
    least: 300,
    most: 18_000,
    taxed: true,
  },
  'Aluguéis e condomínios': {
    weight: 4,
    origin: 'NOTA_FISCAL',
    text: 'Aluguel da sede',
    history: 'Nota fiscal de serviços',
    least: 4000,
    most: 12_000,
    taxed: false,
  },
  Tributos: {
    weight: 5,
    origin: 'IMPOSTO',
    text: 'Tributos da operadora',
    history: 'Recolhimento de tributo',
    least: 2000,
    most: 60_000,
    taxed: false,
  },
};
const weights = Object.fromEntries(Object.entries(kinds).map(([name, { weight }]) => [name, weight]));

/** Withheld from services of companies. */
const withheld = [
  { code: 'IRPJ', rate: 1.5 },
  { code: 'CSRF', rate: 4.65 },
] as const;

/** On a Friday that of the week after. */
const nextFriday = (today: string): string =>
  dayAfter(today, ((11 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7) + 1);

/** The Friday of an order: the first two lie ahead. */
export const orderDay = (today: string, order: number): string => dayAfter(nextFriday(today), 7 - 7 * (order % weeks));

/** As many orders go out on Fridays of their own. */
export const ordersOfRound = weeks;

/** The account at a place of an order. */
export const orderPlace = (order: number, place: number): number => order * ofWeek + place;

const orderForms = ['41', '45', '01'] as const;

const stageOf = (due: string, today: string, place: number): Stage => {
  if (place >= ofOrder) return 'waits';
  return due <= today ? 'paid' : 'ordered';
};

export const payableAt = ({ seed, today }: Pick<Draw, 'seed' | 'today'>, number: number): Payable => {
  const chance = new Chance(seed, 'payable', number);
  const order = Math.floor(number / ofWeek);
  const place = number % ofWeek;
  const day = orderDay(today, order);
  const due = place >= ofOrder ? dayAfter(today, chance.whole(8, 40)) : day;
  const issued = dayAfter(due < today ? due : today, -chance.whole(5, 28));
  const kind = chance.weighted(weights);
  const { least, most, taxed } = kinds[kind] ?? { least: 100, most: 1000, taxed: false };
  const gross = cents(least + (most - least) * chance.next() ** 3);
  const denied = kind.startsWith('Produção') && chance.holds(0.4) ? cents(gross * 0.06 * chance.next()) : 0;
  const base = cents(gross - denied);
  const taxes = taxed ? withheld.map(({ code, rate }) => ({ code, rate, amount: cents((base * rate) / 100) })) : [];
  const net = cents(base - taxes.reduce((sum, { amount }) => sum + amount, 0));
  const form = orderForms[order % orderForms.length] ?? '41';
  return { kind, issued, due, gross, denied, taxes, net, stage: stageOf(day, today, place), form, number };
};

/** The accounts of an order. */
export const ordered = (draw: Pick<Draw, 'seed' | 'today'>, order: number): readonly Payable[] =>
  Array.from({ length: ofOrder }, (_, place) => payableAt(draw, orderPlace(order, place)));

export const netOf = (payables: readonly Payable[]): number => cents(payables.reduce((sum, { net }) => sum + net, 0));

const stateOf = (chance: Chance, stage: Stage): string => {
  if (stage === 'paid') return 'PAGA';
  return stage === 'ordered' ? 'EM_BORDERO' : chance.weighted({ PREVISTA: 5, LIBERADA: 4, BLOQUEADA: 1 });
};

/** Of the banks that most accounts are at. */
const bankCodes: ReadonlySet<unknown> = new Set(['001', '104', '237', '341', '756']);

const banksOf = onceOfRows((all) => {
  const found = all.filter((row) => bankCodes.has(row['codigo']));
  return found.length > 0 ? found : all;
});

/** Where it is paid to: by Pix to the number of the company, else to its account, always the same of one supplier. */
const paidTo = ({ seed, rows }: Draw, form: string, supplier: Row | undefined): Row => {
  const key = supplier?.['cnpj'] ?? supplier?.['cpf'];
  if (form === '45' && typeof key === 'string')
    return { conta_banco_id: null, conta_agencia: null, conta_numero: null, conta_chave_pix: key };
  const chance = new Chance(seed, 'account of a supplier', Number(supplier?.['id'] ?? 0));
  const banks = banksOf(rows('banco'));
  return {
    conta_banco_id: banks.length === 0 ? null : (chance.of(banks)['id'] ?? null),
    conta_agencia: String(chance.whole(100, 9899)).padStart(4, '0'),
    conta_numero: `${chance.whole(1, 9)}${chance.digits(5)}`,
    conta_chave_pix: null,
  };
};

/** Code of the kind of document; taxes have none of these. */
const documents: Readonly<Record<string, string>> = { FATURAMENTO: 'NFSE', NOTA_FISCAL: 'NFSE' };

const documentOf = ({ rows }: Draw, kind: Kind | undefined): unknown => {
  const code = documents[kind?.origin ?? ''];
  return code === undefined ? null : (rows('tipo_documento').find((row) => row['codigo'] === code)?.['id'] ?? null);
};

/** The number of the request that an account pays back; undefined where it pays none. */
const refundOfBill = ({ rows }: Pick<Draw, 'rows'>, index: number): number | undefined => {
  const place = (index % ofWeek) - ofOrder - waiting;
  if (place < 0) return;
  const number = billedPlace(Math.floor(index / ofWeek) * refundsOfWeek + place);
  return number < rows('protocolo_reembolso').length ? number : undefined;
};

/** The account that pays a request back; undefined where nothing is to be paid. */
export const billOfRefund = ({ idAt }: Pick<Draw, 'idAt'>, number: number): number | undefined => {
  const place = placeOfBilled(number);
  if (place === undefined) return;
  const index = Math.floor(place / refundsOfWeek) * ofWeek + ofOrder + waiting + (place % refundsOfWeek);
  return idAt('conta_pagar', index);
};

const refundBill = (draw: Draw, number: number): Row => {
  const { chance, index, rows } = draw;
  const { payee, asked, fate, amount, kept, paidOn, key } = refundAt(draw, number);
  const net = cents(amount - kept);
  const waits = fate === 'granted';
  return {
    ...pointing('tipo_id', idWhere(rows('tipo_conta_pagar'), 'descricao', 'Reembolso a beneficiário')),
    fornecedor_id: null,
    ...pointing('beneficiario_id', payee?.['id']),
    documento_tipo_id: null,
    documento_numero: String(1000 + index),
    chave_nfse: null,
    emissao: waits ? paidOn : asked,
    competencia: (waits ? paidOn : asked).slice(0, 7),
    vencimento: waits ? dayAfter(asked, 30) : paidOn,
    valor_bruto: net,
    valor_glosa: 0,
    descontos: 0,
    acrescimos: 0,
    valor_impostos: 0,
    valor_liquido: net,
    ...pointing('forma_id', idWhere(rows('forma_pagamento'), 'codigo', '45')),
    codigo_barras: null,
    conta_banco_id: null,
    conta_agencia: null,
    conta_numero: null,
    conta_chave_pix: key,
    historico_id: idWhere(rows('historico_conta_pagar'), 'descricao', 'Reembolso de despesa médica') ?? null,
    bordero_id: null,
    data_pagamento: waits ? null : paidOn,
    autenticacao: waits ? null : `${chance.digits(8)}.${chance.digits(6)}`,
    situacao: waits ? 'PREVISTA' : 'PAGA',
    impostos: [],
    itens: [{ origem: 'REEMBOLSO', descricao: 'Reembolso de despesas', valor: net }],
  };
};

const payable = (draw: Draw): Row => {
  const { chance, index, rows } = draw;
  const refund = refundOfBill(draw, index);
  if (refund !== undefined) return refundBill(draw, refund);
  const of = payableAt(draw, index);
  const kind = kinds[of.kind];
  const order = Math.floor(index / ofWeek);
  const tax = of.taxes.reduce((sum, { amount }) => sum + amount, 0);
  const taxes = rows('tipo_imposto');
  const supplier = supplierOf(draw, of.kind);
  return {
    ...pointing('tipo_id', idWhere(rows('tipo_conta_pagar'), 'descricao', of.kind)),
    ...pointing('fornecedor_id', supplier?.['id']),
    beneficiario_id: null,
    documento_tipo_id: documentOf(draw, kind),
    documento_numero: String(1000 + index),
    chave_nfse: null,
    emissao: of.issued,
    competencia: of.issued.slice(0, 7),
    vencimento: of.due,
    valor_bruto: of.gross,
    valor_glosa: of.denied,
    descontos: 0,
    acrescimos: 0,
    valor_impostos: cents(tax),
    valor_liquido: of.net,
    ...pointing('forma_id', idWhere(rows('forma_pagamento'), 'codigo', of.form)),
    codigo_barras: null,
    ...paidTo(draw, of.form, supplier),
    historico_id: idWhere(rows('historico_conta_pagar'), 'descricao', kind?.history ?? '') ?? null,
    bordero_id: of.stage === 'waits' ? null : (rows('bordero_pagamento')[order]?.['id'] ?? null),
    data_pagamento: of.stage === 'paid' ? of.due : null,
    autenticacao: of.stage === 'paid' ? `${chance.digits(8)}.${chance.digits(6)}` : null,
    situacao: stateOf(chance, of.stage),
    impostos: of.taxes.flatMap(({ code, rate, amount }) => {
      const id = taxes.find((row) => row['codigo'] === code)?.['id'] ?? taxes[0]?.['id'];
      return id === undefined
        ? []
        : [{ imposto_id: id, base: cents(of.gross - of.denied), aliquota: rate, valor: amount }];
    }),
    itens: [{ origem: kind?.origin ?? 'OUTRO', descricao: kind?.text ?? 'Despesa', valor: of.gross }],
  };
};

/** The newest come first, and have the highest number of those that one size has of them: of the next as many go on from there. */
const numberFrom = ({ index, attempt }: Draw, together: number): number =>
  together * Math.floor(index / together) + together - (index % together) + 1000 * attempt;

/** Of those that lie ahead the nearest is approved, where there is somebody to do so, and its remittance made. */
const orderState = (today: string, index: number, approver: unknown): string => {
  if (orderDay(today, index) <= today) return 'PAGO';
  return index % weeks === 0 || approver === undefined ? 'ABERTO' : 'APROVADO';
};

const order = (draw: Draw): Row => {
  const { index, rows, today } = draw;
  const of = ordered(draw, index);
  const day = orderDay(today, index);
  const drawnUp = dayAfter(day, -3);
  const approver = colleague(rows);
  const state = orderState(today, index, approver);
  return {
    numero: numberFrom(draw, smallOrders),
    data: drawnUp < today ? drawnUp : today,
    data_pagamento: day,
    ...pointing('convenio_id', idWhere(rows('convenio_bancario'), 'finalidade', 'PAGAMENTO')),
    ...pointing('forma_id', idWhere(rows('forma_pagamento'), 'codigo', of[0]?.form ?? '41')),
    quantidade: of.length,
    valor_total: netOf(of),
    situacao: state,
    aprovador_id: state === 'ABERTO' ? null : (approver ?? null),
    observacao: null,
  };
};

/** The order that is approved goes into the first remittance. */
const orderOfRemittance = (index: number): number => index + 1;

const remittance = (draw: Draw): Row => {
  const { index, rows, today } = draw;
  const of = ordered(draw, orderOfRemittance(index));
  const day = orderDay(today, orderOfRemittance(index));
  const isOpen = day > today;
  return {
    numero: numberFrom(draw, smallRemittances),
    ...pointing('convenio_id', idWhere(rows('convenio_bancario'), 'finalidade', 'PAGAMENTO')),
    // Behind the one that was paid, should that be of the same day.
    geracao: isOpen ? `${dayAfter(today, -1)}T18:05:00-03:00` : `${dayAfter(day, -1)}T17:30:00-03:00`,
    quantidade: of.length,
    valor_total: netOf(of),
    retorno_em: isOpen ? null : day,
    situacao: isOpen ? 'GERADA' : 'RETORNADA',
  };
};

const remittanceLine = (draw: Draw): Row => {
  const { index, rows, idAt } = draw;
  const remittances = rows('remessa_pagamento');
  const number = Math.floor(index / ofOrder);
  const place = index % ofOrder;
  const account = orderOfRemittance(number) * ofWeek + place;
  const of = payableAt(draw, account);
  const conta = idAt('conta_pagar', account);
  const isOpen = of.stage === 'ordered';
  return {
    ...pointing('remessa_id', remittances[number % Math.max(remittances.length, 1)]?.['id']),
    ...pointing('conta_id', conta),
    segmento: 'A',
    lote: 1,
    sequencia: place + 1,
    // Of another account nothing is known here.
    valor: conta === undefined ? null : of.net,
    ocorrencia: isOpen ? null : '00',
    data_efetiva: isOpen ? null : of.due,
    valor_efetivo: isOpen ? null : of.net,
    situacao: isOpen ? 'INCLUIDA' : 'PAGA',
  };
};

/** Four weeks of what was withheld of one kind. */
const taxWeeks = 4;

const taxOrder = (draw: Draw): Row => {
  const { index, rows, today, idAt } = draw;
  const first = 2 + index * taxWeeks;
  const held = Array.from({ length: taxWeeks * ofWeek }, (_, at) => first * ofWeek + at).flatMap((number) => {
    const tax = payableAt(draw, number).taxes.find(({ code }) => code === 'IRPJ');
    const id = number % ofWeek >= ofOrder ? undefined : idAt('conta_pagar', number);
    return tax === undefined || id === undefined ? [] : [{ conta_id: id, valor: tax.amount }];
  });
  const day = orderDay(today, first);
  const due = `${dayAfter(`${day.slice(0, 7)}-28`, 5).slice(0, 7)}-20`;
  return {
    ...pointing('imposto_id', idWhere(rows('tipo_imposto'), 'codigo', 'IRPJ')),
    competencia: day.slice(0, 7),
    vencimento: due,
    valor_total: cents(held.reduce((sum, { valor }) => sum + valor, 0)),
    situacao: due <= today ? 'PAGO' : 'ABERTO',
    guia: due <= today ? String(7_000_000 + index) : null,
    contas: held,
  };
};

export const payableRecipes: SampleRecipes['entities'] = {
  conta_pagar: {
    count: { small: 200, medium: 28_000, large: 140_000 },
    values: payable,
    whole: true,
    after: ['protocolo_reembolso'],
  },
  bordero_pagamento: { count: { small: smallOrders, medium: 2800, large: 14_000 }, values: order, moves: () => [] },
  remessa_pagamento: {
    count: { small: smallRemittances, medium: 2400, large: 2400 },
    values: remittance,
    moves: () => [],
  },
  remessa_pagamento_conta: {
    count: { small: 70, medium: 16_800, large: 16_800 },
    values: remittanceLine,
    moves: () => [],
  },
  bordero_imposto: { count: { small: 4, medium: 600, large: 600 }, values: taxOrder },
};
