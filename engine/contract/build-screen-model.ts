/** model + access + screen -> what the screens of a registry are drawn from, as one user may have it. */
import type { Access } from '../access/access.ts';
import { mayAct } from '../access/may-act.ts';
import { asRead, missingRights, readableChildren, withFields, writableEntity } from '../access/visible-entity.ts';
import { isBeyond } from '../expressions/keys-in.ts';
import { writableChildren, writableFields } from '../fields/record-schema.ts';
import { screenEntity } from '../model/screen-entity.ts';
import type { FieldPath, RegistryScreen, SearchField } from '../model/screen-types.ts';
import type { Child, Entity, Field, Model } from '../model/types.ts';
import { ownRecord } from '../model/types.ts';
import { begunIn } from './asked-begins.ts';
import { behindPaths, placeBehind } from './behind-values.ts';
import { formBegins } from './build-begins.ts';
import { columnName, gridColumns, listPaths, moreColumns, orderName } from './build-columns.ts';
import { formFills } from './build-fills.ts';
import type { ChildSight } from './build-form.ts';
import { buildForm, childSight } from './build-form.ts';
import type { EntitySight } from './build-list-parts.ts';
import { buildActions, buildDetail, neededByActions } from './build-list-parts.ts';
import { addressParameters } from './build-parameters.ts';
import { buildRecordLink } from './build-record-link.ts';
import { relationTarget } from './build-relation.ts';
import { buildReport, levelOrder } from './build-report.ts';
import type { ValidatorOf } from './build-transitions.ts';
import { buildTransitions, removableStates } from './build-transitions.ts';
import { cutExpressions } from './cut-expressions.ts';
import { linkedLists } from './linked-lists.ts';
import { lockInSight } from './lock-in-sight.ts';
import { neededByTransitions } from './needed-by-transitions.ts';
import { neededByLock } from './open-under-lock.ts';
import { ownPlace } from './own-default.ts';
import type { ScreenModel, SearchDescriptor } from './screen-model.ts';
import { sensitiveReaders } from './sensitive-readers.ts';
import { cutField, cutLabel, optionsOf, relationPath, Sight } from './sight.ts';
import { namedBy } from './write-label.ts';
import { writeSelect } from './write-select.ts';

const entitySight = (sight: Sight): EntitySight => ({
  fields: sight.comparable,
  reads: (path) => sight.compares(path),
  columns: (columns) => gridColumns(sight, columns),
  title: (path) => sight.locate(path)?.field.title,
});

const searchDescriptor = (sight: Sight, search: SearchField): SearchDescriptor[] => {
  const located = sight.locate(search.path);
  if (!located || sight.covers(located)) return [];
  const { field } = located;
  const options = optionsOf(sight, field);
  const target = sight.target(field);
  const path = target ? relationPath(sight, target) : null;
  // Whom nobody can pick one asks for by name.
  const named = target && path === null ? namedBy(field.relation?.label ?? [], sight.fieldsBehind(field)) : undefined;
  if (named) return searchDescriptor(sight, { ...search, path: [...search.path, named.name], match: 'contains' });
  return [
    {
      key: search.path.length === 1 ? field.column : search.path.join('.'),
      label: search.label,
      type: field.type,
      mask: field.mask ?? null,
      list: options?.map((one) => ({ label: one.label, key: one.value })) ?? null,
      desc: search.desc ?? null,
      format: field.format ?? null,
      match: search.match,
      target: path,
    },
  ];
};

