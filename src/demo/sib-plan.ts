/**
 * What is told to the regulator of the members (SIB), month by month: who came, who left, whose plan changed, what was
 * corrected. It follows from the members that there are, so that files, their counts and movements agree.
 */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import { dayAfter } from './days.ts';
import { memberOfCode } from './identities.ts';
import { familyOfCode } from './memberships.ts';
import { monthNumber, monthText } from './months.ts';
import type { Planning } from './once-of.ts';
import { planOnce } from './once-of.ts';
import type { Fate } from './remittances.ts';
import { fateOfRecord, lastSentMonth, monthsOf, recordCount, scaleOf } from './remittances.ts';

export const movementTypes = ['INCLUSAO', 'RETIFICACAO', 'MUDANCA_CONTRATUAL', 'CANCELAMENTO'] as const;
type MovementType = (typeof movementTypes)[number];

export interface Movement {
  readonly type: MovementType;
  /** Of the person among all. */
  readonly person: number;
  readonly day: string;
  /** Of the file among all, the oldest first; undefined: it waits for one. */
  readonly file: number | undefined;
  readonly state: ReturnType<typeof fateOfRecord> | 'CANCELADO';
  /** Among all of its type that have changed a plan. */
  readonly change: number | undefined;
}

/** Movements of a month, in turn, and those that wait for the next file. */
const eachMonth = [9, 12, 10, 8, 11, 13];
const waiting = 8;
/** One of each month changes a plan, and one that waits. */
export const movementCount = recordCount(eachMonth, waiting);
export const changeCount = recordCount([1], 1);

interface Plan {
  readonly movements: readonly Movement[];
  readonly changes: readonly Movement[];
  readonly fates: readonly Fate[];
}

/** The newest waits for its answer; of three others one has records that came back. */
const fateOf = (place: number, months: number): Fate =>
  place === months - 1 ? 'ENVIADA' : place % 3 === 1 ? 'PARCIAL' : 'ACEITA';

/** People by the month in which the field has its day, of the months from one on. */
const byMonth = (people: readonly Row[], field: string, first: number): ReadonlyMap<number, readonly number[]> => {
  const found = new Map<number, number[]>();
  for (const [place, row] of people.entries()) {
    const day = row[field];
    if (typeof day !== 'string' || typeof row['cpf'] !== 'string') continue;
    const month = monthNumber(day);
    if (month < first) continue;
    const list = found.get(month);
    if (list === undefined) found.set(month, [place]);
    else list.push(place);
  }
  return found;
};

type Event = Omit<Movement, 'file' | 'state' | 'change'>;

/** Families have one plan: only that of somebody alone changes by one movement. */
const isAlone = (people: readonly Row[], place: number): boolean => {
  const family = familyOfCode(people[place]?.['codigo']);
  return memberOfCode(people[place]?.['codigo']) === 0 && familyOfCode(people[place + 1]?.['codigo']) !== family;
};

/** Somebody who has been a member for some time before, and still is, whom nothing else is told of in the month. */
const oldMember = (
  chance: Chance,
  people: readonly Row[],
  day: string,
  told: Set<number>,
  fits: (place: number) => boolean,
): number | undefined => {
  const before = dayAfter(day, -60);
  for (let turn = 0; turn < 200; turn += 1) {
    const place = chance.whole(0, people.length - 1);
    const row = people[place];
    if (told.has(place) || row?.['situacao'] !== 'ATIVO' || typeof row['cpf'] !== 'string') continue;
    if (String(row['data_inclusao']) <= before && fits(place)) return place;
  }
  return undefined;
};

interface Turnover {
  readonly joined: ReadonlyMap<number, readonly number[]>;
  readonly left: ReadonlyMap<number, readonly number[]>;
  /** Whose plan has changed so far. */
  readonly changed: Set<number>;
}

