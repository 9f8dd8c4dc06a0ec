/** What beneficiaries ask for and say: authorisations with their items, denials of what was billed, calls and complaints. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { termsOf } from './claims.ts';
import { dayAfter, visitDay } from './days.ts';

type Kind = 'CONSULTA' | 'SP_SADT' | 'INTERNACAO' | 'ODONTOLOGICA' | 'APS';

const authorisation = (draw: Draw): Row => {
  const { chance, today, rows } = draw;
  const people = rows('beneficiario');
  const patient = people.length === 0 ? undefined : chance.of(people);
  return {
    guia_prestador: null,
    protocolo: null,
    tipo_guia: chance.weighted<Kind>({ CONSULTA: 45, SP_SADT: 40, INTERNACAO: 6, ODONTOLOGICA: 8, APS: 1 }),
    etapa: chance.holds(0.93) ? 'AUTORIZACAO' : 'PRE_AUTORIZACAO',
    guia_principal_id: null,
    canal: chance.weighted({ PORTAL: 50, WEBSERVICE: 40, TELEFONE: 8, PRESENCIAL: 2 }),
    data_solicitacao: visitDay(chance, today, chance.holds(0.15) ? 13 : 1095),
    ...(patient === undefined ? {} : { beneficiario_id: patient['id'] }),
    cartao: patient?.['cartao'] ?? null,
    adesao_id: null,
    carater: chance.holds(0.92) ? '1' : '2',
    percentual_autorizado: 100,
    data_internacao: null,
    data_alta: null,
    prazo_atendimento: null,
    indicacao_clinica: chance.of([
      'Investigação diagnóstica',
      'Controle de doença crônica',
      'Dor há três semanas',
      'Pré-operatório',
    ]),
    observacao: null,
    cids: [],
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
  const waits = String(record['data_solicitacao']) > dayAfter(today, -15) && chance.holds(0.6);
  const [decided, waiting] = audited[String(record['tipo_guia'])] ?? [0, 0];
  const sent = chance.holds(waits ? waiting : decided) ? ['encaminhar'] : [];
  return [...sent, ...(waits ? waitingMoves(chance) : decisionMoves(draw))];
};

const waitingMoves = (chance: Chance): readonly string[] => (chance.holds(0.15) ? ['pedir-documentos'] : []);

/** What is older than two months is closed. */
const decisionMoves = ({ chance, record, today }: Draw): readonly string[] => {
  const asked = String(record['data_solicitacao']);
  const fate = chance.weighted({ granted: 82, part: 8, denied: 10 });
  if (fate === 'denied') return ['negar'];
  const granted = fate === 'part' ? 'autorizar-em-parte' : 'autorizar';
  if (asked > dayAfter(today, -60)) return [granted, ...(chance.holds(0.5) ? ['executar'] : [])];
  return [granted, ...(chance.holds(0.8) ? ['executar', 'faturar'] : [])];
};

/** One item of each authorisation in turn, then the second ones. */
const authorisationOf = ({ index, rows }: Draw): Row | undefined => {
  const all = rows('autorizacao');
  return all[index % Math.max(all.length, 1)];
};

const authorisedItem = (draw: Draw): Row => {
  const { chance, index, rows } = draw;
  const of = authorisationOf(draw);
  const codes = termsOf(rows('procedimento'))[of?.['tipo_guia'] === 'CONSULTA' ? '1' : '2'];
  const code = codes.length === 0 ? undefined : chance.of(codes);
  return {
    ...(of === undefined
      ? {}
      : {
          autorizacao_id: of['id'],
          beneficiario_id: of['beneficiario_id'],
          solicitante_id: of['solicitante_id'],
          executante_id: of['executante_id'] ?? null,
        }),
    sequencial: Math.floor(index / Math.max(rows('autorizacao').length, 1)) + 1,
    tipo_item: 'PROCEDIMENTO',
    tabela: '22',
    codigo: code?.['codigo'] ?? '10101012',
    descricao: String(code?.['descricao'] ?? 'Consulta em consultório').slice(0, 150),
    procedimento_id: code?.['id'] ?? null,
    quantidade_solicitada: 1,
    dente_id: null,
    face: null,
    regiao_id: null,
  };
};