/** What the files say of the screen, without the names that the user may not read; `inForm` are those of the form. */
const cutScreen = (sight: Sight, screen: RegistryScreen, inForm: ReadonlySet<string>): ScreenModel['screen'] => {
  // The provider's relation is told beside the screen, to whom it concerns; the pickers' call, the filter and what is told
  // first of other registries are of the server alone.
  const {
    record: _record,
    provider: _provider,
    autocomplete: _autocomplete,
    filter: _filter,
    linked: _linked,
    only: _only,
    fields: _fields,
    withheld: _withheld,
    parameters: _parameters,
    report: _report,
    ...shown
  } = screen;
  return {
    ...shown,
    title: screen.title.replaceAll('{cliente}', sight.model.client?.title ?? ''),
    sections: screen.sections
      .map((section) => ({ ...section, fields: section.fields.filter((name) => inForm.has(name)) }))
      .filter((section) => section.fields.length > 0),
    columns: screen.columns.filter((column) => sight.locate(column.path)),
    search: screen.search.filter((search) => sight.compares(search.path)),
    batch: screen.batch.filter((name) => inForm.has(name)),
    sort: screen.sort.filter((key) => sight.compares(key.path)),
    // As the user has them they stand beside the screen.
    detail: undefined,
    actions: [],
    buttons: [],
    totals: [],
    inline: [],
    // Of the server alone: it names fields whoever may see them.
    lookups: [],
  };
};

/** An entity with what the user may read of it: `fields`, and the rows it owns. */
const cutEntity = (sight: Sight, entity: Entity, fields: readonly Field[], owned: readonly Child[]): Entity => {
  const own = entity === sight.entity;
  const open = new Set(fields.map((field) => field.name));
  // As the user has them they stand beside the entity; what the quick search reads is the server's alone.
  const { states: _s, view: _v, noOverlap: _n, history: _h, searchThrough: _t, searchNumbers: _w, ...rest } = entity;
  const seen = { fields: fields.map((field) => asRead(sight.access, entity, field)), children: owned };
  return {
    ...rest,
    fields: fields.map((field) => cutField(sight, entity, field)),
    children: owned.map((child) => ({
      ...child,
      entity: { ...child.entity, expressions: cutExpressions(child.entity.expressions, child.entity, seen) },
    })),
    expressions: own ? cutExpressions(entity.expressions, seen, undefined) : undefined,
    label: cutLabel(entity.label, open),
    naturalKey: entity.naturalKey.filter((name) => open.has(name)),
    search: entity.search.filter((name) =>
      fields.some((field) => field.name === name && !sight.covers({ entity, field })),
    ),
    indexes: [],
    scope: [],
    initialRows: undefined,
  };
};

/** What is read of an entity, and what relations make known of it: the same fields where that is no more. */
const fieldsTold = (read: readonly Field[], known: readonly Field[]): readonly Field[] => [
  ...read,
  ...new Set(known.filter((field) => !read.includes(field))),
];

/** What new records begin with, and new rows of their lists. */
const beginningsOf = (sight: Sight, writable: Entity): Pick<ScreenModel, 'begins' | 'rowBegins'> => {
  const own = formBegins(sight, writable);
  const owner = { sight, later: own?.later ?? [] };
  const lists = writableChildren(writable).flatMap((child) => {
    const begins = formBegins(new Sight(sight.model, sight.access, child.entity), child.entity, owner);
    return begins === undefined ? [] : [[child.name, begins] as const];
  });
  const unknown = lists.filter(([, { later }]) => later.length > 0).map(([name]) => name);
  const begins = unknown.length === 0 ? own : formBegins(sight, writable, undefined, unknown);
  return { ...(begins && { begins }), ...(lists.length > 0 && { rowBegins: Object.fromEntries(lists) }) };
};

/** Whether the records that the person sees are those that stand for the person. */
const isOwn = ({ unconfined, own }: Access, { scope }: Entity): boolean =>
  !unconfined && scope.some(({ role, field }) => field === ownRecord && own[role].length > 0);

