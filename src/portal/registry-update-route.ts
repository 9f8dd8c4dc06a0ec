/**
 * GET /beneficiarios/beneficiario-logado-requer-atualizacao-cadastral (document 1 section 7): whether the beneficiary who
 * is signed in should confirm the own data. Who has sent no update for a year should; nobody else is asked.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addCall } from '../../engine/api/add-call.ts';
import { authenticate } from '../../engine/api/authenticate.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import { readsOf } from '../../engine/api/sensitive-reads.ts';
import { parseRequest } from '../../engine/contract/request.ts';
import { dayInZone } from '../../engine/core/day-in-zone.ts';
import { listContext } from '../../engine/data/plan/context.ts';
import { readRows } from '../../engine/data/read-rows.ts';
import { readingAccess } from '../reading-access.ts';
import { registryUpdateNeed } from './registry-update-call.ts';

/** The screen of the updates that beneficiaries send. */
const route = '/beneficiarios/atualizacao-cadastral';

export interface RegistryUpdateNeed {
  readonly requer: boolean;
}

/** The same day a year before. */
const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4).replace('-02-29', '-02-28')}`;

const needsUpdate = async (runtime: Runtime, request: FastifyRequest): Promise<boolean> => {
  const { access } = await authenticate(runtime, request);
  const { model, plans, screens } = runtime.current;
  const screen = screens.get(route)?.[0];
  const entity = screen && model.entities[screen.entity];
  if (screen === undefined || entity === undefined || access.own.beneficiario.length === 0) return false;
  if (!entity.scope.some(({ role }) => role === 'beneficiario')) return false;
  // As the beneficiary alone, whatever else the person may be: the row scope leaves the own updates.
  const own = { ...access, unconfined: false, own: { prestador: [], beneficiario: access.own.beneficiario } };
  const query = new URLSearchParams({
    select: 'id',
    criado_em: `gte.${yearBefore(dayInZone(runtime.timeZone))}`,
    limit: '1',
  });
  const reading = readingAccess(own, entity.subject, route);
  const context = listContext(model, reading, screen, runtime.timeZone, readsOf(request, access));
  const page = await readRows(runtime.database, plans, runtime.secrets.cursor, context, parseRequest(query.toString()));
  return page.rows === 0;
};

export const registryUpdateRoute = (app: FastifyInstance, runtime: Runtime): void => {
  addCall(app, registryUpdateNeed, async (request, reply) => {
    const answer: RegistryUpdateNeed = { requer: await needsUpdate(runtime, request) };
    return reply.header('cache-control', 'no-store').send(answer);
  });
};
