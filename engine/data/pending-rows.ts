/** Which files of initial rows have changed since they were loaded. In: model, parsed files. Out: those, in order. */
import { targetsFirst } from '../core/targets-first.ts';
import type { InitialRows } from '../metadata/documents.ts';
import type { Entity, Model } from '../model/types.ts';
import type { Queryable } from './database.ts';
import { readStates } from './ddl/state.ts';

export interface PendingRows {
  readonly entity: Entity;
  readonly given: InitialRows;
  /** Under which the digest of what was loaded is remembered. */
  readonly key: string;
}

/** Targets of relations come first. One query tells which are loaded already. */
export const pendingRows = async (
  database: Queryable,
  model: Model,
  rows: Readonly<Record<string, InitialRows>>,
): Promise<readonly PendingRows[]> => {
  const all = inDependencyOrder(model, rows).flatMap((entity): PendingRows[] => {
    const given = rows[entity.name];
    return given === undefined ? [] : [{ entity, given, key: `rows.${entity.name}` }];
  });
  const states = await readStates(
    database,
    all.map(({ key }) => key),
  );
  return all.filter(({ given, key }) => states.get(key) !== given.digest);
};

/** Entities that have rows, each after the targets of its relations. */
const inDependencyOrder = (model: Model, rows: Readonly<Record<string, InitialRows>>): readonly Entity[] => {
  const targetsOf = (name: string): readonly string[] =>
    (model.entities[name]?.fields ?? []).flatMap(({ relation }) => relation?.entity ?? []);
  return targetsFirst(Object.keys(rows), targetsOf).flatMap((name) =>
    rows[name] === undefined ? [] : (model.entities[name] ?? []),
  );
};
