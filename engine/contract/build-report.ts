/** screen -> how its rows are put together, as one user may have it. */
import type { RegistryScreen } from '../model/screen-types.ts';
import { columnName, gridColumns, orderName } from './build-columns.ts';
import type { ReportModel, SearchDescriptor } from './screen-model.ts';
import type { Sight } from './sight.ts';
import { namedBy } from './write-label.ts';

/** A level that the user may not read is none, and what is read covered puts nothing together. */
export const buildReport = (
  sight: Sight,
  screen: RegistryScreen,
  search: readonly SearchDescriptor[],
): ReportModel | undefined => {
  const { report } = screen;
  if (report === undefined) return undefined;
  const groups = report.groups.flatMap(({ path, by }) => {
    const title = sight.locate(path)?.field.title ?? '';
    const own = screen.columns.find((column) => column.path.join('.') === path.join('.'));
    const [column] = gridColumns(sight, [own ?? { path, title, width: undefined }]);
    const field = sight.locate(path)?.field;
    if (column === undefined || column.covered === true || field === undefined) return [];
    const named = field.relation && namedBy(field.relation.label, sight.fieldsBehind(field))?.name;
    const behind = (name: string): string => orderName([...path, name], columnName(sight));
    // Of two that are called the same each has rows of its own.
    const sorts = field.relation
      ? [named === undefined ? column.orderBy : behind(named), behind('id')]
      : [column.orderBy];
    return [{ column, ...(by !== undefined && { by }), ...(named !== undefined && { named }), sorts }];
  });
  const asked = screen.search.map((field) => ({ field, key: searchKey(sight, field.path) }));
  const known = asked.filter(({ key }) => search.some((one) => one.key === key));
  return {
    groups,
    rows: report.rows,
    required: known.flatMap(({ field, key }) => (field.required === true ? [key] : [])),
    begins: Object.fromEntries(
      known.flatMap(({ field, key }) => (field.begins === undefined ? [] : [[key, field.begins]])),
    ),
  };
};

const searchKey = (sight: Sight, path: RegistryScreen['search'][number]['path']): string =>
  path.length === 1 ? columnName(sight)(path) : path.join('.');

/** `order` by the levels. */
export const levelOrder = ({ groups }: ReportModel): readonly string[] =>
  groups.flatMap(({ sorts = [] }) => sorts.map((by) => `${by}.asc`));
