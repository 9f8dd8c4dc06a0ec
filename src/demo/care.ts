/** What beneficiaries ask for: authorisations with their items. */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { guideNumber, invoiceOf, membershipOf } from './claims.ts';
import type { CalendarDay } from './days.ts';
import { calendarDay, dayAfter, visitDay, workingDaysAfter } from './days.ts';
import { askedFor, decidedAt, isPart, motives, refusal, wordsOfRefusal } from './decisions.ts';
import { cents } from './found-rows.ts';
import { billedGuide, firstGuideOf, placeOfGuide } from './invoice-shapes.ts';
import { cardOf } from './memberships.ts';
import type { Place, Trade } from './network.ts';
import { networkOf } from './network.ts';
import type { GuideKind, Procedure } from './procedures.ts';
import { toothOf } from './teeth.ts';
import type { Visit } from './visits.ts';
import { drawVisit, someVisit } from './visits.ts';

export type RequestKind = 'CONSULTA' | 'SP_SADT' | 'INTERNACAO' | 'ODONTOLOGICA' | 'APS';

const guideKinds: Readonly<Record<RequestKind, GuideKind>> = {
  CONSULTA: '1',
  SP_SADT: '2',
  INTERNACAO: '3',
  ODONTOLOGICA: '4',
  APS: '1',
};
const kindOf: Readonly<Record<GuideKind, RequestKind>> = {
  '1': 'CONSULTA',
  '2': 'SP_SADT',
  '3': 'INTERNACAO',
  '4': 'ODONTOLOGICA',
  '5': 'INTERNACAO',
};

/** Who does what is asked for. */
const tradeFor = (chance: Chance, kind: RequestKind): Trade => {
  switch (kind) {
    case 'INTERNACAO':
      return 'hospital';
    case 'ODONTOLOGICA':
      return 'dentist';
    case 'SP_SADT':
      return chance.weighted<Trade>({
        imaging: 45,
        clinic: 20,
        therapist: 25,
        hospital: 5,
        laboratory: 5,
        physician: 0,
        dentist: 0,
      });
    default:
      return chance.holds(0.7) ? 'physician' : 'clinic';
  }
};

/** A procedure with how many of it, and what all of them cost. */
interface Wanted {
  readonly procedure: Procedure;
  readonly quantity: number;
  readonly amount: number;
}

interface Request {
  readonly kind: RequestKind;
  readonly visit: Visit;
  readonly items: readonly Wanted[];
  readonly billed: boolean;
}

/** Of a stay the days before as well, for it ends on that day. */
const daysUntil = (day: string, count: number): readonly CalendarDay[] =>
  Array.from({ length: count }, (_, at) => calendarDay(dayAfter(day, at + 1 - count)));

const servedOn = (chance: Chance, places: readonly Place[], day: string): Place | undefined => {
  let place: Place | undefined;
  for (let turn = 0; turn < 20 && places.length > 0; turn += 1) {
    place = chance.of(places);
    const end = place.row['fim_servico'];
    if (String(place.row['inicio_servico']) <= day && (typeof end !== 'string' || end > day)) return place;
  }
  return place;
};

/** How many are asked for at most. */
const several = (kind: RequestKind): number => (kind === 'CONSULTA' || kind === 'APS' ? 1 : 3);
const kindsAsked = { CONSULTA: 18, SP_SADT: 55, INTERNACAO: 9, ODONTOLOGICA: 16, APS: 2 } as const;

/** A guide names a procedure once, whatever is done of it. */
const eachOnce = (items: readonly Wanted[]): readonly Wanted[] => {
  const found = new Map<string, Wanted>();
  for (const { procedure, quantity, amount } of items) {
    const before = found.get(procedure.code) ?? { quantity: 0, amount: 0 };
    found.set(procedure.code, {
      procedure,
      quantity: before.quantity + quantity,
      amount: cents(before.amount + amount),
    });
  }
  return [...found.values()];
};

