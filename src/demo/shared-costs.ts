/** What members pay of what they use: the rules of each plan, and one record of each share that stands in a bill. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import type { Fate } from './bills.ts';
import { billAt, latePlace, sharedMost, sharedPercents, sharedPlace } from './bills.ts';
import { idWhere, onceOfRows, pointing } from './found-rows.ts';
import { entryOfMonth } from './ledger.ts';
import { monthNumber } from './months.ts';

/** Of each plan, in turn. */
const rules = [
  { kind: 'Consultas', dental: 'Odontologia', text: 'Consulta eletiva', percent: sharedPercents[0] },
  { kind: 'Exames simples', dental: 'Exames simples', text: 'Exames simples', percent: sharedPercents[1] },
  { kind: 'Terapias', dental: 'Terapias', text: 'Terapias seriadas', percent: 25 },
] as const;

const rule = ({ index, rows }: Draw): Row => {
  const plans = rows('produto');
  const plan = plans[index % Math.max(plans.length, 1)];
  const of = rules[Math.floor(index / Math.max(plans.length, 1)) % rules.length] ?? rules[0];
  const dental = plan?.['segmentacao'] === 'ODONTOLOGICO';
  return {
    descricao: dental && of === rules[0] ? 'Procedimentos odontológicos' : of.text,
    ...pointing('tipo_id', idWhere(rows('tipo_coparticipacao'), 'descricao', dental ? of.dental : of.kind)),
    ...pointing('produto_id', plan?.['id']),
    percentual: of.percent,
    valor_fixo: null,
    grupo_id: null,
    procedimento_id: null,
    quantidade_minima: null,
    quantidade_maxima: null,
    limite_evento: sharedMost,
    internacao: false,
    inicio: '2020-01-01',
    fim: null,
    ativo: true,
  };
};

/** By plan and share, and any of each plan. */
const rulesOf = onceOfRows(
  (all) =>
    new Map(
      all.flatMap((row): readonly (readonly [string, unknown])[] => [
        [String(row['produto_id']), row['id']],
        [`${String(row['produto_id'])}/${String(row['percentual'])}`, row['id']],
      ]),
    ),
);

const states: Readonly<Record<Fate, string>> = {
  open: 'COBRADA',
  paid: 'RECEBIDA',
  late: 'RECEBIDA',
  part: 'COBRADA',
  overdue: 'COBRADA',
  cancelled: 'PROTOCOLADA',
};

const share = (draw: Draw): Row => {
  const { index, rows } = draw;
  const always: Row = { protocolo_id: null, guia_id: null, saldo_transferido: 0, motivo_estorno: null };
  const place = sharedPlace(index);
  const bill = billAt(draw, place);
  const shared = bill?.shared;
  if (bill === undefined || shared === undefined) return always;
  const { person, membership } = shared.member;
  const all = rows('coparticipacao');
  const plan = String(membership['produto_id']);
  const of = rulesOf(all).get(`${plan}/${shared.percent}`) ?? rulesOf(all).get(plan) ?? all[0]?.['id'];
  return {
    ...always,
    beneficiario_id: person['id'],
    responsavel_id: bill.family.holder['id'],
    data_atendimento: shared.day,
    adesao_id: membership['id'],
    ...pointing('coparticipacao_id', of),
    competencia: bill.month,
    valor_base: shared.base,
    valor: shared.amount,
    limite_aplicado: shared.capped,
    conta_receber_id: bill.fate === 'cancelled' ? null : (rows('conta_receber')[place]?.['id'] ?? null),
    situacao: states[bill.fate],
  };
};

/** In turn what came in with a bill, and a share that was found. */
const recognised = (draw: Draw): Row => {
  const { index, rows } = draw;
  const number = Math.floor(index / 2);
  const received = index % 2 === 0;
  const place = received ? latePlace(number) : sharedPlace(number);
  const bill = billAt(draw, place);
  const target = received ? rows('conta_receber') : rows('lancamento_coparticipacao');
  const id = target[(received ? place : number) % Math.max(target.length, 1)]?.['id'];
  const day = (received ? bill?.paidOn : bill?.issued) ?? draw.today;
  const entry = entryOfMonth(draw, monthNumber(day), received ? 'CONTRAPRES' : 'COPART');
  return {
    tipo: received ? 'RECEBIMENTO' : 'COPARTICIPACAO_PROTOCOLADA',
    competencia: day.slice(0, 7),
    data: day,
    ...(received
      ? { ...pointing('conta_receber_id', id), coparticipacao_id: null }
      : { ...pointing('coparticipacao_id', id), conta_receber_id: null }),
    valor: (received ? bill?.paid : bill?.shared?.amount) || 100,
    lancamento_id: entry ?? null,
    motivo_estorno: null,
    situacao: entry === undefined ? 'APURADO' : 'CONTABILIZADO',
  };
};

/** Rules of so many plans. */
const ofPlans = (plans: number): number => plans * rules.length;

export const sharedCostRecipes: SampleRecipes['entities'] = {
  coparticipacao: { count: { small: ofPlans(8), medium: ofPlans(32), large: ofPlans(32) }, values: rule },
  lancamento_coparticipacao: {
    count: { small: 66, medium: 16_000, large: 96_000 },
    after: ['conta_receber'],
    values: share,
    whole: true,
    kept: [],
  },
  reconhecimento_contabil: { count: { small: 32, medium: 8000, large: 40_000 }, values: recognised },
};
