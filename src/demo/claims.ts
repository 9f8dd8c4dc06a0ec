/**
 * What providers send in to be paid: protocols, each with one invoice of guides, and the items of these. Everything of an
 * invoice follows from its number alone, so that sums agree wherever they are written, and millions of items need no look
 * at the others.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, Recipe, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { dayAfter, daysOfMonth, monthBefore, shareOfMonth } from './days.ts';
import {
  denialsOf,
  deniedPlaces,
  firstGuideOf,
  guidesOf,
  isFresh,
  itemsOf,
  placeOfDenial,
  placeOfGuide,
  placeOfItem,
  shapeOf,
} from './invoice-shapes.ts';
import type { Place } from './network.ts';
import { networkOf } from './network.ts';
import { indexOf, onceOf } from './once-of.ts';
import { changeOf } from './plan-changes.ts';
import type { GuideKind, Procedure } from './procedures.ts';
import { toothOf } from './teeth.ts';
import type { Visit } from './visits.ts';
import { drawVisit, someVisit } from './visits.ts';

interface Item {
  readonly procedure: Procedure | undefined;
  readonly quantity: number;
  readonly unit: number;
  readonly amount: number;
  readonly denied: number;
}

interface Guide {
  readonly visit: Visit;
  readonly items: readonly Item[];
  /** What the patient pays of it; null: nobody has looked yet, or the plan has no such share. */
  readonly share: number | null;
}

/** Of three months: not yet looked at, looked at, paid. */
type Age = 'new' | 'closed' | 'paid';

interface Invoice {
  readonly provider: Row;
  readonly month: string;
  readonly age: Age;
  readonly guides: readonly Guide[];
  /** Of the denied items: their guide and their place in it. */
  readonly denied: readonly (readonly [guide: number, at: number])[];
}

const cents = (value: number): number => Math.round(value * 100) / 100;
const sumOf = (items: readonly Item[], part: 'amount' | 'denied'): number =>
  cents(items.reduce((sum, item) => sum + item[part], 0));

/** Therapies come in series, and at a bed somebody looks in every day. */
const quantityOf = (chance: Chance, { kind, day, until }: Visit, { code, type }: Procedure): number => {
  if (type === 'TERAPIA' && code.startsWith('5')) return chance.whole(2, 10);
  if (kind === '3' && code === '10102019') return Math.round((Date.parse(until) - Date.parse(day)) / 86_400_000) + 1;
  return 1;
};

/** `isDenied`: all of it, or a part. */
const itemOf = (chance: Chance, visit: Visit, at: number, isDenied: boolean): Item => {
  const procedure = visit.done[at];
  const quantity = procedure === undefined ? 1 : quantityOf(chance, visit, procedure);
  const unit = cents((procedure?.price ?? 100) * visit.place.level);
  const amount = cents(unit * quantity);
  const denied = chance.holds(0.4) ? amount : cents(amount * (0.1 + 0.6 * chance.next()));
  return { procedure, quantity, unit, amount, denied: isDenied ? denied : 0 };
};

/** The patient's share of a consultation or an examination, where the plan has one. */
const shareOf = ({ kind, plan }: Visit, granted: number, age: Age): number | null => {
  if (age === 'new' || plan?.['fator_moderador'] !== 'COPARTICIPACAO' || granted === 0) return null;
  if (kind === '1') return cents(Math.min(granted * 0.3, 45));
  return kind === '2' ? cents(Math.min(granted * 0.2, 180)) : null;
};

const nowhere = (provider: Row | undefined): Place => ({
  row: provider ?? {},
  trade: 'clinic',
  specialties: [],
  level: 1,
});

/** Two turns of the trades. */
const firstInvoices = 16;

/** Whether the provider served all of the month. */
const served = ({ row }: Place, month: string): boolean => {
  const end = row['fim_servico'];
  return String(row['inicio_servico']) <= `${month}-01` && (typeof end !== 'string' || end > `${month}-31`);
};

/**
 * One of the trade that served in the month; where there is none, any. The first invoices are of the first of their trade:
 * the first of all is that of the login of a provider, who has some to look at.
 */
