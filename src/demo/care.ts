/** What beneficiaries ask for and say: authorisations with their items, what is added to them, calls and complaints. */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { guideNumber, invoiceOf, membershipOf } from './claims.ts';
import type { CalendarDay } from './days.ts';
import { calendarDay, dayAfter, soonAfter, visitDay } from './days.ts';
import { billedGuide, firstGuideOf, placeOfGuide, shapeOf } from './invoice-shapes.ts';
import { cardOf } from './memberships.ts';
import type { Place, Trade } from './network.ts';
import { networkOf } from './network.ts';
import { onceOf } from './once-of.ts';
import type { GuideKind, Procedure } from './procedures.ts';
import { toothOf } from './teeth.ts';
import type { Visit } from './visits.ts';
import { drawVisit, someVisit } from './visits.ts';

type Kind = 'CONSULTA' | 'SP_SADT' | 'INTERNACAO' | 'ODONTOLOGICA' | 'APS';

const guideKinds: Readonly<Record<Kind, GuideKind>> = {
  CONSULTA: '1',
  SP_SADT: '2',
  INTERNACAO: '3',
  ODONTOLOGICA: '4',
  APS: '1',
};
const kindOf: Readonly<Record<GuideKind, Kind>> = {
  '1': 'CONSULTA',
  '2': 'SP_SADT',
  '3': 'INTERNACAO',
  '4': 'ODONTOLOGICA',
  '5': 'INTERNACAO',
};

