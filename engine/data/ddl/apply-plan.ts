import { Refusal } from '../../core/errors.ts';
import type { Model } from '../../model/types.ts';
import type { Database, Queryable, Session } from '../database.ts';
import type { SchemaOptions } from './apply-schema.ts';
import { beginChange, bringAbout, journal } from './apply-schema.ts';
import { baseSchema } from './base-schema.ts';
import { inChange, takeChangeLock } from './change-lock.ts';
import type { PlannedStep, PlanOptions, SchemaPlan } from './plan-schema.ts';
import { hasNotes, largeFrom, planWithin } from './plan-schema.ts';
import { runAfter } from './run-after.ts';
import { refuseRowsAgainst } from './run-steps.ts';
import type { AppliedStep, SchemaStep } from './schema-step.ts';
import { movedParts } from './seal.ts';
import type { Wanted } from './situation.ts';
import { recordReached } from './situation.ts';
import { isAfter, withLasting } from './take-parts.ts';
import { forgetUnfinished, isLeftOf, noteUnfinished } from './unfinished.ts';

/** A step of those that come after the transaction, as one hears of it. */
export interface Progress {
  readonly step: AppliedStep;
  /** Its place among `of`, from 1. */
  readonly at: number;
  readonly of: number;
  /** Milliseconds that it took; undefined as it begins. */
  readonly took: number | undefined;
}

interface ApplyOptions extends SchemaOptions, PlanOptions {
  readonly tell?: ((progress: Progress) => void) | undefined;
}

/** What is done, and what is left to do after the transaction. */
interface Begun {
  readonly plan: SchemaPlan;
  readonly wanted: Wanted;
  readonly after: readonly AppliedStep[];
}

/**
 * Does what was planned and gives the steps; none where there is nothing to do, whatever the seal. The steps of the
 * transaction are done all or not at all; those after it follow one by one, and where one of them fails or the process
 * ends, the same seal does the rest. One process at a time, from the first step to the last. Refuses with
 * SCHEMA_PLAN_MOVED where the plan of this moment has another seal, with SCHEMA_CHANGE_RUNNING, and with what its steps
 * are refused with. Values that are computed are for `fillComputed`, after it.
 */
export const applyPlan = (
  database: Database,
  model: Model,
  seal: string,
  options: ApplyOptions = {},
): Promise<readonly PlannedStep[]> => {
  const large = largeFrom(database, options);
  const begin = (transaction: Queryable): Promise<Begun> => applyWithin(transaction, model, seal, options, large);
  if (database.session === undefined) return inChange(database, begin).then(({ plan }) => plan.steps);
  return database.session(async (session) => {
    await takeChangeLock(session);
    const { plan, wanted, after } = await session.transaction(begin);
    for (const [index, step] of after.entries()) {
      const tell = (took?: number): void => options.tell?.({ step, at: index + 1, of: after.length, took });
      tell();
      const began = performance.now();
      await runNoted(session, seal, step);
      tell(performance.now() - began);
    }
    if (after.length > 0)
      await session.transaction(async (transaction) => {
        await recordReached(transaction, wanted);
        await forgetUnfinished(transaction);
      });
    return plan.steps;
  });
};

const applyWithin = async (
  transaction: Queryable,
  model: Model,
  seal: string,
  options: SchemaOptions,
  large: number | undefined,
): Promise<Begun> => {
  const began = performance.now();
  await beginChange(transaction);
  const { plan, wanted, situation } = await planWithin(transaction, model, large);
  if (plan.steps.length === 0) {
    if (await hasNotes(transaction)) await forgetUnfinished(transaction);
    return { plan, wanted, after: [] };
  }
  const resumes = plan.seal !== seal && (await isLeftOf(transaction, seal, plan));
  if (plan.seal !== seal && !resumes)
    throw new Refusal('SCHEMA_PLAN_MOVED', { moved: movedParts(seal, plan.seal).join(', ') });
  const after = situation.steps.filter(isAfter);
  const steps = situation.steps.filter((step) => !isAfter(step));
  refuseAfter(plan);
  await transaction.execute(baseSchema);
  await bringAbout(transaction, wanted, { ...situation, steps }, options);
  await refuseChanged(transaction, steps, after);
  if (after.length > 0)
    await recordReached(transaction, { ...wanted, tables: withLasting(wanted.tables, situation.renamed, after) });
  if (!resumes) await (after.length === 0 ? forgetUnfinished(transaction) : noteUnfinished(transaction, plan));
  if (!resumes || steps.length > 0) await journal(transaction, { door: 'apply', seal, began, steps });
  return { plan, wanted, after };
};

/** Nothing is begun whose end is known to be refused. */
const refuseAfter = ({ steps }: SchemaPlan): void => {
  const refused = steps.find(({ after, refusal }) => after && refusal !== undefined);
  if (refused?.refusal !== undefined) throw refused.refusal;
};

/** What the steps of the transaction wrote was not there to be counted when the plan was made. */
const refuseChanged = async (
  transaction: Queryable,
  steps: readonly SchemaStep[],
  after: readonly AppliedStep[],
): Promise<void> => {
  const names = ({ entity, field }: SchemaStep): string[] => field.split(', ').map((name) => `${entity}.${name}`);
  const changed = new Set(steps.filter(({ part, mends }) => part === undefined && !mends).flatMap(names));
  for (const step of after)
    if (step.kind === 'check' && names(step).some((name) => changed.has(name)))
      await refuseRowsAgainst(transaction, step);
};

/** One that failed is noted too. */
const runNoted = async (session: Session, seal: string, step: AppliedStep): Promise<void> => {
  const began = performance.now();
  const note = (problem?: string): Promise<void> =>
    journal(session, { door: 'apply', seal, began, steps: [step], ...(problem === undefined ? {} : { problem }) });
  try {
    await runAfter(session, step);
  } catch (error) {
    if (error instanceof Refusal && error.code.startsWith('SCHEMA_')) await note(error.code);
    throw error;
  }
  await note();
};
