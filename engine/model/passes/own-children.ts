import type { Memo } from '../memo.ts';
import type { Entity, Model } from '../types.ts';
import type { LinkedEntity } from './link-entities.ts';

/** Every entity with its route and the rows that it owns: the same objects as the entities of those rows. */
export const ownChildren = (
  linked: readonly Pick<LinkedEntity, 'draft' | 'entity'>[],
  routes: ReadonlyMap<string, string>,
  memo: Memo,
): Model['entities'] => {
  const owned = new Map(
    linked
      .filter(({ entity }) => entity.owner !== undefined)
      .map(({ entity }): [string, Entity] => [
        entity.name,
        memo(
          entity,
          () => undefined,
          () => ({ ...entity, path: undefined, children: [] }),
        ),
      ]),
  );
  const whole = ({ draft, entity }: Pick<LinkedEntity, 'draft' | 'entity'>): Entity =>
    memo<unknown, Entity>(
      entity,
      (name) => (name === '/route' ? routes.get(entity.name) : owned.get(name)),
      (find) => ({
        ...entity,
        path: find('/route') as string | undefined,
        children: draft.children.flatMap((child) => {
          const rows = find(child.entity) as Entity | undefined;
          return rows === undefined ? [] : [{ ...child, entity: rows }];
        }),
      }),
    );
  return Object.fromEntries(linked.map((one) => [one.entity.name, owned.get(one.entity.name) ?? whole(one)]));
};
