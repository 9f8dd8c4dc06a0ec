import { keeps } from '../access/keeps.ts';
import { reachOf } from '../access/visible-entity.ts';
import { Refusal } from '../core/errors.ts';
import { phrases } from '../core/words.ts';
import type { Child, Entity, Field } from '../model/types.ts';
import { readByIds } from './batch/read-by-ids.ts';
import { bindInputs } from './bind.ts';
import type { Queryable } from './database.ts';
import { DatabaseError } from './database.ts';
import type { ConstraintFields } from './ddl/constraint-fields.ts';
import { constraintFields } from './ddl/constraint-fields.ts';
import { namedRecords, nameRecords } from './name-records.ts';
import type { PlanContext } from './plan/context.ts';
import { Scope } from './plan/refs.ts';
import { scopeConditions } from './plan/row-scope.ts';
import { readBody } from './read-stored.ts';
import { printValues } from './sql/pointing.ts';

/** `Key (id)=(12) is still referenced from table "ficha".`, whatever the language of the server. */
const keyOf = /\(id\)=\((\d+)\)/;

/** A relation in the caller's sight, of a record or of a row that a record owns. */
interface Referring {
  readonly entity: Entity;
  readonly field: Field;
  readonly owned: { readonly whole: Entity; readonly child: Child; readonly relation: string } | undefined;
}

/** Whose relation a constraint is; undefined where the caller may not see it. */
export const referringOf = (
  { model, access }: Pick<PlanContext, 'model' | 'access'>,
  constraint: ConstraintFields | undefined,
): Referring | undefined => {
  const entity = constraint && model.entities[constraint.entity];
  const field = entity?.fields.find(({ name }) => name === constraint?.fields[0]);
  if (entity === undefined || field === undefined || keeps(access, entity, field)) return undefined;
  const { owner } = entity;
  const whole = owner && model.entities[owner.entity];
  const child = whole?.children.find((one) => one.entity.name === entity.name);
  if (reachOf(model, access, whole ?? entity) === 'none') return undefined;
  if (owner === undefined || whole === undefined || child === undefined) return { entity, field, owned: undefined };
  return keeps(access, whole, child) ? undefined : { entity, field, owned: { whole, child, relation: owner.relation } };
};

/** What people call the place: a registry, or the list of one. */
export const placeOf = ({ entity, owned }: Referring): string =>
  owned ? phrases.listOf(owned.child.title, owned.whole.title) : entity.title;

/** Ids of the records that point at it, in the caller's sight where they are no rows of others: one more than are named at most. */
const idsReferring = async (
  queryable: Queryable,
  context: PlanContext,
  { entity, field, owned }: Referring,
  id: number,
): Promise<readonly number[]> => {
  const { model, access, timeZone } = context;
  const scope = new Scope(model, access, entity, 't');
  const picked = {
    scope,
    by: scope.own(field.name),
    ids: [id],
    // Of rows the record that owns them is asked for.
    where: owned ? [] : scopeConditions(access, scope),
    order: [],
    limit: namedRecords + 1,
    only: new Set<string>(),
  };
  const { rows } = await readByIds(queryable, { model, access, timeZone, entity }, picked);
  const ids = rows.map((row) => row.id);
  if (owned === undefined) return ids;
  const owners = bindInputs(context, printValues(scope, scope.own(owned.relation)), { rows: JSON.stringify(ids) });
  return [...new Set((await readBody(queryable, owners)).map(({ value }) => Number(value)))];
};

/**
 * RECORD_REFERENCED with what some of the records are called that point at it, as far as the caller may see them; any
 * other refusal unchanged. It reads: the transaction or savepoint that was refused has ended.
 */
export const nameReferring = async (queryable: Queryable, context: PlanContext, refusal: Refusal): Promise<Refusal> => {
  const { code, cause, at } = refusal;
  if (code !== 'RECORD_REFERENCED' || !(cause instanceof DatabaseError) || cause.constraint === undefined)
    return refusal;
  const referring = referringOf(context, constraintFields(context.model, cause.constraint));
  const id = Number(keyOf.exec(cause.detail ?? '')?.[1]);
  if (referring === undefined || Number.isNaN(id)) return refusal;
  const { entity, field, owned } = referring;
  const ids = await idsReferring(queryable, context, referring, id);
  const names = [...(await nameRecords(queryable, context, owned?.whole ?? entity, ids)).values()];
  const by = phrases.calledIn(placeOf(referring), names, ids.length > names.length);
  const own = field.relation?.entity === context.entity.name && { record: id };
  return new Refusal('RECORD_REFERENCED', { title: context.entity.title, by }, { at: { ...at, ...own }, cause });
};
