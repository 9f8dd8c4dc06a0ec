/** What a list offers beyond its columns, as one user has it: what the user may not do or see is not in it. */
import type { Access } from '../access/access.ts';
import { keeps } from '../access/keeps.ts';
import { comparableFields, reachOf } from '../access/visible-entity.ts';
import type { Expression } from '../expressions/types.ts';
import { filledFields } from '../model/filled-fields.ts';
import type { ActionValue, FieldValue, ScreenAction } from '../model/list-parts.ts';
import type { FieldPath, RegistryScreen, ScreenColumn } from '../model/screen-types.ts';
import type { Entity, Field, Model } from '../model/types.ts';
import { pathsTo } from './behind-values.ts';
import type { BehindValue, DetailModel, GridColumn, ListAction } from './screen-model.ts';
import { isSeenExpression } from './seen-rules.ts';
import { writeSelect } from './write-select.ts';

/** One user's sight of an entity: the fields that may be read, and columns of them. */
export interface EntitySight {
  readonly fields: readonly Field[];
  /** Whether the value at the end of the path may be read as it is. */
  readonly reads: (path: FieldPath) => boolean;
  readonly columns: (columns: readonly ScreenColumn[]) => readonly GridColumn[];
  /** Of a field path; undefined where it may not be read. */
  readonly title: (path: FieldPath) => string | undefined;
}

interface Viewer {
  readonly model: Model;
  readonly access: Access;
  readonly sightOf: (entity: Entity, screen?: RegistryScreen) => EntitySight;
}

/** Key of the rows in the answer: no field is named so. */
const rowsKey = '_rows';

const columnsOf = (sight: EntitySight, paths: readonly FieldPath[]): readonly GridColumn[] =>
  sight.columns(
    paths.flatMap((path) => {
      const title = sight.title(path);
      return title === undefined ? [] : [{ path, title, width: undefined }];
    }),
  );

const selectColumns = (columns: readonly GridColumn[]): string =>
  writeSelect([['id'], ...columns.flatMap((column) => column.needs)]);

type Source = {
  readonly embed: string;
  readonly title: string;
  readonly sight: EntitySight;
  readonly all: NonNullable<DetailModel['list']>['all'];
};

/** The registry that lists the rows, among those that the user may open; the API embeds it by its route. */
const listingScreen = ({ model, access }: Viewer, entity: string): RegistryScreen | undefined =>
  model.screens.find(
    (one): one is RegistryScreen =>
      one.kind === 'registry' &&
      one.entity === entity &&
      !one.path.slice(1).includes('/') &&
      access.can(one.permission.action, one.permission.subject),
  );

const sourceOf = (
  viewer: Viewer,
  entity: Entity,
  screen: RegistryScreen,
  source: NonNullable<NonNullable<RegistryScreen['detail']>['list']>['source'],
): Source | undefined => {
  const { model, access, sightOf } = viewer;
  if (source.kind === 'owned') {
    const child = entity.children.find((one) => one.name === source.child);
    const open =
      child !== undefined && !keeps(access, entity, child) && reachOf(model, access, entity, screen) === 'record';
    return child && open
      ? { embed: child.name, title: child.title, sight: sightOf(child.entity), all: null }
      : undefined;
  }
  const listing = listingScreen(viewer, source.entity);
  const other = model.entities[source.entity];
  if (listing === undefined || other === undefined) return undefined;
  const sight = sightOf(other, listing);
  const field = sight.fields.find((one) => one.name === source.relation);
  return (
    field && {
      embed: `${listing.path.slice(1)}!${field.name}`,
      title: listing.title,
      sight,
      all: { path: listing.path, column: field.column },
    }
  );
};

