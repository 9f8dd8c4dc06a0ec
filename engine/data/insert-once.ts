/**
 * New records for a request that may come again: written once, answered each time. In: an insert and the key of its
 * request. Out: what it wrote, the first time and after. A repetition reads the records as they are now, with the rights
 * that the caller has now.
 */
import type { ReadRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import type { Queryable } from './database.ts';
import type { KeptWrite, RequestKey } from './idempotency-keys.ts';
import { claimKey, keepWritten } from './idempotency-keys.ts';
import { openInsert } from './open-write.ts';
import type { PlanContext } from './plan/context.ts';
import type { Write, WriteEngine, WriteOptions, Written } from './run-write.ts';
import { asWritten, bindWrite, checkOutcome, noteWritten, send } from './run-write.ts';
import { printWritten } from './sql/write.ts';
import { translateError } from './translate-error.ts';
import { within } from './within.ts';
import { planReturning, scopeOf } from './write-answer.ts';
import { insertRows } from './write-rows.ts';

/** Raises REQUEST_IDEMPOTENCY_REUSED, with the record that the key is of. */
const refuseOther = ({ fingerprint }: RequestKey, { fingerprint: first, entity, ids: [record] }: KeptWrite): void => {
  if (first === fingerprint) return;
  throw new Refusal('REQUEST_IDEMPOTENCY_REUSED', {}, { at: { entity, ...(record === undefined ? {} : { record }) } });
};

/** What was written, as the write itself would say it now. Raises RECORD_DELETED_SINCE, RECORD_OUT_OF_SCOPE, RECORD_OTHER_PROVIDER. */
const answerAgain = async (write: Write, transaction: Queryable, { ids, inserted }: KeptWrite): Promise<Written> => {
  const { title, name } = write.context.entity;
  const returning = planReturning(write);
  const statement = bindWrite(write, printWritten(scopeOf(write.context), returning), { rows: JSON.stringify(ids) });
  const outcome = await send(transaction, statement);
  if (outcome.n < ids.length) throw new Refusal('RECORD_DELETED_SINCE', { title }, { at: { entity: name } });
  checkOutcome(write, outcome);
  const written = asWritten(returning.plan, { ...outcome, inserted });
  noteWritten(write, returning.plan, written);
  return written;
};

/**
 * As `insertRows`, but for one request however often it is sent; a dry run keeps no key and looks at none. Raises also
 * REQUEST_IDEMPOTENCY_REUSED where the key is that of another request of the caller, RECORD_DELETED_SINCE.
 */
export const insertOnce = async (
  engine: WriteEngine,
  context: PlanContext,
  request: ReadRequest,
  body: unknown,
  options: WriteOptions,
  once: RequestKey,
): Promise<Written> => {
  if (options.rollback) return insertRows(engine, context, request, body, options);
  const write = openInsert(engine, context, request, options);
  const user = String(context.access.userId);
  try {
    return await engine.database.transaction(async (transaction) => {
      const kept = await claimKey(transaction, user, once, context.entity.name);
      if (kept !== undefined) {
        refuseOther(once, kept);
        return answerAgain(write, transaction, kept);
      }
      const inside = within(engine, transaction);
      const written = await insertRows(inside, context, request, body, { ...options, ids: true });
      await keepWritten(transaction, user, once.key, written.ids ?? [], written.inserted);
      return written;
    });
  } catch (error) {
    throw translateError(error, context, context.entity, 'insert', []);
  }
};