/** The screen for one user. `validator` is the address of the compiled validator of what the user may write. */
export const buildScreenModel = (
  model: Model,
  access: Access,
  screen: RegistryScreen,
  validator: ValidatorOf,
): ScreenModel => {
  const entity = screenEntity(model, screen);
  if (!entity) throw new Error(`screen ${screen.path} shows no entity`);
  const sight = new Sight(model, access, entity, screen);
  const columns = gridColumns(sight, screen.columns);
  const rights = { view: false, insert: false, update: false, delete: false, audit: false };
  for (const action of Object.keys(rights) as (keyof typeof rights)[]) rights[action] = mayAct(access, entity, action);
  // What nobody could fill in to the end is not offered.
  if (missingRights(access, entity).length > 0) rights.insert = false;
  // Who writes nothing has a form of what can be read: it names nothing else.
  const readable = readableChildren(model, access, entity, screen);
  const writable =
    rights.insert || rights.update
      ? writableEntity(access, entity)
      : withFields(
          entity,
          sight.fields.map((field) => asRead(access, entity, field)),
          readable,
        );
  const relations = sight.comparable.flatMap((field) => relationTarget(sight, field));
  // Who acts for one provider works for it alone.
  const provider =
    access.own.prestador.length !== 1
      ? relations.find((one) => one.field === screen.provider && one.path !== null)
      : undefined;
  const writing = writableFields(writable);
  const place = access.own.prestador.length > 1 ? ownPlace(access, entity) : undefined;
  const begins = writing.find(({ name }) => place?.role === 'prestador' && name === place.field);
  const children = entity.children.flatMap((child): ChildSight[] => {
    const read = readable.some((one) => one.name === child.name);
    const write = writableChildren(writable).find((one) => one.name === child.name);
    return read || write ? [childSight(model, access, child, read, write)] : [];
  });
  const viewer = {
    model,
    access,
    sightOf: (one: Entity, through?: RegistryScreen) =>
      entitySight(one === entity ? sight : new Sight(model, access, one, through)),
  };
  const detail = buildDetail(viewer, entity, screen);
  const actions = buildActions(viewer, entity, screen, writing, screen.actions);
  const totals = sight.comparable.filter((field) => screen.totals.includes(field.name)).map((field) => field.column);
  const readers = sensitiveReaders(model, access, entity, screen.path);
  const states = buildTransitions(sight, entity, relations, validator);
  const state = sight.fields.find(({ column }) => column === entity.states?.key);
  const removable = removableStates(sight, entity);
  const asked = new Set(states?.transitions.flatMap(({ form }) => form?.columns ?? []));
  const record = buildRecordLink(sight, screen);
  const inDetail = [...(detail?.fields ?? []), ...(detail?.list?.columns ?? [])];
  const shown = new Set([...columns, ...inDetail].map((column) => column.entity));
  /** Of rows that the record owns, as the screen has them. */
  const entityOf = (name: string): Entity[] => {
    const found = entity.children.find((child) => child.entity.name === name)?.entity ?? model.entities[name];
    return found === undefined ? [] : [found];
  };
  const related = [
    ...new Set([...shown, ...[...relations, ...children.flatMap((child) => child.relations)].map((one) => one.entity)]),
  ]
    .filter((name) => name !== entity.name)
    .flatMap(entityOf);
  const leading = [
    ...sight.fields,
    ...readable.flatMap((child) => child.entity.fields),
    ...related.flatMap((one) => sight.fieldsOf(one)),
  ].filter(({ relation }) => relation?.known !== undefined);
  const told = (one: Entity): readonly Field[] =>
    leading.flatMap((field) => (field.relation?.entity === one.name ? sight.fieldsBehind(field) : []));
  const shownOf = (one: Entity): readonly Field[] =>
    one === entity
      ? one.fields.filter((field) => sight.fields.includes(field) || writing.includes(field) || asked.has(field.column))
      : fieldsTold(sight.fieldsOf(one), told(one));
  const cut = (one: Entity): Entity =>
    cutEntity(sight, one, shownOf(one), one === entity ? children.map((child) => child.shown) : []);
  const inForm = new Set([...shownOf(entity), ...children.map((child) => child.shown)].map(({ name }) => name));
  const lists = new Set(
    [
      ...sight.fields,
      ...children.flatMap((child) => child.shown.entity.fields),
      ...related.flatMap((one) => shownOf(one)),
    ].flatMap((field) => (field.codeList === undefined ? [] : [field.codeList])),
  );
  const own = cut(entity);
  const { lock, beyond } = lockInSight(sight, own);
  const begun = (states?.transitions ?? []).flatMap(({ form }) => begunIn(form));
  const read = [
    ...[...(states?.transitions ?? []), ...actions].flatMap(({ when }) => when?.reads ?? []),
    ...begun.flatMap(({ value }) => value?.reads ?? []),
  ].filter(isBeyond);
  const behind = placeBehind(sight, entity, [...beyond, ...read]);
  const shownEntity = own.expressions && lock ? { ...own, expressions: { ...own.expressions, lock } } : own;
  const writes = rights.insert || rights.update;
  const form = buildForm(sight, writable, { writes, relations, children }, validator);
  const fills = writes ? formFills(sight, writable) : [];
  const rowFills = children.flatMap((child) =>
    writes && child.fills.length > 0 ? [[child.shown.name, child.fills]] : [],
  );
  const newBegins = writes ? beginningsOf(sight, writable) : {};
  const needs = [
    ...neededByActions(actions, behind),
    ...neededByTransitions({ states, behind }),
    ...(removable ? [[removable.key]] : []),
    ...(record ? [[record.column]] : []),
    ...(rights.update ? neededByLock({ entity: shownEntity, form, behind }) : []),
  ];
  const search = screen.search.flatMap((one) => searchDescriptor(sight, one));
  const report = buildReport(sight, screen, search);
  const everything: FieldPath[] = sight.fields.map((field) => [field.name]);
  return {
    screen: cutScreen(sight, screen, inForm),
    entity: shownEntity,
    related: Object.fromEntries(related.map((one) => [one.name, cut(one)])),
    rights,
    ...(rights.view && isOwn(access, entity) && { ownRecord: true }),
    columns,
    moreColumns: moreColumns(sight, screen),
    select: writeSelect(
      [
        ['id'],
        ['versao'],
        ...needs,
        ...listPaths(
          sight,
          columns.map((column) => column.path),
        ),
      ],
      columnName(sight),
    ),
    recordSelect: [
      writeSelect(
        [['id'], ['versao'], ...everything, ...listPaths(sight, everything), ...behind.flatMap(behindPaths)],
        columnName(sight),
      ),
      ...children.flatMap((child) => child.select),
    ].join(','),
    ...(behind.length > 0 && { behind }),
    order: [
      ...(report ? levelOrder(report) : []),
      ...screen.sort
        .filter((key) => sight.compares(key.path))
        .map((key) => `${orderName(key.path, columnName(sight))}.${key.descending ? 'desc' : 'asc'}`),
    ].join(','),
    search,
    ...addressParameters(sight, screen),
    quickSearch: sight.searched.map(({ title }) => title),
    relations,
    childRelations: Object.fromEntries(children.map((child) => [child.shown.name, child.relations])),
    codeLists: Object.fromEntries(
      [...lists].flatMap((name) => (model.codeLists[name] ? [[name, model.codeLists[name].options]] : [])),
    ),
    form,
    ...(fills.length > 0 && { fills }),
    ...(rowFills.length > 0 && { rowFills: Object.fromEntries(rowFills) }),
    ...newBegins,
    ...(record && { record }),
    ...(provider && { provider: provider.column }),
    ...(begins && { ownProvider: begins.column }),
    ...(states && { states }),
    ...(state && { state: state.column }),
    ...(removable && { removable }),
    batch: screen.batch.flatMap((name) => writing.filter((field) => field.name === name).map((field) => field.column)),
    detail,
    actions,
    buttons: buildActions(viewer, entity, screen, writing, screen.buttons),
    ...(linkedLists(model, access, entity, screen).length > 0 && { linked: true as const }),
    ...(readers && { readers }),
    needs,
    totals:
      totals.length === 0
        ? null
        : { columns: totals, select: totals.map((column) => `${column}:${column}.sum()::text`).join(',') },
    ...(report && { report }),
    inline: rights.update
      ? writing.filter((field) => screen.inline.includes(field.name)).map((field) => field.column)
      : [],
  };
};
