/** What a write says back of the rows it wrote: planned as reading is, through the same names and rights. */
import type { ReadRequest } from '../contract/request.ts';
import type { Entity } from '../model/types.ts';
import { bind, prepare } from './bind.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import type { PlanContext } from './plan/plan-read.ts';
import { planRead } from './plan/plan-read.ts';
import type { ColumnRef } from './plan/refs.ts';
import { Scope } from './plan/refs.ts';
import { scopeConditions } from './plan/row-scope.ts';
import type { ReadPlan } from './plan/types.ts';
import type { Write } from './run-write.ts';
import { printRead } from './sql/read.ts';
import type { Returning } from './sql/write.ts';

/** The table of the entity as the caller's screen opens it. */
export const scopeOf = ({ model, access, screen }: PlanContext, entity: Entity): Scope =>
  new Scope(model, access, entity, 't', screen);

/** Columns to be written, as refs. Validation has already refused every name that is not writable. */
export const columnsOf = (scope: Scope, entity: Entity, rows: readonly Row[]): ColumnRef[] => {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  return entity.fields.filter((field) => names.has(field.column)).map((field) => scope.own(field.name));
};

const orderOfIds: ReadRequest['order'] = [{ path: ['id'], descending: false, nullsFirst: undefined }];

/** Rows come back in the order asked for, else in that of their ids. */
const planAnswer = (context: PlanContext, request: ReadRequest): ReadPlan =>
  planRead(
    context,
    { ...request, order: request.order.length > 0 ? request.order : orderOfIds, limit: 0 },
    undefined,
    true,
  );

export const planReturning = ({ context, entity, request, options }: Write): Returning => ({
  plan: planAnswer(context, request),
  representation: options.representation,
  ordered: request.order.length > 0,
  check: scopeConditions(context.access, scopeOf(context, entity)),
});

/** The records written, read anew where the rows they own were written after them. */
export const readBack = async (
  write: Write,
  transaction: Queryable,
  ids: readonly (number | string)[],
): Promise<string> => {
  const { context, entity, request } = write;
  const plan = planAnswer(context, { ...request, filters: [], words: [] });
  const chosen: ReadPlan['where'][number] = {
    kind: 'compare',
    ref: scopeOf(context, entity).id,
    operator: 'in',
    negated: false,
    value: { kind: 'request', slot: request.values.length },
  };
  const statement = bind(prepare(printRead({ ...plan, where: [chosen], limit: ids.length }), false), {
    request: [...request.values, ids.map(String)],
    words: [],
    cursor: [],
    access: context.access,
    inputs: {},
  });
  return (await transaction.query<{ body: string }>(statement)).rows[0]?.body ?? '[]';
};