/** Therapies come in series; at the price of the place. */
const wantedAt = (place: Place, procedure: Procedure): Wanted => {
  const quantity = procedure.code.startsWith('5') ? 10 : 1;
  return { procedure, quantity, amount: cents(cents(procedure.price * place.level) * quantity) };
};

/** What was asked for and not billed, or not yet. */
const freeRequest = (draw: Draw, number: number): Request => {
  const chance = new Chance(draw.seed, 'authorisation', number);
  const kind = chance.weighted<RequestKind>(kindsAsked);
  const day = visitDay(chance, draw.today, chance.holds(0.4) ? 13 : 1095);
  const network = networkOf(draw);
  const asked = network[tradeFor(chance, kind)];
  const place = servedOn(chance, asked.length > 0 ? asked : Object.values(network).flat(), day) ?? {
    row: draw.rows('prestador')[0] ?? {},
    trade: 'clinic',
    specialties: [],
    level: 1,
  };
  const wanted = {
    place,
    kind: guideKinds[kind],
    items: several(kind),
    days: daysUntil(day, kind === 'INTERNACAO' ? 8 : 1),
  };
  const visit = drawVisit(draw, chance, wanted) ?? someVisit(draw, chance, wanted);
  const items = [...new Set(visit.done)].map((one) => wantedAt(place, one));
  return { kind, visit, items, billed: false };
};

const billedRequest = (draw: Draw, invoice: number, at: number): Request | undefined => {
  const guide = invoiceOf(draw, invoice).guides[at];
  if (guide === undefined) return undefined;
  const items = guide.items.flatMap(({ procedure, quantity, amount }): Wanted[] =>
    procedure === undefined ? [] : [{ procedure, quantity, amount }],
  );
  return { kind: kindOf[guide.visit.kind], visit: guide.visit, items: eachOnce(items), billed: true };
};

/** Numbers that providers give: those of guides that are billed, and others after them. */
const firstFree = 50_000_000;
const firstBilled = Number(guideNumber(0));

/** What an authorisation is of: its number with the provider tells it. */
const requestOf = (draw: Draw, number: number): Request | undefined => {
  if (number >= firstFree) return freeRequest(draw, number - firstFree);
  return billedRequest(draw, ...placeOfGuide(number - firstBilled));
};

const numberOf = ({ index, rows }: Draw): number => {
  const billed = billedGuide(index, rows('faturamento').length);
  return billed === undefined ? firstFree + index : firstBilled + firstGuideOf(billed[0]) + billed[1];
};

const numberIn = (row: Row): number => Number(row['guia_prestador']);

const itemsOfRequest = (draw: Draw, row: Row): number => requestOf(draw, numberIn(row))?.items.length ?? 1;

/** What a guide of its kind says. */
const ofKind = (kind: RequestKind, { place, stay, urgent, day, until }: Visit): Row => {
  const regime = { regime_atendimento: urgent ? '04' : '01', saude_ocupacional: null };
  switch (kind) {
    case 'SP_SADT':
      return { ...regime, tipo_atendimento: place.trade === 'therapist' ? '03' : '23', tipo_consulta: null };
    case 'INTERNACAO':
      return {
        tipo_internacao: stay ?? '2',
        regime_internacao: '1',
        data_sugerida: dayAfter(day, 5),
        diarias_solicitadas: Math.max(1, Math.round((Date.parse(until) - Date.parse(day)) / 86_400_000)),
        previsao_opme: stay === '2',
        previsao_quimioterapia: false,
      };
    case 'ODONTOLOGICA':
      return { tipo_atendimento_odonto: '1', inicio_tratamento: null, termino_previsto: null };
    case 'CONSULTA':
      return { ...regime, tipo_consulta: '1' };
    case 'APS':
      return {};
  }
};

