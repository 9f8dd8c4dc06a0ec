/** Runs the steps of a change in the transaction given. Raises the SCHEMA_* refusals. */
import { Refusal } from '../../core/errors.ts';
import type { Queryable } from '../database.ts';
import { DatabaseError } from '../database.ts';
import type { AppliedStep, SchemaStep } from './schema-step.ts';

/** Steps of one execution: thousands, each sent by itself, take twice the time. */
const together = 100;

/** In order, each check before its step. Refuses before the first where one is refused by itself. */
export const runSteps = async (transaction: Queryable, steps: readonly SchemaStep[]): Promise<void> => {
  for (const step of steps) if (step.kind === 'refuse') throw step.refusal;
  let run: AppliedStep[] = [];
  const applyRun = async (): Promise<void> => {
    const given = run;
    run = [];
    await applyTogether(transaction, given);
  };
  for (const step of steps) {
    if (step.kind === 'check') {
      await applyRun();
      await refuseRowsAgainst(transaction, step);
    }
    if (step.kind === 'refuse') continue;
    run.push(step);
    if (run.length === together) await applyRun();
  }
  await applyRun();
};

/** Where one of them fails they are taken back and go one by one, so that the refusal names the place. */
const applyTogether = async (transaction: Queryable, steps: readonly AppliedStep[]): Promise<void> => {
  if (steps.length > 1) {
    await transaction.execute('savepoint steps');
    try {
      await transaction.execute(steps.map(({ sql }) => sql).join('\n'));
      return await transaction.execute('release savepoint steps');
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      await transaction.execute('rollback to savepoint steps');
    }
  }
  for (const step of steps) await applyStep(transaction, step);
};

/** What a count of rows against a step comes to; undefined for none. */
export const refusalOf = (
  { entity, field, rule }: Extract<SchemaStep, { kind: 'check' }>,
  count: number,
): Refusal | undefined => {
  if (count === 0) return undefined;
  return rule === undefined
    ? new Refusal('SCHEMA_CHANGE_NULLS', { entity, field, count })
    : new Refusal('SCHEMA_ROWS_AGAINST', { entity, field, rule, count });
};

/** Counts them. */
export const refuseRowsAgainst = async (
  database: Queryable,
  step: Extract<SchemaStep, { kind: 'check' }>,
): Promise<void> => {
  const { rows } = await database.query<{ count: number | string }>({ text: step.count, values: [] });
  const refusal = refusalOf(step, Number(rows[0]?.count ?? 0));
  if (refusal !== undefined) throw refusal;
};

/** What no count foresaw: still a refusal that names the place, with the database's reason as its cause. */
const applyStep = async (transaction: Queryable, step: AppliedStep): Promise<void> => {
  try {
    await transaction.execute(step.sql);
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    const { entity, field } = step;
    const problem = `${step.sql.split('\n')[0]}: ${error.message}`;
    throw new Refusal('SCHEMA_CHANGE_FAILED', { entity, field, problem }, { cause: error });
  }
};
