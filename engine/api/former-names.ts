/** What an answer says of former names of fields that its request used: RFC 9745, and which names they are. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from '../access/access.ts';
import { writableEntity } from '../access/visible-entity.ts';
import type { FormerUse } from '../contract/former-names.ts';
import { FormerNames } from '../contract/former-names.ts';
import { CsvText } from '../data/csv-rows.ts';
import { isRow } from '../data/given-rows.ts';
import type { Entity, Model } from '../model/types.ts';

const known = new WeakMap<FastifyRequest, FormerNames>();

/** Where everything that reads names of the request notes the former ones. */
export const formerNamesOf = (request: FastifyRequest, model: Model, access: Access): FormerNames => {
  const found = known.get(request) ?? new FormerNames(model, access);
  known.set(request, found);
  return found;
};

/** A body under the names of today; that of a CSV when its header is read. Raises REQUEST_FORMER_NAME. */
export const presentBody = (
  names: FormerNames,
  model: Model,
  access: Access,
  entity: Entity,
  body: unknown,
): unknown => {
  if (model.formerNames === undefined) return body;
  const writable = writableEntity(access, entity);
  const rowOf = (row: unknown): unknown => (isRow(row) ? names.row(writable, row) : row);
  if (body instanceof CsvText)
    return new CsvText(body.text, (header) => {
      const columns = names.columns(writable, header);
      names.refuseBoth();
      return columns;
    });
  const present = Array.isArray(body) ? body.map(rowOf) : rowOf(body);
  names.refuseBoth();
  return present;
};

/** The first day, in seconds; a version has none. */
const sinceOf = (uses: readonly FormerUse[]): number =>
  Math.min(...uses.map(({ since }) => (since.includes('-') ? Date.parse(`${since}T00:00:00Z`) / 1000 : 0)));

/** Each answer to a request that used one says so; when they end is not known, for that is when the files say so no more. */
export const tellFormerNames = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const used = known.get(request)?.used ?? [];
    if (used.length === 0) return payload;
    reply.header('deprecation', `@${sinceOf(used)}`);
    reply.header('link', '</api/openapi.json>; rel="deprecation"; type="application/json"');
    reply.header('fichario-former-names', used.map(({ entity, from, to }) => `${entity}.${from}=${to}`).join(', '));
    return payload;
  });
};
