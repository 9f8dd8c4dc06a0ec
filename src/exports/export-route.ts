/**
 * POST /exportacoes: the file of a list while it is read. A portion is read when the one before has left, so that a slow
 * caller slows the reading down and one who has gone ends it.
 */
import { Readable } from 'node:stream';
import { create as writeDisposition } from 'content-disposition';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Check } from 'typebox/value';
import { addCall } from '../../engine/api/add-call.ts';
import { answerBeside } from '../../engine/api/answer-beside.ts';
import { plainFileName } from '../../engine/api/attachment-file.ts';
import { accessOf, authenticate, tokenOf } from '../../engine/api/authenticate.ts';
import { originOf } from '../../engine/api/request-origin.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import type { ListAsked } from '../../engine/contract/export.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { writeSensitiveReads } from '../../engine/data/sensitive-reads.ts';
import { takeTurn } from '../../engine/data/take-turn.ts';
import { exportRows } from './export-call.ts';
import { exportedList, exportName, exportWriters } from './export-format.ts';
import { keyOf, openList } from './open-list.ts';

/** Files that one person asks for in a minute: each reads a whole list. */
const filesPerMinute = 60;

/** The content of a file whose rights have changed is not gone on with. */
class RightsChanged extends Error {}

/** Whether the caller has the session still, and reads the same as before. Asking is no use of the session. */
const readsSame = async (
  runtime: Runtime,
  request: FastifyRequest,
  asked: ListAsked,
  key: string,
): Promise<boolean> => {
  const userId = await runtime.sessions.userOf(tokenOf(request) ?? '');
  const grants = userId === undefined ? undefined : await runtime.sessions.grantsNow(userId);
  return grants !== undefined && keyOf(await openList(runtime, accessOf(grants), asked)) === key;
};

export const exportRoutes = (app: FastifyInstance, runtime: Runtime): void =>
  addCall(
    app,
    exportRows,
    async (request, reply) => {
      const { grants } = await authenticate(runtime, request);
      const { body } = request;
      if (!Check(exportRows.body.schema, body))
        throw new Refusal('REQUEST_BODY_INVALID', { problem: "esperados 'format', 'path', 'search' e 'columns'" });
      if (await answerBeside(runtime, request, reply)) return reply;
      await takeTurn(runtime.database, `export:${grants.userId}`, filesPerMinute);
      const { format, ...asked } = body;
      const access = accessOf(grants);
      const list = await openList(runtime, access, asked);
      const key = keyOf(list);
      const reader = { userId: access.userId, login: access.login, requestId: request.id, origin: originOf(request) };
      const maker = { login: access.login, at: new Date().toISOString(), reference: request.id };
      const described = exportedList(list, runtime, maker);
      const { type, write } = exportWriters[format];
      const portions = write(list, described, undefined);
      // What is refused is refused before the file begins.
      const first = await portions.next();
      const content = async function* () {
        try {
          for (let next = first; next.done !== true; next = await portions.next()) {
            if (next !== first && !(await readsSame(runtime, request, asked, key))) throw new RightsChanged();
            await writeSensitiveReads(runtime.database, list.takeReads(), reader);
            yield next.value.bytes;
          }
        } finally {
          await portions.return();
        }
      };
      const name = exportName(described, format);
      reply.type(type).headers({
        'cache-control': 'no-store',
        'content-disposition': writeDisposition(name, { fallback: plainFileName(name) }),
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
      return reply.send(Readable.from(content(), { objectMode: false, highWaterMark: 1 }));
    },
    { compress: false },
  );
