import { hasTable } from '../../model/has-table.ts';
import type { Entity, Model } from '../../model/types.ts';
import type { SampleRecipes } from './recipe.ts';

interface Target {
  readonly name: string;
  /** Whether a record may have to point at one. */
  readonly needed: boolean;
}

/** Those who sign in are there before any record is drawn: they wait for nothing. */
const targetsOf = (entity: Entity): readonly Target[] => (entity.login === undefined ? allTargets(entity) : []);

const allTargets = (entity: Entity): readonly Target[] => [
  ...entity.fields.flatMap(({ relation, name, column, required }): Target[] => {
    if (relation === undefined || name === entity.owner?.relation) return [];
    const asked = entity.expressions?.conditions.some(({ key, kind }) => kind === 'required' && key === column);
    return [{ name: relation.entity, needed: required || asked === true }];
  }),
  ...entity.children.flatMap((child) => targetsOf(child.entity)),
];

interface Waiting {
  readonly entity: Entity;
  /** What a record, or a row that it owns, cannot be without. */
  readonly needed: ReadonlySet<string>;
  readonly wished: ReadonlySet<string>;
}

/**
 * The entities that have a table of their own, each after what it points at; where entities point at each other, the one
 * that lacks least comes first, and never before what it cannot be without, unless nothing else is left. What a recipe
 * comes after its entity cannot be without.
 */
export const sampleOrder = (model: Model, recipes: SampleRecipes['entities']): readonly Entity[] => {
  const tableOf = (name: string): string => model.entities[name]?.owner?.entity ?? name;
  const namesOf = (entity: Entity, targets: readonly Target[]): ReadonlySet<string> =>
    new Set(targets.map(({ name }) => tableOf(name)).filter((name) => name !== entity.name));
  let waiting: readonly Waiting[] = Object.values(model.entities)
    .filter((entity) => entity.owner === undefined && hasTable(entity))
    .map((entity) => {
      const after = (recipes[entity.name]?.after ?? []).filter((name) => model.entities[name] !== undefined);
      const all = [...targetsOf(entity), ...after.map((name): Target => ({ name, needed: true }))];
      const needed = namesOf(
        entity,
        all.filter((target) => target.needed),
      );
      return { entity, needed, wished: namesOf(entity, all) };
    });
  const ordered: Entity[] = [];
  const left = new Set(waiting.map(({ entity }) => entity.name));
  const lacks = (names: ReadonlySet<string>): number => [...names].filter((name) => left.has(name)).length;
  while (waiting.length > 0) {
    const [next] = waiting.toSorted((a, b) => lacks(a.needed) - lacks(b.needed) || lacks(a.wished) - lacks(b.wished));
    if (next === undefined) break;
    ordered.push(next.entity);
    left.delete(next.entity.name);
    waiting = waiting.filter((one) => one !== next);
  }
  return ordered;
};

/** An entity with all that its records point at, and what those cannot be without. */
export const sampleNeeds = (model: Model, entity: string): ReadonlySet<string> => {
  const tableOf = (name: string): string => model.entities[name]?.owner?.entity ?? name;
  const found = new Set<string>();
  const visit = (name: string, all: boolean): void => {
    const one = model.entities[name];
    if (one === undefined || found.has(name)) return;
    found.add(name);
    for (const target of targetsOf(one)) if (all || target.needed) visit(tableOf(target.name), false);
  };
  visit(tableOf(entity), true);
  return found;
};
