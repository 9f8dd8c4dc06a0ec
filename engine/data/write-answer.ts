/** What a write says back of the rows it wrote: planned as reading is, through the same names and rights. */
import { bindOnce } from './bind.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import type { PlanContext } from './plan/context.ts';
import { planWritten } from './plan/plan-read.ts';
import type { ColumnRef } from './plan/refs.ts';
import { Scope } from './plan/refs.ts';
import { rightConditions, scopeConditions } from './plan/row-scope.ts';
import type { ReadPlan } from './plan/types.ts';
import type { Write } from './run-write.ts';
import { printRead } from './sql/read.ts';
import type { Returning } from './sql/write.ts';

/** The table of the entity as the caller's list opens it; without one, as any list of it does. */
export const scopeOf = ({ model, access, entity, screen }: PlanContext): Scope =>
  new Scope(model, access, entity, 't', screen);

/** Columns to be written, as refs. Validation has already refused every name that is not writable. */
export const columnsOf = (scope: Scope, rows: readonly Row[]): ColumnRef[] => {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return scope.table.entity.fields.filter((field) => names.has(field.column)).map((field) => scope.own(field.name));
};

export const planReturning = ({ context, request, options }: Write): Returning => ({
  plan: planWritten(context, request),
  representation: options.representation,
  ordered: request.order.length > 0,
  ids: options.ids === true,
  // What is written may leave the screen, as a record does whose state moves on; what an upsert finds must be on it.
  check: (options.resolution ? scopeConditions : rightConditions)(context.access, scopeOf(context)),
});

/** The records written, read anew where the rows they own were written after them. */
export const readBack = async (
  write: Write,
  transaction: Queryable,
  ids: readonly (number | string)[],
): Promise<string> => {
  const { context, request } = write;
  const plan = planWritten(context, { ...request, filters: [], words: [] });
  const chosen: ReadPlan['where'][number] = {
    kind: 'compare',
    ref: scopeOf(context).id,
    operator: 'in',
    negated: false,
    value: { kind: 'request', slot: request.values.length },
  };
  const statement = bindOnce(context, printRead({ ...plan, where: [chosen], limit: ids.length }), {
    request: [...request.values, ids.map(String)],
  });
  return (await transaction.query<{ body: string }>(statement)).rows[0]?.body ?? '[]';
};
