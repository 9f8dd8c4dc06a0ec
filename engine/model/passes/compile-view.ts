/**
 * A view: its query read against the entities. In: the entity whose rows a query.sql gives, and the others. Out: the
 * entity with what each value and the rows rest on, and its personal data classed as strictly as what it comes from.
 */
import { toPointer } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import { queryWords } from '../../core/query-words.ts';
import { keysIn } from '../../expressions/keys-in.ts';
import type { Expression } from '../../expressions/types.ts';
import type { RawQuery } from '../../metadata/parse-query.ts';
import { fieldIn } from '../../metadata/property.ts';
import { confines, isClosedTo } from '../confines.ts';
import type { Catalogues } from '../contracts.ts';
import { knownBeyond } from '../labelled-names.ts';
import type { QueryColumn, QueryTable, ReadSelect, Sources } from '../query/read-query.ts';
import { readQuery } from '../query/read-query.ts';
import type { Passed, Report } from '../report.ts';
import { collect } from '../report.ts';
import type { EntityView, Field, PersonalDataClass, ViewSource } from '../types.ts';
import type { LinkedEntity } from './link-entities.ts';

type Find = (name: string) => LinkedEntity | undefined;

const systemColumns: ReadonlyMap<string, string> = new Map([
  ['id', 'bigint'],
  ['criado_em', 'timestamptz'],
  ['alterado_em', 'timestamptz'],
]);

const classes: readonly PersonalDataClass[] = ['public', 'personal', 'sensitive'];

const hasTable = ({ draft }: LinkedEntity): boolean =>
  draft.screen.query === undefined && draft.screen.registry.value.log === undefined;

/** The columns that a query may read of an entity: no secrets, no files. */
const tableOf = ({ draft, entity }: LinkedEntity): QueryTable => {
  const { name, owner } = entity;
  const columns = new Map<string, QueryColumn>();
  const put = (column: string, sources: readonly string[]): void => {
    const same = `${name}.${column}`;
    columns.set(column, { sources: new Set(sources), same, named: new Set([same]) });
  };
  for (const column of systemColumns.keys()) put(column, []);
  for (const field of draft.fields) {
    if (field.writeOnly || field.type === 'attachment') continue;
    // Whose row it is and where it stands are the engine's own: who may read the array may know.
    const own = field.name === owner?.relation || field.name === owner?.position;
    put(field.column, own ? [] : [`${name}.${field.name}`]);
  }
  return { columns, rows: new Set(owner === undefined ? [] : [`${owner.entity}.${owner.child}`]) };
};

/** What gives a field its value in place of a caller: 'entity.part' of all that it is computed from, or set from. */
const operandsOf = ({ draft, entity }: LinkedEntity, { column }: Field, find: Find): readonly string[] => {
  const { expressions, states } = entity;
  const read: readonly Expression[] = [
    ...(expressions?.computed ?? []).filter(({ key }) => key === column).map(({ expression }) => expression),
    ...(states?.transitions ?? []).flatMap(({ set }) =>
      set.flatMap(({ key, value }) => (key === column && value !== null && typeof value === 'object' ? [value] : [])),
    ),
  ];
  return read.flatMap(({ tree }) => {
    const { own, items } = keysIn(tree);
    const nameOf = (of: LinkedEntity | undefined, key: string): string =>
      of?.draft.fields.find((one) => one.column === key)?.name ?? key;
    return [
      ...own.map((key) => `${draft.name}.${nameOf({ draft, entity }, key)}`),
      ...items.map((item) => {
        const [array = '', key = ''] = item.split('.');
        const rows = draft.children.find((one) => one.name === array)?.entity ?? '';
        return `${rows}.${nameOf(find(rows), key)}`;
      }),
    ];
  });
};

/** The sources with all that the computed among them are worked out from. */
const expand = (sources: Sources, find: Find): readonly ViewSource[] => {
  const found = new Map<string, ViewSource>();
  const pending: string[] = [];
  const visit = (key: string, worked = false): void => {
    const [name = '', part = ''] = key.split('.');
    const of = find(name);
    if (found.has(key) || of === undefined) return;
    const field = of.draft.byName.get(part);
    const child = of.draft.children.find((one) => one.name === part);
    found.set(key, {
      entity: name,
      part,
      rows: field === undefined,
      // Values may be worked out from what a client leaves out.
      visible: worked || ((field ?? child)?.visible ?? false),
      personalData: field?.personalData ?? 'public',
    });
    if (field !== undefined) for (const operand of operandsOf(of, field, find)) pending.push(operand);
  };
  for (const key of [...sources].sort()) visit(key);
  for (let key = pending.shift(); key !== undefined; key = pending.shift()) visit(key, true);
  return [...found.values()];
};