const itemMoves = (draw: Draw): readonly string[] => {
  switch (authorisationOf(draw)?.['situacao']) {
    case 'AUTORIZADA':
      return ['autorizar'];
    case 'EXECUTADA':
    case 'FATURADA':
      return ['autorizar', 'executar'];
    case 'NEGADA':
      return ['negar'];
    default:
      return [];
  }
};

/** Of the rows at the time. */
const denied = new WeakMap<readonly Row[], readonly Row[]>();

const deniedItems = (items: readonly Row[]): readonly Row[] => {
  const known = denied.get(items);
  if (known !== undefined) return known;
  const found = items.filter((row) => typeof row['valor_glosa'] === 'number' && row['valor_glosa'] > 0);
  denied.set(items, found);
  return found;
};

/** One denial for each item of which something was denied. */
const denial = (draw: Draw): Row => {
  const { chance, index, rows } = draw;
  const item = deniedItems(rows('item_guia'))[index];
  const reasons = rows('motivo').filter((row) => row['aplicacao'] === 'GLOSA');
  return {
    ...(item === undefined
      ? {}
      : {
          guia_id: item['guia_id'],
          item_id: item['id'],
          prestador_id: item['prestador_id'],
          valor: item['valor_glosa'],
          data: dayAfter(String(item['data']), 40),
        }),
    ...(reasons.length === 0 ? {} : { motivo_id: chance.of(reasons)['id'] }),
    quantidade: 1,
    justificativa: null,
  };
};

const denialMoves = ({ chance }: Draw): readonly string[] =>
  chance.weighted({ stays: 70, appealed: 10, kept: 12, back: 8 }) === 'stays'
    ? []
    : ['recorrer', ...(chance.holds(0.6) ? [chance.holds(0.7) ? 'manter' : 'reverter'] : [])];

const complaintSubjects = [
  'Demora na autorização de exame',
  'Dificuldade para marcar consulta',
  'Cobrança de coparticipação em duplicidade',
  'Reembolso abaixo do esperado',
  'Boleto não recebido',
  'Atendimento telefônico demorado',
  'Descredenciamento de clínica',
  'Elogio à equipe de atendimento',
  'Segunda via da carteirinha',
  'Negativa de cobertura',
] as const;

/** The answer is due in seven working days. */
const complaint = ({ chance, today }: Draw): Row => {
  // What is answered is answered today: most came lately.
  const day = visitDay(chance, dayAfter(today, -1), chance.holds(0.7) ? 7 : 200);
  return {
    recebida_em: `${day}T${String(chance.whole(8, 17)).padStart(2, '0')}:${chance.of(['00', '15', '30', '45'])}:00-03:00`,
    assunto: chance.of(complaintSubjects),
    prazo: dayAfter(day, 9),
  };
};

const complaintMoves = ({ chance }: Draw): readonly string[] =>
  ['tratar', 'responder', 'encerrar'].slice(0, chance.holds(0.75) ? 3 : chance.whole(0, 2));

const callMoves = ({ chance }: Draw): readonly string[] =>
  chance.holds(0.92) ? ['concluir'] : chance.holds(0.5) ? ['encaminhar'] : [];

export const careRecipes: SampleRecipes['entities'] = {
  autorizacao: {
    count: { small: 400, medium: 20_000, large: 60_000 },
    values: authorisation,
    moves: authorisationMoves,
  },
  item_autorizacao: {
    count: { small: 640, medium: 20_000, large: 20_000 },
    values: authorisedItem,
    moves: itemMoves,
  },
  glosa: { count: { small: 80, medium: 1500, large: 1500 }, values: denial, moves: denialMoves },
  manifestacao: { count: { small: 60, medium: 1500, large: 6000 }, values: complaint, moves: complaintMoves },
  atendimento_cliente: { count: { small: 200, medium: 10_000, large: 30_000 }, moves: callMoves },
};
