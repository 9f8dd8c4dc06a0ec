/**
 * Leaks planted one at a time, outside of the product: functions of the plan and answers are wrapped while a comparison
 * runs. Each must be found by requests of its kind.
 */
import { vi } from 'vitest';
import * as keptParts from '../../engine/access/keeps.ts';
import * as readableParts from '../../engine/access/visible-entity.ts';
import type { ColumnRef } from '../../engine/data/plan/refs.ts';
import { Scope } from '../../engine/data/plan/refs.ts';
import * as rowScope from '../../engine/data/plan/row-scope.ts';
import { PlanCache } from '../../engine/data/read-rows.ts';
import * as notices from '../../src/notices/notice.ts';
import type { Caller } from '../support/product.ts';
import type { Kind } from './requests.ts';

export interface Plant {
  readonly what: string;
  /** Who would see it. */
  readonly viewer: string;
  /** Plants it; gives who is asked from then on. */
  readonly set: (viewer: Caller, admin: Caller) => Caller;
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

/** Columns that are kept have a name where the file resolves one. */
const openColumns =
  (...files: readonly string[]): Plant['set'] =>
  (viewer) => {
    forgetPlans();
    const find = Scope.prototype.find;
    vi.spyOn(Scope.prototype, 'find').mockImplementation(function (this: Scope, name: string): ColumnRef | undefined {
      const found = find.call(this, name);
      const field = this.table.entity.fields.find((one) => one.column === name);
      return found ?? (field && isIn(files) ? this.own(field.name) : undefined);
    });
    return viewer;
  };

/** Rows of others are not left out where the file is at work. */
const openRows =
  (...files: readonly string[]): Plant['set'] =>
  (viewer) => {
    forgetPlans();
    const conditions = rowScope.scopeConditions;
    vi.spyOn(rowScope, 'scopeConditions').mockImplementation((access, scope) =>
      isIn(files) ? [] : conditions(access, scope),
    );
    return viewer;
  };

const openFields: Plant['set'] = (viewer) => {
  forgetPlans();
  for (const name of ['readableFields', 'comparableFields'] as const)
    vi.spyOn(readableParts, name).mockImplementation((_model, _access, entity) => entity.fields);
  return viewer;
};

/** Who is behind an id is told to whom logins are closed. */
const openLogins: Plant['set'] = (viewer) => {
  vi.spyOn(keptParts, 'readsLogins').mockReturnValue(true);
  return viewer;
};

const openNotices: Plant['set'] = (viewer) => {
  vi.spyOn(notices, 'audiencesOf').mockReturnValue(['TODOS', 'OPERADORA', 'PRESTADOR', 'BENEFICIARIO']);
  return viewer;
};

/** Something of what is kept goes out with the answers. */
const spoilt =
  (secret: string, header?: string): Plant['set'] =>
  (viewer, admin) => ({
    ...viewer,
    call: async (method, url, more) => {
      const answer = await viewer.call(method, url, more);
      const { body } = await admin.call('GET', secret);
      if (header === undefined) Object.defineProperty(answer, 'body', { value: answer.body + body });
      else if (answer.headers[header] !== undefined) answer.headers[header] += body;
      return answer;
    },
  });

/** What nobody of the viewers reads. */
const newest = '/api/sindicancias?select=id&order=id.desc&limit=1';

export const plants: Readonly<Record<Kind, readonly Plant[]>> = {
  filter: [
    { what: 'a kept field can be filtered by', viewer: 'campos', set: openColumns('plan-conditions') },
    { what: "a filter through a relation meets others' rows", viewer: 'clinica', set: openRows('level.ts') },
  ],
  sort: [{ what: 'a kept field can be sorted by', viewer: 'campos', set: openColumns('plan-order') }],
  search: [{ what: 'the quick search finds in kept fields', viewer: 'campos', set: openFields }],
  aggregate: [
    { what: 'a kept field can be summed', viewer: 'campos', set: openColumns('plan-aggregate') },
    { what: "a sum is of others' rows too", viewer: 'clinica', set: openRows('plan-aggregate') },
  ],
  count: [{ what: "others' rows are counted", viewer: 'clinica', set: openRows('count-rows') }],
  page: [{ what: 'pages follow a kept field', viewer: 'campos', set: openColumns('plan-order') }],
  cursor: [{ what: 'the next page follows a kept field', viewer: 'campos', set: openColumns('plan-order') }],
  embedOne: [
    { what: 'a record behind a relation shows kept fields', viewer: 'pessoa', set: openColumns('plan-select') },
    { what: "a record of others' shows behind a relation", viewer: 'clinica', set: openRows('level.ts') },
  ],
  embedMany: [{ what: 'rows of a record show kept fields', viewer: 'campos', set: openColumns('plan-select') }],
  label: [
    { what: 'a label holds a kept field', viewer: 'campos', set: openColumns('plan-select') },
    { what: "a label is of others' records", viewer: 'clinica', set: openRows('level.ts') },
  ],
  autocomplete: [{ what: 'a term finds in kept fields', viewer: 'campos', set: openFields }],
  csv: [{ what: 'a column of the file is a kept field', viewer: 'campos', set: openColumns('plan-select') }],
  audit: [
    { what: "the history of others' records is told", viewer: 'clinica', set: openRows('read-history') },
    { what: 'the history tells of kept fields', viewer: 'campos', set: openFields },
    { what: 'the history names who may not be known', viewer: 'campos', set: openLogins },
  ],
  head: [{ what: "the total of a HEAD counts others' rows", viewer: 'clinica', set: openRows('count-rows') }],
  attachment: [{ what: 'a file of a kept field is taken down', viewer: 'campos', set: openFields }],
  mistakes: [
    {
      what: "a refusal tells of others' record",
      viewer: 'clinica',
      set: openRows('level.ts', 'find-conflict'),
    },
    { what: "a conflict tells of what was another's", viewer: 'clinica', set: openRows('find-conflict') },
  ],
  preview: [{ what: "a preview meets others' rows", viewer: 'clinica', set: openRows('level.ts') }],
  batch: [
    { what: "the plan of a batch is of others' rows", viewer: 'clinica', set: openRows('pick-rows') },
    { what: 'the plan of a batch tells of kept fields', viewer: 'campos', set: openFields },
  ],
  etag: [
    {
      what: 'the tag of a record is made of more than its version',
      viewer: 'campos',
      set: spoilt('/api/fichas?select=custo&id=eq.1', 'etag'),
    },
  ],
  model: [
    {
      what: 'the model of a screen says which row of another is the last',
      viewer: 'listas',
      set: spoilt(newest),
    },
  ],
  real: [
    { what: 'a kept login can be filtered by', viewer: 'campos', set: openColumns('plan-conditions') },
    { what: 'who made a record is told', viewer: 'campos', set: openLogins },
  ],
  views: [
    { what: 'a view shows what is kept in its sources', viewer: 'campos', set: openColumns('plan-select') },
    { what: "a view shows others' rows", viewer: 'clinica', set: openRows('level.ts') },
    { what: 'a view shows rows chosen by what is kept', viewer: 'campos', set: openRows('level.ts') },
  ],
  provider: [{ what: "the choice opens others' rows", viewer: 'clinica', set: openRows('level.ts') }],
  menu: [{ what: 'the menu says how many records there are', viewer: 'listas', set: spoilt(newest) }],
  document: [{ what: 'the document has an example of a row', viewer: 'listas', set: spoilt(newest, 'etag') }],
  why: [{ what: 'the explanation names somebody else', viewer: 'campos', set: spoilt('/api/usuarios?select=login') }],
  closed: [{ what: 'a refusal says what would be there', viewer: 'pessoa', set: spoilt(newest) }],
  notices: [{ what: 'notices for others are shown', viewer: 'clinica', set: openNotices }],
  ownThings: [{ what: 'a view names its owner', viewer: 'campos', set: openLogins }],
  domains: [{ what: 'a term finds people by a kept address', viewer: 'campos', set: openFields }],
  links: [{ what: "others' rows that point at a record are counted", viewer: 'clinica', set: openRows('level.ts') }],
  files: [
    { what: 'a column of an exported file is a kept field', viewer: 'campos', set: openFields },
    { what: "an exported file has others' rows", viewer: 'clinica', set: openRows('level.ts') },
  ],
  past: [
    { what: "others' rows are shown as they were", viewer: 'clinica', set: openRows('level.ts') },
    { what: 'kept fields are shown as they were', viewer: 'campos', set: openColumns('plan-select') },
  ],
};
