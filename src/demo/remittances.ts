/**
 * Files that go to the regulator once a month: which months, when each was made, sent and processed, and what became of
 * it. The newest is of the last month that is over and waits for its answer. Out: the fields that all of them have.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw } from '../../engine/data/samples/recipe.ts';
import { calendarDay, dayAfter } from './days.ts';
import { monthNumber, monthText } from './months.ts';

type Reading = Pick<Draw, 'rows' | 'seed' | 'today'>;

/** Beyond the small size there are more people than this. */
const few = 5000;
const isLarge = ({ rows }: Pick<Draw, 'rows'>): boolean => rows('beneficiario').length > few;

/** Guides are of no more than the last three years, and are told of when they are paid. */
const keptMonths = { small: 12, large: 30 } as const;

/** One a month: a year, or two and a half of a large operator. */
export const monthly = { small: keptMonths.small, medium: keptMonths.large, large: keptMonths.large };

export const monthsOf = (draw: Pick<Draw, 'rows'>): number => (isLarge(draw) ? keptMonths.large : keptMonths.small);

/** How many of what there are few of: a large operator has so many times more. */
const largeScale = 20;
export const scaleOf = (draw: Pick<Draw, 'rows'>): number => (isLarge(draw) ? largeScale : 1);

/** Records of all files of a load, of which those of a month are `each` in turn, and those that wait. `without`: files that there are fewer. */
export const recordCount = (each: readonly number[], waiting: number, without = 0) => {
  const sum = (months: number): number =>
    Array.from({ length: months - without }, (_, place) => each[place % each.length] ?? 0).reduce((a, b) => a + b, 0);
  const large = (sum(keptMonths.large) + waiting) * largeScale;
  return { small: sum(keptMonths.small) + waiting, medium: large, large };
};

/** Not on a weekend. */
const workingDay = (day: string): string => {
  const { weekday } = calendarDay(day);
  return dayAfter(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0);
};

/** Every file of a month has been sent by then. */
const sentWithin = 9;

/** The last month whose file has gone out. */
export const lastSentMonth = (today: string): number => monthNumber(dayAfter(today, -sentWithin)) - 1;

export interface Remittance {
  /** From the oldest on. */
  readonly place: number;
  /** Months before the newest. */
  readonly back: number;
  /** As `monthNumber` counts. */
  readonly month: number;
  readonly generated: string;
  readonly sent: string;
  readonly processed: string;
}

export const remittanceAt = (draw: Reading, place: number): Remittance => {
  const back = monthsOf(draw) - 1 - place;
  const month = lastSentMonth(draw.today) - back;
  const generated = workingDay(`${monthText(month + 1)}-0${2 + (place % 2)}`);
  const sent = workingDay(dayAfter(generated, 1));
  return { place, back, month, generated, sent, processed: workingDay(dayAfter(sent, 2)) };
};

/** In: the name of the register; so that no two have the same. */
const protocolOf = ({ seed }: Reading, register: string, { place, sent }: Remittance): string =>
  `${sent.replaceAll('-', '')}${new Chance(seed, register, 'protocol', place).digits(8)}`;

/** MD5, as it is written at the end of a file. */
export const digestOf = ({ seed }: Reading, register: string, place: number): string => {
  const chance = new Chance(seed, register, 'digest', place);
  return Array.from({ length: 32 }, () => chance.whole(0, 15).toString(16).toUpperCase()).join('');
};

const at = (day: string, time: string): string => `${day}T${time}:00-03:00`;

export type Fate = 'GERADA' | 'ENVIADA' | 'ACEITA' | 'PARCIAL' | 'REJEITADA';

/** When what was done, as far as it has come. */
export const stepsOf = (draw: Reading, register: string, one: Remittance, fate: Fate): Row => {
  const sent = fate !== 'GERADA';
  const answered = sent && fate !== 'ENVIADA';
  return {
    geracao: at(one.generated, '09:20'),
    situacao: fate,
    envio: sent ? at(one.sent, '10:45') : null,
    protocolo: sent ? protocolOf(draw, register, one) : null,
    processamento: answered ? at(one.processed, '06:30') : null,
    motivo_rejeicao: null,
    motivo_cancelamento: null,
  };
};

/** What becomes of a record in the file. */
export const fateOfRecord = (fate: Fate, isWrong: boolean): 'PENDENTE' | 'ENVIADO' | 'ACEITO' | 'REJEITADO' => {
  if (fate === 'GERADA') return 'PENDENTE';
  if (fate === 'ENVIADA') return 'ENVIADO';
  return fate === 'REJEITADA' || isWrong ? 'REJEITADO' : 'ACEITO';
};

/** The own operator is the first. */
const operatorOf = ({ rows }: Pick<Draw, 'rows'>): Row => rows('operadora')[0] ?? {};

export const ofOperator = (draw: Pick<Draw, 'rows'>): Row => {
  const { id } = operatorOf(draw);
  return id === undefined ? {} : { operadora_id: id };
};

/** Register of the operator, year, month and number of the file in it, as the regulator names files. */
export const fileNameOf = (draw: Pick<Draw, 'rows'>, { month }: Pick<Remittance, 'month'>, ending: string): string =>
  `${String(operatorOf(draw)['registro_ans'] ?? '000000')}${monthText(month).replace('-', '')}0001${ending}`;

/** The run that made the file of the layout in the month, where it is still known. */
export const generatedFile = ({ rows }: Pick<Draw, 'rows'>, layout: string, month: number): unknown =>
  rows('arquivo_gerado').find((row) => row['layout'] === layout && row['competencia'] === monthText(month))?.['id'] ??
  null;
