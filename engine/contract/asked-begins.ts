/**
 * What the fields of the dialog of a transition begin with, as one user has it: worked out where the dialog stands, of the
 * record that it reads anyway and of lists of linked records that it reads beside; what it cannot read the server works out
 * when the field is left out.
 */
import { comparableFields } from '../access/visible-entity.ts';
import { keysIn } from '../expressions/keys-in.ts';
import type { Known } from '../fields/record-expressions.ts';
import type { RegistryScreen } from '../model/screen-types.ts';
import type { BegunField, LinkedRows } from '../model/state-types.ts';
import type { Entity } from '../model/types.ts';
import type { AskedBegin, TransitionModel } from './screen-model.ts';
import { ownSeen, seenBegins } from './seen-begins.ts';
import { isSeenExpression } from './seen-rules.ts';
import type { Sight } from './sight.ts';

type KnownChild = Known['children'][number];

/** The list that shows all records of the entity, as far as the API embeds it: by its route. */
const listingOf = ({ model, access }: Sight, entity: string): RegistryScreen | undefined =>
  model.screens.find(
    (one): one is RegistryScreen =>
      one.kind === 'registry' &&
      one.entity === entity &&
      one.filter === undefined &&
      !one.path.slice(1).includes('/') &&
      access.can(one.permission.action, one.permission.subject),
  );

interface Listed {
  readonly linked: LinkedRows;
  readonly listing: RegistryScreen;
  readonly known: KnownChild;
}

/** The linked lists of which the user reads every record by a list of its own. */
const listedIn = (sight: Sight, { states }: Entity): readonly Listed[] =>
  (states?.linked ?? []).flatMap((linked): Listed[] => {
    const target = sight.model.entities[linked.entity];
    const listing = listingOf(sight, linked.entity);
    if (target === undefined || listing === undefined) return [];
    const fields = comparableFields(sight.model, sight.access, target, listing);
    if (!fields.some(({ name }) => name === linked.relation)) return [];
    return [{ linked, listing, known: { name: linked.name, entity: { fields } } }];
  });

/** Relations of owned rows are read by their labels there. */
const withoutRelations = ({ name, entity: { fields } }: KnownChild): KnownChild => ({
  name,
  entity: { fields: fields.filter(({ relation }) => relation === undefined) },
});

export type BeginsOf = (begins: readonly BegunField[] | undefined, open: readonly string[]) => readonly AskedBegin[];

/** `open`: wire names of what the user may fill in. */
export const beginsIn = (sight: Sight, entity: Entity): BeginsOf => {
  const { model, access, comparable } = sight;
  const children = [
    ...ownSeen(model, access, entity).map(withoutRelations),
    ...listedIn(sight, entity).map(({ known }) => known),
  ];
  return (begins = [], open) =>
    seenBegins(
      model,
      access,
      entity,
      begins.filter(({ key }) => open.includes(key)),
    ).map(({ key, value }) => ({
      column: key,
      ...(isSeenExpression(model, access, value, { fields: comparable, children }, undefined) && { value }),
    }));
};

/** All that begin with something in a form, rows among it. */
export const begunIn = (form: Pick<NonNullable<TransitionModel['form']>, 'begins' | 'rowBegins'> | null) => [
  ...(form?.begins ?? []),
  ...Object.values(form?.rowBegins ?? {}).flat(),
];

/** `select` of the linked lists that the values are worked out from, as `itens:itens-guias!guia(id,valor)`; empty: of none. */
export const selectLinked = (sight: Sight, entity: Entity, begins: readonly AskedBegin[]): readonly string[] => {
  const items = begins.flatMap(({ value }) => (value === undefined ? [] : keysIn(value.tree).items));
  const own = new Set(begins.flatMap(({ value }) => value?.reads ?? []));
  return listedIn(sight, entity).flatMap(({ linked: { name, relation }, listing }) => {
    const columns = items.flatMap((item) => (item.startsWith(`${name}.`) ? [item.slice(name.length + 1)] : []));
    const read = [...new Set(['id', ...columns])].join(',');
    return own.has(name) ? [`${name}:${listing.path.slice(1)}!${relation}(${read})`] : [];
  });
};
