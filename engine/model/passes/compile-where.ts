/**
 * Which records a relation may point at: the names and values of `x-relation.where`, and of what a transition says beside
 * it, held against both entities.
 */

import { nearest } from '../../core/nearest.ts';
import type { Origin } from '../../core/origin.ts';
import { phrases } from '../../core/words.ts';
import type { Narrowing } from '../../metadata/property.ts';
import { fieldIn } from '../../metadata/property.ts';
import type { Catalogues } from '../contracts.ts';
import type { DraftEntity, FindEntity } from '../draft.ts';
import { baseOf } from '../draft.ts';
import type { Report } from '../report.ts';
import type { Field, RelationCondition, Scalar } from '../types.ts';
import { ownerPrefix } from '../types.ts';
import { createValueCheck } from '../value-problem.ts';
import { jsonType, suited } from './compile-filter.ts';

type Place = readonly (string | number)[];

interface Where {
  readonly field: Field;
  /** What is held against the entities: conditions as they are written. */
  readonly written: readonly RelationCondition[];
  /** Where that stands; `key`: its name there. */
  readonly origin: (place: readonly (string | number)[], key?: boolean) => Origin;
  readonly draft: DraftEntity;
  readonly target: DraftEntity;
  readonly find: FindEntity;
  readonly catalogues: Catalogues;
  readonly report: Report;
}

/** A client may hide a field, and with it what rests on it; the base that does so contradicts itself. */
const isHiddenInBase = ({ screen }: DraftEntity, { name }: Field): boolean => {
  const property = baseOf(screen.record).value.properties[name];
  return property !== undefined && 'x-visible' in property && property['x-visible'] === false;
};

const problemOf = (entity: DraftEntity, field: Field): string | undefined => {
  if (field.writeOnly) return phrases.secret;
  return isHiddenInBase(entity, field) ? phrases.hidden : undefined;
};

/** The field whose value is compared, where `from` names one. */
const sourceOf = (
  { draft, find, report, origin }: Where,
  from: string,
  at: Place,
  refuse: (reason: string) => void,
): { readonly entity: DraftEntity; readonly field: Field } | undefined => {
  const { owner } = draft.screen;
  const owned = from.startsWith(ownerPrefix);
  const entity = owned ? find(owner?.entity ?? '') : draft;
  if (owned && owner === undefined) refuse(phrases.noOwner(from));
  if (entity === undefined) return undefined;
  const name = owned ? from.slice(ownerPrefix.length) : from;
  const field = entity.byName.get(name);
  if (field !== undefined) return { entity, field };
  const suggestion = nearest(name, entity.byName.keys());
  report(
    'MODEL_FIELD_MISSING',
    origin([...at, 'field']),
    { entity: entity.name, field: name },
    suggestion && `${owned ? ownerPrefix : ''}${suggestion}`,
  );
  return undefined;
};

const compare = (
  where: Where,
  named: Field,
  from: string,
  at: Place,
  refuse: (reason: string, place?: Place) => void,
): RelationCondition[] => {
  const comparable = suited.has(named.type) || named.type === 'relation';
  if (!comparable) refuse(phrases.noComparison);
  const source = sourceOf(where, from, at, (reason) => refuse(reason, [...at, 'field']));
  if (!comparable || source === undefined) return [];
  const { field: own } = source;
  if (isBroken(where, source.entity, own)) return [];
  const same =
    own.type === named.type && own.relation?.entity === named.relation?.entity && own.codeList === named.codeList;
  const problem = same ? problemOf(source.entity, own) : phrases.anotherType(from);
  if (problem !== undefined) refuse(problem, [...at, 'field']);
  return problem === undefined && own.visible && named.visible ? [{ field: named.name, from }] : [];
};

const constants = (
  { catalogues }: Where,
  named: Field,
  values: readonly Scalar[],
  at: Place,
  refuse: (reason: string, place?: Place, suggestion?: string) => void,
): RelationCondition[] => {
  const many = values.length > 1;
  const problem =
    named.personalData === 'sensitive'
      ? phrases.sensitive
      : !suited.has(named.type)
        ? phrases.noConstant
        : many && named.type !== 'code'
          ? phrases.noConstantList
          : undefined;
  if (problem !== undefined) {
    refuse(problem);
    return [];
  }
  const check = createValueCheck(named, catalogues);
  const { written, expected } = catalogues.fieldTypes[named.type];
  const fitting = values.filter((one, index) => {
    const reason = typeof one === jsonType(named) ? check(String(one)) : phrases.expected(written ?? expected);
    if (reason !== undefined) refuse(reason, many ? [...at, index] : at, nearest(String(one), named.codes ?? []));
    return reason === undefined;
  });
  return fitting.length === 0 || !named.visible ? [] : [{ field: named.name, values: fitting }];
};

/** Whether what the field is made of is missing, which is told of there: no value would fit it. */
const isBroken = ({ find }: Where, { screen }: DraftEntity, { name, codes, relation }: Field): boolean => {
  const property = fieldIn(screen.record.value, name);
  const pointsNowhere = property?.['x-relation'] !== undefined && find(relation?.entity ?? '') === undefined;
  return pointsNowhere || (property?.['x-code-list'] !== undefined && codes === undefined);
};

/** As written: names and values are held against the target where that is known. */
export const writtenWhere = (where: Narrowing = {}): readonly RelationCondition[] =>
  Object.entries(where).map(([field, said]) =>
    typeof said === 'object' && 'field' in said
      ? { field, from: said.field }
      : { field, values: typeof said === 'object' ? said : [said] },
  );

/** The conditions that hold; those on a field that the client hides go with it. Nothing is left where none does. */
export const compileWhere = (where: Where): readonly RelationCondition[] => {
  const { field, written, origin, draft, target, report } = where;
  return written.flatMap((condition): readonly RelationCondition[] => {
    const { field: name } = condition;
    const at = [name];
    const named = target.byName.get(name);
    if (named === undefined) {
      const place = { entity: target.name, field: name };
      report('MODEL_FIELD_MISSING', origin(at, true), place, nearest(name, target.byName.keys()));
      return [];
    }
    const refuse = (reason: string, place?: Place, suggestion?: string): void => {
      const from = place === undefined ? origin(at, true) : origin(place);
      report('MODEL_WHERE', from, { entity: draft.name, field: field.name, name, reason }, suggestion);
    };
    if (isBroken(where, target, named)) return [];
    const problem = problemOf(target, named);
    if (problem !== undefined) {
      refuse(problem);
      return [];
    }
    return 'from' in condition
      ? compare(where, named, condition.from, at, refuse)
      : constants(where, named, condition.values, at, refuse);
  });
};
