/**
 * The steps that come after the transaction of a change, one by one, each committed by itself. Raises the SCHEMA_*
 * refusals; whatever it raises, what was done stays, and what is left can be done again.
 */
import { Refusal } from '../../core/errors.ts';
import type { Queryable, Session } from '../database.ts';
import { DatabaseError } from '../database.ts';
import { quoteIdentifier } from './quote.ts';
import { refuseRowsAgainst } from './run-steps.ts';
import type { AppliedStep } from './schema-step.ts';

/** An integrity constraint is violated. */
const violation = '23';

/** An index that could not be built is taken away: it would serve nobody, and every write would still keep it. */
export const runAfter = async (session: Session, step: AppliedStep): Promise<void> => {
  try {
    await (step.lock === 'ACCESS EXCLUSIVE' ? runBriefly(session, step) : session.execute(step.sql));
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    if (step.builds !== undefined) await dropInvalid(session, step.builds);
    if (step.kind === 'check' && error.code.startsWith(violation)) await refuseRowsAgainst(session, step);
    const { entity, field } = step;
    const problem = `${step.sql}: ${error.message}`;
    throw new Refusal('SCHEMA_CHANGE_FAILED', { entity, field, problem }, { cause: error });
  }
};

/** Everybody waits behind who waits for such a lock. */
const runBriefly = (session: Session, { sql }: AppliedStep): Promise<void> =>
  session.transaction(async (transaction) => {
    await transaction.execute("set local lock_timeout = '10s'");
    await transaction.execute(sql);
  });

const dropInvalid = async (session: Queryable, name: string): Promise<void> => {
  const index = `public.${quoteIdentifier(name)}`;
  const { rows } = await session.query({
    text: 'select from pg_index where indexrelid = to_regclass($1::text) and not indisvalid',
    values: [index],
  });
  if (rows.length > 0) await session.execute(`drop index concurrently if exists ${index};`);
};
