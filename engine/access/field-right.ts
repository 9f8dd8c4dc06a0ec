/**
 * How much of a field a user has. In: what the groups say of fields by name, and of personal data by its class. Out: a
 * level with its reason. Of several groups the widest level counts; a computed field is never wider than what it is
 * worked out from.
 */
import { keysIn } from '../expressions/keys-in.ts';
import type { Expression } from '../expressions/types.ts';
import type { Child, Entity, Field, PersonalDataClass, ViewSource } from '../model/types.ts';

/** Rising: `masked` is read covered and never written, `hidden` is as absent as a name that never was. */
export type FieldLevel = 'open' | 'readOnly' | 'masked' | 'hidden';

export const fieldLevels = ['open', 'readOnly', 'masked', 'hidden'] as const satisfies readonly FieldLevel[];

/** What a group says of fields. */
export interface GroupFields {
  readonly name: string;
  /** By 'entity.field': what config_permissao says, before any default. */
  readonly fields: Readonly<Record<string, FieldLevel>>;
  /** Of personal and of sensitive data that no row names. */
  readonly personal: FieldLevel;
  readonly sensitive: FieldLevel;
}

/** Why a field has its level. `groups` are those that say so: of a restriction all, else those that open it. */
export type FieldReason =
  | { readonly kind: 'administrator' }
  /** Nothing restricts it. */
  | { readonly kind: 'unrestricted' }
  | { readonly kind: 'fieldRight'; readonly groups: readonly string[] }
  | {
      readonly kind: 'personalData';
      readonly class: 'personal' | 'sensitive';
      readonly groups: readonly string[];
    }
  /** The files of this installation leave it out; `key` is 'entity.field'. */
  | { readonly kind: 'client'; readonly key: string }
  /** Worked out from a field, 'entity.field', that is kept from the user. */
  | { readonly kind: 'computedFrom'; readonly field: string };

export interface FieldDecision {
  readonly level: FieldLevel;
  readonly reason: FieldReason;
}

const rank = (level: FieldLevel): number => fieldLevels.indexOf(level);

interface Said {
  readonly group: string;
  readonly level: FieldLevel;
  readonly named: boolean;
}

/** What groups say something of. */
interface Asked {
  /** 'entity.field'. */
  readonly key: string;
  readonly data: PersonalDataClass;
  /** Whether it is an array of owned rows. */
  readonly rows: boolean;
}

/** Owned rows have no covered form: what covers an array keeps it away. */
const levelOf = ({ rows }: Asked, level: FieldLevel): FieldLevel => (rows && level === 'masked' ? 'hidden' : level);

const saidBy = (group: GroupFields, asked: Asked): Said => {
  const { key, data } = asked;
  const named = Object.hasOwn(group.fields, key) ? group.fields[key] : undefined;
  const byClass = data === 'public' ? 'open' : group[data];
  return { group: group.name, level: levelOf(asked, named ?? byClass), named: named !== undefined };
};

const decideOwn = (groups: readonly GroupFields[], asked: Asked): FieldDecision => {
  const { data } = asked;
  // Nobody has opened personal data to a user without a group.
  if (groups.length === 0)
    return data === 'public'
      ? { level: 'open', reason: { kind: 'unrestricted' } }
      : { level: 'hidden', reason: { kind: 'personalData', class: data, groups: [] } };
  const said = groups.map((group) => saidBy(group, asked));
  const level = fieldLevels[Math.min(...said.map((one) => rank(one.level)))] ?? 'hidden';
  const deciding = said.filter((one) => one.level === level);
  const named = deciding.filter((one) => one.named).map(({ group }) => group);
  if (named.length > 0) return { level, reason: { kind: 'fieldRight', groups: named } };
  if (data === 'public') return { level, reason: { kind: 'unrestricted' } };
  return { level, reason: { kind: 'personalData', class: data, groups: deciding.map(({ group }) => group) } };
};

/** What gives a field its value in place of a caller: how it is computed, and what transitions set it to. */
const sourcesOf = ({ expressions, states }: Entity, { column }: Field): readonly Expression[] => [
  ...(expressions?.computed ?? []).filter(({ key }) => key === column).map(({ expression }) => expression),
  ...(states?.transitions ?? []).flatMap(({ set }) =>
    set.flatMap(({ key, value }) => (key === column && value !== null && typeof value === 'object' ? [value] : [])),
  ),
];

/** What a value is worked out from: own fields and arrays, and the fields of their rows. */
const operandsOf = (entity: Entity, part: Field | Child): readonly (readonly [Entity, Field | Child])[] => {
  if ('entity' in part) return [];
  const read = sourcesOf(entity, part).map(({ tree }) => keysIn(tree));
  const own = read.flatMap((one) => one.own);
  const items = read.flatMap((one) => one.items);
  if (own.length === 0) return [];
  return [
    ...entity.fields.filter(({ column }) => own.includes(column)).map((field) => [entity, field] as const),
    ...entity.children
      .filter(({ name }) => own.includes(name))
      .flatMap((child) => [
        [entity, child] as const,
        ...child.entity.fields
          .filter(({ column }) => items.includes(`${child.name}.${column}`))
          .map((field) => [child.entity, field] as const),
      ]),
  ];
};

