/**
 * What a relation with `known` makes known must not be found out by pointing at it: whom that could be, and what of the
 * targets of a write the caller knows already.
 */
import type { Entity, Field } from '../model/types.ts';
import type { Filler } from './fill-rows.ts';
import { readTargets } from './fill-rows.ts';
import type { PlanContext } from './plan/context.ts';
import { Scope } from './plan/refs.ts';
import { sightConditions } from './plan/row-scope.ts';

/** Whether the caller meets every record that the relation may point at, so that nothing is found out by pointing at one. */
export const meetsAll = ({ model, access }: PlanContext, { relation }: Field): boolean => {
  const target = model.entities[relation?.entity ?? ''];
  if (target === undefined) return true;
  const scope = new Scope(model, access, target, 't', undefined, 'today', 'named');
  return scope.reach !== 'none' && sightConditions(access, scope).length === 0;
};

/** Whether one relation makes all known that the other does. */
const knowsAll = (one: Field, other: Field): boolean =>
  other.relation?.known?.every((name) => one.relation?.known?.includes(name) === true) === true;

/**
 * Without the targets that the caller knows already: what fills the field (`x-filled-from`) points there as well, and makes as
 * much known of it. `source`: the id of what fills it.
 */
export const notTold = async <Asked extends { readonly target: unknown; readonly source: unknown }>(
  filler: Filler,
  field: Field,
  entity: Entity,
  asked: readonly Asked[],
): Promise<readonly Asked[]> => {
  const { filledFrom } = field;
  const relation = entity.fields.find(({ name }) => name === filledFrom?.relation);
  const source = filler.context.model.entities[relation?.relation?.entity ?? ''];
  const from = source?.fields.find(({ name }) => name === filledFrom?.field);
  if (relation === undefined || from === undefined || !knowsAll(from, field)) return asked;
  const ids = asked.flatMap((one) => (typeof one.source === 'number' ? [one.source] : []));
  const known = await readTargets(filler, { relation, fields: [{ field, from: from.name }] }, ids);
  return asked.filter(({ target, source: id }) => known.get(id)?.[from.name] !== target);
};
