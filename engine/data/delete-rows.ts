/** Deletions, through the plan: one statement, where no relations to the records are emptied with them. */
import { mayLoad } from '../access/may-load.ts';
import type { ReadRequest } from '../contract/request.ts';
import { closingColumns, refuseClosed } from './check-targets.ts';
import { clearedWith, clearPointing } from './clear-pointing.ts';
import type { Statement } from './database.ts';
import { findConflict } from './find-conflict.ts';
import type { Doors } from './following.ts';
import { beginWrite, refuseOthers, refuseParameter, requireFilter } from './open-write.ts';
import type { PlanContext } from './plan/context.ts';
import { asksOne } from './plan/plan-read.ts';
import type { Condition, ReadPlan } from './plan/types.ts';
import { readBody } from './read-stored.ts';
import type { Write, WriteEngine, WriteOptions, Writing, Written } from './run-write.ts';
import { bindWrite, prepared, runWrite } from './run-write.ts';
import { keptRefusal } from './settle-states.ts';
import { printStored } from './sql/stored.ts';
import type { Returning } from './sql/write.ts';
import { printDelete } from './sql/write.ts';
import { planReturning, scopeOf } from './write-answer.ts';

/** What must hold of a record that is deleted: the state that it is in. */
const removableOnly = (context: PlanContext): Condition[] => {
  const { states, fields } = context.entity;
  const field = states?.removable && fields.find(({ column }) => column === states.key);
  if (!field || !states?.removable) return [];
  const ref = scopeOf(context).own(field.name);
  return [{ kind: 'compare', ref, operator: 'in', negated: false, value: { kind: 'fixed', values: states.removable } }];
};

/**
 * The deletion, of what is not closed; where relations to the records are emptied with it, behind that. `moves`: it follows
 * from a transition or takes back a load, which what is closed does not keep from going.
 */
const deletionOf = (write: Write, plan: ReadPlan, statement: Statement, moves = false): Statement | Writing => {
  const { context, options } = write;
  const scope = scopeOf(context);
  const closing = moves ? [] : closingColumns(context.entity, scope);
  if (clearedWith(context.model, context.entity).length + closing.length === 0) return statement;
  const going = printStored(scope, plan, closing, options.version !== undefined);
  return prepared(async (transaction) => {
    const picked = await readBody(transaction, bindWrite(write, going, {}));
    if (closing.length > 0) await refuseClosed(write, transaction, picked);
    await clearPointing(
      write,
      transaction,
      picked.map(({ id }) => Number(id)),
    );
    return statement;
  });
};

/** Deletes the rows that the filter picks. Raises ACCESS_DENIED, REQUEST_FILTER_MISSING, RECORD_REFERENCED, RECORD_CHANGED, RECORD_KEPT, RECORD_KEPT_WITH. */
export const deleteRows = async (
  engine: WriteEngine,
  context: PlanContext,
  request: ReadRequest,
  options: WriteOptions,
): Promise<Written> => {
  const write = beginWrite(engine, context, ['delete'], request, options);
  requireFilter(context, request);
  if (request.columns) refuseParameter('columns');
  const unloads = options.loads === true && mayLoad(context.access, context.entity);
  const returning: Returning = { ...planReturning(write), check: unloads ? [] : removableOnly(context) };
  const guarded = returning.check.length > 0;
  const printed = printDelete(scopeOf(context), options.version !== undefined, returning);
  const one = asksOne(request);
  const statement = bindWrite(write, printed, {});
  const written = await runWrite(write, deletionOf(write, returning.plan, statement, unloads), {
    plan: returning.plan,
    guarded,
    check: ({ outside }) => {
      if (outside > 0) throw keptRefusal(context);
    },
    rows: [],
    atMost: one ? 1 : undefined,
    after:
      options.version !== undefined && !one
        ? async (transaction, outcome) => {
            await refuseOthers(write, returning.plan, transaction, outcome);
            return undefined;
          }
        : undefined,
  });
  if (written.count === 0 && options.version !== undefined) {
    throw await findConflict(engine.database, context, request, returning.plan, options.version, []);
  }
  return written;
};

/** So it goes where the transition is taken back. */
export const removeFollowing: Doors['remove'] = (engine, context, request, options) => {
  const write: Write = { engine, context, action: 'delete', request, options };
  const returning = planReturning(write);
  const statement = bindWrite(write, printDelete(scopeOf(context), false, returning), {});
  return runWrite(write, deletionOf(write, returning.plan, statement, true), {
    plan: returning.plan,
    guarded: returning.check.length > 0,
    rows: [],
  });
};
