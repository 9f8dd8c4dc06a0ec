/**
 * How much of a field a user has. In: what the groups say of fields by name, and of personal data by its class. Out: a
 * level with its reason. Of several groups the widest level counts; a computed field is never wider than what it is
 * worked out from.
 */
import { keysIn } from '../expressions/keys-in.ts';
import type { Child, Entity, Field } from '../model/types.ts';

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

/** Owned rows have no covered form: what covers an array keeps it away. */
const levelOf = (part: Field | Child, level: FieldLevel): FieldLevel =>
  'entity' in part && level === 'masked' ? 'hidden' : level;

const saidBy = (group: GroupFields, key: string, part: Field | Child): Said => {
  const named = Object.hasOwn(group.fields, key) ? group.fields[key] : undefined;
  const data = 'entity' in part ? 'public' : part.personalData;
  const byClass = data === 'public' ? 'open' : group[data];
  return { group: group.name, level: levelOf(part, named ?? byClass), named: named !== undefined };
};

const decideOwn = (groups: readonly GroupFields[], entity: Entity, part: Field | Child): FieldDecision => {
  const key = `${entity.name}.${part.name}`;
  const data = 'entity' in part ? 'public' : part.personalData;
  // Nobody has opened personal data to a user without a group.
  if (groups.length === 0)
    return data === 'public'
      ? { level: 'open', reason: { kind: 'unrestricted' } }
      : { level: 'hidden', reason: { kind: 'personalData', class: data, groups: [] } };
  const said = groups.map((group) => saidBy(group, key, part));
  const level = fieldLevels[Math.min(...said.map((one) => rank(one.level)))] ?? 'hidden';
  const deciding = said.filter((one) => one.level === level);
  const named = deciding.filter((one) => one.named).map(({ group }) => group);
  if (named.length > 0) return { level, reason: { kind: 'fieldRight', groups: named } };
  if (data === 'public') return { level, reason: { kind: 'unrestricted' } };
  return { level, reason: { kind: 'personalData', class: data, groups: deciding.map(({ group }) => group) } };
};

/** What a computed value is worked out from: own fields and arrays, and the fields of their rows. */
const operandsOf = (entity: Entity, part: Field | Child): readonly (readonly [Entity, Field | Child])[] => {
  const computed = 'entity' in part ? undefined : entity.expressions?.computed.find(({ key }) => key === part.column);
  if (computed === undefined) return [];
  const { own, items } = keysIn(computed.expression.tree);
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

/** Whether a field holds sensitive data, or a value that is worked out from it. */
export const isSensitive = (entity: Entity, part: Field | Child): boolean =>
  ('entity' in part ? false : part.personalData === 'sensitive') ||
  operandsOf(entity, part).some(([of, operand]) => isSensitive(of, operand));

const decideValue = (
  groups: readonly GroupFields[],
  administrator: boolean,
  entity: Entity,
  part: Field | Child,
): FieldDecision => {
  const own: FieldDecision = administrator
    ? { level: 'open', reason: { kind: 'administrator' } }
    : decideOwn(groups, entity, part);
  return operandsOf(entity, part).reduce((found, [of, operand]): FieldDecision => {
    const { level, reason } = decideValue(groups, administrator, of, operand);
    // What is only closed to writing is read all the same.
    if (rank(level) <= rank(found.level) || rank(level) < rank('masked')) return found;
    const field = reason.kind === 'computedFrom' ? reason.field : `${of.name}.${operand.name}`;
    return { level, reason: { kind: 'computedFrom', field } };
  }, own);
};

/** What the files leave out is hidden from everybody; values may be worked out from it all the same. */
export const decideField = (
  groups: readonly GroupFields[],
  administrator: boolean,
  entity: Entity,
  part: Field | Child,
): FieldDecision =>
  part.visible
    ? decideValue(groups, administrator, entity, part)
    : { level: 'hidden', reason: { kind: 'client', key: `${entity.name}.${part.name}` } };
