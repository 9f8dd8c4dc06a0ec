/** GET /auth/session: what is left of a session, for a screen that nobody touches; its answer may wait for the end. */
import type { FastifyInstance } from 'fastify';
import { sessionLeft } from '../contract/calls/session-calls.ts';
import { Refusal } from '../core/errors.ts';
import { addCall } from './add-call.ts';
import { tokenOf } from './authenticate.ts';
import type { Runtime } from './runtime.ts';
import { patientAnswers, waitOf } from './wait.ts';

export const sessionLeftRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  const patiently = patientAnswers(app);

  // No `authenticate`: that would be a use of the session.
  addCall(app, sessionLeft, async (request, reply) => {
    const wait = waitOf(request.query);
    const token = tokenOf(request);
    const left =
      token === undefined
        ? undefined
        : await patiently(reply, (givenUp) => runtime.sessions.left(token, wait, givenUp));
    if (left === undefined) throw new Refusal('ACCESS_UNAUTHENTICATED', {});
    return reply.header('cache-control', 'no-store').send(left);
  });
};
