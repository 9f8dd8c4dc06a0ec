/** With whose rights, over which list, and in which words a batch is planned and applied. */
import type { Access } from '../access/access.ts';
import { Refusal } from '../core/errors.ts';
import type { BatchCaller } from '../data/batch/plan-batch.ts';
import { listContext } from '../data/plan/context.ts';
import type { SensitiveReads } from '../data/sensitive-reads.ts';
import { hasTable } from '../model/has-table.ts';
import { errorBody } from './error-handler.ts';
import { findScreen } from './find-screen.ts';
import type { Runtime } from './runtime.ts';
import { writeEngine } from './runtime.ts';

interface Asked {
  readonly access: Access;
  /** Route of the screen. */
  readonly path: string;
  /** As `writeOrigin` has it. */
  readonly origin: string;
  readonly reads?: SensitiveReads | undefined;
}

/** Raises ROUTE_UNKNOWN, REQUEST_METHOD where the screen is of no table. */
export const batchCaller = (runtime: Runtime, { access, path, origin, reads }: Asked): BatchCaller => {
  const { current } = runtime;
  const context = listContext(current.model, access, findScreen(current, access, path), runtime.timeZone, reads);
  if (!hasTable(context.entity)) throw new Refusal('REQUEST_METHOD', { method: 'POST' });
  return {
    engine: writeEngine(runtime),
    context,
    origin,
    undoDays: runtime.undoDays,
    faultsOf: (refusal) => {
      const { fields, at, message, hint } = errorBody(refusal, current.messages);
      if (fields !== undefined) return fields.map(({ field, message: fault }) => ({ field, message: fault }));
      return at?.field === undefined ? [] : [{ field: at.field, message: [message, hint].filter(Boolean).join(' ') }];
    },
    tell: (refusal) => {
      const { fields, message, hint } = errorBody(refusal, current.messages);
      // Of a record with faults in its fields what is wrong there; that it was not saved is said already.
      return (fields?.map((field) => field.message) ?? [message, hint]).filter(Boolean).join(' ');
    },
  };
};
