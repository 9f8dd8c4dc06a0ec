/** Rules that read what relations point at, over records that are drawn: their targets are drawn already. */
import type { FieldFailure } from '../../core/errors.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import type { Moment } from '../../expressions/functions.ts';
import { layBehind } from '../../fields/lay-behind.ts';
import type { Entity, Model } from '../../model/types.ts';
import type { Row } from '../given-rows.ts';
import { isRow } from '../given-rows.ts';
import type { Draw } from './recipe.ts';

const known = new WeakMap<readonly Row[], Map<unknown, Row>>();

/** Rows are only ever added to them. */
export const rowsById = (rows: readonly Row[]): ReadonlyMap<unknown, Row> => {
  const found = known.get(rows) ?? new Map<unknown, Row>();
  for (let place = found.size; place < rows.length; place += 1) {
    const row = rows[place];
    if (row !== undefined) found.set(row['id'], row);
  }
  known.set(rows, found);
  return found;
};

const brokenIn = (
  entity: Entity,
  owned: { readonly record: Row; readonly parent: Row | undefined; readonly path: string },
  rows: Draw['rows'],
  moment: Moment,
): readonly FieldFailure[] =>
  (entity.expressions?.targetRules ?? []).flatMap(({ must, message, keys }): FieldFailure[] => {
    const record = { ...owned.record };
    const parent = { ...owned.parent };
    for (const read of must.targets ?? []) {
      const side = read.ofOwner === true ? parent : record;
      layBehind(side, read, rowsById(rows(read.entity)).get(side[read.relation]));
    }
    if (evaluate(must.tree, { record, parent, ...moment }) !== false) return [];
    const at = { entity: entity.name, field: `${owned.path}${keys[0] ?? ''}` };
    return [{ code: 'VALIDATION_RULE', params: { rule: message }, at }];
  });

/** What the record, or a row that it owns, breaks of them. */
export const targetFailures = (
  entity: Entity,
  record: Row,
  rows: Draw['rows'],
  moment: Moment,
): readonly FieldFailure[] => [
  ...brokenIn(entity, { record, parent: undefined, path: '' }, rows, moment),
  ...entity.children.flatMap((child) => {
    const items = record[child.name];
    if (child.entity.expressions?.targetRules === undefined || !Array.isArray(items)) return [];
    return items.flatMap((item, index) =>
      isRow(item)
        ? brokenIn(child.entity, { record: item, parent: record, path: `${child.name}.${index}.` }, rows, moment)
        : [],
    );
  }),
];

/** Wire names that such rules read of the records of an entity. */
export const readByRules = (model: Model, { name }: Entity): readonly string[] =>
  Object.values(model.entities)
    .flatMap(({ expressions }) => expressions?.targetRules ?? [])
    .flatMap(({ must: { targets = [] } }) => targets)
    .flatMap(({ entity, columns }) => (entity === name ? columns : []));
