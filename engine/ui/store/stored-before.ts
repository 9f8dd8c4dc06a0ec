/** What the server says of a new record that an earlier sending stored, whose answer was lost. */
import type { ErrorCode } from '../../core/errors.ts';
import type { ApiFailure } from './base-query.ts';

/** It is there, with other values than were sent now. */
const reused = 'REQUEST_IDEMPOTENCY_REUSED' satisfies ErrorCode;
/** It is there no more. */
const deletedSince = 'RECORD_DELETED_SINCE' satisfies ErrorCode;

/** What the form says in words of its own. */
export const storedBeforeCodes: readonly string[] = [reused, deletedSince];

/** What became of it; undefined where the failure is another. */
export const storedBefore = ({ body }: ApiFailure): { readonly id: number } | 'deleted' | undefined => {
  if (body?.code === deletedSince) return 'deleted';
  const record = body?.code === reused ? body.at?.record : undefined;
  return typeof record === 'number' ? { id: record } : undefined;
};
