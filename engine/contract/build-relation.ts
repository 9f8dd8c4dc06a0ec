/** What the picker of a relation needs to know, as one user may use it. */
import type { Entity, Field } from '../model/types.ts';
import { ownerPrefix } from '../model/types.ts';
import { offeredForField } from './offered-for.ts';
import { ownPlace } from './own-default.ts';
import type { OfferedOnly, RelationTarget } from './screen-model.ts';
import type { Sight } from './sight.ts';
import { cutLabel, relationPath } from './sight.ts';
import { termWay } from './term-filter.ts';

/** Characters before a picker asks (document 1 section 9). A number by which a record is found may have one digit. */
const minimumOf = (sight: Sight, target: Entity): number =>
  termWay(target, sight.comparableOf(target))?.kind === 'values' ? 1 : 2;

/** What must be the same there as here, as far as the person may ask for it: of the rest the server alone tells. */
const offeredOnly = (sight: Sight, field: Field, target: Entity): readonly OfferedOnly[] =>
  (field.relation?.where ?? []).flatMap((one): OfferedOnly[] => {
    const column = sight.comparableOf(target).find(({ name }) => name === one.field)?.column;
    if (column === undefined || 'values' in one) return [];
    const above = one.from.startsWith(ownerPrefix);
    const owner = sight.model.entities[sight.entity.owner?.entity ?? ''];
    const beside = above ? owner && sight.comparableOf(owner) : sight.comparable;
    const name = above ? one.from.slice(ownerPrefix.length) : one.from;
    const from = beside?.find((other) => other.name === name)?.column;
    return from === undefined ? [] : [{ column, from, above }];
  });

/** Whom a date is kept from, of the record or of the target, may not find it out by asking for days. */
const validOn = (sight: Sight, { relation }: Field, target: Entity): RelationTarget['date'] | undefined => {
  const columnOf = (fields: readonly Field[], name: string | undefined): string | undefined =>
    fields.find((one) => one.name === name)?.column;
  const open = sight.comparableOf(target);
  const column = columnOf(sight.comparable, relation?.date);
  const [from, until] = [columnOf(open, relation?.valid?.from), columnOf(open, relation?.valid?.until)];
  return column === undefined || from === undefined || until === undefined ? undefined : { column, from, until };
};

/**
 * Whether records are picked by their names beyond a scope, which confines the list of the target: also of the staff, once
 * it has chosen a provider to work for. Where a date is compared with theirs, those of the list alone do.
 */
const isBeyondScope = ({ relation }: Field, target: Entity): boolean =>
  target.referenceBeyondScope !== undefined && relation?.date === undefined;

/** Nothing where the field is no relation. `transition`: the one that asks for it, and says which records it means. */
export const relationTarget = (sight: Sight, field: Field, transition?: string): RelationTarget[] => {
  const target = sight.target(field);
  if (!field.relation || !target) return [];
  const open = new Set(sight.labelFields(field));
  const path = relationPath(sight, target);
  const screen = sight.model.screens.find((one) => one.kind === 'registry' && one.path === path);
  const autocomplete = screen?.kind === 'registry' ? screen.autocomplete : undefined;
  const fixed = offeredForField(sight.entity, field, transition);
  const offeredFor = fixed ?? offeredForField(sight.entity, field, transition, isBeyondScope(field, target));
  const place = ownPlace(sight.access, sight.entity);
  const own = place?.field === field.name ? sight.access.own[place.role] : [];
  // One's own are few.
  const minimum = own.length > 0 ? undefined : (field.relation.minimum ?? autocomplete?.minimum);
  const opens =
    screen?.permission !== undefined && sight.access.can(screen.permission.action, screen.permission.subject);
  return [
    {
      field: field.name,
      column: field.column,
      entity: target.name,
      path,
      select: ['id', ...open].join(','),
      call: path === null || autocomplete?.path === undefined ? path : `/${autocomplete.path}`,
      minimum: minimum ?? minimumOf(sight, target),
      single: field.relation.single === true,
      date: validOn(sight, field, target) ?? null,
      ...(path !== null && offeredFor !== undefined && { offeredFor, ...(fixed === undefined && { beyond: true }) }),
      ...(own.length > 0 && { among: own }),
      where: offeredOnly(sight, field, target),
      opens,
      create: opens && sight.access.can('insert', target.subject),
      label: cutLabel(field.relation.label, open),
    },
  ];
};
