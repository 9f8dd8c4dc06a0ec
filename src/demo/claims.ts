/**
 * What providers send in to be paid: protocols, each with one invoice of twenty guides, and the items of these. Everything
 * of an invoice follows from its number alone, so that sums agree wherever they are written, and millions of items need no
 * look at the others.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, Recipe, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter, monthBefore } from './days.ts';

/** Kind of guide (TISS) and how many items it has, in turn: four items a guide. */
const guides: readonly (readonly [kind: '1' | '2' | '3' | '4' | '5', items: number])[] = [
  ['1', 1],
  ['2', 5],
  ['2', 4],
  ['1', 1],
  ['2', 6],
  ['4', 3],
  ['1', 1],
  ['2', 5],
  ['2', 3],
  ['1', 1],
  ['3', 18],
  ['2', 6],
  ['1', 1],
  ['2', 5],
  ['5', 2],
  ['2', 5],
  ['1', 1],
  ['2', 4],
  ['2', 7],
  ['1', 1],
];
const guidesOfInvoice = guides.length;
const firstItems = guides.map((_, at) => guides.slice(0, at).reduce((sum, [, items]) => sum + items, 0));
const itemsOfInvoice = guides.reduce((sum, [, items]) => sum + items, 0);

interface Item {
  readonly amount: number;
  readonly denied: number;
}

interface Guide {
  readonly kind: '1' | '2' | '3' | '4' | '5';
  readonly day: string;
  readonly patient: number;
  readonly items: readonly Item[];
}

/** Of three months: not yet looked at, looked at, paid. */
type Age = 'new' | 'closed' | 'paid';

interface Invoice {
  readonly provider: unknown;
  readonly month: string;
  readonly age: Age;
  readonly guides: readonly Guide[];
}

const cents = (value: number): number => Math.round(value * 100) / 100;
const sumOf = (items: readonly Item[], part: keyof Item): number =>
  cents(items.reduce((sum, item) => sum + item[part], 0));
const amounts: Readonly<Record<Guide['kind'], readonly [least: number, more: number]>> = {
  '1': [80, 120],
  '2': [5, 395],
  '3': [30, 1900],
  '4': [40, 260],
  '5': [150, 1800],
};

const itemOf = (chance: Chance, kind: Guide['kind'], age: Age): Item => {
  const [least, more] = amounts[kind];
  const amount = cents(least + more * chance.next() ** 2);
  const fate = age === 'new' ? 1 : chance.next();
  return { amount, denied: fate < 0.04 ? amount : fate < 0.1 ? cents(amount * (0.1 + 0.6 * chance.next())) : 0 };
};

let last: { readonly key: string; readonly rows: Draw['rows']; readonly invoice: Invoice } | undefined;

const invoiceOf = ({ seed, today, rows }: Draw, number: number): Invoice => {
  const key = `${seed}/${number}/${today}`;
  if (last?.key === key && last.rows === rows) return last.invoice;
  const chance = new Chance(seed, 'invoice', number);
  const providers = rows('prestador');
  const people = rows('beneficiario');
  const monthsAgo = chance.whole(0, 35);
  const month = monthBefore(today, monthsAgo);
  const age: Age = monthsAgo > 2 ? 'paid' : monthsAgo > 1 ? 'closed' : 'new';
  const invoice: Invoice = {
    provider: providers.length === 0 ? undefined : chance.of(providers)['id'],
    month,
    age,
    guides: guides.map(([kind, items]) => ({
      kind,
      day: dayAfter(`${monthBefore(`${month}-01`, 1)}-01`, chance.whole(0, 27)),
      patient: Math.floor(chance.next() * people.length),
      items: Array.from({ length: items }, () => itemOf(chance, kind, age)),
    })),
  };
  last = { key, rows, invoice };
  return invoice;
};

/** Presented, denied and granted; nothing is known of the last two before anybody has looked. */
const sums = (items: readonly Item[], age: Age): Row => {
  const amount = sumOf(items, 'amount');
  if (age === 'new') return { valor_apresentado: amount, valor_glosa: null, valor_liberado: null };
  const denied = sumOf(items, 'denied');
  return { valor_apresentado: amount, valor_glosa: denied, valor_liberado: cents(amount - denied) };
};

const allItems = ({ guides: some }: Invoice): readonly Item[] => some.flatMap(({ items }) => items);