const placeFor = (draw: Draw, chance: Chance, number: number, month: string): Place => {
  const network = networkOf(draw);
  const { trade } = shapeOf(number);
  const places = network[trade].length > 0 ? network[trade] : Object.values(network).flat();
  const [first] = places;
  if (number < firstInvoices && first !== undefined && served(first, month)) return first;
  let place: Place | undefined;
  for (let turn = 0; turn < 40 && places.length > 0; turn += 1) {
    place = chance.of(places);
    if (served(place, month)) return place;
  }
  return place ?? nowhere(draw.rows('prestador')[0]);
};

/** How many months ago it came in: of those that are not fresh one in thirty is not paid yet. */
const monthsAgo = (chance: Chance, number: number, today: string): number => {
  if (isFresh(number)) return chance.whole(0, 1);
  if (number % 32 === 14) return 2;
  for (;;) {
    const months = chance.whole(3, 35);
    if (chance.holds(shareOfMonth(monthBefore(today, months + 1)))) return months;
  }
};

const last: { of?: { readonly key: string; readonly rows: readonly Row[]; readonly invoice: Invoice } } = {};

const drawInvoice = (draw: Draw, number: number): Invoice => {
  const { seed, today } = draw;
  const chance = new Chance(seed, 'invoice', number);
  const shape = shapeOf(number);
  // What came in on the third is there on the third.
  const day = dayAfter(today, -3);
  const ago = monthsAgo(chance, number, day);
  const month = monthBefore(day, ago);
  const age: Age = isFresh(number) ? 'new' : ago > 2 ? 'paid' : 'closed';
  const visited = monthBefore(`${month}-01`, 1);
  const place = placeFor(draw, chance, number, visited);
  const days = daysOfMonth(visited);
  const places = age === 'new' ? [] : deniedPlaces(number, () => chance.next());
  const denied: (readonly [number, number])[] = [];
  let before = 0;
  const guides = shape.guides.map(([kind, count], guide): Guide => {
    const asked = { place, kind, items: count, days };
    const visit = drawVisit(draw, chance, asked) ?? someVisit(draw, chance, asked);
    const items = Array.from({ length: count }, (_, at) => {
      const isDenied = places[denied.length] === before + at;
      if (isDenied) denied.push([guide, at]);
      return itemOf(chance, visit, at, isDenied);
    });
    before += count;
    return { visit, items, share: shareOf(visit, sumOf(items, 'amount') - sumOf(items, 'denied'), age) };
  });
  return { provider: place.row, month, age, guides, denied };
};

