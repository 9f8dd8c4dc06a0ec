/**
 * One visit of a patient to a provider: who, on which day of those given, and what was done. Only those are treated who
 * are members on that day, whose plan pays for it, and who are of the age and sex that the speciality is for.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw } from '../../engine/data/samples/recipe.ts';
import { bornBetween } from './ages.ts';
import type { CalendarDay } from './days.ts';
import { ageOn, covers, coversBirth, isMember } from './memberships.ts';
import type { Place } from './network.ts';
import { networkOf } from './network.ts';
import { indexOf } from './once-of.ts';
import { planOn } from './plan-changes.ts';
import { practiceOf, treats } from './practices.ts';
import type { Choice, GuideKind, Procedure } from './procedures.ts';
import { choicesOf, procedureFor } from './procedures.ts';

/** TISS: clinical, surgical, of a birth, of a child. */
type Stay = '1' | '2' | '3' | '4';

export interface Visit {
  readonly kind: GuideKind;
  readonly place: Place;
  readonly day: string;
  /** The last day of a stay. */
  readonly until: string;
  readonly urgent: boolean;
  /** Place among the beneficiaries; -1 where there are none. */
  readonly patient: number;
  readonly person: Row;
  readonly plan: Row | undefined;
  readonly professional: Row | undefined;
  /** Who sent the patient there, and from where. */
  readonly asker: Row | undefined;
  readonly sender: Place;
  readonly diagnosis: unknown;
  readonly stay: Stay | undefined;
  readonly done: readonly Procedure[];
}

interface Asked {
  readonly place: Place;
  readonly kind: GuideKind;
  readonly items: number;
  /** One after the other; a stay ends within. */
  readonly days: readonly CalendarDay[];
}

type World = Pick<Draw, 'rows' | 'seed' | 'today'>;

/** How busy a place is: on Saturdays, on Sundays; working days are 1. */
const weekends: Readonly<Record<Place['trade'], readonly [saturday: number, sunday: number]>> = {
  hospital: [0.55, 0.45],
  laboratory: [0.35, 0.01],
  imaging: [0.3, 0.02],
  clinic: [0.2, 0.01],
  physician: [0.12, 0.01],
  dentist: [0.25, 0],
  therapist: [0.1, 0],
};

const dayOf = (
  chance: Chance,
  trade: Place['trade'],
  days: readonly CalendarDay[],
  from: number,
  to: number,
): number => {
  const [saturday, sunday] = weekends[trade];
  let at = from;
  for (let turn = 0; turn < 12; turn += 1) {
    at = chance.whole(from, to);
    const weekday = days[at]?.weekday;
    if (chance.holds(weekday === 6 ? saturday : weekday === 0 ? sunday : 1)) return at;
  }
  return at;
};

interface Found {
  readonly patient: number;
  readonly person: Row;
  readonly day: string;
  readonly until: string;
  readonly age: number;
  readonly plan: Row | undefined;
}

const nobody: Row = {};

/** How many are looked at before it is taken that there is nobody. */
const maximumLooks = 4000;

