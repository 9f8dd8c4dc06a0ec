/** For who explains rights: what a person knows of others by relations of records that the person reads. */
import type { Access } from '../access/access.ts';
import { isKnownAlone, readableBehind } from '../access/visible-entity.ts';
import type { Field, Model } from '../model/types.ts';
import { confinedBy } from './plan/row-scope.ts';

/** Fields of the target that the relation makes known of records out of the person's sight; none where it sees all of them. */
export const knownByRelation = (model: Model, access: Access, { relation }: Field): readonly Field[] => {
  const target = model.entities[relation?.entity ?? ''];
  const known = relation?.known;
  if (target === undefined || known === undefined) return [];
  const isPartly = isKnownAlone(model, access, target) || confinedBy(access, target) !== undefined;
  return isPartly ? readableBehind(model, access, target, known).filter(({ name }) => known.includes(name)) : [];
};
