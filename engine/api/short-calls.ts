/**
 * The specification's short calls, each an array: `dominios/<nome>` (the values of a code list), `<rota>/<campo>/<valor>`
 * (`lookups` in columns.json) and `<rota>/<termo>` (what the quick search finds). They read through the same plan as
 * every list, as requests in the same dialect.
 */
import type { FastifyInstance } from 'fastify';
import type { Access } from '../access/access.ts';
import { comparableFields, readableFields } from '../access/visible-entity.ts';
import { fieldsOfAnswer, openAnswer, shapeAnswer } from '../contract/answer-shape.ts';
import { readDomain } from '../contract/calls/model-calls.ts';
import type { FormerNames } from '../contract/former-names.ts';
import { parseRequest } from '../contract/request.ts';
import { Sight } from '../contract/sight.ts';
import { tellApart } from '../contract/tell-apart.ts';
import { namingFields, termFilter, termWay } from '../contract/term-filter.ts';
import { writeLabel } from '../contract/write-label.ts';
import { writeSelect } from '../contract/write-select.ts';
import { writeValue } from '../contract/write-value.ts';
import { Refusal } from '../core/errors.ts';
import type { ListContext } from '../data/plan/context.ts';
import { listContext } from '../data/plan/context.ts';
import { checkReach, maximumLimit } from '../data/plan/plan-read.ts';
import { readRows } from '../data/read-rows.ts';
import type { SensitiveReads } from '../data/sensitive-reads.ts';
import type { Field } from '../model/types.ts';
import { addCall } from './add-call.ts';
import { authenticate } from './authenticate.ts';
import { findScreen } from './find-screen.ts';
import type { Runtime } from './runtime.ts';

/** Rows that a term offers. */
const offered = 20;

type Row = Readonly<Record<string, unknown>>;

export const domainRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  addCall(app, readDomain, async (request) => {
    await authenticate(runtime, request);
    const { nome: name } = request.params;
    const list = Object.values(runtime.current.model.codeLists).find(({ domain }) => domain === name);
    if (!list) throw new Refusal('ROUTE_UNKNOWN', { path: `/dominios/${name}` });
    return list.options.map(({ value, label }) => ({ key: value, label }));
  });
};

/** Every row of a request, page by page. */
const readAll = async (
  runtime: Runtime,
  context: ListContext,
  names: FormerNames,
  query: readonly (readonly [string, string])[],
) => {
  const rows: Row[] = [];
  let next: string | undefined;
  do {
    const search = new URLSearchParams([...query.map(([name, value]) => [name, value])]);
    if (next !== undefined) search.set('cursor', next);
    const page = await readPage(runtime, context, names, search);
    rows.push(...page.rows);
    next = page.next;
  } while (next !== undefined);
  return rows;
};

const readPage = async (runtime: Runtime, context: ListContext, names: FormerNames, search: URLSearchParams) => {
  const request = names.request(context.entity, context.screen, parseRequest(search.toString()));
  checkReach(context, request);
  const { plans } = runtime.current;
  const page = await readRows(runtime.database, plans, runtime.secrets.cursor, context, request);
  return { rows: JSON.parse(page.body) as Row[], next: page.next };
};

/** The segments of an address below `/api`, decoded one by one: a slash inside a term is no separator. */
const segmentsOf = (url: string): readonly string[] =>
  url
    .split('?', 1)[0]
    ?.replace(/^\/api\//, '')
    .split('/')
    .map(decodeURIComponent) ?? [];

const listed = new Set(['select', 'order', 'limit', 'offset', 'cursor', 'columns', 'on_conflict', 'as_of', 'q']);

/** Further filters of the caller; anything else would change what the call is. Raises REQUEST_FORMER_NAME. */
const ownFilters = (
  { entity, screen }: ListContext,
  names: FormerNames,
  url: string,
  taken?: string,
): readonly (readonly [string, string])[] => {
  const query = [...new URLSearchParams(url.split('?', 2)[1] ?? '')].filter(([name]) => name !== taken);
  const refused = query.find(([name]) => listed.has(name));
  if (refused) throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: refused[0] });
  names.request(
    entity,
    screen,
    parseRequest(new URLSearchParams(query.map(([name, value]) => [name, value])).toString()),
  );
  names.refuseBoth();
  return query;
};

const findByValue = async (
  runtime: Runtime,
  context: ListContext,
  names: FormerNames,
  fields: readonly string[],
  field: string,
  value: string,
  url: string,
) =>
  readAll(runtime, context, names, [
    ...ownFilters(context, names, url),
    ['select', ['id', ...fields].join()],
    [field, `eq.${value}`],
    ['limit', String(maximumLimit)],
  ]);

const dayParameter = 'date';

