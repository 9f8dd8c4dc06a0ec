/**
 * GET /avisos/inicio (document 1 section 7), GET /avisos/vigentes, GET /avisos/vigentes/{id}/{anexo}: the notices in force
 * today for the roles of the caller. Nobody needs a right on the registry for those: what chooses them is asked here,
 * through the same plan as every list, and only fields that the caller's groups are not kept from are told.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { comparableFields, readableFields } from '../../engine/access/visible-entity.ts';
import { addCall } from '../../engine/api/add-call.ts';
import { authenticate } from '../../engine/api/authenticate.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import { sendAttachment } from '../../engine/api/send-attachment.ts';
import { sendTagged } from '../../engine/api/send-tagged.ts';
import { readsOf } from '../../engine/api/sensitive-reads.ts';
import { parseRequest } from '../../engine/contract/request.ts';
import { dayInZone } from '../../engine/core/day-in-zone.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { listContext } from '../../engine/data/plan/context.ts';
import { readRows } from '../../engine/data/read-rows.ts';
import { attachmentsIn } from '../../engine/fields/attachment.ts';
import { readingAccess } from '../reading-access.ts';
import type { Notice } from './notice.ts';
import { audiencesOf } from './notice.ts';
import { noticeFile, noticesAtStart, noticesInForce } from './notice-calls.ts';

const route = '/avisos';
const told = ['titulo', 'conteudo', 'inicio', 'fim', 'prioridade', 'anexo'] as const;
/** Nobody reads more. */
const most = 100;

/** Those in force today for the caller that fit `more`, conditions of the dialect. */
const readNotices = async (
  runtime: Runtime,
  request: FastifyRequest,
  more: Readonly<Record<string, string>>,
): Promise<readonly Notice[]> => {
  const { grants, access } = await authenticate(runtime, request);
  const { model, plans, screens } = runtime.current;
  const screen = screens.get(route)?.[0];
  const entity = screen && model.entities[screen.entity];
  if (screen === undefined || entity === undefined) return [];
  const reading = readingAccess(access, entity.subject, route);
  const context = listContext(model, reading, screen, runtime.timeZone, readsOf(request, access));
  const namesOf = (fields: typeof readableFields) =>
    new Set(fields(model, context.access, entity, screen).map(({ name }) => name));
  const [shown, open] = [namesOf(readableFields), namesOf(comparableFields)];
  // What a client or a group has hidden or covered chooses nothing; without these two nobody can tell whom it concerns.
  if (!open.has('publico') || !open.has('inicio')) return [];
  const today = dayInZone(runtime.timeZone);
  const query = new URLSearchParams({
    select: ['id', 'versao', ...told.filter((name) => shown.has(name))].join(),
    publico: `in.(${audiencesOf(grants.user).join()})`,
    inicio: `lte.${today}`,
    ...(open.has('fim') && { or: `(fim.is.null,fim.gte.${today})` }),
    ...Object.fromEntries(Object.entries(more).filter(([name]) => name === 'id' || open.has(name))),
    order: [...(open.has('prioridade') ? ['prioridade.desc'] : []), 'inicio.desc', 'id.desc'].join(),
    limit: String(most),
  });
  const page = await readRows(runtime.database, plans, runtime.secrets.cursor, context, parseRequest(query.toString()));
  return JSON.parse(page.body) as Notice[];
};

export const noticeRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  const answer = (request: FastifyRequest, more: Readonly<Record<string, string>> = {}) =>
    readNotices(runtime, request, more);

  addCall(app, noticesAtStart, async (request, reply) =>
    sendTagged(request, reply, await answer(request, { exibe_no_inicio: 'is.true' })),
  );

  addCall(app, noticesInForce, async (request, reply) => sendTagged(request, reply, await answer(request)));

  addCall(
    app,
    noticeFile,
    async (request, reply) => {
      const { id, anexo: file } = request.params;
      const found = /^\d{1,15}$/.test(id) ? await answer(request, { id: `eq.${id}` }) : [];
      const attachment = attachmentsIn(found[0]?.anexo).find((one) => one.id === file);
      if (attachment === undefined) throw new Refusal('ATTACHMENT_MISSING', { title: 'Aviso' });
      return sendAttachment(runtime.database, attachment, request, reply);
    },
    { compress: false },
  );
};
