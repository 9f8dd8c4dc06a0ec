/** Which records a batch is of, and at which version each of them is. */
import { batchLimit } from '../../contract/batch.ts';
import type { ReadRequest } from '../../contract/request.ts';
import { Refusal } from '../../core/errors.ts';
import { bindOnce } from '../bind.ts';
import type { Queryable } from '../database.ts';
import { requireFilter } from '../open-write.ts';
import type { ListContext } from '../plan/context.ts';
import { planWritten } from '../plan/plan-read.ts';
import { printPicked } from '../sql/batch.ts';
import { scopeOf } from '../write-answer.ts';
import type { BatchItem } from './types.ts';

/**
 * The records that the request picks and the caller may meet, by id; `locked`: nobody else writes them until the
 * transaction ends. Raises BATCH_TOO_MANY, ACCESS_DENIED, REQUEST_FILTER_MISSING and the REQUEST_* refusals of names.
 */
export const pickRows = async (
  queryable: Queryable,
  context: ListContext,
  request: ReadRequest,
  locked = false,
): Promise<readonly BatchItem[]> => {
  requireFilter(context, request);
  const plan = planWritten(context, request);
  const statement = bindOnce(context, printPicked(scopeOf(context), plan, batchLimit + 1, locked), {
    request: request.values,
    words: request.words,
  });
  const { rows } = await queryable.query<{ body: string }>(statement);
  const found = JSON.parse(rows[0]?.body ?? '[]') as readonly (readonly [number, number])[];
  if (found.length > batchLimit) throw new Refusal('BATCH_TOO_MANY', { maximum: batchLimit });
  return found.map(([id, version]) => ({ id, version }));
};

/** Between the records as they were planned and as they are: those that changed, went, or came. */
export const movedBetween = (
  planned: readonly BatchItem[],
  found: readonly BatchItem[],
): { readonly changed: readonly number[]; readonly gone: readonly number[]; readonly come: readonly number[] } => {
  const now = new Map(found.map(({ id, version }) => [id, version]));
  const then = new Set(planned.map(({ id }) => id));
  return {
    changed: planned.flatMap(({ id, version }) => (now.has(id) && now.get(id) !== version ? [id] : [])),
    gone: planned.flatMap(({ id }) => (now.has(id) ? [] : [id])),
    come: found.flatMap(({ id }) => (then.has(id) ? [] : [id])),
  };
};