export const invoiceOf = (draw: Draw, number: number): Invoice => {
  const key = `${draw.seed}/${number}/${draw.today}`;
  const people = draw.rows('beneficiario');
  if (last.of?.key === key && last.of.rows === people) return last.of.invoice;
  const invoice = drawInvoice(draw, number);
  last.of = { key, rows: people, invoice };
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

const closed = (invoice: Invoice): string => dayAfter(received(invoice), 20);

const protocol = (draw: Draw): Row => {
  const { index } = draw;
  const invoice = invoiceOf(draw, index);
  const day = received(invoice);
  const paid = invoice.age === 'paid';
  return {
    tipo: 'PRESTADOR',
    prestador_id: invoice.provider['id'],
    competencia: invoice.month,
    recebimento: `${day}T10:30:00-03:00`,
    origem: index % 5 === 0 ? 'PORTAL' : 'XML',
    responsavel_id: null,
    situacao_faturamento_id: null,
    situacao: { new: 'RECEBIDO', closed: 'FECHADO', paid: 'PAGO' }[invoice.age],
    numero_lote: String(index + 1),
    versao_tiss: '4.01.00',
    hash_lote: null,
    quantidade_guias: invoice.guides.length,
    nota_fiscal: String(1000 + index),
    data_recebimento_nota: day,
    ...sums(allItems(invoice), invoice.age),
    previsao_pagamento: dayAfter(day, 30),
    fechamento: invoice.age === 'new' ? null : `${closed(invoice)}T16:00:00-03:00`,
    data_pagamento: paid ? dayAfter(day, 30) : null,
    motivo_id: null,
    justificativa: null,
  };
};

const account = (draw: Draw): Row => {
  const { index, idAt } = draw;
  const invoice = invoiceOf(draw, index);
  const day = received(invoice);
  return {
    protocolo_id: idAt('protocolo_recebimento', index),
    prestador_id: invoice.provider['id'],
    competencia: invoice.month,
    nota_fiscal: String(1000 + index),
    emissao_nota: day,
    quantidade_guias: invoice.guides.length,
    ...sums(allItems(invoice), invoice.age),
    valor_coparticipacao:
      invoice.age === 'new' ? null : cents(invoice.guides.reduce((sum, { share }) => sum + (share ?? 0), 0)),
    fechamento: invoice.age === 'new' ? null : `${closed(invoice)}T16:00:00-03:00`,
    conta_pagar_id: null,
    data_pagamento: invoice.age === 'paid' ? dayAfter(day, 30) : null,
    situacao: { new: 'ABERTA', closed: 'FECHADA', paid: 'PAGA' }[invoice.age],
    motivo_id: null,
    justificativa: null,
  };
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

const waysOut = indexOf('motivo_saida', 'codigo');

/** What a guide says of its kind. */
const ofKind = (draw: Draw, { kind, day, until, urgent, stay, place, professional }: Visit): Row => {
  const regime = urgent ? '04' : '01';
  switch (kind) {
    case '1':
      return { tipo_consulta: Number(professional?.['id'] ?? 0) % 3 === 0 ? '2' : '1', regime_atendimento: regime };
    case '2':
      return { tipo_atendimento: place.trade === 'therapist' ? '03' : '23', regime_atendimento: regime };
    case '3': {
      const out = waysOut(draw);
      return {
        tipo_internacao: stay ?? '1',
        regime_internacao: '1',
        tipo_faturamento: '4',
        inicio_faturamento: `${day}T08:00:00-03:00`,
        fim_faturamento: `${until}T11:00:00-03:00`,
        motivo_saida_id: (out.get(stay === '3' ? '61' : '12') ?? draw.rows('motivo_saida')[0])?.['id'] ?? null,
      };
    }
    case '4':
      return { tipo_faturamento: '4' };
    case '5':
      return {};
  }
};

const shareKinds = onceOf('tipo_coparticipacao', (rows): Readonly<Partial<Record<GuideKind, unknown>>> => {
  const called = (start: string): unknown =>
    rows.find((row) => String(row['descricao']).startsWith(start))?.['id'] ?? null;
  return { '1': called('Consultas'), '2': called('Exames') };
});

/** The membership of the beneficiary on the day: that of the same place, or the one that followed it; where that is not known, none is told. */
export const membershipOf = (draw: Draw, patient: number, day: string): number | null => {
  const { rows, idAt } = draw;
  const [known, people] = [rows('adesao')[patient], rows('beneficiario')];
  if (known !== undefined && known['beneficiario_id'] !== people[patient]?.['id']) return null;
  const change = changeOf(draw, patient);
  return idAt('adesao', change === undefined || day < change.day ? patient : people.length + change.place) ?? null;
};

/** The number that the provider gives a guide. */
export const guideNumber = (index: number): string => String(10_000_000 + index);

/** What was authorised before, by the number that the provider had given it. */
const authorised = indexOf('autorizacao', 'guia_prestador');

const guide = (draw: Draw): Row => {
  const { index, rows, idAt } = draw;
  const [number, at] = placeOfGuide(index);
  const invoice = invoiceOf(draw, number);
  const one = invoice.guides[at];
  if (one === undefined) return {};
  const { visit } = one;
  const amounts = sums(one.items, invoice.age);
  const asked = authorised(draw).get(guideNumber(index));
  return {
    faturamento_id: idAt('faturamento', number),
    tipo_guia: visit.kind,
    numero_guia_prestador: guideNumber(index),
    numero_guia_operadora: String(index + 1).padStart(12, '0'),
    senha: asked?.['senha'] ?? null,
    autorizacao_id: asked?.['id'] ?? null,
    guia_solicitacao_internacao: null,
    situacao: { new: 'APRESENTADA', closed: 'ANALISADA', paid: 'PAGA' }[invoice.age],
    beneficiario_id: rows('beneficiario')[visit.patient]?.['id'],
    adesao_id: membershipOf(draw, visit.patient, visit.day),
    prestador_executante_id: invoice.provider['id'],
    cnes: invoice.provider['cnes'] ?? null,
    profissional_executante_id: visit.professional?.['id'] ?? null,
    cbos_id: visit.professional?.['cbos_id'] ?? null,
    profissional_solicitante_id: visit.asker?.['id'] ?? null,
    solicitante_nome: null,
    solicitante_conselho: null,
    solicitante_numero_conselho: null,
    solicitante_uf: null,
    data_atendimento: visit.day,
    carater: visit.urgent ? '2' : '1',
    indicador_acidente: '9',
    ...noKind,
    ...ofKind(draw, visit),
    cid_id: visit.diagnosis ?? null,
    origem_evento: '1',
    observacao: null,
    ...amounts,
    valor_processado: amounts['valor_apresentado'],
    tipo_coparticipacao_id: one.share === null ? null : (shareKinds(draw)[visit.kind] ?? null),
    valor_coparticipacao: one.share,
    valor_pago: invoice.age === 'paid' ? amounts['valor_liberado'] : null,
    cids: [],
    declaracoes: [],
  };
};

const situationOf = ({ amount, denied }: Item, age: Age): string => {
  if (age === 'new') return 'APRESENTADO';
  if (denied === amount) return 'GLOSADO';
  if (denied > 0) return 'GLOSADO_EM_PARTE';
  return age === 'paid' ? 'PAGO' : 'LIBERADO';
};

/** The first item of each authorisation. */
const authorisedItems = onceOf(
  'item_autorizacao',
  (rows) => new Map(rows.flatMap((row) => (row['sequencial'] === 1 ? [[row['autorizacao_id'], row] as const] : []))),
);

const item = (draw: Draw): Row => {
  const { chance, index, rows, idAt } = draw;
  const [number, at, place] = placeOfItem(index);
  const invoice = invoiceOf(draw, number);
  const of = invoice.guides[at];
  const one = of?.items[place];
  if (of === undefined || one === undefined) return {};
  const { visit } = of;
  const { procedure } = one;
  const guideAt = firstGuideOf(number) + at;
  const asked = place === 0 ? authorised(draw).get(guideNumber(guideAt)) : undefined;
  const team = visit.kind === '5' && visit.professional !== undefined ? visit.professional : undefined;
  return {
    guia_id: idAt('guia', guideAt),
    sequencial: place + 1,
    tipo_item: 'PROCEDIMENTO',
    tabela: '22',
    codigo: procedure?.code ?? '10101012',
    descricao: procedure?.title ?? null,
    procedimento_id: procedure?.id ?? null,
    beneficiario_id: rows('beneficiario')[visit.patient]?.['id'],
    prestador_id: invoice.provider['id'],
    data: visit.day,
    hora_inicio: null,
    hora_fim: null,
    quantidade: one.quantity,
    unidade_id: null,
    via_acesso: null,
    tecnica: null,
    ...(procedure === undefined ? { dente_id: null, face: null, regiao_id: null } : toothOf(draw, chance, procedure)),
    reducao_acrescimo: 1,
    valor_unitario: one.unit,
    valor_calculado: one.amount,
    ...sums([one], invoice.age),
    situacao: situationOf(one, invoice.age),
    item_autorizacao_id: asked === undefined ? null : (authorisedItems(draw).get(asked['id'])?.['id'] ?? null),
    equipe:
      team === undefined ? [] : [{ grau_participacao: '00', profissional_id: team['id'], cbos_id: team['cbos_id'] }],
  };
};

/** As many as there are of one that may be there. */
const rowsOf = (row: Row | undefined): readonly Row[] => (row === undefined ? [] : [row]);

interface DenialReasons {
  readonly all: readonly Row[];
  readonly byCode: ReadonlyMap<unknown, Row>;
}

const denialReasons = onceOf('motivo', (rows): DenialReasons => {
  const all = rows.filter((row) => row['aplicacao'] === 'GLOSA');
  return { all, byCode: new Map(all.map((row) => [row['codigo'], row])) };
});

/** Why all of an item is denied: something is wrong with the guide. Codes of the regulator, by the kind of guide. */
const wrongGuide: Readonly<Record<GuideKind, readonly string[]>> = {
  '1': ['1308', '1321', '1601', '1613'],
  '2': ['1308', '1321', '1402', '1702'],
  '3': ['1404', '1702'],
  '4': ['1308', '1322', '1430'],
  '5': ['1308', '1404', '2607'],
};

/** Why a part is denied: less of it was due, or it costs less. */
const overcharged = ['1705', '1714'];
const tooMany = ['1816', '1820'];
const tooManySessions = ['2506', '2516'];

const reasonCodes = ({ kind }: Visit, { procedure, quantity, amount, denied }: Item): readonly string[] => {
  if (denied === amount) return wrongGuide[kind];
  if (quantity === 1) return kind === '5' ? [...overcharged, '2605'] : overcharged;
  return procedure?.type === 'TERAPIA' ? tooManySessions : tooMany;
};

/** One that fits what was denied; any where the list of the regulator is not there. */
const reasonOf = (draw: Draw, visit: Visit | undefined, item: Item | undefined): unknown => {
  const { all, byCode } = denialReasons(draw);
  const codes = visit === undefined || item === undefined ? [] : reasonCodes(visit, item);
  const fitting = codes.flatMap((code) => rowsOf(byCode.get(code)));
  const some = fitting.length > 0 ? fitting : all;
  return some.length === 0 ? draw.rows('motivo')[0]?.['id'] : draw.chance.of(some)['id'];
};

type Fate = 'APLICADA' | 'EM_RECURSO' | 'MANTIDA' | 'REVERTIDA_EM_PARTE';

/** One denial for each item of which something was denied; some providers appeal. */
const denial = (draw: Draw): Row => {
  const { chance, index, idAt } = draw;
  const [number, which] = placeOfDenial(index);
  const invoice = invoiceOf(draw, number);
  const [at, place] = invoice.denied[which] ?? [0, 0];
  const item = invoice.guides[at]?.items[place];
  const before = invoice.guides.slice(0, at).reduce((sum, { items }) => sum + items.length, 0);
  const reason = reasonOf(draw, invoice.guides[at]?.visit, item);
  const amount = item?.denied ?? 0;
  const fate = chance.weighted<Fate>({
    APLICADA: 72,
    EM_RECURSO: 8,
    MANTIDA: 14,
    REVERTIDA_EM_PARTE: amount > 1 ? 6 : 0,
  });
  return {
    guia_id: idAt('guia', firstGuideOf(number) + at),
    item_id: idAt('item_guia', itemsOf(number) + before + place) ?? null,
    prestador_id: invoice.provider['id'],
    motivo_id: reason,
    tipo: item?.denied === item?.amount ? 'ADMINISTRATIVA' : 'TECNICA',
    data: closed(invoice),
    quantidade: item?.quantity ?? 1,
    valor: amount,
    justificativa: null,
    situacao: fate,
    valor_revertido: fate === 'REVERTIDA_EM_PARTE' ? cents(amount / 2) : null,
  };
};

/** Invoices of each size. */
const invoices = { small: 16, medium: 25_000, large: 250_000 } as const;

/** So many for each of them. */
const of = (count: (invoices: number) => number): Recipe['count'] => ({
  small: count(invoices.small),
  medium: count(invoices.medium),
  large: count(invoices.large),
});

export const claimRecipes: SampleRecipes['entities'] = {
  protocolo_recebimento: { count: invoices, values: protocol, whole: true },
  faturamento: { count: invoices, values: account, whole: true, kept: [] },
  guia: { count: of(guidesOf), values: guide, whole: true },
  item_guia: { count: of(itemsOf), values: item, whole: true },
  glosa: { count: of(denialsOf), values: denial, whole: true },
};
