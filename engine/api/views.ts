/**
 * GET and POST /views, PATCH and DELETE /views/{id}: saved views of lists. Whoever may open a screen may keep views of it
 * and share them; a view is changed by its owner, a shared one also by who manages the subject of its screen. What a
 * person may not see is not in the view that the person gets.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/value';
import type { Access } from '../access/access.ts';
import { changeView, createView, removeView, viewsOfScreen } from '../contract/calls/setting-calls.ts';
import type { NewView, SavedView, ViewChange, ViewContent } from '../contract/saved-view.ts';
import { isStorable } from '../contract/user-setting.ts';
import { visibleView } from '../contract/visible-view.ts';
import { Refusal } from '../core/errors.ts';
import type { StoredView } from '../data/saved-views.ts';
import { deleteView, findView, insertView, missingView, readViews, updateView } from '../data/saved-views.ts';
import { takeTurn } from '../data/take-turn.ts';
import type { RegistryScreen } from '../model/screen-types.ts';
import { addCall } from './add-call.ts';
import { authenticate } from './authenticate.ts';
import { findScreen } from './find-screen.ts';
import { versionOf } from './if-match.ts';
import { loginsFor } from './read-logins.ts';
import type { Runtime } from './runtime.ts';
import { sendTagged } from './send-tagged.ts';

/** Writes a minute. */
const writesPerMinute = 120;

const opens = (access: Access, { permission }: RegistryScreen): boolean =>
  access.can(permission.action, permission.subject);

/** Raises ROUTE_UNKNOWN, ACCESS_DENIED. */
const openScreen = (runtime: Runtime, access: Access, path: string): RegistryScreen => {
  const screen = findScreen(runtime.current, access, path);
  if (opens(access, screen)) return screen;
  throw new Refusal('ACCESS_DENIED', { action: screen.permission.action, title: screen.title });
};

const mayChange = (access: Access, screen: RegistryScreen, view: StoredView): boolean =>
  view.userId === access.userId || (view.shared && access.can('manage', screen.permission.subject));

/** Raises REQUEST_BODY_INVALID. */
const bodyOf = <T extends TSchema>(schema: T, request: FastifyRequest, expected: string): Static<T> => {
  const { body } = request;
  if (Check(schema, body) && isStorable(body)) return body;
  throw new Refusal('REQUEST_BODY_INVALID', { problem: expected });
};

/** Raises REQUEST_COLUMN_UNKNOWN where the content names what this person may not: the same for what does not exist. */
const checkNames = (runtime: Runtime, access: Access, screen: RegistryScreen, content: ViewContent): void => {
  const { model } = runtime.current;
  const [column] = visibleView(model, access, screen, content).omitted;
  const entity = model.entities[screen.entity]?.title ?? '';
  if (column !== undefined) throw new Refusal('REQUEST_COLUMN_UNKNOWN', { column, entity });
};

const describe = async (
  runtime: Runtime,
  access: Access,
  screen: RegistryScreen,
  views: readonly StoredView[],
): Promise<readonly SavedView[]> => {
  const owners = await loginsFor(runtime, access)([...new Set(views.map((view) => String(view.userId)))]);
  return views.map((view) => {
    const { content, omitted } = visibleView(runtime.current.model, access, screen, view.content);
    return {
      id: view.id,
      screen: view.screen,
      name: view.name,
      shared: view.shared,
      own: view.userId === access.userId,
      owner: owners.get(String(view.userId)) ?? null,
      editable: mayChange(access, screen, view),
      versao: view.version,
      content,
      omitted: omitted.length,
    };
  });
};

interface WithId {
  readonly Params: { readonly id: string };
}

/** The view that is to be changed. Raises RECORD_MISSING, VIEW_NOT_OWN, RECORD_CHANGED_UNSEEN. */
const openView = async (runtime: Runtime, access: Access, request: FastifyRequest<WithId>) => {
  const { id } = request.params;
  const view = /^\d{1,18}$/.test(id) ? await findView(runtime.database, access.userId, id) : undefined;
  const screen = view && runtime.current.screens.has(view.screen) && findScreen(runtime.current, access, view.screen);
  // Of a screen that is closed to this person nothing is told.
  if (!view || !screen || !opens(access, screen)) throw missingView();
  if (!mayChange(access, screen, view)) throw new Refusal('VIEW_NOT_OWN', { name: view.name });
  const version = versionOf(request);
  if (version !== undefined && version !== view.version) throw new Refusal('RECORD_CHANGED_UNSEEN', { title: 'Visão' });
  return { view, screen };
};

export const viewRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  const countWrite = (access: Access) => takeTurn(runtime.database, `view:${access.userId}`, writesPerMinute);
  const send = async (reply: FastifyReply, access: Access, screen: RegistryScreen, view: StoredView) => {
    const [answer] = await describe(runtime, access, screen, [view]);
    return reply.header('etag', `"${view.version}"`).send(answer);
  };

  addCall(app, viewsOfScreen, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const screen = openScreen(runtime, access, String((request.query as { readonly screen?: unknown }).screen ?? ''));
    const views = await readViews(runtime.database, access.userId, screen.path);
    return sendTagged(request, reply, await describe(runtime, access, screen, views));
  });

  addCall(app, createView, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const body: NewView = bodyOf(
      createView.body.schema,
      request,
      "esperados 'screen', 'name' e 'content', com 'query' e 'layout'",
    );
    const screen = openScreen(runtime, access, body.screen);
    checkNames(runtime, access, screen, body.content);
    await countWrite(access);
    const view = await insertView(runtime.database, access.userId, { ...body, name: body.name.trim() });
    return send(reply.status(201), access, screen, view);
  });

  addCall(app, changeView, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const body: ViewChange = bodyOf(
      changeView.body.schema,
      request,
      "esperado ao menos um de 'name', 'shared' e 'content'",
    );
    const { view, screen } = await openView(runtime, access, request);
    if (body.content) checkNames(runtime, access, screen, body.content);
    await countWrite(access);
    const change = body.name === undefined ? body : { ...body, name: body.name.trim() };
    return send(reply, access, screen, await updateView(runtime.database, view, change));
  });

  addCall(app, removeView, async (request, reply) => {
    const { access } = await authenticate(runtime, request);
    const { view } = await openView(runtime, access, request);
    await deleteView(runtime.database, view);
    return reply.status(204).send();
  });
};