/** The first of the month after, when the batch comes in. */
const received = ({ month }: Invoice): string => dayAfter(`${month}-01`, 2);

const protocol = (draw: Draw): Row => {
  const { index } = draw;
  const invoice = invoiceOf(draw, index);
  const day = received(invoice);
  const paid = invoice.age === 'paid';
  return {
    tipo: 'PRESTADOR',
    prestador_id: invoice.provider,
    competencia: invoice.month,
    recebimento: `${day}T10:30:00-03:00`,
    origem: index % 5 === 0 ? 'PORTAL' : 'XML',
    responsavel_id: null,
    situacao_faturamento_id: null,
    situacao: { new: 'RECEBIDO', closed: 'FECHADO', paid: 'PAGO' }[invoice.age],
    numero_lote: String(index + 1),
    versao_tiss: '4.01.00',
    hash_lote: null,
    quantidade_guias: guidesOfInvoice,
    nota_fiscal: String(1000 + index),
    data_recebimento_nota: day,
    ...sums(allItems(invoice), invoice.age),
    previsao_pagamento: dayAfter(day, 30),
    fechamento: invoice.age === 'new' ? null : `${dayAfter(day, 20)}T16:00:00-03:00`,
    data_pagamento: paid ? dayAfter(day, 30) : null,
    motivo_id: null,
    justificativa: null,
  };
};

const account = (draw: Draw): Row => {
  const { index, rows } = draw;
  const invoice = invoiceOf(draw, index);
  const day = received(invoice);
  return {
    protocolo_id: rows('protocolo_recebimento')[index]?.['id'],
    prestador_id: invoice.provider,
    competencia: invoice.month,
    nota_fiscal: String(1000 + index),
    emissao_nota: day,
    quantidade_guias: guidesOfInvoice,
    ...sums(allItems(invoice), invoice.age),
    valor_coparticipacao: null,
    fechamento: invoice.age === 'new' ? null : `${dayAfter(day, 20)}T16:00:00-03:00`,
    conta_pagar_id: null,
    data_pagamento: invoice.age === 'paid' ? dayAfter(day, 30) : null,
    situacao: { new: 'ABERTA', closed: 'FECHADA', paid: 'PAGA' }[invoice.age],
    motivo_id: null,
    justificativa: null,
  };
};

const ofKind: Readonly<Record<Guide['kind'], Row>> = {
  '1': { tipo_consulta: '1', regime_atendimento: '01' },
  '2': { tipo_atendimento: '23', regime_atendimento: '01' },
  '3': { tipo_internacao: '1', regime_internacao: '1', tipo_faturamento: '4' },
  '4': { tipo_faturamento: '4' },
  '5': {},
};
const noKind: Row = {
  tipo_consulta: null,
  tipo_atendimento: null,
  regime_atendimento: null,
  tipo_internacao: null,
  regime_internacao: null,
  tipo_faturamento: null,
  inicio_faturamento: null,
  fim_faturamento: null,
  motivo_saida_id: null,
};

const stay = ({ rows }: Draw, { kind, day }: Guide): Row =>
  kind === '3'
    ? {
        inicio_faturamento: `${day}T08:00:00-03:00`,
        fim_faturamento: `${dayAfter(day, 4)}T11:00:00-03:00`,
        motivo_saida_id: rows('motivo_saida')[0]?.['id'] ?? null,
      }
    : {};

const guide = (draw: Draw): Row => {
  const { index, rows } = draw;
  const number = Math.floor(index / guidesOfInvoice);
  const invoice = invoiceOf(draw, number);
  const one = invoice.guides[index % guidesOfInvoice];
  if (one === undefined) return {};
  const amounts = sums(one.items, invoice.age);
  return {
    faturamento_id: rows('faturamento')[number]?.['id'],
    tipo_guia: one.kind,
    numero_guia_prestador: String(10_000_000 + index),
    numero_guia_operadora: String(index + 1).padStart(12, '0'),
    senha: null,
    autorizacao_id: null,
    guia_solicitacao_internacao: null,
    situacao: { new: 'APRESENTADA', closed: 'ANALISADA', paid: 'PAGA' }[invoice.age],
    beneficiario_id: rows('beneficiario')[one.patient]?.['id'],
    adesao_id: null,
    prestador_executante_id: invoice.provider,
    cnes: null,
    profissional_executante_id: null,
    cbos_id: null,
    profissional_solicitante_id: null,
    solicitante_nome: null,
    solicitante_conselho: null,
    solicitante_numero_conselho: null,
    solicitante_uf: null,
    data_atendimento: one.day,
    carater: one.kind === '3' ? '2' : '1',
    indicador_acidente: '9',
    ...noKind,
    ...ofKind[one.kind],
    ...stay(draw, one),
    cid_id: null,
    origem_evento: '1',
    observacao: null,
    ...amounts,
    valor_processado: amounts['valor_apresentado'],
    tipo_coparticipacao_id: null,
    valor_coparticipacao: null,
    valor_pago: invoice.age === 'paid' ? amounts['valor_liberado'] : null,
    cids: [],
    declaracoes: [],
  };
};

