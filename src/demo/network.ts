/**
 * The network of the operator: which trade a provider is of, what it is a specialist in, and who works there. All of it
 * follows from the number of the provider, so that claims know it without reading what a provider owns.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Reading } from './once-of.ts';
import { indexOf, onceOf } from './once-of.ts';

export type Trade = 'physician' | 'clinic' | 'laboratory' | 'hospital' | 'dentist' | 'imaging' | 'therapist';

/** Of sixteen; every trade is among the first eight. */
const trades: readonly Trade[] = [
  'physician',
  'clinic',
  'laboratory',
  'hospital',
  'dentist',
  'imaging',
  'therapist',
  'physician',
  'physician',
  'clinic',
  'physician',
  'dentist',
  'physician',
  'therapist',
  'clinic',
  'physician',
];

/** Specialities (codes of `especialidade`) with a surgery of their own, as often as they are met. */
const offices = (
  '060016 060049 060024 060005 060045 060016 060024 060043 060018 060049 060046 060019 060016 060024 060021 060051 060045 060005 ' +
  '060049 060043 060041 060024 060016 060055 060018 060021 060030 060043 060005 060049 060050 060045 060046 060024 060016 060019 060051 060023 060010'
).split(' ');
const dental = '080003 080005 080017 080003 080020 080016 080002 080003 080022'.split(' ');
const therapies = '050001 090001 070001 050001 040001 090001 050001 050002'.split(' ');
const wards = '060016 060010 060024 060049 060045 060005'.split(' ');

/** The councils whose professionals work without a speciality of the registry, with their occupations (CBO). */
export const occupations = { COREN: '223505', CRF: '223405', CRBM: '221205' } as const;

/** What professionals are, in turn: a speciality, or the council of one without. */
export const professions: readonly string[] = [
  ...offices,
  ...['060003', '060035', '060052', '060048', '060052', '060047'],
  ...dental,
  ...therapies,
  ...Object.keys(occupations),
];

/** Which of its trade the provider is. */
const rankOf = (index: number, trade: Trade): number => {
  const turn = Math.floor(index / trades.length);
  const rest = trades.slice(0, index % trades.length).filter((one) => one === trade).length;
  return turn * trades.filter((one) => one === trade).length + rest;
};

export const tradeOf = (index: number): Trade => trades[index % trades.length] ?? 'physician';

const some = (codes: readonly string[], first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => codes[(first + at) % codes.length] ?? '');

const codesOf = (trade: Trade, rank: number): readonly string[] => {
  switch (trade) {
    case 'physician':
      return some(offices, rank, 1);
    case 'clinic':
      return some(offices, rank * 5 + 3, 1 + (rank % 3));
    case 'laboratory':
      return rank % 3 === 0 ? ['060048', '060047'] : ['060048'];
    case 'imaging':
      return ['060052'];
    case 'hospital':
      return wards;
    case 'dentist':
      return some(dental, rank, 1 + (rank % 2));
    case 'therapist':
      return some(therapies, rank, 1);
  }
};

export const specialtiesByCode = indexOf('especialidade', 'codigo');

/** The specialities of the provider of this number; where the registry lacks them, one that it has. */
export const specialtiesOf = (draw: Reading, index: number): readonly Row[] => {
  const trade = tradeOf(index);
  const known = specialtiesByCode(draw);
  const codes = new Set(codesOf(trade, rankOf(index, trade)));
  const found = [...codes].map((code) => known.get(code)).filter((row) => row !== undefined);
  return found.length > 0 ? found : draw.rows('especialidade').slice(0, 1);
};

/** Who left joins no staff. */
const byOccupation = onceOf('profissional', (rows): ReadonlyMap<unknown, readonly Row[]> => {
  const found = new Map<unknown, Row[]>();
  for (const row of rows) {
    if (row['situacao'] !== 'ATIVO') continue;
    const list = found.get(row['cbos_id']);
    if (list === undefined) found.set(row['cbos_id'], [row]);
    else list.push(row);
  }
  return found;
});

const sizes: Readonly<Record<Trade, number>> = {
  physician: 1,
  clinic: 2,
  laboratory: 1,
  hospital: 3,
  dentist: 1,
  imaging: 2,
  therapist: 2,
};

/** Which of the offices of its main speciality it is; undefined where the speciality is not its main one. */
const officeAt = (codes: readonly string[], rank: number, code: unknown): number | undefined => {
  if (codes[rank % codes.length] !== code) return;
  const of = (some: readonly string[]): number => some.filter((one) => one === code).length;
  return Math.floor(rank / codes.length) * of(codes) + of(codes.slice(0, rank % codes.length));
};

const ownOffices: Partial<Readonly<Record<Trade, readonly string[]>>> = { physician: offices, dentist: dental };

/**
 * Who works there in this speciality: those of its occupation, who come to providers in turn; to offices so that each of
 * them has one of his or her own.
 */
export const staffOf = (draw: Reading, index: number, specialty: Row): readonly Row[] => {
  const all = byOccupation(draw).get(specialty['cbos_id'] ?? undefined) ?? [];
  const trade = tradeOf(index);
  const rank = rankOf(index, trade);
  const first = officeAt(ownOffices[trade] ?? [], rank, specialty['codigo']) ?? rank * sizes[trade];
  return Array.from({ length: Math.min(sizes[trade], all.length) }, (_, at) => all[(first + at) % all.length] ?? {});
};

export interface Place {
  readonly row: Row;
  readonly trade: Trade;
  readonly specialties: readonly {
    readonly code: string;
    readonly row: Row;
    readonly staff: readonly Row[];
  }[];
  /** What it is paid of the usual price: 1 is all. */
  readonly level: number;
}

const firstCode = 20_001;

export const codeOf = (index: number): string => String(firstCode + index);

/** The providers that there are, by trade; their codes tell their numbers. */
export const networkOf = onceOf('prestador', (rows, draw): Readonly<Record<Trade, readonly Place[]>> => {
  const found: Record<Trade, Place[]> = {
    physician: [],
    clinic: [],
    laboratory: [],
    hospital: [],
    dentist: [],
    imaging: [],
    therapist: [],
  };
  for (const row of rows) {
    const index = Number(row['codigo']) - firstCode;
    if (!(index >= 0)) continue;
    const specialties = specialtiesOf(draw, index).map((one) => ({
      code: String(one['codigo']),
      row: one,
      staff: staffOf(draw, index, one),
    }));
    found[tradeOf(index)].push({ row, trade: tradeOf(index), specialties, level: 0.85 + ((index * 37) % 41) / 100 });
  }
  return found;
});