/** Rising. */
const dataClasses = ['public', 'personal', 'sensitive'] as const satisfies readonly PersonalDataClass[];

/** The strictest of the classes. */
export const strictestClass = (classes: readonly PersonalDataClass[]): PersonalDataClass =>
  dataClasses[Math.max(0, ...classes.map((one) => dataClasses.indexOf(one)))] ?? 'sensitive';

/** What a field holds, or the values that it is worked out from. */
export const dataClassOf = (entity: Entity, part: Field | Child, above: readonly object[] = []): PersonalDataClass =>
  strictestClass([
    'entity' in part ? 'public' : part.personalData,
    ...operandsOf(entity, part)
      .filter(([, operand]) => !above.includes(operand))
      .map(([of, operand]) => dataClassOf(of, operand, [...above, part])),
  ]);

export const isSensitive = (entity: Entity, part: Field | Child): boolean => dataClassOf(entity, part) === 'sensitive';

/** Of a view's own class no more is asked than of what the value comes from, unless the files class it themselves. */
const askedOf = (entity: Entity, part: Field | Child): Asked => ({
  key: `${entity.name}.${part.name}`,
  data:
    'entity' in part || (entity.view !== undefined && !entity.view.classed.includes(part.name))
      ? 'public'
      : part.personalData,
  rows: 'entity' in part,
});

const decideValue = (
  groups: readonly GroupFields[],
  administrator: boolean,
  entity: Entity,
  part: Field | Child,
  above: readonly object[] = [],
): FieldDecision => {
  const own: FieldDecision = administrator
    ? { level: 'open', reason: { kind: 'administrator' } }
    : decideOwn(groups, askedOf(entity, part));
  return operandsOf(entity, part).reduce((found, [of, operand]): FieldDecision => {
    // Two transitions may each set what the other reads.
    if (above.includes(operand)) return found;
    const { level, reason } = decideValue(groups, administrator, of, operand, [...above, part]);
    // What is only closed to writing is read all the same.
    if (rank(level) <= rank(found.level) || rank(level) < rank('masked')) return found;
    const field = reason.kind === 'computedFrom' ? reason.field : `${of.name}.${operand.name}`;
    return { level, reason: { kind: 'computedFrom', field } };
  }, own);
};

const decideSource = (groups: readonly GroupFields[], administrator: boolean, source: ViewSource): FieldDecision => {
  const key = `${source.entity}.${source.part}`;
  if (!source.visible) return { level: 'hidden', reason: { kind: 'client', key } };
  if (administrator) return { level: 'open', reason: { kind: 'administrator' } };
  return decideOwn(groups, { key, data: source.personalData, rows: source.rows });
};

/** Of a view: no value is wider than any of those that it comes from. Covered it is shown only as it is covered there. */
const decideViewed = (
  groups: readonly GroupFields[],
  administrator: boolean,
  { view }: Entity,
  { name }: Field | Child,
  own: FieldDecision,
): FieldDecision =>
  (view?.sources[name] ?? []).reduce((found, source): FieldDecision => {
    const { level, reason } = decideSource(groups, administrator, source);
    const kept = level === 'masked' && !view?.same.includes(name) ? 'hidden' : level;
    if (rank(kept) <= rank(found.level) || rank(kept) < rank('masked')) return found;
    if (reason.kind === 'client') return { level: kept, reason };
    return { level: kept, reason: { kind: 'computedFrom', field: `${source.entity}.${source.part}` } };
  }, own);

/**
 * What decides which rows of a view there are and is kept from the user, or covered: the first, 'entity.field'. Then the
 * rows are kept as well, for each tells of it by being there.
 */
export const decideRows = (
  groups: readonly GroupFields[],
  administrator: boolean,
  { view }: Entity,
): string | undefined => {
  const kept = view?.rows.find(
    (source) => rank(decideSource(groups, administrator, { ...source, visible: true }).level) >= rank('masked'),
  );
  return kept && `${kept.entity}.${kept.part}`;
};

/** What the files leave out is hidden from everybody; values may be worked out from it all the same. */
export const decideField = (
  groups: readonly GroupFields[],
  administrator: boolean,
  entity: Entity,
  part: Field | Child,
): FieldDecision =>
  part.visible
    ? decideViewed(groups, administrator, entity, part, decideValue(groups, administrator, entity, part))
    : { level: 'hidden', reason: { kind: 'client', key: `${entity.name}.${part.name}` } };
