import type { BatchSummary } from '../../contract/batch.ts';
import type { StoredBatch } from './types.ts';

/** A batch as it is told of; `title` is that of its screen. */
export const summaryOf = (batch: StoredBatch, title: string): BatchSummary => ({
  id: batch.id,
  number: batch.number,
  seal: batch.seal,
  operation: batch.work.operation,
  path: batch.path,
  title,
  // On a server it is one transaction: until that ends the batch is as it was planned.
  state: batch.progress !== null && batch.state === 'planned' ? 'applying' : batch.state,
  login: batch.login,
  plannedAt: batch.plannedAt,
  appliedAt: batch.appliedAt,
  rows: batch.rows,
  changes: batch.changes,
  same: batch.same,
  refused: batch.refused,
  written: batch.written,
  undoes: batch.undoes,
  undoneBy: batch.undoneBy,
  chain: batch.chain,
  file: batch.file,
  ...(batch.work.loads && { loads: true as const }),
  progress: batch.progress,
  undoUntil: batch.undoUntil,
  expired: batch.expired,
});
