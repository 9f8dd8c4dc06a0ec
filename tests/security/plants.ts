/**
 * Leaks planted one at a time: functions of the product are wrapped while a comparison runs, so that one of its doors
 * forgets one of its questions. Of each kind of request one that shows a kept field, one that shows a covered one and one
 * that shows others' rows, as far as the kind has them; each must be found by requests of its kind.
 */
import { vi } from 'vitest';
import * as keptParts from '../../engine/access/keeps.ts';
import * as readableParts from '../../engine/access/visible-entity.ts';
import * as callerParts from '../../engine/api/authenticate.ts';
import * as mediaParts from '../../engine/api/media.ts';
import type { ColumnRef } from '../../engine/data/plan/refs.ts';
import { Scope } from '../../engine/data/plan/refs.ts';
import * as rowScope from '../../engine/data/plan/row-scope.ts';
import * as rowParts from '../../engine/data/read-rows.ts';
import { PlanCache } from '../../engine/data/read-rows.ts';
import * as viewParts from '../../engine/data/saved-views.ts';
import * as notices from '../../src/notices/notice.ts';
import type { Kind } from './requests.ts';

export interface Plant {
  readonly what: string;
  /** Who would see it. */
  readonly viewer: string;
  /** Plants it. */
  readonly set: () => void;
}

/** Whether one of the files or functions is at work. */
const isIn = (names: readonly string[]): boolean => {
  const { prepareStackTrace, stackTraceLimit } = Error;
  // Plain names: finding the line of each call in the source takes a thousand times longer.
  Error.prepareStackTrace = (_error, calls) => calls.map((call) => `${call.getFileName()} ${call.getFunctionName()}`);
  Error.stackTraceLimit = 60;
  const { stack } = new Error();
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  return names.some((name) => String(stack).includes(name));
};

/** Plans are made anew for each request: one with a leak is not kept, nor is one without used. */
const forgetPlans = (): void => {
  vi.spyOn(PlanCache.prototype, 'get').mockImplementation((_context, _shape, make) => make());
};

/** Everywhere, or where one of the files or functions is at work. */
const isMeant = (names: readonly string[]): boolean => names.length === 0 || isIn(names);

/** Columns that are kept or covered have a name where the file resolves one. */
const openColumns =
  (...files: readonly string[]): Plant['set'] =>
  () => {
    forgetPlans();
    const find = Scope.prototype.find;
    vi.spyOn(Scope.prototype, 'find').mockImplementation(function (this: Scope, name: string): ColumnRef | undefined {
      const found = find.call(this, name);
      const field = this.table.entity.fields.find((one) => one.column === name);
      return found ?? (field && isIn(files) ? this.own(field.name) : undefined);
    });
  };

/** Rows of others are not left out where the file is at work. */
const openRows =
  (...files: readonly string[]): Plant['set'] =>
  () => {
    forgetPlans();
    const conditions = rowScope.scopeConditions;
    vi.spyOn(rowScope, 'scopeConditions').mockImplementation((access, scope) =>
      isMeant(files) ? [] : conditions(access, scope),
    );
  };

/** A record of others that is met by its name tells its other values too. */
const openNamed: Plant['set'] = () => {
  forgetPlans();
  vi.spyOn(Scope.prototype as unknown as { guarded: (ref: ColumnRef) => ColumnRef }, 'guarded').mockImplementation(
    (ref) => ref,
  );
};

/** A record that a relation makes known tells what else it holds. */
const openKnown: Plant['set'] = () => {
  openNamed();
  vi.spyOn(readableParts, 'readableBehind').mockImplementation((_model, _access, { fields }) => fields);
  vi.spyOn(readableParts, 'comparableBehind').mockImplementation((_model, _access, { fields }) => fields);
};

/** Rows of others come with the second page. */
const openNextPage: Plant['set'] = () => {
  openRows('planNext')();
  const { readRows } = rowParts;
  vi.spyOn(rowParts, 'readRows').mockImplementation((database, plans, secret, context, request) => {
    const planNext = () => readRows(database, plans, secret, context, request);
    return request.cursor === undefined ? readRows(database, plans, secret, context, request) : planNext();
  });
};