type Terms = readonly Row[];
/** Procedures by kind of guide, of the rows at the time. */
const terms = new WeakMap<Terms, Readonly<Record<Guide['kind'], Terms>>>();

export const termsOf = (all: Terms): Readonly<Record<Guide['kind'], Terms>> => {
  const known = terms.get(all);
  if (known !== undefined) return known;
  const coded = all.filter((row) => row['tabela'] === '22' && /^\d{8}$/.test(String(row['codigo'])));
  const those = (...kinds: readonly string[]): Terms => {
    const found = coded.filter((row) => kinds.includes(String(row['tipo'])));
    return found.length > 0 ? found : coded;
  };
  const made = {
    '1': those('CONSULTA'),
    '2': those('EXAME', 'TERAPIA'),
    '3': those('INTERNACAO', 'CIRURGIA', 'EXAME'),
    '4': those('ODONTO'),
    '5': those('CIRURGIA'),
  };
  terms.set(all, made);
  return made;
};

const situationOf = ({ amount, denied }: Item, age: Age): string => {
  if (age === 'new') return 'APRESENTADO';
  if (denied === amount) return 'GLOSADO';
  if (denied > 0) return 'GLOSADO_EM_PARTE';
  return age === 'paid' ? 'PAGO' : 'LIBERADO';
};

const placeOf = (index: number): readonly [number: number, guide: number, item: number] => {
  const number = Math.floor(index / itemsOfInvoice);
  const rest = index % itemsOfInvoice;
  const at = firstItems.findLastIndex((first) => first <= rest);
  return [number, at, rest - (firstItems[at] ?? 0)];
};

const item = (draw: Draw): Row => {
  const { chance, index, rows } = draw;
  const [number, at, place] = placeOf(index);
  const invoice = invoiceOf(draw, number);
  const of = invoice.guides[at];
  const one = of?.items[place];
  if (of === undefined || one === undefined) return {};
  const choice = termsOf(rows('procedimento'))[of.kind];
  const term = choice.length === 0 ? undefined : chance.of(choice);
  return {
    guia_id: rows('guia')[number * guidesOfInvoice + at]?.['id'],
    sequencial: place + 1,
    tipo_item: 'PROCEDIMENTO',
    tabela: '22',
    codigo: term?.['codigo'] ?? '10101012',
    descricao: term === undefined ? null : String(term['descricao']).slice(0, 150),
    procedimento_id: term?.['id'] ?? null,
    beneficiario_id: rows('beneficiario')[of.patient]?.['id'],
    prestador_id: invoice.provider,
    data: of.day,
    hora_inicio: null,
    hora_fim: null,
    quantidade: 1,
    unidade_id: null,
    via_acesso: null,
    tecnica: null,
    dente_id: null,
    face: null,
    regiao_id: null,
    reducao_acrescimo: 1,
    valor_unitario: one.amount,
    valor_calculado: one.amount,
    ...sums([one], invoice.age),
    situacao: situationOf(one, invoice.age),
    item_autorizacao_id: null,
    equipe: [],
  };
};

const sized = (small: number, medium: number, large: number): Recipe['count'] => ({ small, medium, large });

export const claimRecipes: SampleRecipes['entities'] = {
  protocolo_recebimento: { count: sized(16, 25_000, 250_000), values: protocol, whole: true, kept: [] },
  faturamento: { count: sized(16, 25_000, 250_000), values: account, whole: true, kept: [] },
  guia: { count: sized(320, 500_000, 5_000_000), values: guide, whole: true, kept: [] },
  item_guia: { count: sized(1280, 2_000_000, 20_000_000), values: item, whole: true },
};
