/** A small registry for the laws of reading: a field of each kind that sorts, and a relation, all of which may be empty. */
import { createSecretKey } from 'node:crypto';
import type { Access, FieldLevel } from '../../../engine/access/access.ts';
import { createAccess } from '../../../engine/access/access.ts';
import { parseRequest } from '../../../engine/contract/request.ts';
import type { Database } from '../../../engine/data/database.ts';
import type { ListContext } from '../../../engine/data/plan/context.ts';
import { listContext } from '../../../engine/data/plan/context.ts';
import type { Page } from '../../../engine/data/read-rows.ts';
import { PlanCache, readRows } from '../../../engine/data/read-rows.ts';
import type { RegistryScreen } from '../../../engine/model/screen-types.ts';
import type { Entity, Model } from '../../../engine/model/types.ts';
import { staffGrants } from '../../support/grants.ts';
import { createEntity, createField, createModel } from '../../support/small-model.ts';

export const target = createEntity({
  name: 'alvo',
  fields: [createField({ name: 'nome', type: 'text' }), createField({ name: 'peso', type: 'integer' })],
});

export const reading = createEntity({
  name: 'leitura',
  search: ['texto', 'nota'],
  fields: [
    createField({ name: 'texto', type: 'text' }),
    createField({ name: 'nota', type: 'text' }),
    createField({ name: 'longo', type: 'long-text' }),
    createField({ name: 'inteiro', type: 'integer' }),
    createField({ name: 'valor', type: 'money' }),
    createField({ name: 'dia', type: 'date' }),
    createField({ name: 'momento', type: 'date-time' }),
    createField({ name: 'hora', type: 'time' }),
    createField({ name: 'mes', type: 'month' }),
    createField({ name: 'sim', type: 'boolean' }),
    createField({ name: 'cor', type: 'code', codes: ['R', 'G', 'B'], codeList: 'cor' }),
    createField({ name: 'ordem', type: 'integer', required: true }),
    createField({ name: 'alvo', type: 'relation', relation: { entity: 'alvo', label: [], onDelete: 'clear' } }),
  ],
});

const screenOf = (entity: Entity): RegistryScreen => ({
  kind: 'registry',
  path: `/${entity.name}`,
  title: entity.title,
  icon: 'table',
  module: 'teste',
  parent: '/',
  permission: { action: 'list', subject: entity.subject },
  hidden: false,
  order: 0,
  clients: undefined,
  flag: undefined,
  folder: entity.name,
  entity: entity.name,
  description: undefined,
  alternativeOf: undefined,
  columns: [],
  sort: [],
  pageSize: 50,
  search: [],
  batch: [],
  detail: undefined,
  actions: [],
  buttons: [],
  totals: [],
  inline: [],
  lookups: [],
  sections: [],
});

export const screen = screenOf(reading);
const targetScreen = screenOf(target);
export const readingModel: Model = { ...createModel(target, reading), screens: [screen, targetScreen] };

/** A user whose groups hold the pairs and hide the fields. */
export const accessOf = (
  permissions: readonly string[],
  hiddenFields: readonly string[] = [],
  levels: Readonly<Record<string, FieldLevel>> = {},
): Access => createAccess(staffGrants(permissions, hiddenFields, levels));

export const context = listContext(readingModel, accessOf(['all:manage']), screen, 'UTC');
/** The same for the list of the targets. */
export const targetContext = listContext(readingModel, context.access, targetScreen, 'UTC');
/** That of the readings for a user who is confined to the readings of the first target. */
export const confinedContext = listContext(
  {
    ...readingModel,
    entities: { ...readingModel.entities, leitura: { ...reading, scope: [{ role: 'prestador', field: 'alvo' }] } },
  },
  { ...context.access, unconfined: false, own: { prestador: [1], beneficiario: [] } },
  screen,
  'UTC',
);
export const secretOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));

/** Reads a page of the registry as the API would. */
export const reader = (database: Database) => {
  const plans = new PlanCache();
  return async (query: string, more: { context?: ListContext; secret?: number } = {}): Promise<Page> =>
    readRows(database, plans, secretOf(more.secret ?? 1), more.context ?? context, parseRequest(query));
};

/** Puts the rows in place of all that were there; ids are their places, from 1 on. */
export const fill = async (
  database: Database,
  table: 'alvo' | 'leitura',
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> => {
  await database.execute(`truncate ${table} restart identity cascade`);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (names.length === 0) return;
  await database.query({
    text: `insert into ${table} (${names.join(', ')}) select ${names.join(', ')} from json_populate_recordset(null::${table}, $1::text::json)`,
    values: [JSON.stringify(rows)],
  });
};