/** Kept and covered fields, and kept arrays, are read where the file is at work. */
const openFields =
  (...files: readonly string[]): Plant['set'] =>
  () => {
    forgetPlans();
    const { readableFields, comparableFields, readableChildren } = readableParts;
    vi.spyOn(readableParts, 'readableFields').mockImplementation((model, access, entity, screen) =>
      isMeant(files) ? entity.fields : readableFields(model, access, entity, screen),
    );
    vi.spyOn(readableParts, 'comparableFields').mockImplementation((model, access, entity, screen) =>
      isMeant(files) ? entity.fields : comparableFields(model, access, entity, screen),
    );
    vi.spyOn(readableParts, 'readableChildren').mockImplementation((model, access, entity, screen) =>
      isMeant(files) ? entity.children : readableChildren(model, access, entity, screen),
    );
  };

/** Rows of registries that are closed are found where they point at others. */
const openRegistries: Plant['set'] = () => {
  openFields()();
  vi.spyOn(Scope.prototype as unknown as { openLists: readonly object[] }, 'openLists', 'get').mockImplementation(
    function (this: object) {
      const { model } = this as { readonly model: { readonly screens: readonly { readonly kind: string }[] } };
      return model.screens.filter(({ kind }) => kind === 'registry');
    },
  );
};

/** The calls of the file ask for no right. */
const openCalls =
  (...files: readonly string[]): Plant['set'] =>
  () => {
    const { authenticate } = callerParts;
    vi.spyOn(callerParts, 'authenticate').mockImplementation(async (...asked) => {
      const open = isIn(files);
      const caller = await authenticate(...asked);
      return open ? { ...caller, access: { ...caller.access, can: () => true } } : caller;
    });
  };

/** Without the right of the registry a scope still keeps the people of others. */
const openPeople: Plant['set'] = () => {
  openCalls('engine/api/call.ts')();
  openRows()();
};

/** Whose logins are kept is asked after the right itself. */
const openEvents: Plant['set'] = () => {
  openCalls('session-list')();
  vi.spyOn(keptParts, 'readsLogins').mockReturnValue(true);
};

/** Fields are named in what the database refuses, whoever may know of them. */
const openFailures: Plant['set'] = () => {
  const { keeps } = keptParts;
  vi.spyOn(keptParts, 'keeps').mockImplementation((access, entity, part) =>
    isIn(['translate-error']) ? false : keeps(access, entity, part),
  );
};

/** The tag of a record is made of what the table holds of it; what is sent is as ever. */
const openTags: Plant['set'] = () => {
  forgetPlans();
  const costs = new Map<string, string>();
  const { readRows } = rowParts;
  vi.spyOn(rowParts, 'readRows').mockImplementation(async (database, ...rest) => {
    const page = await readRows(database, ...rest);
    const [row] = JSON.parse(page.body) as readonly { readonly id?: number }[];
    const { rows } = await database.query<{ custo: string }>({
      text: 'select coalesce(custo, 0)::integer::text as custo from public.ficha where id = $1::text::bigint',
      values: [String(row?.id ?? 0)],
    });
    costs.set(page.body, rows[0]?.custo ?? '');
    return page;
  });
  const { onlyRow } = mediaParts;
  vi.spyOn(mediaParts, 'onlyRow').mockImplementation((body, rows) =>
    onlyRow(body, rows).replace(/("versao": ?\d+)/, `$1${costs.get(body) ?? ''}`),
  );
};

/** Who is behind an id is told to whom logins are closed. */
const openLogins: Plant['set'] = () => {
  vi.spyOn(keptParts, 'readsLogins').mockReturnValue(true);
};

const openNotices: Plant['set'] = () => {
  vi.spyOn(notices, 'audiencesOf').mockReturnValue(['TODOS', 'OPERADORA', 'PRESTADOR', 'BENEFICIARIO']);
};

/** Views that nobody shares are listed as well. */
const openViews: Plant['set'] = () => {
  const { readViews } = viewParts;
  vi.spyOn(viewParts, 'readViews').mockImplementation(async (database, user, screen) => {
    const { rows } = await database.query<{ id: string }>({
      text: 'select distinct usuario_id::text as id from fichario.saved_view',
      values: [],
    });
    const others = await Promise.all(rows.map(({ id }) => readViews(database, Number(id), screen)));
    return [...(await readViews(database, user, screen)), ...others.flat()];
  });
};