const findPatient = (
  world: World,
  chance: Chance,
  { place, kind, days }: Asked,
  nights: number,
  patients: ReturnType<typeof practiceOf>['patients'] = {},
): Found | undefined => {
  const people = world.rows('beneficiario');
  const last = days.length - 1 - nights;
  if (people.length === 0 || last < 0) return undefined;
  const [opens, closes] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
  const yearsBefore = (day: string, years: number): string => `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
  const youngest = yearsBefore(closes, patients.least ?? 0);
  const oldest = yearsBefore(opens, (patients.most ?? 200) + 1);
  const born = bornBetween(world, patients.sex, oldest, youngest);
  if (born.count === 0) return undefined;
  for (let turn = 0; turn < maximumLooks; turn += 1) {
    const patient = born.placeOf(Math.floor(chance.next() * born.count));
    const person = people[patient] ?? nobody;
    const since = String(person['data_inclusao']);
    const gone = person['data_cancelamento'];
    if (since > closes || (typeof gone === 'string' && gone < opens)) continue;
    const birth = String(person['data_nascimento']);
    const at = dayOf(chance, place.trade, days, 0, last);
    const [day, until] = [days[at]?.day ?? '', days[at + nights]?.day ?? ''];
    if (!isMember(person, day) || !isMember(person, until)) continue;
    const age = ageOn(birth, day);
    if (!treats(patients, person['sexo'], age)) continue;
    const plan = planOn(world, patient, day);
    if (covers(plan, kind)) return { patient, person, day, until, age, plan };
  }
  return undefined;
};

const diagnosesByCode = indexOf('cid', 'codigo');

/** Obstetrics, and the specialities that operate. */
const [births, surgeons] = ['060024', new Set(['060010', '060024', '060045'])];

const stayOf = (specialty: string, { person, age, plan }: Found): Stay => {
  if (age < 14) return '4';
  if (specialty === births && person['sexo'] === '3' && age >= 18 && age <= 42 && coversBirth(plan)) return '3';
  return surgeons.has(specialty) ? '2' : '1';
};

/** Of a surgery those of the speciality. */
const stayDiagnoses: Readonly<Partial<Record<Stay, readonly string[]>>> = {
  '1': ['J18', 'I50', 'N39', 'I21', 'K29'],
  '3': ['O80', 'O82'],
  '4': ['J18', 'A09', 'J45'],
};

/** What comes first, and what the rest of the guide is chosen of. */
const choicesFor = (kind: GuideKind, stay: Stay | undefined): readonly [first: Choice, rest: Choice] => {
  if (kind !== '3') return [kind, kind];
  return [stay === '2' ? 'surgery' : stay === '3' ? 'birth' : 'ward', 'ward'];
};

/** As many as were asked for, or as there are. */
const performed = (
  world: World,
  chance: Chance,
  { place, kind, items }: Asked,
  specialty: string,
  { person, age }: Pick<Found, 'person' | 'age'>,
  stay: Stay | undefined,
): readonly Procedure[] => {
  const [first, rest] = choicesFor(kind, stay);
  const firsts = choicesOf(world, first, place.trade, specialty);
  const rests = first === rest ? firsts : choicesOf(world, rest, place.trade, specialty);
  const done = new Set<Procedure>();
  const list: Procedure[] = [];
  for (let at = 0; at < items; at += 1) {
    const one =
      procedureFor(chance, at === 0 ? firsts : rests, person['sexo'], age, done) ??
      // Once more what is done again and again, or what is done everywhere.
      list.at(-1) ??
      choicesOf(world, '1', 'clinic', '')[0];
    if (one === undefined) break;
    done.add(one);
    list.push(one);
  }
  return list;
};

/** Laboratories and therapists are sent their patients by physicians. */
const sent: ReadonlySet<Place['trade']> = new Set(['laboratory', 'imaging', 'therapist']);

const senderOf = (world: World, chance: Chance, place: Place): Place => {
  const { physician, clinic } = networkOf(world);
  const list = physician.length === 0 || chance.holds(0.4) ? clinic : physician;
  return sent.has(place.trade) && list.length > 0 ? chance.of(list) : place;
};

const oneOf = (chance: Chance, rows: readonly Row[]): Row | undefined => {
  const place = chance.next();
  return rows[Math.floor(place * rows.length)];
};

/** undefined where nobody could have come. */
export const drawVisit = (world: World, chance: Chance, asked: Asked): Visit | undefined => {
  const { place, kind } = asked;
  const specialty = place.specialties[Math.floor(chance.next() * place.specialties.length)];
  const { patients, diagnoses } = practiceOf(specialty?.code);
  const code = specialty?.code ?? '';
  const nights = kind === '3' ? chance.whole(1, 7) : 0;
  const found = findPatient(world, chance, asked, nights, patients);
  if (found === undefined) return undefined;
  const stay = kind === '3' ? stayOf(code, found) : undefined;
  const known = (stay === undefined ? undefined : stayDiagnoses[stay]) ?? diagnoses;
  const diagnosis = known[Math.floor(chance.next() * known.length)];
  const staff = specialty?.staff ?? [];
  const professional = oneOf(chance, staff);
  const sender = senderOf(world, chance, place);
  const emergency = place.trade === 'hospital' && kind !== '5' && stay !== '3';
  return {
    kind,
    place,
    ...found,
    urgent: emergency && (kind !== '3' || chance.holds(0.4)),
    professional,
    asker: sender === place ? professional : oneOf(chance, sender.specialties[0]?.staff ?? []),
    sender,
    diagnosis: kind === '3' || chance.holds(0.45) ? (diagnosesByCode(world).get(diagnosis)?.['id'] ?? null) : null,
    stay,
    done: performed(world, chance, asked, code, found, stay),
  };
};

/** Where nobody fits, as where there are but a few people: one of them, on the day on which they came. */
export const someVisit = (world: World, chance: Chance, { place, kind, items }: Asked): Visit => {
  const people = world.rows('beneficiario');
  const patient = Math.floor(chance.next() * people.length);
  const person = people[patient] ?? nobody;
  const day = String(person['data_inclusao'] ?? '2020-01-02');
  const consultation = choicesOf(world, '1', 'clinic', '')[0];
  return {
    kind,
    place,
    patient,
    person,
    day,
    until: day,
    plan: undefined,
    urgent: false,
    professional: undefined,
    asker: undefined,
    sender: place,
    diagnosis: null,
    stay: undefined,
    done: consultation === undefined ? [] : Array.from({ length: items }, () => consultation),
  };
};
