import type { Access } from '../access/access.ts';
import { covers } from '../access/keeps.ts';
import {
  asRead,
  missingRights,
  reachOf,
  readableChildren,
  readableFields,
  withFields,
  writableEntity,
} from '../access/visible-entity.ts';
import { fieldTypes } from '../fields/index.ts';
import {
  closedProperties,
  computedProperties,
  recordSchema,
  writableChildren,
  writableFields,
} from '../fields/record-schema.ts';
import type {
  Child,
  CodeOption,
  Entity,
  Field,
  FieldPath,
  LabelPart,
  Model,
  RegistryScreen,
  SearchField,
} from '../model/types.ts';
import type { EntitySight } from './build-list-parts.ts';
import { buildActions, buildDetail, neededByActions } from './build-list-parts.ts';
import { cutExpressions } from './cut-expressions.ts';
import type { GridColumn, RelationTarget, ScreenModel, SearchDescriptor } from './screen-model.ts';
import { recordSystemFields, versionField } from './system-fields.ts';
import { writeSelect } from './write-select.ts';

interface Located {
  readonly entity: Entity;
  readonly field: Field;
}

/** One user's sight of the records of one screen, or of rows that they own: every name below has been asked for through it. */
export class Sight {
  readonly model: Model;
  readonly access: Access;
  readonly entity: Entity;
  readonly fields: readonly Field[];

  constructor(model: Model, access: Access, entity: Entity, screen?: RegistryScreen) {
    this.model = model;
    this.access = access;
    this.entity = entity;
    this.fields = readableFields(model, access, entity, screen);
  }

  fieldsOf(entity: Entity): readonly Field[] {
    return entity === this.entity ? this.fields : readableFields(this.model, this.access, entity);
  }

  target(field: Field): Entity | undefined {
    return field.relation && this.model.entities[field.relation.entity];
  }

  covers({ entity, field }: Located): boolean {
    return covers(this.access, entity, field);
  }

  /** Those of the fields whose values may be asked about. */
  get comparable(): readonly Field[] {
    return this.comparableOf(this.entity);
  }

  comparableOf(entity: Entity): readonly Field[] {
    return this.fieldsOf(entity).filter((field) => !this.covers({ entity, field }));
  }

  /** The same of the field at the end of a path. */
  compares(path: FieldPath): boolean {
    const located = this.locate(path);
    return located !== undefined && !this.covers(located);
  }

  /** The field at the end of a path, where every step may be read, and followed. */
  locate(path: FieldPath): Located | undefined {
    let entity: Entity | undefined = this.entity;
    let found: Located | undefined;
    for (const name of path) {
      const field: Field | undefined = entity && this.fieldsOf(entity).find((one) => one.name === name);
      if (!entity || !field || (found && this.covers(found))) return undefined;
      found = { entity, field };
      entity = this.target(field);
    }
    return found;
  }

  /** Fields of the target that its label here mentions and the user may read. */
  labelFields(field: Field): readonly string[] {
    const target = this.target(field);
    if (!target) return [];
    const open = new Set(this.fieldsOf(target).map((one) => one.name));
    return (field.relation?.label ?? []).flatMap((part) =>
      'field' in part && open.has(part.field) ? [part.field] : [],
    );
  }
}

/** Options of the field's code list that the field takes; undefined where it has none. */
const optionsOf = (sight: Sight, field: Field): readonly CodeOption[] | undefined =>
  field.codeList === undefined
    ? undefined
    : sight.model.codeLists[field.codeList]?.options.filter((one) => field.codes?.includes(one.value) ?? true);

const isSortable = ({ type }: Field): boolean =>
  fieldTypes[type].operators.includes('gt') || type === 'code' || type === 'boolean' || type === 'relation';