type Row = readonly [what: string, viewer: 'campos' | 'cobertos' | 'clinica' | 'pessoa' | 'listas', set: Plant['set']];

/** The same door, to who does not read fields and to who reads them covered. */
const openBoth = (what: string, set: Plant['set']): readonly Row[] => [
  [`${what} a kept field`, 'campos', set],
  [`${what} a covered field`, 'cobertos', set],
];

const rows: Readonly<Record<Kind, readonly Row[]>> = {
  filter: [
    ...openBoth('rows are chosen by', openColumns('plan-conditions')),
    ["a filter meets others' rows", 'clinica', openRows('openRead')],
    ["a filter asks of others' records that are known by name", 'clinica', openNamed],
    ['a filter by the own right asks more of whom a relation makes known', 'pessoa', openNamed],
    ["a filter through a relation meets others' rows", 'clinica', openRows('placeFilter', 'closePlace')],
  ],
  sort: [
    ...openBoth('rows are sorted by', openColumns('plan-order')),
    ["others' rows are sorted in", 'clinica', openRows('openRead')],
    ["others' records that are known by name give the order", 'clinica', openNamed],
    ['what the relation does not make known gives the order', 'clinica', openKnown],
    ["others' records behind a relation give the order", 'clinica', openRows('plan-order')],
  ],
  search: [
    ...openBoth('the quick search finds in', openFields()),
    ["the quick search finds others' rows", 'clinica', openRows('openRead')],
    ['the quick search finds by what the relation does not make known', 'campos', openKnown],
  ],
  aggregate: [
    ...openBoth('summed is', openColumns('plan-aggregate')),
    ["a sum is of others' rows too", 'clinica', openRows('plan-aggregate')],
  ],
  count: [
    ...openBoth('rows are counted by', openColumns('plan-conditions')),
    ["others' rows are counted", 'clinica', openRows('count-rows')],
    ['rows of a closed registry decide what is counted', 'campos', openRegistries],
  ],
  page: [
    ...openBoth('pages follow', openColumns('plan-order')),
    ["a page has others' rows", 'clinica', openRows('read-rows')],
    ["the total of a page counts others' rows", 'clinica', openRows('count-rows')],
  ],
  cursor: [
    ...openBoth('the next page follows', openColumns('plan-order')),
    ["the next page has others' rows", 'clinica', openNextPage],
  ],
  embedOne: [
    ['a record behind a relation shows a kept field', 'pessoa', openColumns('plan-select')],
    ['a record behind a relation shows a covered field', 'cobertos', openColumns('plan-select')],
    ["a record of others' shows behind a relation", 'clinica', openRows('openEmbeds')],
    ["a record of others' that is known by name shows more of itself", 'clinica', openNamed],
    ['a record shows what the relation does not make known', 'clinica', openKnown],
    ['the own right shows more of what is known of others', 'pessoa', openNamed],
  ],
  embedMany: [
    ...openBoth('rows of a record show', openColumns('plan-select')),
    ["others' rows show in a record", 'clinica', openRows('openEmbeds')],
    ['rows of a closed registry show in a record', 'campos', openRegistries],
  ],
  label: [
    ...openBoth('a label holds', openColumns('plan-select')),
    ["a label is of others' records", 'clinica', openRows('openEmbeds')],
  ],
  autocomplete: [
    ...openBoth('a term finds in', openFields()),
    ["a term finds others' rows", 'clinica', openRows('openRead')],
  ],
  csv: [
    ...openBoth('a column of the file is', openColumns('plan-select')),
    ["the file has others' rows", 'clinica', openRows('openRead')],
  ],
  audit: [
    ["the history of others' records is told", 'clinica', openRows('read-history')],
    ["others' deleted records are told of", 'clinica', openRows('deleted-rows')],
    ...openBoth('the history tells of', openFields('read-history')),
    ...openBoth('what was deleted is called by', openFields('deleted-rows')),
    ['the history names who may not be known', 'campos', openLogins],
  ],
  head: [
    ...openBoth('the total of a HEAD is chosen by', openColumns('plan-conditions')),
    ["the total of a HEAD counts others' rows", 'clinica', openRows('count-rows')],
  ],
  attachment: [
    ...openBoth('told or taken down are files of', openFields()),
    ["a file of others' record is taken down", 'clinica', openRows('openRead')],
  ],
  mistakes: [
    ["a refusal tells of others' record", 'clinica', openRows('level.ts', 'find-conflict')],
    ["a conflict tells of what was another's", 'clinica', openRows('find-conflict')],
    ...openBoth('a conflict tells of', openFields('find-conflict')),
    ...openBoth('what is proposed for a wrong name is', openFields('refs.ts')),
    ['a key that is taken names a kept field', 'campos', openFailures],
  ],
  preview: [
    ...openBoth('a preview writes what is chosen by', openColumns('plan-conditions')),
    ["a preview meets others' rows", 'clinica', openRows('openRead')],
  ],
  batch: [
    ["the plan of a batch is of others' rows", 'clinica', openRows('pick-rows')],
    ...openBoth('the plan of a batch tells of', openFields()),
    ...openBoth('the plan of a batch is chosen by', openColumns('plan-conditions')),
  ],
  imports: [
    ["others' records are found by the rows of a file", 'pessoa', openRows('match-rows', 'plan-batch', 'write-answer')],
    ["a text of a file means others' record", 'clinica', openRows('resolve-names')],
    ...openBoth('a text of a file means a record by', openFields('resolve-names')),
    ...openBoth('what a file would change tells of', openFields()),
  ],
  etag: [
    ...openBoth('the tag of a record is made of', openTags),
    ["others' records have tags", 'clinica', openRows('openRead')],
  ],
  model: [...openBoth('the model of a screen has', openFields())],
  real: [
    ...openBoth('people are chosen by', openColumns('plan-conditions')),
    ...openBoth('people are shown with', openColumns('plan-select')),
    ['who made a record is told', 'campos', openLogins],
  ],
  views: [
    ...openBoth('a view shows', openColumns('plan-select')),
    ["a view shows others' rows", 'clinica', openRows('level.ts')],
    ['a view shows rows chosen by what is kept', 'campos', openRows('level.ts')],
  ],
  provider: [
    ...openBoth('under a choice shown is', openColumns('plan-select')),
    ["the choice opens others' rows", 'clinica', openRows('level.ts')],
  ],
  menu: [['the menu has screens that are closed', 'listas', openCalls('engine/api/model.ts')]],
  document: [...openBoth('the document has', openFields())],
  why: [['the explanation is of somebody else', 'clinica', openCalls('why-routes')]],
  closed: [
    ['rights are shown to who administers none', 'pessoa', openCalls('permission-routes')],
    ['the record of accesses is shown to who administers nobody', 'campos', openEvents],
    ['registries of people are open to all', 'clinica', openPeople],
  ],
  notices: [['notices for others are shown', 'clinica', openNotices]],
  ownThings: [
    ['a view names its owner', 'campos', openLogins],
    ['views that nobody shares are shown', 'clinica', openViews],
  ],
  domains: [...openBoth('a term finds people by', openFields())],
  links: [
    ["others' rows that point at a record are counted", 'clinica', openRows('level.ts')],
    ['rows of a closed registry that point at a record are counted', 'campos', openRegistries],
    ["others' rows are told of as linked", 'clinica', openRows('count-linked')],
  ],
  files: [
    ...openBoth('a column of an exported file is', openFields()),
    ["an exported file has others' rows", 'clinica', openRows('level.ts')],
  ],
  past: [
    ["others' rows are shown as they were", 'clinica', openRows('level.ts')],
    ...openBoth('as it was shown is', openColumns('plan-select')),
    ...openBoth('rows as they were are chosen by', openColumns('plan-conditions')),
  ],
};

export const plants: readonly (Plant & { readonly kind: Kind })[] = Object.entries(rows).flatMap(([kind, some]) =>
  some.map(([what, viewer, set]) => ({ kind: kind as Kind, what, viewer, set })),
);
