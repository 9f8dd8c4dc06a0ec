/** What is worked out of the records of an entity: once for as many of them as there are, whatever reads it. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Draw } from '../../engine/data/samples/recipe.ts';

export type Reading = Pick<Draw, 'rows'>;

export const onceOf = <Made>(
  entity: string,
  make: (rows: readonly Row[], draw: Reading) => Made,
): ((draw: Reading) => Made) => {
  const known = new WeakMap<readonly Row[], { readonly count: number; readonly made: Made }>();
  return (draw) => {
    const rows = draw.rows(entity);
    const found = known.get(rows);
    if (found !== undefined && found.count === rows.length) return found.made;
    const made = make(rows, draw);
    known.set(rows, { count: rows.length, made });
    return made;
  };
};

/** The records of an entity by a field that tells them apart. */
export const indexOf = (entity: string, field: string): ((draw: Reading) => ReadonlyMap<unknown, Row>) =>
  onceOf(entity, (rows) => new Map(rows.map((row) => [row[field], row])));

export type Planning = Pick<Draw, 'rows' | 'seed' | 'today'>;

/** The same for what chance and the day have a part in; undefined where the entity has no records. */
export const planOnce = <Asked extends Planning, Plan>(
  entity: string,
  make: (draw: Asked) => Plan,
): ((draw: Asked) => Plan | undefined) => {
  const known = new WeakMap<readonly Row[], { readonly key: string; readonly plan: Plan }>();
  return (draw) => {
    const rows = draw.rows(entity);
    if (rows.length === 0) return undefined;
    const key = `${draw.seed}/${draw.today}/${rows.length}`;
    const found = known.get(rows);
    if (found?.key === key) return found.plan;
    const plan = make(draw);
    known.set(rows, { key, plan });
    return plan;
  };
};