const gridColumns = (sight: Sight, columns: RegistryScreen['columns']): GridColumn[] =>
  columns.flatMap((column): GridColumn[] => {
    const located = sight.locate(column.path);
    if (!located) return [];
    const { entity } = located;
    const covered = sight.covers(located);
    const field = asRead(sight.access, entity, located.field);
    const type = fieldTypes[field.type];
    return [
      {
        key: column.path.join('.'),
        path: covered ? [...column.path.slice(0, -1), field.column] : column.path,
        title: column.title,
        cell: type.cell(field),
        width: column.width ?? type.width(field, optionsOf(sight, field)),
        sortable: !covered && isSortable(field),
        ...(covered && { covered }),
        orderBy: orderName(
          field.relation ? [...column.path, sight.labelFields(field)[0] ?? 'id'] : column.path,
          columnName(sight),
        ),
        entity: entity.name,
        field: field.name,
        needs: listPaths(sight, [column.path]).map((path) => [...path.slice(0, -1), columnName(sight)(path)]),
      },
    ];
  });

/** Columns of the other fields, in their order; of a relation whose label says nothing here there is none. */
const otherColumns = (sight: Sight): GridColumn[] =>
  gridColumns(
    sight,
    sight.fields.map(({ name, title }) => ({ path: [name], title, width: undefined })),
  ).filter(({ needs }) => needs.length > 0);

/** Columns of the fields one relation away. */
const relatedColumns = (sight: Sight): GridColumn[] =>
  sight.comparable.flatMap((relation) => {
    const target = sight.target(relation);
    const fields = target ? sight.fieldsOf(target) : [];
    return gridColumns(
      sight,
      fields
        .filter(({ type }) => type !== 'relation' && type !== 'attachment')
        .map(({ name, title }) => ({
          path: [relation.name, name],
          title: `${relation.title}: ${title}`,
          width: undefined,
        })),
    ).map((column) => ({ ...column, of: 'related' }));
  });

const systemColumns = ({ model, access, entity }: Sight, screen: RegistryScreen): GridColumn[] =>
  [...(reachOf(model, access, entity, screen) === 'record' ? recordSystemFields(model) : []), versionField].map(
    (field) => ({
      key: field.name,
      path: [field.name],
      title: field.title,
      cell: fieldTypes[field.type].cell(field),
      width: fieldTypes[field.type].width(field, undefined),
      sortable: isSortable(field),
      orderBy: field.name,
      entity: entity.name,
      field: field.name,
      needs: [[field.name]],
      of: 'system',
    }),
  );

/** Columns that a person may add to those of the screen. */
const moreColumns = (sight: Sight, screen: RegistryScreen): GridColumn[] => {
  const taken = new Set(screen.columns.map(({ path }) => path.join('.')));
  return [...otherColumns(sight), ...relatedColumns(sight), ...systemColumns(sight, screen)].filter(
    ({ key }) => !taken.has(key),
  );
};

const entitySight = (sight: Sight): EntitySight => ({
  fields: sight.comparable,
  columns: (columns) => gridColumns(sight, columns),
  title: (path) => sight.locate(path)?.field.title,
});

/** Every column that a person's list may show. */
export const listedColumns = (sight: Sight, screen: RegistryScreen): readonly GridColumn[] => [
  ...gridColumns(sight, screen.columns),
  ...moreColumns(sight, screen),
];

/** Paths that a list needs for its columns: a relation brings the fields of its label. */
const listPaths = (sight: Sight, paths: readonly FieldPath[]): FieldPath[] =>
  paths.flatMap((path): FieldPath[] => {
    const located = sight.locate(path);
    if (!located) return [];
    return located.field.relation && !sight.covers(located)
      ? sight.labelFields(located.field).map((name) => [...path, name])
      : [path];
  });

const columnName = (sight: Sight) => (path: FieldPath) => sight.locate(path)?.field.column ?? path.at(-1) ?? '';

const searchDescriptor = (sight: Sight, search: SearchField): SearchDescriptor[] => {
  const located = sight.locate(search.path);
  if (!located || sight.covers(located)) return [];
  const { field } = located;
  const options = optionsOf(sight, field);
  const target = sight.target(field);
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
      target: target ? relationPath(sight, target) : null,
    },
  ];
};

const relationPath = (sight: Sight, target: Entity): string | null =>
  target.path !== undefined && reachOf(sight.model, sight.access, target) !== 'none' ? target.path : null;

