import { Refusal } from '../../core/errors.ts';
import type { Model } from '../../model/types.ts';
import type { Database } from '../database.ts';
import type { SchemaOptions } from './apply-schema.ts';
import { beginChange, bringAbout, journal } from './apply-schema.ts';
import { baseSchema } from './base-schema.ts';
import type { PlannedStep } from './plan-schema.ts';
import { movedParts, planWithin } from './plan-schema.ts';

/**
 * Does what was planned, all or nothing, and gives the steps; none where there is nothing to do, whatever the seal.
 * Refuses with SCHEMA_PLAN_MOVED where the plan of this moment has another seal, and with what its steps are refused
 * with. Values that are computed are for `fillComputed`, after it.
 */
export const applyPlan = (
  database: Database,
  model: Model,
  seal: string,
  options: SchemaOptions = {},
): Promise<readonly PlannedStep[]> =>
  database.transaction(async (transaction) => {
    const began = performance.now();
    await beginChange(transaction);
    const { plan, wanted, situation } = await planWithin(transaction, model);
    if (plan.steps.length === 0) return [];
    if (plan.seal !== seal) throw new Refusal('SCHEMA_PLAN_MOVED', { moved: movedParts(seal, plan.seal).join(', ') });
    await transaction.execute(baseSchema);
    await bringAbout(transaction, model, wanted, situation, options);
    await journal(transaction, { door: 'apply', seal, began, steps: situation.steps });
    return plan.steps;
  });