const strictest = (sources: readonly ViewSource[]): ViewSource | undefined =>
  sources.reduce<ViewSource | undefined>(
    (found, one) =>
      classes.indexOf(one.personalData) > classes.indexOf(found?.personalData ?? 'public') ? one : found,
    undefined,
  );

/** The field of an entity that a column is; undefined for one that every table has. */
const fieldOf = (same: string | undefined, find: Find): Field | undefined => {
  const [name = '', column = ''] = same?.split('.') ?? [];
  return find(name)?.draft.fields.find((field) => field.column === column);
};

/** What a column that is another's column holds, in words; of an expression only the database knows. */
const typeOf = (same: string, find: Find, { fieldTypes }: Catalogues): string => {
  const field = fieldOf(same, find);
  const [name = '', column = ''] = same.split('.');
  if (field?.relation !== undefined) return queryWords.relation(field.relation.entity);
  if (field !== undefined) return fieldTypes[field.type].castType;
  return column === 'id' ? queryWords.relation(name) : (systemColumns.get(column) ?? '');
};

const checkOutput = (
  { draft }: LinkedEntity,
  query: RawQuery,
  { columns }: ReadSelect,
  find: Find,
  catalogues: Catalogues,
  report: Report,
): void => {
  const output = (problem: string, offset: number | undefined, suggestion?: string): void =>
    report('MODEL_VIEW_OUTPUT', query.origin(offset), { entity: draft.name, problem }, suggestion);
  const wanted = new Map(draft.fields.map((field) => [field.column, field]));
  const id = columns.get('id');
  if (id === undefined) output(queryWords.idAbsent, 0);
  else if (id.unknown === undefined && (id.named.size === 0 || ![...id.named].every((one) => one.endsWith('.id'))))
    output(queryWords.idSource, id.offset);
  const spare = [...columns.keys()].filter((column) => column !== 'id' && !wanted.has(column));
  for (const column of wanted.keys())
    if (!columns.has(column)) output(queryWords.columnAbsent(column), 0, nearest(column, spare));
  for (const [column, { offset, same }] of columns) {
    const field = wanted.get(column);
    if (field === undefined && column !== 'id' && !column.startsWith('?'))
      output(queryWords.columnExtra(column), offset, nearest(column, wanted.keys()));
    if (field === undefined || same === undefined) continue;
    const found = typeOf(same, find, catalogues);
    const expected =
      field.relation === undefined
        ? catalogues.fieldTypes[field.type].castType
        : queryWords.relation(field.relation.entity);
    if (found !== expected)
      report('MODEL_VIEW_TYPE', query.origin(offset), { entity: draft.name, field: field.name, found, expected });
  }
};

/** The entity whose scope says whose the rows are: of owned ones that of the record that they belong to. */
const confining = (one: LinkedEntity, find: Find): LinkedEntity => {
  const owner = find(one.entity.owner?.entity ?? '');
  return owner === undefined ? one : confining(owner, find);
};

/** Whether all that a view tells of the entity is known of every record, beyond its scope. Rows that it owns a view may then tell as well. */
const isKnown = (entity: LinkedEntity['entity'], told: Sources): boolean =>
  entity.referenceBeyondScope !== undefined &&
  entity.fields.every(({ name }) => !told.has(`${entity.name}.${name}`) || knownBeyond(entity).includes(name));

/**
 * Rows that an entity keeps to the users of a role are kept so in a view of it: the view says who sees it, opens itself to
 * no role that one of its entities is closed to, but for what is known of every record, and has a scope of no role that one with a scope does not know, by the
 * very column that confines the entity. What only the staff sees it may show each person of the person's own rows.
 */
