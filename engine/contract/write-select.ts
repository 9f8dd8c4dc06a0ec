import type { FieldPath } from '../model/screen-types.ts';
import type { GridColumn, ScreenModel } from './screen-model.ts';

const lastOf = (path: FieldPath): string => path.at(-1) ?? '';

/** Paths as a PostgREST `select`: what lies behind a relation stands in its parentheses, with the id of its record. */
export const writeSelect = (paths: readonly FieldPath[], columnOf: (path: FieldPath) => string = lastOf): string => {
  const direct = paths.filter((path) => path.length === 1).map(columnOf);
  const heads = [...new Set(paths.filter((path) => path.length > 1).map(([head]) => head ?? ''))];
  const embeds = heads.map((head) => {
    const below = paths.filter((path) => path.length > 1 && path[0] === head).map((path) => path.slice(1));
    return `${head}(${writeSelect([['id'], ...below], (path) => columnOf([head, ...path]))})`;
  });
  return [...new Set([...direct, ...embeds])].join(',');
};

/** `select` of a list of the screen that shows these columns. */
export const selectOf = (model: Pick<ScreenModel, 'needs'>, columns: readonly Pick<GridColumn, 'needs'>[]): string =>
  writeSelect([['id'], ['versao'], ...model.needs, ...columns.flatMap((column) => column.needs)]);