/** Who does what is asked for. */
const tradeFor = (chance: Chance, kind: Kind): Trade => {
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

interface Request {
  readonly kind: Kind;
  readonly visit: Visit;
  /** Procedures with how many of each. */
  readonly items: readonly (readonly [procedure: Procedure, quantity: number])[];
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

const several = (kind: Kind): number => (kind === 'CONSULTA' || kind === 'APS' ? 1 : 3);
const kindsAsked = { CONSULTA: 18, SP_SADT: 55, INTERNACAO: 9, ODONTOLOGICA: 16, APS: 2 } as const;

/** What was asked for and not billed, or not yet. */
const freeRequest = (draw: Draw, number: number): Request => {
  const chance = new Chance(draw.seed, 'authorisation', number);
  const kind = chance.weighted<Kind>(kindsAsked);
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
  const items = visit.done.map((one): readonly [Procedure, number] => [one, one.code.startsWith('5') ? 10 : 1]);
  return { kind, visit, items, billed: false };
};

const billedRequest = (draw: Draw, invoice: number, at: number): Request | undefined => {
  const guide = invoiceOf(draw, invoice).guides[at];
  if (guide === undefined) return undefined;
  const items = guide.items.flatMap(({ procedure, quantity }): (readonly [Procedure, number])[] =>
    procedure === undefined ? [] : [[procedure, quantity]],
  );
  return { kind: kindOf[guide.visit.kind], visit: guide.visit, items, billed: true };
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

/** How many items there are, without drawing them. */
const itemsOfRequest = (row: Row): number => {
  const number = numberIn(row);
  if (number >= firstFree) return several(row['tipo_guia'] as Kind);
  const [invoice, at] = placeOfGuide(number - firstBilled);
  return shapeOf(invoice).guides[at]?.[1] ?? 1;
};

/** What a guide of its kind says. */
const ofKind = (kind: Kind, { place, stay, urgent, day, until }: Visit): Row => {
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

const reasons: Readonly<Record<Kind, readonly string[]>> = {
  CONSULTA: ['Avaliação inicial', 'Retorno com exames', 'Controle de doença crônica'],
  SP_SADT: ['Investigação diagnóstica', 'Controle de doença crônica', 'Dor há três semanas', 'Pré-operatório'],
  INTERNACAO: [
    'Tratamento cirúrgico eletivo',
    'Quadro agudo com indicação de internação',
    'Falha do tratamento ambulatorial',
  ],
  ODONTOLOGICA: ['Tratamento restaurador', 'Dor espontânea', 'Avaliação periódica'],
  APS: ['Acompanhamento pela equipe de atenção primária'],
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
  const professional = visit.asker ?? visit.professional ?? rows('profissional')[0];
  return {
    guia_prestador: String(number),
    protocolo: null,
    tipo_guia: kind,
    etapa: billed || chance.holds(0.9) ? 'AUTORIZACAO' : 'PRE_AUTORIZACAO',
    guia_principal_id: null,
    canal: chance.weighted({ PORTAL: 50, WEBSERVICE: 40, TELEFONE: 8, PRESENCIAL: 2 }),
    data_solicitacao: before < since ? since : before,
    ...(visit.patient < 0 || person['id'] === undefined
      ? {}
      : {
          beneficiario_id: person['id'],
          cartao: cardOf(person['codigo']),
          adesao_id: membershipOf(draw, visit.patient),
        }),
    atendimento_rn: false,
    ...(visit.place.row['id'] === undefined
      ? {}
      : { solicitante_id: visit.sender.row['id'], executante_id: visit.place.row['id'] }),
    ...(professional === undefined ? {} : { profissional_solicitante_id: professional['id'] }),
    carater: visit.urgent ? '2' : '1',
    ...ofKind(kind, visit),
    percentual_autorizado: 100,
    data_internacao: null,
    data_alta: null,
    prazo_atendimento: null,
    indicacao_clinica: chance.of(reasons[kind]),
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
const decisionMoves = ({ chance, record, today }: Draw): readonly string[] => {
  const asked = String(record['data_solicitacao']);
  const fate = chance.weighted({ granted: 64, part: 14, denied: 22 });
  if (fate === 'denied') return ['negar'];
  if (fate === 'part' && itemsOfRequest(record) > 1) return ['autorizar-em-parte'];
  if (asked > dayAfter(today, -60)) return ['autorizar', ...(chance.holds(0.5) ? ['executar'] : [])];
  return ['autorizar', chance.holds(0.6) ? 'expirar' : 'executar'];
};

const refusals = onceOf('motivo', (rows) => rows.filter((row) => row['aplicacao'] === 'NEGATIVA'));

/** Decided within days of the request, not on the day of the load. */
const authorisationMoved = (draw: Draw): Row => {
  const { chance, record, today } = draw;
  const decided = soonAfter(chance, String(record['data_solicitacao']), 0, 4, today);
  const reasonsGiven = refusals(draw);
  return {
    ...(record['data_autorizacao'] === null
      ? {}
      : { data_autorizacao: `${decided}T${String(chance.whole(8, 17)).padStart(2, '0')}:30:00-03:00` }),
    ...(record['motivo_negativa_id'] === null || reasonsGiven.length === 0
      ? {}
      : { motivo_negativa_id: chance.of(reasonsGiven)['id'] }),
  };
};

/** Those of more than one item. */
const ofSeveral = onceOf('autorizacao', (rows) => rows.filter((row) => itemsOfRequest(row) > 1));

/** The authorisation of an item and which of its items: one of each, then the second ones. */
const authorisationOf = (draw: Draw): readonly [of: Row | undefined, at: number] => {
  const { index, rows } = draw;
  const all = rows('autorizacao');
  if (index < all.length) return [all[index], 0];
  const more = ofSeveral(draw);
  if (more.length === 0) return [all[index % Math.max(all.length, 1)], Math.floor(index / Math.max(all.length, 1))];
  const rest = index - all.length;
  return [more[rest % more.length], 1 + Math.floor(rest / more.length)];
};

const authorisedItem = (draw: Draw): Row => {
  const { chance } = draw;
  const [of, at] = authorisationOf(draw);
  const items = (of === undefined ? undefined : requestOf(draw, numberIn(of)))?.items ?? [];
  const [procedure, quantity] = items[at % Math.max(items.length, 1)] ?? [undefined, 1];
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
    quantidade_solicitada: quantity,
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

/** What comes with a guide of its kind. A mere document is one that somebody has to attach. */
const annexKinds: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  INTERNACAO: ['OPME'],
  SP_SADT: ['QUIMIOTERAPIA', 'RADIOTERAPIA'],
  ODONTOLOGICA: ['SITUACAO_INICIAL'],
};

const annexed = onceOf('autorizacao', (rows) =>
  rows.filter((row) => annexKinds[row['tipo_guia'] as Kind] !== undefined),
);
const stays = onceOf('autorizacao', (rows) =>
  rows.filter(
    (row) =>
      row['tipo_guia'] === 'INTERNACAO' && ['AUTORIZADA', 'EXECUTADA', 'FATURADA'].includes(String(row['situacao'])),
  ),
);

/** Of the guide of an authorisation, one after the other. */
const annex = (draw: Draw): Row => {
  const { chance, index, today } = draw;
  const all = annexed(draw);
  const of = all[(index * 7) % Math.max(all.length, 1)];
  if (of === undefined) return {};
  const asked = String(of['data_solicitacao']);
  return {
    tipo: chance.of(annexKinds[of['tipo_guia'] as Kind] ?? ['OPME']),
    autorizacao_id: of['id'],
    beneficiario_id: of['beneficiario_id'],
    solicitante_id: of['solicitante_id'],
    executante_id: of['executante_id'] ?? null,
    profissional_id: of['profissional_solicitante_id'] ?? null,
    data_solicitacao: soonAfter(chance, asked, 0, 3, today),
  };
};

const extension = (draw: Draw): Row => {
  const { chance, index, today } = draw;
  const all = stays(draw);
  const of = all[index % Math.max(all.length, 1)];
  if (of === undefined) return {};
  return {
    internacao_id: of['id'],
    beneficiario_id: of['beneficiario_id'],
    executante_id: of['executante_id'],
    profissional_id: of['profissional_solicitante_id'] ?? null,
    data_solicitacao: soonAfter(chance, String(of['data_solicitacao']), 2, 8, today),
    diarias_solicitadas: chance.whole(1, 5),
    indicacao_clinica: chance.of([
      'Mantém antibiótico venoso.',
      'Aguarda estabilização do quadro.',
      'Evolução lenta no pós-operatório.',
    ]),
  };
};

type Subject = readonly [subject: string, kind: string, theme: string];

/** What people say, with the kind and the theme that it is of. */
const subjects: readonly [Subject, ...Subject[]] = [
  ['Demora na autorização de exame', 'RECLAMACAO', 'COBERTURA'],
  ['Dificuldade para marcar consulta', 'RECLAMACAO', 'REDE'],
  ['Cobrança de coparticipação em duplicidade', 'RECLAMACAO', 'FINANCEIRO'],
  ['Reembolso abaixo do esperado', 'RECLAMACAO', 'FINANCEIRO'],
  ['Boleto não recebido', 'RECLAMACAO', 'FINANCEIRO'],
  ['Atendimento telefônico demorado', 'RECLAMACAO', 'SAC'],
  ['Descredenciamento de clínica', 'RECLAMACAO', 'REDE'],
  ['Negativa de cobertura', 'RECLAMACAO', 'COBERTURA'],
  ['Segunda via da carteirinha', 'CONSULTA', 'ADMINISTRATIVO'],
  ['Prazo de carência do plano', 'CONSULTA', 'COBERTURA'],
  ['Inclusão de agendamento pelo aplicativo', 'SUGESTAO', 'SAC'],
  ['Elogio à equipe de atendimento', 'ELOGIO', 'SAC'],
  ['Cobrança por fora em consultório credenciado', 'DENUNCIA', 'REDE'],
];

/** The answer is due in seven working days. */
const complaint = ({ chance, index, today }: Draw): Row => {
  // What is answered is answered today: most came lately.
  const day = visitDay(chance, dayAfter(today, -1), chance.holds(0.7) ? 7 : 200);
  const [subject, kind, theme] = subjects[(index * 5) % subjects.length] ?? subjects[0];
  return {
    recebida_em: `${day}T${String(chance.whole(8, 17)).padStart(2, '0')}:${chance.of(['00', '15', '30', '45'])}:00-03:00`,
    classificacao: kind,
    tema: theme,
    assunto: subject,
    prazo: dayAfter(day, 9),
  };
};

const complaintMoves = ({ chance }: Draw): readonly string[] =>
  ['tratar', 'responder', 'encerrar'].slice(0, chance.holds(0.75) ? 3 : chance.whole(0, 2));

const callMoves = ({ chance }: Draw): readonly string[] =>
  chance.holds(0.92) ? ['concluir'] : chance.holds(0.5) ? ['encaminhar'] : [];

const purposes = ['GLOSA', 'NEGATIVA', 'CANCELAMENTO', 'ESTORNO', 'REABERTURA', 'OUVIDORIA', 'MUDANCA_CONTRATUAL'];

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
    ],
  },
  item_autorizacao: {
    count: { small: 640, medium: 38_000, large: 114_000 },
    values: authorisedItem,
    moves: itemMoves,
    kept: ['autorizacao_id', 'sequencial'],
  },
  anexo_autorizacao: { count: { small: 16, medium: 800, large: 2400 }, values: annex },
  prorrogacao: { count: { small: 8, medium: 400, large: 1200 }, values: extension },
  // The files bring them: those that are drawn are one of each kind in turn.
  motivo: {
    count: { small: 0, medium: 0, large: 0 },
    values: ({ index }) => ({ aplicacao: purposes[index % purposes.length], ativo: true }),
  },
  manifestacao: { count: { small: 60, medium: 1500, large: 6000 }, values: complaint, moves: complaintMoves },
  atendimento_cliente: { count: { small: 200, medium: 10_000, large: 30_000 }, moves: callMoves },
};
