import type { SortKey } from '../screen-types.ts';
import type { Index } from '../types.ts';
import type { LinkedEntity } from './link-entities.ts';
import type { ScreenUse } from './screen-fields.ts';
import { usableField } from './screen-fields.ts';

/** Whether reading one index, forwards or backwards, gives the order. The table's own order is by id. */
const isCovered = (keys: readonly SortKey[], columns: readonly string[], indexes: readonly Index[]): boolean => {
  const direction = keys[0]?.descending;
  if (keys.some((key) => key.descending !== direction)) return false;
  if (columns.length === 1 && columns[0] === 'id') return true;
  return indexes.some((index) => columns.every((column, position) => index.columns[position] === column));
};

/** Rule `sort`: what `sort` says, else the natural key where a person may see it, else the id alone (no keys). */
export const compileSort = (use: ScreenUse, linked: LinkedEntity['entity']): readonly SortKey[] => {
  const { screen, entity, report } = use;
  const { indexes, naturalKey } = linked;
  const { registry } = screen;
  const written = registry.value.sort;
  if (written === undefined) {
    const fields = naturalKey.map((name) => entity.byName.get(name));
    const plain = fields.every((field) => field?.visible && !field.writeOnly && field.relation === undefined);
    return plain ? naturalKey.map((name) => ({ path: [name], descending: false })) : [];
  }
  const keys = written.flatMap((text, index): (SortKey & { readonly column: string })[] => {
    const descending = text.startsWith('-');
    const name = descending ? text.slice(1) : text;
    if (name === 'id') return [{ path: ['id'], descending, column: 'id' }];
    const found = usableField(use, name, `/sort/${index}`, '/sort');
    return found === undefined
      ? []
      : [{ path: found.path, descending, column: found.path.length > 1 ? name : found.field.column }];
  });
  const columns = keys.map((key) => key.column);
  // What sorts the rows of a query is a matter of its plan; those of a report are first put together.
  const indexed = entity.screen.query === undefined && registry.value.report === undefined;
  if (indexed && keys.length > 0 && !isCovered(keys, columns, indexes))
    report('MODEL_SORT_UNINDEXED', registry.origin('/sort'), {
      screen: screen.folder,
      sort: written.join(', '),
      index: `[${written.map((text) => JSON.stringify(text.replace(/^-/, ''))).join(', ')}]`,
    });
  return keys.map(({ path, descending }) => ({ path, descending }));
};
