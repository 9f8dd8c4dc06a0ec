import type { Entity, Model } from '../types.ts';
import type { LinkedEntity } from './link-entities.ts';

/** Every entity with its route and the rows that it owns: the same objects as the entities of those rows. */
export const ownChildren = (
  linked: readonly LinkedEntity[],
  routes: ReadonlyMap<string, string>,
): Model['entities'] => {
  const owned = new Map(
    linked
      .filter(({ entity }) => entity.owner !== undefined)
      .map(({ entity }): [string, Entity] => [entity.name, { ...entity, path: undefined, children: [] }]),
  );
  return Object.fromEntries(
    linked.map(({ draft, entity }): [string, Entity] => [
      entity.name,
      owned.get(entity.name) ?? {
        ...entity,
        path: routes.get(entity.name),
        children: draft.children.flatMap((child) => {
          const rows = owned.get(child.entity);
          return rows === undefined ? [] : [{ ...child, entity: rows }];
        }),
      },
    ]),
  );
};
