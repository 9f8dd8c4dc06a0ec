/**
 * Which guides are told to the regulator when (TISS monitoring): those that are paid, each once, the latest in the newest
 * file, and some of those that are looked at and wait for their payment. It follows from the guides that there are.
 */
import { Chance } from '../../engine/data/samples/chance.ts';
import { placeOfGuide } from './invoice-shapes.ts';
import { lastDay, monthNumber, monthText } from './months.ts';
import type { Planning } from './once-of.ts';
import { planOnce } from './once-of.ts';
import type { Fate } from './remittances.ts';
import { fateOfRecord, lastSentMonth, monthsOf, recordCount, scaleOf } from './remittances.ts';

export interface Told {
  /** Of the guide among all. */
  readonly guide: number;
  /** Of the file among all, the oldest first; undefined: it waits for one. */
  readonly file: number | undefined;
  readonly received: string;
  readonly paid: string | undefined;
  readonly processed: string;
  /** What was paid in an earlier month changes what was told of it then. */
  readonly isChange: boolean;
  readonly state: ReturnType<typeof fateOfRecord>;
}

/** Records of a month, in turn, and those that wait. */
const eachMonth = [7, 9, 8, 10, 6, 8];
const waiting = 6;
export const recordsTold = recordCount(eachMonth, waiting);

interface Plan {
  readonly fates: readonly Fate[];
  /** Of each file, the oldest first. */
  readonly files: readonly (readonly Told[])[];
  readonly all: readonly Told[];
}

interface Candidate {
  readonly guide: number;
  readonly received: string;
  readonly closed: string | undefined;
  readonly paid: string | undefined;
}

const day = (value: unknown): string | undefined => (typeof value === 'string' ? value.slice(0, 10) : undefined);

const candidatesOf = ({ rows }: Planning): readonly Candidate[] => {
  const protocols = rows('protocolo_recebimento');
  return rows('guia').flatMap((_, guide): readonly Candidate[] => {
    const protocol = protocols[placeOfGuide(guide)[0]];
    const received = day(protocol?.['recebimento']);
    if (received === undefined) return [];
    return [{ guide, received, closed: day(protocol?.['fechamento']), paid: day(protocol?.['data_pagamento']) }];
  });
};

/** The newest is made and not sent; of three others one has records that came back. */
const fateOf = (place: number, months: number): Fate =>
  place === months - 1 ? 'GERADA' : place % 3 === 2 ? 'PARCIAL' : 'ACEITA';

const later = (a: string, b: string): string => (a > b ? a : b);

const makePlan = (draw: Planning): Plan => {
  const months = monthsOf(draw);
  const newest = lastSentMonth(draw.today);
  const all = candidatesOf(draw);
  const paid = all.flatMap((one) => (one.paid === undefined ? [] : [{ ...one, paid: one.paid }]));
  const ordered = paid.toSorted((a, b) => b.paid.localeCompare(a.paid) || a.guide - b.guide);
  const fates = Array.from({ length: months }, (_, place) => fateOf(place, months));
  const files: Told[][] = fates.map(() => []);
  let next = 0;
  for (const [place, fate] of [...fates.entries()].toReversed()) {
    const month = newest - (months - 1 - place);
    const chance = new Chance(draw.seed, 'monitoring', month);
    while ((ordered[next]?.paid ?? '') > lastDay(month)) next += 1;
    const count = (eachMonth[place % eachMonth.length] ?? 0) * scaleOf(draw);
    const some = ordered.slice(next, next + count);
    next += some.length;
    files[place] = some.map((one, at): Told => {
      const processed = later(one.paid, `${monthText(month)}-${String(chance.whole(1, 28)).padStart(2, '0')}`);
      const state = fateOfRecord(fate, fate === 'PARCIAL' && at % 8 === place % 6);
      return { ...one, file: place, processed, isChange: monthNumber(one.paid) < month, state };
    });
  }
  const open = all
    .filter(({ paid: payment, closed }) => payment === undefined && closed !== undefined && closed <= draw.today)
    .slice(0, (scaleOf(draw) === 1 ? recordsTold.small : recordsTold.medium) - files.flat().length)
    .map(
      (one): Told => ({
        ...one,
        file: undefined,
        processed: one.closed ?? one.received,
        isChange: false,
        state: 'PENDENTE',
      }),
    );
  return { fates, files, all: [...files.flat(), ...open] };
};

const planOf = planOnce('guia', makePlan);

/** undefined where there are no guides, or nothing that they came by. */
export const monitoringPlan = (draw: Planning): Plan | undefined =>
  draw.rows('protocolo_recebimento').length === 0 ? undefined : planOf(draw);

/** Where the records of a file begin among all. */
export const firstRecord = ({ files }: Plan, file: number): number => files.slice(0, file).flat().length;