const reasons: Readonly<Record<Exclude<RequestKind, 'INTERNACAO'>, readonly string[]>> = {
  CONSULTA: ['Avaliação inicial', 'Retorno com exames', 'Controle de doença crônica'],
  SP_SADT: ['Investigação diagnóstica', 'Controle de doença crônica', 'Dor há três semanas', 'Pré-operatório'],
  ODONTOLOGICA: ['Tratamento restaurador', 'Dor espontânea', 'Avaliação periódica'],
  APS: ['Acompanhamento pela equipe de atenção primária'],
};
const therapyReasons = ['Reabilitação funcional', 'Continuidade do tratamento', 'Início de tratamento'];
const urgentReasons = ['Quadro agudo em investigação', 'Dor aguda, em atendimento de urgência'];

/** Why somebody stays, by the kind of the stay: what can wait, and what cannot. */
const stayReasons: Readonly<Record<NonNullable<Visit['stay']>, readonly [calm: string[], urgent: string[]]>> = {
  '1': [
    ['Falha do tratamento ambulatorial', 'Investigação que não pode ser feita em ambulatório'],
    ['Quadro agudo com indicação de internação', 'Descompensação clínica, em atendimento de urgência'],
  ],
  '2': [['Tratamento cirúrgico eletivo'], ['Quadro agudo com indicação de cirurgia de urgência']],
  '3': [['Gestação a termo, para assistência ao parto'], ['Trabalho de parto']],
  '4': [['Falha do tratamento ambulatorial'], ['Quadro agudo com indicação de internação']],
};

const reasonsOf = (kind: RequestKind, { stay, urgent, place }: Visit): readonly string[] => {
  if (kind === 'INTERNACAO') return stayReasons[stay ?? '2'][urgent ? 1 : 0];
  if (kind === 'SP_SADT' && place.trade === 'therapist') return therapyReasons;
  return kind === 'SP_SADT' && urgent ? urgentReasons : reasons[kind];
};

/** Working days within which care that is not urgent must be there (RN ANS 566/2022, art. 3). */
const daysToAttend: Readonly<Record<RequestKind, number>> = {
  CONSULTA: 14,
  SP_SADT: 10,
  INTERNACAO: 21,
  ODONTOLOGICA: 7,
  APS: 7,
};

const authorisation = (draw: Draw): Row => {
  const { chance, rows, today } = draw;
  const number = numberOf(draw);
  const request = requestOf(draw, number);
  if (request === undefined) return {};
  const { visit, kind, billed } = request;
  const { person, day } = visit;
  const since = String(person['data_inclusao'] ?? today);
  // Asked for some days before it was done, by a member.
  const before = dayAfter(day, billed ? -chance.whole(1, 9) : 0);
  const asked = before < since ? since : before;
  const professional = visit.asker ?? visit.professional ?? rows('profissional')[0];
  return {
    guia_prestador: String(number),
    protocolo: null,
    tipo_guia: kind,
    etapa: billed || chance.holds(0.9) ? 'AUTORIZACAO' : 'PRE_AUTORIZACAO',
    guia_principal_id: null,
    canal: chance.weighted({ PORTAL: 50, WEBSERVICE: 40, TELEFONE: 8, PRESENCIAL: 2 }),
    data_solicitacao: asked,
    ...(visit.patient < 0 || person['id'] === undefined
      ? {}
      : {
          beneficiario_id: person['id'],
          cartao: cardOf(person['codigo']),
          adesao_id: membershipOf(draw, visit.patient, asked),
        }),
    atendimento_rn: false,
    ...(visit.place.row['id'] === undefined
      ? {}
      : { solicitante_id: visit.sender.row['id'], executante_id: visit.place.row['id'] }),
    ...(professional === undefined ? {} : { profissional_solicitante_id: professional['id'] }),
    carater: visit.urgent ? '2' : '1',
    ...ofKind(kind, visit),
    percentual_autorizado: 100,
    ...(kind === 'INTERNACAO' ? {} : { previsao_opme: false, previsao_quimioterapia: false }),
    data_internacao: null,
    data_alta: null,
    prazo_atendimento: visit.urgent ? asked : workingDaysAfter(asked, daysToAttend[kind]),
    indicacao_clinica: chance.of(reasonsOf(kind, visit)),
    observacao: null,
    cids: typeof visit.diagnosis === 'number' ? [{ cid_id: visit.diagnosis, principal: true }] : [],
  };
};