/** Characters before a picker asks (document 1 section 9). */
const defaultMinimum = 2;

const relationTarget = (sight: Sight, field: Field): RelationTarget[] => {
  const target = sight.target(field);
  if (!field.relation || !target) return [];
  const open = new Set(sight.labelFields(field));
  const path = relationPath(sight, target);
  const screen = sight.model.screens.find((one) => one.kind === 'registry' && one.path === path);
  const autocomplete = screen?.kind === 'registry' ? screen.autocomplete : undefined;
  const { validity } = autocomplete ?? {};
  const names = new Set(sight.comparableOf(target).map(({ name }) => name));
  // Whom a date is kept from, of the record or of the target, may not find it out by asking for days.
  const dated =
    validity !== undefined &&
    names.has(validity.from) &&
    names.has(validity.until) &&
    sight.comparable.some(({ name }) => name === field.relation?.date);
  const opens =
    screen?.permission !== undefined && sight.access.can(screen.permission.action, screen.permission.subject);
  return [
    {
      field: field.name,
      column: field.column,
      entity: target.name,
      path,
      select: ['id', ...open].join(','),
      call: path === null || autocomplete?.path === undefined ? path : `/${autocomplete.path}`,
      minimum: field.relation.minimum ?? autocomplete?.minimum ?? defaultMinimum,
      single: field.relation.single === true,
      date: dated ? (field.relation.date ?? null) : null,
      create: opens && sight.access.can('insert', target.subject),
      label: cutLabel(field.relation.label, open),
    },
  ];
};

/** A label cut down to the fields that the user may read; empty where none is left. */
const cutLabel = (label: readonly LabelPart[], open: ReadonlySet<string>): readonly LabelPart[] => {
  const kept = label.filter((part) => 'text' in part || open.has(part.field));
  return kept.length < label.length && kept.every((part) => 'text' in part) ? [] : kept;
};

/** The field, its label cut down to what the user may read of the target. */
const cutField = (sight: Sight, entity: Entity, own: Field): Field => {
  const field = asRead(sight.access, entity, own);
  if (!field.relation) return field;
  const label = cutLabel(field.relation.label, new Set(sight.labelFields(field)));
  const { date, ...relation } = field.relation;
  const dated = date !== undefined && sight.fields.some(({ name }) => name === date) ? { date } : {};
  return { ...field, relation: { ...relation, label, ...dated } };
};

