/** The columns of a list, as one user may have them, and what each needs of the records. */
import { dataClassOf, strictestClass } from '../access/field-right.ts';
import { asRead, reachOf } from '../access/visible-entity.ts';
import { sequenceLength } from '../core/sequence.ts';
import { fieldTypes } from '../fields/index.ts';
import type { FieldPath, RegistryScreen } from '../model/screen-types.ts';
import type { Field } from '../model/types.ts';
import type { GridColumn } from './screen-model.ts';
import type { Sight } from './sight.ts';
import { optionsOf } from './sight.ts';
import { recordSystemFields, versionField } from './system-fields.ts';

const isSortable = ({ type }: Field): boolean =>
  fieldTypes[type].operators.includes('gt') || type === 'code' || type === 'boolean' || type === 'relation';

/** R$ 999.999,99, in pixels. */
const sumWidth = 120;

/** What is of no use when it is cut: a number that the engine gives, as long as its file says, and a sum. Pixels. */
const uncutWidth = ({ sequence, type }: Field): number => {
  if (sequence !== undefined) return Math.ceil(8.5 * sequenceLength(sequence)) + 24;
  return type === 'money' ? sumWidth : 0;
};

/** The strictest class of what the paths lead to; nothing where all of it is public. */
const personalOf = (sight: Sight, paths: readonly FieldPath[]): Pick<GridColumn, 'personal'> => {
  const personal = strictestClass(
    paths.flatMap((path) => {
      const located = sight.locate(path);
      return located === undefined ? [] : [dataClassOf(located.entity, located.field)];
    }),
  );
  return personal === 'public' ? {} : { personal };
};

/** Of a relation whose label says nothing here there is none: every row of it would be blank. */
export const gridColumns = (sight: Sight, columns: RegistryScreen['columns']): GridColumn[] =>
  columns.flatMap((column): GridColumn[] => {
    const located = sight.locate(column.path);
    if (!located) return [];
    const { entity } = located;
    const covered = sight.covers(located);
    const field = asRead(sight.access, entity, located.field);
    const type = fieldTypes[field.type];
    const paths = listPaths(sight, [column.path]);
    if (paths.length === 0) return [];
    return [
      {
        key: column.path.join('.'),
        path: covered ? [...column.path.slice(0, -1), field.column] : column.path,
        title: column.title,
        cell: type.cell(field),
        width: Math.max(column.width ?? type.width(field, optionsOf(sight, field)), uncutWidth(field)),
        sortable: !covered && isSortable(field),
        ...(covered && { covered }),
        ...personalOf(sight, [column.path, ...paths]),
        orderBy: orderName(
          field.relation ? [...column.path, sight.labelFields(field)[0] ?? 'id'] : column.path,
          columnName(sight),
        ),
        entity: entity.name,
        field: field.name,
        needs: paths.map((path) => [...path.slice(0, -1), columnName(sight)(path)]),
      },
    ];
  });

/** Columns of the other fields, in their order. */
const otherColumns = (sight: Sight): GridColumn[] =>
  gridColumns(
    sight,
    sight.fields.map(({ name, title }) => ({ path: [name], title, width: undefined })),
  );

/** Columns of the fields one relation away. */
const relatedColumns = (sight: Sight): GridColumn[] =>
  sight.comparable.flatMap((relation) => {
    return gridColumns(
      sight,
      sight
        .fieldsBehind(relation)
        .filter(({ type }) => type !== 'relation' && type !== 'attachment')
        .map(({ name, title }) => ({
          path: [relation.name, name],
          title: `${relation.title}: ${title}`,
          width: undefined,
        })),
    ).map((column) => ({ ...column, of: 'related' }));
  });

/** Of a row of a view there is none: it is nobody's record. */
const systemFieldsOf = ({ model, access, entity }: Sight, screen: RegistryScreen): readonly Field[] =>
  entity.view === undefined
    ? [...(reachOf(model, access, entity, screen) === 'record' ? recordSystemFields(model, access) : []), versionField]
    : [];

const systemColumns = (sight: Sight, screen: RegistryScreen): GridColumn[] =>
  systemFieldsOf(sight, screen).map((field) => ({
    key: field.name,
    path: [field.name],
    title: field.title,
    cell: fieldTypes[field.type].cell(field),
    width: fieldTypes[field.type].width(field, undefined),
    sortable: isSortable(field),
    orderBy: field.name,
    entity: sight.entity.name,
    field: field.name,
    needs: [[field.name]],
    of: 'system',
  }));

/** Columns that a person may add to those of the screen. */
export const moreColumns = (sight: Sight, screen: RegistryScreen): GridColumn[] => {
  const taken = new Set(screen.columns.map(({ path }) => path.join('.')));
  return [...otherColumns(sight), ...relatedColumns(sight), ...systemColumns(sight, screen)].filter(
    ({ key }) => !taken.has(key),
  );
};

/** Every column that a person's list may show. */
export const listedColumns = (sight: Sight, screen: RegistryScreen): readonly GridColumn[] => [
  ...gridColumns(sight, screen.columns),
  ...moreColumns(sight, screen),
];

/** Paths that a list needs for its columns: a relation brings the fields of its label. */
export const listPaths = (sight: Sight, paths: readonly FieldPath[]): FieldPath[] =>
  paths.flatMap((path): FieldPath[] => {
    const located = sight.locate(path);
    if (!located) return [];
    return located.field.relation && !sight.covers(located)
      ? sight.labelFields(located.field).map((name) => [...path, name])
      : [path];
  });

export const columnName = (sight: Sight) => (path: FieldPath) => sight.locate(path)?.field.column ?? path.at(-1) ?? '';

/** `cidade(nome)`: how PostgREST names a field, or one behind a to-one relation, in `order`. */
export const orderName = (path: FieldPath, columnOf: (path: FieldPath) => string): string =>
  path.length === 1 ? columnOf(path) : `${path[0]}(${[...path.slice(1, -1), columnOf(path)].join('.')})`;