/** The fields by which the records are valid, where the registry says so and the caller may read both. */
const validityOf = (
  { screen }: ListContext,
  open: readonly Field[],
): readonly [from: Field, until: Field] | undefined => {
  const { validity } = screen.autocomplete ?? {};
  const [from, until] = [validity?.from, validity?.until].map((name) => open.find((field) => field.name === name));
  return from && until && [from, until];
};

/** The records that are valid on the day of the call, `YYYY-MM-DD`: an empty first or last day is without end. */
const validOn = ([from, until]: readonly [Field, Field], url: string): readonly (readonly [string, string])[] => {
  const day = new URLSearchParams(url.split('?', 2)[1] ?? '').get(dayParameter);
  if (day === null) return [];
  return [
    ['or', `(${from.column}.is.null,${from.column}.lte.${writeValue(day)})`],
    ['or', `(${until.column}.is.null,${until.column}.gte.${writeValue(day)})`],
  ];
};

const findByTerm = async (
  runtime: Runtime,
  context: ListContext,
  formerNames: FormerNames,
  term: string,
  url: string,
) => {
  const { entity } = context;
  // Before anything is said about the entity's fields.
  checkReach(context, parseRequest(''));
  const open = readableFields(context.model, context.access, entity, context.screen);
  const names = namingFields(entity);
  const named = open.filter((field) => names.has(field.name));
  const shape = openAnswer(context.screen.autocomplete?.answer ?? {}, open);
  const shaped = fieldsOfAnswer(shape).filter((name) => !names.has(name));
  const comparable = comparableFields(context.model, context.access, entity, context.screen);
  const validity = validityOf(context, comparable);
  const way = termWay(context.entity, comparable);
  if (way === undefined) throw new Refusal('REQUEST_COLUMN_UNKNOWN', { column: 'q', entity: entity.title });
  const found = termFilter(entity, way, term.trim());
  const sight = new Sight(context.model, context.access, entity, context.screen);
  const apart = tellApart(sight, context.screen, context.timeZone);
  const own = ['id', ...named.map((field) => field.column)];
  const { rows } = await readPage(
    runtime,
    context,
    formerNames,
    new URLSearchParams([
      ...ownFilters(context, formerNames, url, validity && dayParameter).map(([name, value]) => [name, value]),
      ...(validity ? validOn(validity, url) : []).map(([name, value]) => [name, value]),
      ['select', writeSelect([...[...own, ...shaped].map((name) => [name]), ...apart.needs])],
      ...(found ?? []).map(([name, value]) => [name, value]),
      ['limit', String(found === undefined ? 0 : offered)],
    ]),
  );
  return rows.map((row) => ({
    ...shapeAnswer(shape, row),
    ...Object.fromEntries(own.map((name) => [name, row[name]])),
    label: writeLabel(entity.label, row, entity.fields),
    ...(apart.needs.length > 0 && { detail: apart.write(row) }),
  }));
};

/** The route whose autocomplete has this name, `/findPrestador`; else the address itself. */
const pathOfCall = ({ model }: Runtime['current'], address: string): string =>
  model.screens.find((screen) => screen.kind === 'registry' && address === `/${screen.autocomplete?.path}`)?.path ??
  address;

/** The answer to a short call; undefined where the address is none. Raises the refusals of reading. */
export const answerShortCall = async (
  runtime: Runtime,
  access: Access,
  { url, reads, names }: { readonly url: string; readonly reads: SensitiveReads; readonly names: FormerNames },
): Promise<readonly Row[] | undefined> => {
  const segments = segmentsOf(url);
  const { current } = runtime;
  const contextOf = (path: string): ListContext | undefined =>
    current.screens.has(path)
      ? listContext(current.model, access, findScreen(current, access, path), runtime.timeZone, reads)
      : undefined;
  const [asked = '', value = ''] = segments.slice(-2);
  const outer = segments.length > 2 ? contextOf(`/${segments.slice(0, -2).join('/')}`) : undefined;
  const [field = asked] = outer ? names.path(outer.entity, outer.screen, [asked]) : [];
  const lookup = outer?.screen.lookups.find((one) => one.field === field);
  if (outer && lookup) {
    const namesOf = (fields: typeof readableFields) =>
      new Set(fields(current.model, access, outer.entity, outer.screen).map(({ name }) => name));
    const open = namesOf(readableFields);
    // A field kept from the caller has no call of its own, as a name that does not exist has none.
    if (open.size > 0 && !namesOf(comparableFields).has(field)) return undefined;
    const fields = lookup.fields.filter((name) => open.has(name)).map((name) => (name === field ? asked : name));
    return findByValue(runtime, outer, names, fields, asked, value, url);
  }
  const route = `/${segments.slice(0, -1).join('/')}`;
  const context = segments.length > 1 && value.trim() !== '' ? contextOf(pathOfCall(current, route)) : undefined;
  return context && findByTerm(runtime, context, names, value, url);
};