/** How many of a kind the auditors see: of what is decided, and of what waits. */
const audited: Readonly<Record<string, readonly [number, number]>> = {
  INTERNACAO: [0.7, 0.9],
  ODONTOLOGICA: [0.4, 0.7],
  SP_SADT: [0.06, 0.4],
};

const authorisationMoves = (draw: Draw): readonly string[] => {
  const { chance, record, today } = draw;
  const billed = numberIn(record) < firstFree;
  const waits = !billed && String(record['data_solicitacao']) > dayAfter(today, -15) && chance.holds(0.6);
  const [decided, waiting] = audited[String(record['tipo_guia'])] ?? [0, 0];
  const sent = chance.holds(waits ? waiting : decided) ? ['encaminhar'] : [];
  if (billed) return [...sent, 'autorizar', 'executar', 'faturar'];
  return [...sent, ...(waits ? waitingMoves(chance) : decisionMoves(draw))];
};

const waitingMoves = (chance: Chance): readonly string[] => (chance.holds(0.15) ? ['pedir-documentos'] : []);

/** What was granted is done soon, or never and then forfeited. */
const decisionMoves = (draw: Draw): readonly string[] => {
  const { chance, record, today } = draw;
  const asked = String(record['data_solicitacao']);
  const fate = chance.weighted({ granted: 64, part: 14, denied: 22 });
  if (fate === 'denied') return ['negar'];
  if (fate === 'part' && itemsOfRequest(draw, record) > 1) return ['autorizar-em-parte'];
  if (asked > dayAfter(today, -60)) return ['autorizar', ...(chance.holds(0.5) ? ['executar'] : [])];
  return ['autorizar', chance.holds(0.6) ? 'expirar' : 'executar'];
};

/** Decided within days of the request, not on the day of the load. */
const authorisationMoved = (draw: Draw): Row => {
  const { chance, record, today } = draw;
  const at = decidedAt(chance, String(record['data_solicitacao']), today);
  const part = isPart(draw);
  return {
    ...(typeof record['data_autorizacao'] === 'string' ? { data_autorizacao: at } : {}),
    ...((record['motivo_negativa_id'] ?? null) === null ? {} : refusal(draw, part, 'justificativa')),
    ...(record['situacao'] === 'AGUARDANDO_DOCUMENTACAO'
      ? { pedido_complemento: askedFor(chance, record['previsao_opme'] === true) }
      : {}),
  };
};

/** Items beyond the first of each authorisation: all second ones, then all third ones. */
let counted: { readonly rows: readonly Row[]; readonly count: number; readonly more: readonly Item[] } | undefined;
type Item = readonly [of: Row, at: number];

/** What the requests of a load name is drawn once, for it takes long. */
const furtherItems = (draw: Draw): readonly Item[] => {
  const rows = draw.rows('autorizacao');
  if (counted?.rows === rows && counted.count === rows.length) return counted.more;
  const layers: Item[][] = [];
  for (const row of rows) {
    const count = itemsOfRequest(draw, row);
    for (let at = 1; at < count; at += 1) {
      const layer = layers[at] ?? [];
      layer.push([row, at]);
      layers[at] = layer;
    }
  }
  counted = { rows, count: rows.length, more: layers.flat() };
  return counted.more;
};

