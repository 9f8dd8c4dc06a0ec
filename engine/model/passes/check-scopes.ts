import { confines } from '../confines.ts';
import type { Passed } from '../report.ts';
import { collect } from '../report.ts';
import type { LinkedEntity } from './link-entities.ts';

/**
 * What some confined users do not see in full: the records that users themselves are, providers and beneficiaries, as the
 * scope of the users' own entity tells, and all entities that confine. Users are not among them: who did it is not whom
 * it is about.
 */
const confinedNames = (linked: ReadonlyMap<string, LinkedEntity>): ReadonlySet<string> =>
  new Set(
    [...linked.values()].flatMap(({ entity }) => {
      if (entity.login === undefined) return confines(entity) ? entity.name : [];
      return entity.scope.flatMap(
        ({ field }) => entity.fields.find(({ name }) => name === field)?.relation?.entity ?? [],
      );
    }),
  );

/**
 * Records about one provider or beneficiary say which of them see them: by a scope, or by `openTo`. Silence would show them
 * to everybody of the role who may open the registry. Owned rows are seen with their owner, who says it for them too.
 */
export const checkScopes = (linked: ReadonlyMap<string, LinkedEntity>): Passed<undefined> =>
  collect((report) => {
    const confined = confinedNames(linked);
    const told = new Set<string>();
    for (const { entity, draft } of linked.values()) {
      const root = entity.owner === undefined ? { entity, draft } : linked.get(entity.owner.entity);
      if (root === undefined || told.has(root.entity.name)) continue;
      if (root.entity.openTo !== undefined || root.entity.scope.length > 0) continue;
      // A view is held against the entities that it reads from: it shows no more than these.
      if (draft.screen.query !== undefined) continue;
      const field = entity.fields.find(
        ({ name, relation }) =>
          relation !== undefined &&
          name !== entity.owner?.relation &&
          relation.entity !== root.entity.name &&
          confined.has(relation.entity),
      );
      if (field?.relation === undefined) continue;
      told.add(root.entity.name);
      report('MODEL_SCOPE_MISSING', root.draft.screen.registry.origin('/entity'), {
        entity: root.entity.name,
        field: entity.owner === undefined ? field.name : `${entity.owner.child}.${field.name}`,
        target: field.relation.entity,
      });
    }
    return undefined;
  });
