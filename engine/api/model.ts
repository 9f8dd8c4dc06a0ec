/** The model as the caller may see it: GET /model, GET /model/screen?path=, and the compiled validators. */
import type { FastifyInstance } from 'fastify';
import type { Access } from '../access/access.ts';
import { buildMenuModel } from '../contract/build-menu-model.ts';
import { buildScreenModel } from '../contract/build-screen-model.ts';
import { readMenu, readScreen } from '../contract/calls/model-calls.ts';
import type { MenuModel } from '../contract/screen-model.ts';
import { Refusal } from '../core/errors.ts';
import { nameCaller } from '../data/name-caller.ts';
import type { Model } from '../model/types.ts';
import { actedProviders } from './acted-providers.ts';
import { addCall } from './add-call.ts';
import { accessOf, authenticate } from './authenticate.ts';
import { findScreen } from './find-screen.ts';
import type { Runtime } from './runtime.ts';
import { sendTagged } from './send-tagged.ts';
import { findValidator, validatorAddress } from './validator-address.ts';

/** Groups and links have no screen model, but their right is asked like that of any screen. */
const checkEntry = (model: Model, access: Access, path: string): void => {
  const entry = model.screens.find((screen) => screen.path === path && screen.kind !== 'registry');
  if (entry?.permission === undefined) return;
  const { action, subject } = entry.permission;
  if (!access.can(action, subject)) throw new Refusal('ACCESS_DENIED', { action, title: entry.title });
};

export const modelRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  // Menu and words, and no records but one's own name: whoever must change an expired password first sees the frame around the dialog.
  addCall(app, readMenu, async (request, reply) => {
    const { access, grants } = await authenticate(runtime, request, { expired: true });
    const { database, timeZone } = runtime;
    const { model, messages } = runtime.current;
    const caller = await nameCaller(database, { model, access, timeZone });
    // All of them, also while the call is for one.
    const providers = await actedProviders(database, { model, access: accessOf(grants), timeZone });
    return sendTagged(request, reply, {
      ...buildMenuModel(model, access, messages, timeZone),
      ...(caller && { caller }),
      ...(providers.length > 0 && { providers }),
    } satisfies MenuModel);
  });

  addCall(app, readScreen, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const { current } = runtime;
    const path = String((request.query as { readonly path?: unknown }).path ?? '');
    checkEntry(current.model, access, path);
    const screen = findScreen(current, access, path);
    if (!access.can(screen.permission.action, screen.permission.subject)) {
      throw new Refusal('ACCESS_DENIED', { action: screen.permission.action, title: screen.title });
    }
    const answer = buildScreenModel(current.model, access, screen, (entity, transition) =>
      validatorAddress(current, runtime.secrets.validator, entity, transition, screen),
    );
    return sendTagged(request, reply, answer);
  });

  // A parameter of a route has a longest length; the address has none.
  const undescribed = 'the description of a screen gives the address, sealed, and nobody makes one';
  app.get<{ Params: { '*': string } }>('/validators/*', { config: { undescribed } }, async (request, reply) => {
    const module = findValidator(runtime.current, runtime.secrets.validator, request.params['*']);
    if (module === undefined) throw new Refusal('ROUTE_UNKNOWN', { path: request.url });
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(module.text);
  });
};
