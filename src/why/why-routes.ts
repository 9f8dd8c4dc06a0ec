/**
 * GET /acesso/por-que?usuario=<login>&tela=<path>[&registro=<id>][&campo=<name>]: why that person sees it or does not, for
 * who manages everything. Without `usuario` everybody asks why a screen is open to oneself or not.
 */
import type { FastifyInstance } from 'fastify';
import { createAccess } from '../../engine/access/access.ts';
import { addCall } from '../../engine/api/add-call.ts';
import { authenticate } from '../../engine/api/authenticate.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import type { WhyAnswer, WhyOperation } from '../../engine/contract/why.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { explainAccess } from '../../engine/data/explain-access.ts';
import type { FileFacts } from '../../engine/model/file-facts.ts';
import type { Model } from '../../engine/model/types.ts';
import { readsField, shownText } from '../access/shown-text.ts';
import { findPerson } from './find-person.ts';
import { whyCall } from './why-call.ts';

interface Asked {
  readonly usuario?: string;
  readonly tela?: string;
  readonly registro?: string;
  readonly campo?: string;
}

/** What the files say of screens that are not there is told to those who administer. */
const nothing = async (): Promise<FileFacts> => ({ paths: [], entry: () => undefined, placeOf: () => null });

const textOf = (query: Readonly<Record<string, unknown>>, parameter: keyof Asked): string | undefined => {
  const value = query[parameter];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw new Refusal('REQUEST_QUERY_INVALID', { parameter, problem: 'aparece mais de uma vez' });
};

const idOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Refusal('REQUEST_QUERY_INVALID', { parameter: 'registro', problem: 'é o id de um registro' });
};

/** Which field it is, is told to those who administer: it may be one that the person is not to know of. */
const withoutFields = ({ bar, ...operation }: WhyOperation): WhyOperation => {
  if (bar === undefined) return operation;
  const { field: _field, ...rest } = bar;
  return { ...operation, bar: rest };
};

/** `factsOf` reads the files of the model that is served: seldom asked for, so nothing of them is kept beside it. */
export const whyRoutes =
  (factsOf: (model: Model) => Promise<FileFacts>) =>
  (app: FastifyInstance, runtime: Runtime): void => {
    addCall(app, whyCall, async (request, reply) => {
      const { access } = await authenticate(runtime, request);
      const query = request.query as Readonly<Record<string, unknown>>;
      const login = textOf(query, 'usuario');
      const path = textOf(query, 'tela');
      if (path === undefined) throw new Refusal('REQUEST_QUERY_INVALID', { parameter: 'tela', problem: 'falta' });
      const question = { path, id: idOf(textOf(query, 'registro')), field: textOf(query, 'campo') };
      const administers = access.can('manage', 'all');
      const own = login === undefined && question.id === undefined && question.field === undefined;
      if (!administers && !own) throw new Refusal('ACCESS_DENIED', { action: 'manage', title: 'Por que' });
      const { model } = runtime.current;
      const found = await findPerson(runtime.database, login ?? access.login);
      // To whom logins are kept, one that somebody has is told from one that nobody has by nothing.
      const told = found?.person.login === access.login || readsField(access, model, 'usuario.login');
      if (found === undefined || !told) throw new Refusal('RECORD_MISSING', { title: 'Usuário' });
      const facts = administers ? () => factsOf(model) : nothing;
      const explained = await explainAccess(runtime, model, createAccess(found.grants), facts, question);
      const name = shownText(access, model, ['usuario.nome'], found.person.name);
      const operations = administers ? explained.operations : explained.operations.map(withoutFields);
      const answer: WhyAnswer = { person: { ...found.person, name }, ...explained, operations };
      return reply.header('cache-control', 'no-store').send(answer);
    });
  };
