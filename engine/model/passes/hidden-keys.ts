/**
 * What is known of the records of a client because it hides fields: nobody fills these in, so that each is always empty,
 * or has its default. What the engine gives them, by a transition, a number or an initial row, is not known.
 */
import { toPointer } from '../../core/json.ts';
import type { Origin } from '../../core/origin.ts';
import type { Known, KnownKey } from '../../expressions/settle.ts';
import { knownReads, settled } from '../../expressions/settle.ts';
import { isPatched } from '../../overlay/resolved.ts';
import type { DraftEntity } from '../draft.ts';
import { isAssigned } from '../draft.ts';
import { isCreating } from '../effects.ts';
import type { Effect } from '../state-types.ts';
import type { Entity, FieldTypeName } from '../types.ts';

/** A field, or an array of rows, that the client hides. */
export interface HiddenField {
  readonly entity: string;
  readonly field: string;
  readonly origin: Origin;
  /** It must have a value and has none: no record is included at all, which is told of elsewhere. */
  readonly isBarred: boolean;
  /** One value may serve for all records: a code, a text, a number, yes or no. */
  readonly takesDefault: boolean;
}

/** A key of a record, and which hidden fields its value, or that it is not known, comes from. */
export interface HiddenKey extends KnownKey {
  readonly causes: readonly HiddenField[];
}
type Keys = ReadonlyMap<string, HiddenKey>;
const none: Keys = new Map();

type Named = Pick<Entity, 'name' | 'expressions' | 'states'>;

const keyOf = (entity: string, key: string): string => `${entity}.${key}`;

const rowsEntity = (draft: DraftEntity | undefined, list: string | undefined): string =>
  (list === undefined ? undefined : draft?.children.find(({ name }) => name === list)?.entity) ?? draft?.name ?? '';

const writtenByEffect = (
  draft: DraftEntity | undefined,
  effect: Effect,
  drafts: ReadonlyMap<string, DraftEntity>,
): readonly string[] => {
  if (!isCreating(effect)) return [];
  const { entity, fields, lists, into, rows } = effect;
  return [
    ...fields.map(({ key }) => keyOf(entity, key)),
    ...lists.flatMap(({ name, items }) => [
      keyOf(entity, name),
      ...items.flat().map(({ key }) => keyOf(rowsEntity(drafts.get(entity), name), key)),
    ]),
    ...(into === undefined ? [] : [keyOf(rowsEntity(draft, rows), into)]),
  ];
};

/** Keys that transitions fill in, whoever sees them. */
const writtenKeys = (entities: readonly Named[], drafts: ReadonlyMap<string, DraftEntity>): ReadonlySet<string> =>
  new Set(
    entities.flatMap(({ name, states }) =>
      (states?.transitions ?? []).flatMap(({ set, effects = [] }) => [
        ...set.flatMap(({ key, value }) => (value === null ? [] : [keyOf(name, key)])),
        ...effects.flatMap((effect) => writtenByEffect(drafts.get(name), effect, drafts)),
      ]),
    ),
  );

/** Types of which one value may serve for all records. */
const sameForAll: ReadonlySet<FieldTypeName> = new Set([
  'text',
  'integer',
  'decimal',
  'money',
  'percent',
  'boolean',
  'code',
]);

const hiddenParts = (draft: DraftEntity, written: ReadonlySet<string>): readonly (readonly [string, HiddenKey])[] => {
  const { screen, name: entity } = draft;
  if (!isPatched(screen.record)) return [];
  const parts = [
    ...draft.fields.map((field) => ({ ...field, key: field.column, value: field.default ?? null })),
    ...draft.children.map((child) => ({ ...child, key: child.name, value: [], required: child.minItems > 0 })),
  ];
  const computed = new Set(
    Object.entries(screen.record.value.properties).flatMap(([name, property]) =>
      'x-computed' in property ? [name] : [],
    ),
  );
  return parts.flatMap((part) => {
    const { key, name, visible, value, required } = part;
    const pointer = toPointer(['properties', name, 'x-visible']);
    const isGiven =
      ('sequence' in part && part.sequence !== undefined) ||
      computed.has(name) ||
      screen.registry.value.states?.field === name ||
      screen.rows?.header.includes(name) === true ||
      written.has(keyOf(entity, key));
    if (visible || isGiven || !isAssigned(screen.record, pointer)) return [];
    const isBarred = required && (value === null || Array.isArray(value));
    const origin = screen.record.origin(pointer, true);
    const takesDefault = 'type' in part && sameForAll.has(part.type);
    return [[key, { value, causes: [{ entity, field: name, origin, isBarred, takesDefault }] }] as const];
  });
};

export const causesOf = (keys: readonly HiddenKey[]): readonly HiddenField[] => [
  ...new Set(keys.flatMap(({ causes }) => causes)),
];

export const isEmpty = ({ value }: HiddenKey): boolean =>
  value === null || (Array.isArray(value) && value.length === 0);

/** Those whose absence counts: a default is a value that the client means. */
export const missing = (keys: readonly HiddenKey[]): readonly HiddenKey[] =>
  keys.filter((key) => key.value === undefined || isEmpty(key));

/** What is known of every entity, and of a record of one together with the rows it owns, or that owns it. */
export interface HiddenKeys {
  readonly of: (entity: string) => Keys;
  readonly around: (entity: string) => Known<HiddenKey>;
}

/** The computed fields that are worked out from hidden ones, in their order, join these. */
const withComputed = ({ expressions }: Named, keys: Map<string, HiddenKey>, known: Known<HiddenKey>): void => {
  for (const { key, expression } of expressions?.computed ?? []) {
    const reads = knownReads(expression.tree, known);
    const value = settled(expression.tree, known);
    const causes = causesOf(value === undefined || value === null ? missing(reads) : reads);
    if (causes.length > 0) keys.set(key, { value, causes });
  }
};

export const hiddenKeys = (entities: readonly Named[], drafts: ReadonlyMap<string, DraftEntity>): HiddenKeys => {
  const written = writtenKeys(entities, drafts);
  const all = new Map([...drafts].map(([name, draft]) => [name, new Map(hiddenParts(draft, written))] as const));
  const of = (entity: string): Keys => all.get(entity) ?? none;
  const linkedTo = new Map(entities.map(({ name, states }) => [name, states?.linked ?? []]));
  const around = (entity: string): Known<HiddenKey> => {
    const draft = drafts.get(entity);
    const owner = draft?.screen.owner?.entity;
    const linked = linkedTo.get(entity) ?? [];
    // By a relation that is always empty there is nothing.
    const unlinked = linked.flatMap((one): [string, HiddenKey][] => {
      const { name, entity: other, relation } = one;
      const key = of(other).get(drafts.get(other)?.byName.get(relation)?.column ?? '');
      return key !== undefined && isEmpty(key) ? [[name, { value: [], causes: key.causes }]] : [];
    });
    return {
      record: unlinked.length === 0 ? of(entity) : new Map([...of(entity), ...unlinked]),
      parent: owner === undefined ? none : of(owner),
      rows: (list) => of(linked.find(({ name }) => name === list)?.entity ?? rowsEntity(draft, list)),
    };
  };
  // Those of the rows first: a record reads its rows.
  const ownersLast = entities.toSorted((a, b) => Number(isOwner(drafts, a)) - Number(isOwner(drafts, b)));
  for (const entity of ownersLast) withComputed(entity, all.get(entity.name) ?? new Map(), around(entity.name));
  return { of, around };
};

const isOwner = (drafts: ReadonlyMap<string, DraftEntity>, { name }: Named): boolean =>
  drafts.get(name)?.screen.owner === undefined;
