/** Whose plan has changed, when and from which: what the regulator is told of is what the memberships say. */
import type { Row } from '../../engine/data/given-rows.ts';
import { Chance } from '../../engine/data/samples/chance.ts';
import type { Draw } from '../../engine/data/samples/recipe.ts';
import { familyOfCode, planOf } from './memberships.ts';
import type { Planning } from './once-of.ts';
import { planOnce } from './once-of.ts';
import { sibPlan } from './sib-plan.ts';

export interface PlanChange {
  /** Of the person among all. */
  readonly person: number;
  /** The first of the new plan. */
  readonly day: string;
  /** Among all changes, the oldest first. */
  readonly place: number;
  /** Of what the regulator is told, among all that it is told. */
  readonly movement: number;
}

const changes = planOnce('beneficiario', (draw: Planning): readonly PlanChange[] =>
  (sibPlan(draw)?.movements ?? []).flatMap(({ person, day, change: place }, movement) =>
    place === undefined ? [] : [{ person, day, place, movement }],
  ),
);

const byPerson = planOnce(
  'beneficiario',
  (draw: Planning) => new Map(changes(draw)?.map((change) => [change.person, change])),
);

export const changeAt = (draw: Planning, place: number): PlanChange | undefined => changes(draw)?.[place];

/** undefined where the person has had one plan alone. */
export const changeOf = (draw: Planning, person: number): PlanChange | undefined => byPerson(draw)?.get(person);

/** Another plan of the same kind than the one that the person has now. */
export const formerPlanOf = ({ rows, seed }: Pick<Draw, 'rows' | 'seed'>, person: number, plan: Row | undefined) => {
  const dental = (row: Row): boolean => row['segmentacao'] === 'ODONTOLOGICO';
  const others = rows('produto').filter(
    (row) => row['id'] !== plan?.['id'] && plan !== undefined && dental(row) === dental(plan),
  );
  return others.length === 0 ? undefined : new Chance(seed, 'former plan', person).of(others);
};

/** The plan of the person on the day; undefined where there is none. */
export const planOn = (draw: Planning, person: number, day: string): Row | undefined => {
  const plan = planOf(draw, familyOfCode(draw.rows('beneficiario')[person]?.['codigo']));
  const change = changeOf(draw, person);
  return change !== undefined && day < change.day ? formerPlanOf(draw, person, plan) : plan;
};

/** Of the people who had another plan on the day: which, by their places. */
export const formerPlansOn = (draw: Planning, day: string): ReadonlyMap<number, Row | undefined> =>
  new Map(
    changes(draw)?.flatMap((change) => (day < change.day ? [[change.person, planOn(draw, change.person, day)]] : [])),
  );
