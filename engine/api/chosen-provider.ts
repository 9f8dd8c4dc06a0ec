/**
 * The provider that the header of the screens has chosen. For staff it is one condition more on every row that a scope of
 * the role `prestador` confines, whatever the door; who acts for several works for that one of them. It never opens anything.
 */

import type { FastifyRequest } from 'fastify';
import type { Access } from '../access/access.ts';
import { providerHeader } from '../contract/chosen-provider.ts';
import { parseRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import { oncePer } from '../core/once-per.ts';
import { listContext } from '../data/plan/context.ts';
import { checkReach } from '../data/plan/plan-read.ts';
import { readRows } from '../data/read-rows.ts';
import type { RegistryScreen } from '../model/screen-types.ts';
import type { Model } from '../model/types.ts';
import { ownRecord } from '../model/types.ts';
import type { Runtime } from './runtime.ts';

/** What a provider is in this model: what the scopes of the role point at, or are of; one entity, unless files differ. */
export const providerEntities = oncePer((model: Model): readonly string[] => {
  const named = Object.values(model.entities).flatMap(({ name: entity, scope, fields }) =>
    scope
      .filter(({ role }) => role === 'prestador')
      .flatMap(({ field }) =>
        field === ownRecord ? entity : (fields.find(({ name }) => name === field)?.relation?.entity ?? []),
      ),
  );
  return [...new Set(named)];
});

/** Whether the caller may know of the provider. */
const existsAny = async (
  runtime: Runtime,
  access: Access,
  entities: readonly string[],
  id: number,
): Promise<boolean> => {
  for (const entity of entities) if (await exists(runtime, access, entity, id)) return true;
  return false;
};

/** Whether the caller may know of the provider, by the plan that every picker asks. */
const exists = async (runtime: Runtime, access: Access, entity: string, id: number): Promise<boolean> => {
  const { model, plans } = runtime.current;
  const screens = model.screens.filter(
    (one): one is RegistryScreen => one.kind === 'registry' && one.entity === entity,
  );
  const screen = screens.find(({ permission }) => access.can(permission.action, permission.subject)) ?? screens[0];
  if (screen === undefined) return false;
  const context = listContext(model, access, screen, runtime.timeZone);
  const request = parseRequest(`select=id&id=eq.${id}&limit=1`);
  try {
    checkReach(context, request);
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
  return (await readRows(runtime.database, plans, runtime.secrets.cursor, context, request)).rows === 1;
};

/** The access as the choice narrows it. Raises REQUEST_PROVIDER_INVALID, REQUEST_PROVIDER_UNKNOWN. */
export const narrowToProvider = async (
  runtime: Runtime,
  request: Pick<FastifyRequest, 'headers'>,
  access: Access,
): Promise<Access> => {
  const given = request.headers[providerHeader];
  if (given === undefined) return access;
  const text = String(given);
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Refusal('REQUEST_PROVIDER_INVALID', {});
  const id = Number(text);
  const entities = providerEntities(runtime.current.model);
  if (entities.length === 0) return access;
  const { prestador: own } = access.own;
  const known = access.unconfined ? await existsAny(runtime, access, entities, id) : own.includes(id);
  // The same for one that is not there, one that the caller may not know of, and another's.
  if (!known) throw new Refusal('REQUEST_PROVIDER_UNKNOWN', { id });
  if (!access.unconfined && own.length === 1) return access;
  return {
    ...access,
    own: { ...access.own, prestador: [id] },
    worksFor: id,
    key: `${access.key} ${providerHeader}`,
  };
};