/** Those of the fields that the files leave open to writing and the rights do not, or that are worked out and read covered. */
const closedFields = (sight: Sight, fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((own) => {
    const field = asRead(sight.access, sight.entity, own);
    const computed = sight.entity.expressions?.computed.some(({ key }) => key === own.column) === true;
    return field.readOnly && (!own.readOnly || (computed && field.covered === true)) ? [field] : [];
  });

/** `rows` is the key of the related rows that come with the record: `banco_id`, `contas.banco_id`. */
const uiField = (sight: Sight, field: Field, targets: readonly RelationTarget[], rows: string) => {
  const type = fieldTypes[field.type];
  const options = optionsOf(sight, field);
  const target = targets.find((one) => one.column === field.column);
  return {
    // A list of files is an array to RJSF, which widgets are not for.
    [field.attachment === undefined ? 'ui:widget' : 'ui:field']: type.widget(field),
    ...(field.readOnly ? { 'ui:readonly': true } : {}),
    'ui:options': {
      span: type.span(field, options),
      ...(field.mask === undefined ? {} : { mask: field.mask }),
      ...(field.format === undefined ? {} : { format: field.format }),
      ...(field.help === undefined ? {} : { help: field.help }),
      ...(field.scale === undefined ? {} : { scale: field.scale }),
      ...(field.seconds === true ? { seconds: true } : {}),
      ...(options ? { options } : {}),
      ...(target ? { target, rows } : {}),
    },
  };
};

/** One user's sight of the rows that a record owns. */
interface ChildSight {
  /** Cut down to what the user may read or write. */
  readonly shown: Child;
  readonly relations: readonly RelationTarget[];
  /** Empty where the rows are not readable. */
  readonly select: readonly string[];
  readonly computed: ScreenModel['form']['computed'];
  readonly uiSchema: Readonly<Record<string, unknown>>;
}

/** `write`: the rows as the user may write them; undefined where that is not for the user. */
const childSight = (
  model: Model,
  access: Access,
  child: Child,
  read: boolean,
  write: Child | undefined,
): ChildSight => {
  const sight = new Sight(model, access, child.entity);
  const readable = read ? sight.fields : [];
  const writing = write === undefined ? [] : writableFields(write.entity);
  const closed = write === undefined ? [] : closedFields(sight, readable);
  const computed = write === undefined ? {} : { ...computedProperties(write.entity), ...closedProperties(closed) };
  const fields = child.entity.fields.filter(
    (field) => readable.includes(field) || writing.some((one) => one.name === field.name),
  );
  const relations = fields
    .filter((field) => !sight.covers({ entity: child.entity, field }))
    .flatMap((field) => relationTarget(sight, field));
  const paths: FieldPath[] = readable.map((field) => [field.name]);
  const open = new Set(fields.map((field) => field.name));
  return {
    shown: {
      ...child,
      entity: {
        ...child.entity,
        fields: fields.map((field) => cutField(sight, child.entity, field)),
        label: cutLabel(child.entity.label, open),
        indexes: [],
      },
    },
    relations,
    select: read
      ? [`${child.name}(${writeSelect([['id'], ...paths, ...listPaths(sight, paths)], columnName(sight))})`]
      : [],
    computed,
    uiSchema: {
      'ui:options': {
        span: 12,
        child: child.name,
        ...(child.help === undefined ? {} : { help: child.help }),
      },
      items: Object.fromEntries(
        fields
          .filter((field) => writing.includes(field) || Object.hasOwn(computed, field.column))
          .map((field) => [
            field.column,
            uiField(
              sight,
              closed.find(({ name }) => name === field.name) ?? field,
              relations,
              `${child.name}.${field.column}`,
            ),
          ]),
      ),
    },
  };
};

/** The screen for one user. `validator` is the address of the compiled validator of what the user may write. */
export const buildScreenModel = (
  model: Model,
  access: Access,
  screen: RegistryScreen,
  validator: (entity: Entity) => string,
): ScreenModel => {
  const entity = model.entities[screen.entity];
  if (!entity) throw new Error(`screen ${screen.path} shows no entity`);
  const sight = new Sight(model, access, entity, screen);
  const columns = gridColumns(sight, screen.columns);
  const rights = { view: false, insert: false, update: false, delete: false, audit: false };
  for (const action of Object.keys(rights) as (keyof typeof rights)[])
    rights[action] = access.can(action, entity.subject);
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
  // A provider works for itself alone; the name of the relation is told to nobody else.
  const { provider: worksFor, autocomplete: _serverAlone, ...shownScreen } = screen;
  const provider =
    access.own.prestador === undefined
      ? relations.find((one) => one.field === worksFor && one.path !== null)
      : undefined;
  const writing = writableFields(writable);
  const closed = rights.insert || rights.update ? closedFields(sight, sight.fields) : [];
  const computed = { ...computedProperties(writable), ...closedProperties(closed) };
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
  const needs = neededByActions(actions);
  const inDetail = [...(detail?.fields ?? []), ...(detail?.list?.columns ?? [])];
  const shown = new Set([...columns, ...inDetail].map((column) => column.entity));
  const related = [
    ...new Set([...shown, ...[...relations, ...children.flatMap((child) => child.relations)].map((one) => one.entity)]),
  ].filter((name) => name !== entity.name);
  const shownOf = (one: Entity): readonly Field[] =>
    one === entity
      ? one.fields.filter((field) => sight.fields.includes(field) || writing.includes(field))
      : sight.fieldsOf(one);
  const cut = (one: Entity): Entity => {
    const fields = shownOf(one);
    const open = new Set(fields.map((field) => field.name));
    const owned = one === entity ? children.map((child) => child.shown) : [];
    const seen = { fields: fields.map((field) => asRead(access, one, field)), children: owned };
    return {
      ...one,
      fields: fields.map((field) => cutField(sight, one, field)),
      children: owned.map((child) => ({
        ...child,
        entity: { ...child.entity, expressions: cutExpressions(child.entity.expressions, child.entity, seen) },
      })),
      expressions: one === entity ? cutExpressions(one.expressions, seen, undefined) : undefined,
      label: cutLabel(one.label, open),
      naturalKey: one.naturalKey.filter((name) => open.has(name)),
      search: one.search.filter((name) => fields.some((field) => field.name === name && !covers(access, one, field))),
      indexes: [],
      scope: [],
      initialRows: undefined,
    };
  };
  const inForm = new Set([...shownOf(entity), ...children.map((child) => child.shown)].map(({ name }) => name));
  const lists = new Set(
    [
      ...sight.fields,
      ...children.flatMap((child) => child.shown.entity.fields),
      ...related.flatMap((name) => sight.fieldsOf(model.entities[name] as Entity)),
    ].flatMap((field) => (field.codeList === undefined ? [] : [field.codeList])),
  );
  const title = (text: string): string => text.replaceAll('{cliente}', model.client?.title ?? '');
  const everything: FieldPath[] = sight.fields.map((field) => [field.name]);
  return {
    screen: {
      ...shownScreen,
      title: title(screen.title),
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
    },
    entity: cut(entity),
    related: Object.fromEntries(
      related.flatMap((name) => (model.entities[name] ? [[name, cut(model.entities[name])]] : [])),
    ),
    rights,
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
      writeSelect([['id'], ['versao'], ...everything, ...listPaths(sight, everything)], columnName(sight)),
      ...children.flatMap((child) => child.select),
    ].join(','),
    order: screen.sort
      .filter((key) => sight.compares(key.path))
      .map((key) => `${orderName(key.path, columnName(sight))}.${key.descending ? 'desc' : 'asc'}`)
      .join(','),
    search: screen.search.flatMap((search) => searchDescriptor(sight, search)),
    quickSearch: sight.comparable.some(({ name }) => entity.search.includes(name)),
    relations,
    childRelations: Object.fromEntries(children.map((child) => [child.shown.name, child.relations])),
    codeLists: Object.fromEntries(
      [...lists].flatMap((name) => (model.codeLists[name] ? [[name, model.codeLists[name].options]] : [])),
    ),
    form: {
      schema: recordSchema(writable),
      computed,
      computedRows: Object.fromEntries(
        children.flatMap((child) =>
          Object.keys(child.computed).length > 0 ? [[child.shown.name, child.computed]] : [],
        ),
      ),
      uiSchema: Object.fromEntries([
        ...writable.fields
          .filter((field) => writing.includes(field) || Object.hasOwn(computed, field.column))
          .map((field) => [
            field.column,
            uiField(sight, closed.find(({ name }) => name === field.name) ?? field, relations, field.column),
          ]),
        ...children.map((child) => [child.shown.name, child.uiSchema]),
      ]),
      validator: validator(writable),
    },
    ...(provider && { provider: provider.column }),
    batch: screen.batch.flatMap((name) => writing.filter((field) => field.name === name).map((field) => field.column)),
    detail,
    actions,
    buttons: buildActions(viewer, entity, screen, writing, screen.buttons),
    needs,
    totals:
      totals.length === 0
        ? null
        : { columns: totals, select: totals.map((column) => `${column}:${column}.sum()::text`).join(',') },
    inline: rights.update
      ? writing.filter((field) => screen.inline.includes(field.name)).map((field) => field.column)
      : [],
  };
};

/** `cidade(nome)`: how PostgREST names a field, or one behind a to-one relation, in `order`. */
const orderName = (path: FieldPath, columnOf: (path: FieldPath) => string): string =>
  path.length === 1 ? columnOf(path) : `${path[0]}(${[...path.slice(1, -1), columnOf(path)].join('.')})`;