/** The events of a month: who came, at most two of five, who left, at most three of ten, some changes, and corrections. */
const eventsOf = ({ rows, seed, today }: Planning, turnover: Turnover, month: number, count: number, scale: number) => {
  const people = rows('beneficiario');
  const chance = new Chance(seed, 'sib', month);
  const some = (places: readonly number[] = [], share: number) => places.slice(0, Math.floor(count * share));
  const joined = some(turnover.joined.get(month), 0.4);
  // Whoever came and left in one month is told of once.
  const left = some(turnover.left.get(month), 0.3).filter((place) => !joined.includes(place));
  const told = new Set([...joined, ...left]);
  const last = today < `${monthText(month)}-28` ? Number(today.slice(8)) : 28;
  const own = (type: MovementType): readonly Event[] => {
    const day = `${monthText(month)}-${String(chance.whole(1, last)).padStart(2, '0')}`;
    const changes = type === 'MUDANCA_CONTRATUAL';
    const fits = (place: number): boolean => !changes || (isAlone(people, place) && !turnover.changed.has(place));
    const found = oldMember(chance, people, day, told, fits);
    // Among few people nobody may fit. Something may be corrected of anybody; a plan has changed, or it has not.
    if (found === undefined && changes) return [];
    const person = found ?? 0;
    told.add(person);
    if (changes) turnover.changed.add(person);
    return [{ type, person, day }];
  };
  const events: Event[] = [
    ...joined.map((person): Event => ({ type: 'INCLUSAO', person, day: String(people[person]?.['data_inclusao']) })),
    ...left.map(
      (person): Event => ({ type: 'CANCELAMENTO', person, day: String(people[person]?.['data_cancelamento']) }),
    ),
    ...Array.from({ length: scale }, () => own('MUDANCA_CONTRATUAL')).flat(),
  ];
  while (events.length < count) events.push(...own('RETIFICACAO'));
  return events.toSorted((a, b) => a.day.localeCompare(b.day));
};

const makePlan = (draw: Planning): Plan => {
  const months = monthsOf(draw);
  const scale = scaleOf(draw);
  const newest = lastSentMonth(draw.today);
  const first = newest - months + 1;
  const people = draw.rows('beneficiario');
  const turnover = {
    joined: byMonth(people, 'data_inclusao', first),
    left: byMonth(people, 'data_cancelamento', first),
    changed: new Set<number>(),
  };
  const fates = Array.from({ length: months }, (_, place) => fateOf(place, months));
  const movements: Movement[] = [];
  let changes = 0;
  const add = (events: readonly Event[], rest: (at: number) => Pick<Movement, 'file' | 'state'>): void => {
    for (const [at, event] of events.entries()) {
      const change = event.type === 'MUDANCA_CONTRATUAL' ? changes : undefined;
      if (change !== undefined) changes += 1;
      movements.push({ ...event, ...rest(at), change });
    }
  };
  for (const [file, fate] of fates.entries()) {
    const events = eventsOf(draw, turnover, first + file, (eachMonth[file % eachMonth.length] ?? 0) * scale, scale);
    // What came back is one of each group, not always the same one.
    const wrong = file % (eachMonth[0] ?? 1);
    add(events, (at) => ({ file, state: fateOfRecord(fate, fate === 'PARCIAL' && at % 10 === wrong % 8) }));
  }
  const later = eventsOf(draw, turnover, newest + 1, waiting * scale, scale);
  // Of what waits something will not be sent at all.
  const dropped = later.findIndex(({ type }) => type === 'RETIFICACAO');
  add(later, (at) => ({ file: undefined, state: at === dropped ? 'CANCELADO' : 'PENDENTE' }));
  return { movements, changes: movements.filter(({ change }) => change !== undefined), fates };
};

/** undefined where there is nobody. */
export const sibPlan = planOnce('beneficiario', makePlan);

/** Kinship as the regulator counts it (SIB): 1 holder, 3 spouse, 4 child. */
export const relationOf = (code: unknown): '1' | '3' | '4' => {
  const member = memberOfCode(code);
  return member === 0 ? '1' : member === 1 ? '3' : '4';
};