const checkScope = (
  { draft, entity }: LinkedEntity,
  { columns, rows }: ReadSelect,
  read: readonly LinkedEntity[],
  find: Find,
  report: Report,
): void => {
  const { registry, query } = draft.screen;
  const told = new Set([...rows, ...[...columns.values()].flatMap(({ sources }) => [...sources])]);
  const confined = [...new Set(read.map((one) => confining(one, find)))].filter((one) => confines(one.entity));
  const [first] = confined;
  const silent = entity.scope.length === 0 && entity.openTo === undefined;
  if (first !== undefined && silent)
    report('MODEL_VIEW_SCOPE', registry.origin('/scope'), {
      entity: draft.name,
      source: first.draft.name,
      problem: queryWords.scopeAbsent(first.entity.scope.map(({ role }) => role)),
    });
  for (const [index, role] of (entity.openTo ?? []).entries()) {
    const other = confined.find((one) => isClosedTo(one.entity, role) && !isKnown(one.entity, told));
    if (other !== undefined)
      report('MODEL_VIEW_SCOPE', registry.origin(`/openTo/${index}`), {
        entity: draft.name,
        source: other.draft.name,
        problem: queryWords.scopeOpen(role),
      });
  }
  for (const [index, { role, field }] of entity.scope.entries()) {
    const place = registry.origin(`/scope/${index}`);
    const other = confined.find(
      (one) =>
        one.entity.scope.length > 0 &&
        isClosedTo(one.entity, role) &&
        !one.entity.scope.some((scope) => scope.role === role),
    );
    if (other !== undefined)
      report('MODEL_VIEW_SCOPE', place, {
        entity: draft.name,
        source: other.draft.name,
        problem: queryWords.scopeUnknown(role),
      });
    const keys = confined.flatMap((one) =>
      one.entity.scope
        .filter((scope) => scope.role === role)
        .map((scope) => `${one.draft.name}.${one.draft.byName.get(scope.field)?.column ?? scope.field}`),
    );
    const own = columns.get(draft.byName.get(field)?.column ?? '');
    if (query?.select === undefined || own === undefined || keys.length === 0) continue;
    if (own.same === undefined || !keys.includes(own.same))
      report('MODEL_VIEW_SCOPE', place, {
        entity: draft.name,
        source: keys[0]?.split('.')[0] ?? '',
        problem: queryWords.scopeColumn(field, keys),
      });
  }
};

/** A field of the view, no less personal than what it is made from. Nothing is asked of it: it may always be empty. */
const classify = (linked: LinkedEntity, field: Field, sources: readonly ViewSource[], report: Report): Field => {
  const { record } = linked.draft.screen;
  const source = strictest(sources);
  const least = source?.personalData ?? 'public';
  const own = fieldIn(record.value, field.name)?.['x-personal-data'];
  if (own !== undefined && classes.indexOf(own) < classes.indexOf(least))
    report('MODEL_VIEW_CLASS', record.origin(toPointer(['properties', field.name, 'x-personal-data'])), {
      entity: linked.draft.name,
      field: field.name,
      class: own,
      source: `${source?.entity}.${source?.part}`,
      least,
    });
  return { ...field, readOnly: true, required: false, personalData: own ?? least };
};

const looksAs = (field: Field, other: Field | undefined): boolean =>
  other !== undefined && field.type === other.type && field.format === other.format && field.mask === other.mask;

export const compileView = (
  linked: LinkedEntity,
  find: Find,
  names: Iterable<string>,
  catalogues: Catalogues,
): Passed<LinkedEntity> =>
  collect((report) => {
    const { draft, entity } = linked;
    const { query, record } = draft.screen;
    const entities = new Map<string, LinkedEntity>();
    if (query?.select === undefined)
      return { draft, entity: { ...entity, view: { sql: '', sources: {}, rows: [], same: [], classed: [] } } };
    const read = readQuery(query.select, {
      names,
      table: (name) => {
        const found = find(name);
        if (found === undefined) return undefined;
        if (!hasTable(found)) return queryWords.notTable(name);
        entities.set(name, found);
        return tableOf(found);
      },
      report: (problem, offset) => {
        const origin = query.origin(offset);
        const place = { entity: draft.name };
        if (problem.kind === 'refused') report('MODEL_VIEW_REFUSED', origin, { ...place, problem: problem.problem });
        else if (problem.kind === 'table')
          report('MODEL_VIEW_TABLE', origin, { ...place, table: problem.table }, problem.suggestion);
        else {
          const column = problem.table === undefined ? problem.column : `${problem.table}.${problem.column}`;
          report('MODEL_VIEW_COLUMN', origin, { ...place, column }, problem.suggestion);
        }
      },
    });
    checkOutput(linked, query, read, find, catalogues, report);
    checkScope(linked, read, [...entities.values()], find, report);
    const sources = new Map(
      draft.fields.map((field) => [field.name, expand(read.columns.get(field.column)?.sources ?? new Set(), find)]),
    );
    const view: EntityView = {
      sql: query.sql,
      sources: Object.fromEntries(sources),
      // Which id a row has tells as much as whether it is there.
      rows: expand(new Set([...read.rows, ...(read.columns.get('id')?.sources ?? [])]), find),
      same: draft.fields
        .filter((field) => looksAs(field, fieldOf(read.columns.get(field.column)?.same, find)))
        .map(({ name }) => name),
      classed: draft.fields
        .filter(({ name }) => fieldIn(record.value, name)?.['x-personal-data'] !== undefined)
        .map(({ name }) => name),
    };
    const fields = entity.fields.map((field) => classify(linked, field, sources.get(field.name) ?? [], report));
    return { draft, entity: { ...entity, fields, view } };
  });
