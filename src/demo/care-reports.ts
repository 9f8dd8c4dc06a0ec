/**
 * What was done for how many members in a quarter (SIP): events, who has a right to them, and what they cost, by contract
 * and segment. Who has a right is counted among the members of the day; the rest is in proportion to them.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw, SampleRecipes } from '../../engine/data/samples/recipe.ts';
import { cents } from './found-rows.ts';
import { familyOfCode, isMember, planOf } from './memberships.ts';
import { lastDay } from './months.ts';
import { formerPlansOn } from './plan-changes.ts';
import type { Quarter } from './quarterly-reports.ts';
import { ofQuarters, quarterAt, stepsOf } from './quarterly-reports.ts';

type Segment = 'AMBULATORIAL' | 'HOSPITALAR_OBSTETRICIA' | 'ODONTOLOGICO';

interface Item {
  readonly segment: Segment;
  readonly item: string;
  /** Events of a hundred members in a quarter, and what one costs. */
  readonly rate: number;
  readonly cost: number;
  /** Sum of these instead. */
  readonly sumOf?: readonly string[];
  /** So much of a hundred is recognised a quarter later. */
  readonly late?: number;
}

const items: readonly Item[] = [
  { segment: 'AMBULATORIAL', item: 'A', rate: 0, sumOf: ['A1', 'A2'], cost: 0 },
  { segment: 'AMBULATORIAL', item: 'A1', rate: 108, cost: 112, late: 6 },
  { segment: 'AMBULATORIAL', item: 'A2', rate: 31, cost: 124 },
  { segment: 'AMBULATORIAL', item: 'B', rate: 64, cost: 58 },
  { segment: 'AMBULATORIAL', item: 'C', rate: 520, cost: 41, late: 4 },
  { segment: 'AMBULATORIAL', item: 'D', rate: 26, cost: 310 },
  { segment: 'HOSPITALAR_OBSTETRICIA', item: 'E', rate: 4.4, cost: 9800, late: 9 },
  { segment: 'ODONTOLOGICO', item: 'I', rate: 0, sumOf: ['I1', 'I3'], cost: 0 },
  { segment: 'ODONTOLOGICO', item: 'I1', rate: 34, cost: 62 },
  { segment: 'ODONTOLOGICO', item: 'I3', rate: 58, cost: 71 },
];

const contracts = ['COLETIVO_EMPRESARIAL', 'COLETIVO_ADESAO'] as const;

/** Of each contract all items, then those that are recognised late. */
const lines = contracts.flatMap((contract) => [
  ...items.map((item) => ({ contract, item, isLate: false })),
  ...items.filter(({ late }) => late !== undefined).map((item) => ({ contract, item, isLate: true })),
]);

/** Plans of hospitals cover what is done outside of them as well. */
const segmentsOf = (plan: Row): readonly Segment[] => {
  if (plan['segmentacao'] === 'ODONTOLOGICO') return ['ODONTOLOGICO'];
  return plan['segmentacao'] === 'AMB_HOSP_COM_OBSTETRICIA'
    ? ['AMBULATORIAL', 'HOSPITALAR_OBSTETRICIA']
    : ['AMBULATORIAL'];
};

type Counts = ReadonlyMap<string, number>;

interface Known {
  readonly key: string;
  /** By the place of the person. */
  readonly plans: readonly (Row | undefined)[];
  readonly counts: Map<number, Counts>;
}
const known = new WeakMap<readonly Row[], Known>();

const knownOf = (draw: Draw): Known => {
  const people = draw.rows('beneficiario');
  const key = `${draw.seed}/${people.length}`;
  const found = known.get(people);
  if (found?.key === key) return found;
  let [family, plan]: [number, Row | undefined] = [-1, undefined];
  const plans = people.map(({ codigo }) => {
    const own = familyOfCode(codigo);
    if (own !== family) [family, plan] = [own, planOf(draw, own)];
    return plan;
  });
  const made: Known = { key, plans, counts: new Map() };
  known.set(people, made);
  return made;
};

/** Members at the end of the quarter, by contract and segment. */
const countsOf = (draw: Draw, { month }: Quarter): Counts => {
  const { plans, counts } = knownOf(draw);
  const found = counts.get(month);
  if (found !== undefined) return found;
  const day = lastDay(month);
  const made = new Map<string, number>();
  const former = formerPlansOn(draw, day);
  for (const [place, person] of draw.rows('beneficiario').entries()) {
    const plan = former.get(place) ?? plans[place];
    if (plan === undefined || !isMember(person, day)) continue;
    for (const segment of segmentsOf(plan)) {
      const key = `${String(plan['contratacao'])}/${segment}`;
      made.set(key, (made.get(key) ?? 0) + 1);
    }
  }
  counts.set(month, made);
  return made;
};

/** Most are past the time in which nothing is paid for. */
const entitled = 0.97;

interface Amounts {
  readonly events: number;
  readonly members: number;
  readonly cost: number;
}

/** Of a quarter in which it was done. */
const amountsOf = (draw: Draw, quarter: Quarter, contract: string, item: Item): Amounts => {
  const members = Math.round((countsOf(draw, quarter).get(`${contract}/${item.segment}`) ?? 0) * entitled);
  if (item.sumOf !== undefined) {
    const parts = items.filter((one) => item.sumOf?.includes(one.item));
    const all = parts.map((one) => amountsOf(draw, quarter, contract, one));
    return {
      members,
      events: all.reduce((sum, { events }) => sum + events, 0),
      cost: cents(all.reduce((sum, { cost }) => sum + cost, 0)),
    };
  }
  const chance = new Chance(draw.seed, 'sip', quarter.month, contract, item.item);
  const events = Math.round(((members * item.rate) / 100) * (0.9 + 0.2 * chance.next()));
  return { members, events, cost: cents(events * item.cost * (0.92 + 0.16 * chance.next())) };
};

const careLine = (draw: Draw): Row => {
  const { index, today } = draw;
  const line = lines[index % lines.length];
  if (line === undefined || draw.rows('beneficiario').length === 0) return {};
  const { contract, item, isLate } = line;
  const recognised = quarterAt(today, Math.floor(index / lines.length));
  const done = isLate ? quarterAt(today, recognised.back + 1) : recognised;
  const all = amountsOf(draw, done, contract, item);
  const events = isLate ? Math.ceil((all.events * (item.late ?? 0)) / 100) : all.events;
  return {
    ano_reconhecimento: recognised.year,
    trimestre_reconhecimento: recognised.number,
    ano_ocorrencia: done.year,
    trimestre_ocorrencia: done.number,
    uf: 'MG',
    contratacao: contract,
    segmentacao: item.segment,
    item: item.item,
    eventos: events,
    beneficiarios: all.members,
    despesas: all.events === 0 ? 0 : cents((all.cost * events) / all.events),
    ajuste: false,
    arquivo_id: null,
    ...stepsOf(recognised, index),
    observacao: null,
  };
};

export const careReportRecipes: SampleRecipes['entities'] = {
  gerencia_sip: { count: ofQuarters(lines.length), after: ['beneficiario', 'produto'], values: careLine },
};
