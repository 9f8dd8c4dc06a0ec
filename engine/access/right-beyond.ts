/**
 * What one person may do or see that another may not. In: the rights of both. Out: the first such right by its name.
 * Whoever can enter as somebody else has all that this one has.
 */
import type { Child, Entity, Field } from '../model/types.ts';
import { scopeRoles } from '../model/types.ts';
import type { Access } from './access.ts';
import type { FieldLevel } from './field-right.ts';
import { fieldLevels } from './field-right.ts';
import { splitPair } from './permission-pair.ts';

type FieldRights = Pick<Access, 'fieldRight'>;

const rank = (level: FieldLevel): number => fieldLevels.indexOf(level);

/** Whether the pair is not held, by itself or by a wider one. */
export const lacks = (access: Access, pair: string): boolean => {
  const { subject, action } = splitPair(pair);
  return !access.can(action, subject);
};

/** Whether these own records are no more than the caller's: of whoever has some, somebody without any is no part. */
export const isWithinOwn = (own: readonly number[], others: readonly number[]): boolean =>
  others.length === 0 ? own.length === 0 : others.every((id) => own.includes(id));

/** Rows of others: the name of what confines the caller and not the other, or to other records. */
const rowsBeyond = (access: Access, other: Access): string | undefined => {
  if (access.unconfined) return undefined;
  if (other.unconfined) return 'operadora';
  return scopeRoles.find((role) => !isWithinOwn(access.own[role], other.own[role]));
};

/** The first field or array that fits, 'entity.field', of which the other has more. */
export const fieldBeyond = (
  access: FieldRights,
  other: FieldRights,
  entities: Iterable<Entity>,
  fits: (part: Field | Child) => boolean = () => true,
): string | undefined => {
  for (const entity of entities) {
    const parts: readonly (Field | Child)[] = [...entity.fields, ...entity.children];
    const beyond = parts.find(
      (part) => fits(part) && rank(other.fieldRight(entity, part).level) < rank(access.fieldRight(entity, part).level),
    );
    if (beyond !== undefined) return `${entity.name}.${beyond.name}`;
  }
  return undefined;
};

/**
 * The first of `pairs`, role or field ('entity.field') that the other has further than the caller; undefined where there
 * is none, and where the caller may do everything.
 */
export const rightBeyond = (
  access: Access,
  other: Access,
  pairs: readonly string[],
  entities: Iterable<Entity>,
): string | undefined => {
  if (access.can('manage', 'all')) return undefined;
  if (other.can('manage', 'all')) return 'all:manage';
  return pairs.find((pair) => lacks(access, pair)) ?? rowsBeyond(access, other) ?? fieldBeyond(access, other, entities);
};
