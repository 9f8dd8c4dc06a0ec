import { comparableFields, readableChildren } from '../access/visible-entity.ts';
import type { ReadRequest } from '../contract/request.ts';
import type { DataPlace, FieldFailure } from '../core/errors.ts';
import { Refusal } from '../core/errors.ts';
import type { Entity } from '../model/types.ts';
import { bindInputs, bindOnce } from './bind.ts';
import type { Queryable } from './database.ts';
import type { PlanContext } from './plan/context.ts';
import { Scope } from './plan/refs.ts';
import { scopeConditions } from './plan/row-scope.ts';
import type { ReadPlan } from './plan/types.ts';
import { printConflict } from './sql/history.ts';
import { printChildConflict } from './sql/write-children.ts';
import { childTable } from './write-children.ts';

/** A field or an array of owned rows, by its wire name. */
interface Place {
  readonly name: string;
  readonly title: string;
}

/** The arrays whose rows, as far as the caller may read them, are not those of the version: others, or in another order. */
const changedArrays = async (
  database: Queryable,
  context: PlanContext,
  entity: Entity,
  id: string,
  version: number,
): Promise<readonly Place[]> => {
  const { model, access, screen } = context;
  const owner = new Scope(model, access, entity, 't', screen);
  const changed: Place[] = [];
  for (const child of readableChildren(model, access, entity, screen)) {
    const table = childTable(context, child, []);
    const names = ['id', ...comparableFields(model, access, child.entity).map((field) => field.column)];
    const statement = bindInputs(context, printChildConflict(owner, table), { id, version: String(version) });
    const rows = (await database.query<{ present: string; base: string }>(statement)).rows[0];
    const read = (text = '[]') =>
      JSON.stringify((JSON.parse(text) as Record<string, unknown>[]).map((row) => names.map((name) => row[name])));
    if (read(rows?.present) !== read(rows?.base)) changed.push(child);
  }
  return changed;
};

/**
 * Why a write at a version found no row: RECORD_MISSING where the record is gone (or out of sight), else
 * RECORD_CHANGED with the fields and arrays that differ between the caller's version and the present, those being written
 * first.
 */
export const findConflict = async (
  database: Queryable,
  context: PlanContext,
  request: ReadRequest,
  plan: ReadPlan,
  version: number,
  written: readonly string[],
): Promise<Refusal> => {
  const entity = plan.root.entity;
  const scope = new Scope(context.model, context.access, entity, 't', context.screen);
  // A version of when the record was somebody else's is not held against the present.
  const past = new Scope(context.model, context.access, entity, 'h', context.screen);
  const statement = bindOnce(context, printConflict(plan, scopeConditions(context.access, past)), {
    request: request.values,
    words: request.words,
    inputs: { version: String(version) },
  });
  const row = (await database.query<{ id: string; present: string; base: string | null }>(statement)).rows[0];
  if (!row) return new Refusal('RECORD_MISSING', { title: entity.title });
  const present = JSON.parse(row.present) as Record<string, unknown>;
  const base = row.base === null ? undefined : (JSON.parse(row.base) as Record<string, unknown>);
  const changed = scope.fields.filter(
    (field) => base && JSON.stringify(base[field.column]) !== JSON.stringify(present[field.column]),
  );
  const arrays = base ? await changedArrays(database, context, entity, row.id, version) : [];
  const places: readonly Place[] = [...changed.map(({ column, title }) => ({ name: column, title })), ...arrays];
  const inConflict = places.filter((one) => written.includes(one.name));
  const fields = inConflict.length > 0 ? inConflict : places;
  const place = (field: string): DataPlace => ({ entity: entity.name, record: Number(row.id), field });
  const at = { entity: entity.name, record: Number(row.id) };
  // Only what the caller may not see has changed, or the history that the caller may see does not go back that far.
  if (fields.length === 0) return new Refusal('RECORD_CHANGED_UNSEEN', { title: entity.title }, { at });
  return new Refusal(
    'RECORD_CHANGED',
    { title: entity.title, fields: fields.map((field) => field.title) },
    {
      at,
      failures: fields.map(
        (field): FieldFailure => ({
          code: 'RECORD_FIELD_CHANGED',
          params: { field: field.title },
          at: place(field.name),
        }),
      ),
    },
  );
};