export const buildDetail = (viewer: Viewer, entity: Entity, screen: RegistryScreen): DetailModel | null => {
  const { detail } = screen;
  if (detail === undefined) return null;
  const fields = columnsOf(viewer.sightOf(entity, screen), detail.fields);
  const source = detail.list && sourceOf(viewer, entity, screen, detail.list.source);
  const columns = source && detail.list ? columnsOf(source.sight, detail.list.columns) : [];
  const list =
    source && detail.list && columns.length > 0
      ? {
          key: rowsKey,
          title: detail.list.title ?? source.title,
          columns,
          limit: detail.list.limit,
          all: source.all,
        }
      : null;
  if (fields.length === 0 && list === null) return null;
  const embedded = list === null ? [] : [`${rowsKey}:${source?.embed ?? ''}(${selectColumns(columns)})`];
  return {
    fields,
    list,
    select: [selectColumns(fields), ...embedded].join(','),
    // One more than is shown tells whether there are others.
    limits: list === null ? '' : `${rowsKey}.limit=${list.limit + 1}`,
  };
};

const fieldValue = ({ column, value }: ActionValue): FieldValue => ({ column, value });

/** The effect as the browser carries it out; undefined where the user may not, or may not see what it speaks of. */
const effectFor = (
  viewer: Viewer,
  sight: EntitySight,
  entity: Entity,
  writing: readonly Field[],
  { effect }: ScreenAction,
): ListAction['effect'] | undefined => {
  const { model, access, sightOf } = viewer;
  if (effect.kind === 'link') return effect;
  if (effect.kind === 'change') {
    const open = Object.keys(effect.values).every((column) => writing.some((field) => field.column === column));
    return open && access.can('update', entity.subject) ? effect : undefined;
  }
  const target = model.screens.find(
    (one): one is RegistryScreen =>
      one.kind === 'registry' && one.path === effect.path && access.can(one.permission.action, one.permission.subject),
  );
  const shown = target && model.entities[target.entity];
  if (target === undefined || shown === undefined) return undefined;
  const { fields } = sightOf(shown, target);
  const named = [...effect.filter, ...effect.values].every(({ column }) => fields.some((one) => one.column === column));
  if (!named || (effect.values.length > 0 && !access.can('insert', shown.subject))) return undefined;
  // What this user cannot read is left to be filled in; with nothing given, it is what the button for a new record does.
  const values = effect.values.filter(({ reads }) => reads.every(sight.reads));
  if (values.length === 0 && effect.values.length > 0) return undefined;
  return { kind: 'open', path: effect.path, filter: effect.filter.map(fieldValue), values: values.map(fieldValue) };
};

/** Of conditions that read what the row points at those of which the user may read all; of others the server knows. */
const knownHere = (
  { model, access }: Viewer,
  entity: Entity,
  screen: RegistryScreen,
  { when }: ScreenAction,
): Expression | undefined => {
  if (when?.targets === undefined) return when;
  const known = { fields: comparableFields(model, access, entity, screen), children: [] };
  return isSeenExpression(model, access, when, known, undefined) ? when : undefined;
};

export const buildActions = (
  viewer: Viewer,
  entity: Entity,
  screen: RegistryScreen,
  writing: readonly Field[],
  list: readonly ScreenAction[],
): readonly ListAction[] => {
  const sight = viewer.sightOf(entity, screen);
  return list.flatMap((action): ListAction[] => {
    const { permission, reads } = action;
    if (permission !== undefined && !viewer.access.can(permission.action, permission.subject)) return [];
    if (!reads.every((name) => sight.reads([name]))) return [];
    const effect = effectFor(viewer, sight, entity, writing, action);
    const { name, title, icon } = action;
    const when = knownHere(viewer, entity, screen, action);
    return effect === undefined ? [] : [{ name, title, icon, ...(when && { when }), effect }];
  });
};

/** What the actions read of a row, and of what it points at. What a new record begins with is read when it is made. */
export const neededByActions = (
  actions: readonly ListAction[],
  behind: readonly BehindValue[],
): readonly FieldPath[] => {
  const filled = actions.flatMap(({ effect }) =>
    effect.kind === 'link'
      ? filledFields([effect.href])
      : effect.kind === 'open'
        ? filledFields(effect.filter.map(({ value }) => value))
        : [],
  );
  return pathsTo([...filled, ...actions.flatMap(({ when }) => when?.reads ?? [])], behind);
};
