/**
 * `offered_for`: of the rows of a resource those that a relation may be given, by what the files say of it (`where`, and
 * that of a transition). In: the path of a field. Out: conditions, which hold whatever the caller may ask of the rows.
 */
import { covers, keeps } from '../../access/keeps.ts';
import { mayAct } from '../../access/may-act.ts';
import { openTransitions, writableInMove } from '../../access/may-move.ts';
import { comparableFields, readableChildren, writableEntity } from '../../access/visible-entity.ts';
import type { OfferedFor } from '../../contract/offered-for.ts';
import { offeredForName, writeOfferedFor } from '../../contract/offered-for.ts';
import { Refusal } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import { writableChildren, writableFields } from '../../fields/record-schema.ts';
import type { Entity, Field, FixedValues } from '../../model/types.ts';
import type { PlanContext } from './context.ts';

/** The fields of the record, or of the rows of one of its lists. */
const fieldsIn = (writable: Entity, list: string | undefined): readonly Field[] => {
  if (list === undefined) return writableFields(writable);
  const child = writableChildren(writable).find(({ name }) => name === list);
  return child === undefined ? [] : writableFields(child.entity);
};

/** Those that the caller may give a value, by a form or by a transition. */
const writtenFields = ({ model, access }: PlanContext, entity: Entity, list: string | undefined): readonly Field[] => [
  ...(mayAct(access, entity, 'insert') || mayAct(access, entity, 'update')
    ? fieldsIn(writableEntity(access, entity), list)
    : []),
  ...openTransitions(model, access, entity).flatMap((one) => fieldsIn(writableInMove(access, entity, one).asked, list)),
];

const readFields = ({ model, access }: PlanContext, entity: Entity, list: string | undefined): readonly Field[] => {
  if (list === undefined) return comparableFields(model, access, entity);
  const child = readableChildren(model, access, entity).find(({ name }) => name === list);
  return child === undefined ? [] : comparableFields(model, access, child.entity);
};

interface Found {
  readonly field: Field;
  /** Whether the caller may give it a value, and so learns by trying which rows do. */
  readonly written: boolean;
}

/** The relations to the resource that there are for the caller, in the record or the list, or in the dialog of the transition. */
const relationsTo = (
  context: PlanContext,
  entity: Entity,
  list: string | undefined,
  transition: string | undefined,
): readonly Found[] => {
  const { model, access } = context;
  const leadsHere = ({ field }: Found): boolean => field.relation?.entity === context.entity.name;
  if (transition !== undefined) {
    const made = openTransitions(model, access, entity).find(({ name }) => name === transition);
    const asked = made === undefined ? [] : fieldsIn(writableInMove(access, entity, made).asked, list);
    return asked.map((field) => ({ field, written: true })).filter(leadsHere);
  }
  const own = list === undefined ? entity : entity.children.find(({ name }) => name === list)?.entity;
  const written = new Set(writtenFields(context, entity, list).map(({ name }) => name));
  const read = new Set(readFields(context, entity, list).map(({ name }) => name));
  return (own?.fields ?? [])
    .filter(({ name }) => written.has(name) || read.has(name))
    .map((field) => ({ field, written: written.has(field.name) }))
    .filter(leadsHere);
};

/** Whether a write tells the caller of nothing but what the files fix: what else it is judged by is not kept from the caller. */
const isJudged = ({ access, entity }: PlanContext, { relation }: Field): boolean => {
  const beside = (relation?.where ?? []).flatMap((one) => ('from' in one ? [one.field] : []));
  const valid = relation?.date === undefined ? [] : [relation.valid?.from, relation.valid?.until];
  return [...beside, ...valid].every((name) => {
    const field = entity.fields.find((one) => one.name === name);
    return (
      name === undefined || (field !== undefined && !keeps(access, entity, field) && !covers(access, entity, field))
    );
  });
};

/**
 * Who may give the field a value finds out by trying which rows do, and is offered those alone; of who only reads it the
 * rows are narrowed by what the caller may ask of them. Raises REQUEST_OFFERED_UNKNOWN, the same for a name that is kept
 * from the caller, leads elsewhere or does not exist.
 */
export const offeredValues = (context: PlanContext, asked: OfferedFor): readonly FixedValues[] => {
  const { model, access, screen } = context;
  const [name = '', ...path] = asked.path;
  const list = path.length === 2 ? path[0] : undefined;
  const entity = model.entities[name];
  const known =
    entity === undefined || entity.owner !== undefined ? [] : relationsTo(context, entity, list, asked.transition);
  const found = path.length > 2 ? undefined : known.find(({ field }) => field.name === path.at(-1));
  if (found === undefined) {
    const names = known.map(({ field }) => writeOfferedFor(offeredForName([name, list], field, asked.transition)));
    const written = writeOfferedFor(asked);
    throw new Refusal(
      'REQUEST_OFFERED_UNKNOWN',
      { field: written, entity: context.entity.title },
      { suggestion: nearest(written, names) },
    );
  }
  const fixed = (found.field.relation?.where ?? []).flatMap((one): FixedValues[] => ('values' in one ? [one] : []));
  if (found.written && isJudged(context, found.field)) return fixed;
  const open = new Set(comparableFields(model, access, context.entity, screen).map((field) => field.name));
  return fixed.filter(({ field }) => open.has(field));
};
