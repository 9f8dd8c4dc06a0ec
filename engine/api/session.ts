/** POST /auth/token/issue, GET /auth/me, POST /auth/token/revoke (document 1 section 7). */
import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Check } from 'typebox/value';
import { draftKey, issueToken, revokeToken, whoAmI } from '../contract/calls/session-calls.ts';
import type { DraftKey, Me, SessionClient, TokenIssued } from '../contract/session.ts';
import { Refusal } from '../core/errors.ts';
import type { Model } from '../model/types.ts';
import { addCall } from './add-call.ts';
import { authenticate, tokenOf } from './authenticate.ts';
import { personOf } from './request-origin.ts';
import type { Runtime } from './runtime.ts';
import { sendTagged } from './send-tagged.ts';

const clientOf = (model: Model): SessionClient => ({
  name: model.client?.name ?? '',
  title: model.client?.title ?? '',
  accent: model.client?.accent ?? 'teal',
  logo: model.client?.logo ?? 'F',
  defaults: model.client?.defaults ?? {},
  flags: model.flags,
});

export const sessionRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  addCall(app, issueToken, async (request, reply) => {
    if (!Check(issueToken.body.schema, request.body)) {
      throw new Refusal('REQUEST_BODY_INVALID', { problem: "esperados 'userId' e 'password'" });
    }
    const { token, grants } = await runtime.sessions.issue(request.body, personOf(request));
    const answer: TokenIssued = { token, user: grants.user, client: clientOf(runtime.current.model) };
    return reply.header('cache-control', 'no-store').send(answer);
  });

  addCall(app, whoAmI, async (request, reply) => {
    const { grants } = await authenticate(runtime, request, { expired: true });
    const answer: Me = { user: grants.user, client: clientOf(runtime.current.model) };
    return sendTagged(request, reply, answer);
  });

  // What a browser encrypts unfinished work with: kept by no browser, given to the person alone.
  addCall(app, draftKey, async (request, reply) => {
    const { grants } = await authenticate(runtime, request, { expired: true });
    const key = createHmac('sha256', runtime.secrets.draft).update(grants.user.principal).digest('base64');
    const answer: DraftKey = { key };
    return reply.header('cache-control', 'no-store').send(answer);
  });

  addCall(app, revokeToken, async (request, reply) => {
    const token = tokenOf(request);
    if (token !== undefined) await runtime.sessions.revoke(token, personOf(request));
    return reply.status(204).send();
  });
};