/** The authorisation of an item and which of its items: the first of each, then the others. */
const authorisationOf = (draw: Draw): readonly [of: Row | undefined, at: number] => {
  const { index, rows } = draw;
  const all = rows('autorizacao');
  if (index < all.length) return [all[index], 0];
  const more = furtherItems(draw);
  return (
    more[index - all.length] ?? [all[index % Math.max(all.length, 1)], Math.floor(index / Math.max(all.length, 1))]
  );
};

const nothing: Partial<Wanted> = {};

const authorisedItem = (draw: Draw): Row => {
  const { chance } = draw;
  const [of, at] = authorisationOf(draw);
  const items = (of === undefined ? undefined : requestOf(draw, numberIn(of)))?.items ?? [];
  const { procedure, quantity, amount } = items[at % Math.max(items.length, 1)] ?? nothing;
  return {
    ...(of === undefined
      ? {}
      : {
          autorizacao_id: of['id'],
          beneficiario_id: of['beneficiario_id'],
          solicitante_id: of['solicitante_id'],
          executante_id: of['executante_id'] ?? null,
        }),
    sequencial: at + 1,
    tipo_item: 'PROCEDIMENTO',
    tabela: '22',
    codigo: procedure?.code ?? '10101012',
    descricao: procedure?.title ?? 'Consulta em consultório',
    procedimento_id: procedure?.id ?? null,
    quantidade_solicitada: quantity ?? 1,
    ...(amount === undefined ? {} : { valor_solicitado: amount }),
    ...(procedure === undefined ? { dente_id: null, face: null, regiao_id: null } : toothOf(draw, chance, procedure)),
  };
};

const itemMoves = (draw: Draw): readonly string[] => {
  const [of, at] = authorisationOf(draw);
  switch (of?.['situacao']) {
    case 'AUTORIZADA':
    case 'EXPIRADA':
      return ['autorizar'];
    case 'AUTORIZADA_PARCIAL':
      return [at === 0 ? 'autorizar' : 'negar'];
    case 'EXECUTADA':
    case 'FATURADA':
      return ['autorizar', 'executar'];
    case 'NEGADA':
      return ['negar'];
    case 'CANCELADA':
      return ['cancelar'];
    default:
      return [];
  }
};

/** For the reason that the authorisation was refused for. */
const itemMoved = (draw: Draw): Row => {
  if (draw.record['situacao'] !== 'NEGADO') return {};
  const [of] = authorisationOf(draw);
  const motive = motives(draw).get(of?.['motivo_negativa_id']);
  return motive === undefined
    ? refusal(draw, true, 'justificativa')
    : { motivo_negativa_id: motive['id'], justificativa: wordsOfRefusal(motive) };
};

const purposes = [
  'GLOSA',
  'NEGATIVA',
  'CANCELAMENTO',
  'EMISSAO',
  'ESTORNO',
  'REABERTURA',
  'OUVIDORIA',
  'MUDANCA_CONTRATUAL',
];

export const careRecipes: SampleRecipes['entities'] = {
  autorizacao: {
    count: { small: 340, medium: 20_000, large: 60_000 },
    values: authorisation,
    moves: authorisationMoves,
    moved: authorisationMoved,
    kept: [
      'guia_prestador',
      'tipo_guia',
      'data_solicitacao',
      'beneficiario_id',
      'solicitante_id',
      'executante_id',
      'profissional_solicitante_id',
      'situacao',
      'senha',
      'encaminhada_auditoria',
      'motivo_negativa_id',
      'tipo_internacao',
      'previsao_opme',
    ],
  },
  item_autorizacao: {
    count: { small: 640, medium: 38_000, large: 114_000 },
    values: authorisedItem,
    moves: itemMoves,
    moved: itemMoved,
    kept: ['autorizacao_id', 'sequencial'],
  },
  // The files bring them: those that are drawn are one of each kind in turn.
  motivo: {
    count: { small: 0, medium: 0, large: 0 },
    values: ({ index }) => ({ aplicacao: purposes[index % purposes.length], ativo: true }),
  },
};
