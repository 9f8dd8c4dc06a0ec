/** Brings back records that a batch deleted, each as it was and with its id, and with the rows that it owned. */
import type { ReadRequest } from '../../contract/request.ts';
import { closingColumns, refuseBackToClosed } from '../check-targets.ts';
import { clearedWith, pointAgain } from '../clear-pointing.ts';
import type { Queryable } from '../database.ts';
import { keptColumns } from '../kept-columns.ts';
import type { PlanContext } from '../plan/context.ts';
import { Scope } from '../plan/refs.ts';
import { readBody } from '../read-stored.ts';
import type { Write, WriteEngine, WriteOptions, Written } from '../run-write.ts';
import { bindWrite, runWrite } from '../run-write.ts';
import { printRevive, printReviveOwned } from '../sql/batch.ts';
import { printStoredGiven } from '../sql/stored.ts';
import { planReturning, scopeOf } from '../write-answer.ts';

/**
 * `request` names the records by its last value, their ids; `source` is the batch that deleted them. Who calls has looked
 * at the right to insert. Raises RECORD_DUPLICATE, RECORD_OUT_OF_SCOPE, RECORD_INVALID and what else the table
 * refuses.
 */
export const reviveRows = async (
  engine: WriteEngine,
  context: PlanContext,
  source: string,
  request: ReadRequest,
  options: WriteOptions,
): Promise<Written> => {
  const write: Write = { engine, context, action: 'insert', request, options };
  const ids = [request.values.at(-1) ?? []].flat();
  const inputs = { rows: JSON.stringify(ids), batch: source };
  const scope = scopeOf(context);
  const returning = planReturning(write);
  // What follows from a transition that is taken back comes whatever is closed.
  const closing = options.inside === true ? [] : closingColumns(context.entity, scope);
  const bringBack = async (transaction: Queryable): Promise<undefined> => {
    if (closing.length > 0)
      await refuseBackToClosed(
        write,
        transaction,
        await readBody(transaction, bindWrite(write, printStoredGiven(scope, closing), inputs)),
      );
    for (const child of context.entity.children) {
      const entity = context.model.entities[child.entity.name];
      if (entity?.owner === undefined) continue;
      const rows = new Scope(context.model, context.access, entity, 't');
      const printed = printReviveOwned(rows, keptColumns(rows), rows.own(entity.owner.relation));
      await transaction.query(bindWrite(write, printed, inputs));
    }
    await pointAgain(write, transaction, ids.map(Number), source);
    return undefined;
  };
  const bringsMore =
    context.entity.children.length + clearedWith(context.model, context.entity).length + closing.length > 0;
  return runWrite(write, bindWrite(write, printRevive(scope, keptColumns(scope), returning), inputs), {
    plan: returning.plan,
    guarded: returning.check.length > 0,
    rows: [],
    after: bringsMore ? bringBack : undefined,
  });
};
