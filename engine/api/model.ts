/** The model as the caller may see it: GET /model, GET /model/screen?path=, and the compiled validators. */
import type { FastifyInstance } from 'fastify';
import { buildMenuModel } from '../contract/build-menu-model.ts';
import { buildOpenApi } from '../contract/build-openapi.ts';
import { buildScreenModel } from '../contract/build-screen-model.ts';
import { Refusal } from '../core/errors.ts';
import { authenticate } from './authenticate.ts';
import { findScreen } from './find-screen.ts';
import type { Runtime } from './runtime.ts';
import { sendTagged } from './send-tagged.ts';

export const modelRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  app.get('/model', async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const { model, messages } = runtime.current;
    return sendTagged(request, reply, buildMenuModel(model, access, messages, runtime.timeZone));
  });

  app.get<{ Querystring: { path?: string } }>('/model/screen', async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const { current } = runtime;
    const screen = findScreen(current, access, String(request.query.path ?? ''));
    if (!access.can(screen.permission.action, screen.permission.subject)) {
      throw new Refusal('ACCESS_DENIED', { action: screen.permission.action, title: screen.title });
    }
    const answer = buildScreenModel(current.model, access, screen, (entity) => {
      const module = current.validators.browser(entity);
      current.modules.set(module.digest, module.text);
      return `/api/validators/${module.digest}.js`;
    });
    return sendTagged(request, reply, answer);
  });

  app.get('/openapi.json', async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    return sendTagged(request, reply, buildOpenApi(runtime.current.model, access));
  });

  // A module is imported by the browser itself, without the token: its address is the secret, 128 bits of digest.
  app.get<{ Params: { file: string } }>('/validators/:file', async (request, reply) => {
    const text = runtime.current.modules.get(request.params.file.replace(/\.js$/, ''));
    if (text === undefined) throw new Refusal('ROUTE_UNKNOWN', { path: request.url });
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(text);
  });
};
