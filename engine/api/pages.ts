/** The built screens: hashed files for ever, and the one page for every other address, with a nonce of its own. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Negotiator } from '@fastify/accept-negotiator';
import { send } from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PageClient } from '../contract/session.ts';
import { Refusal } from '../core/errors.ts';
import { contentPolicy, createNonce } from './security-headers.ts';

const placeholder = '__CSP_NONCE__';
const clientPlaceholder = '__CLIENT__';
const titleTag = /<title>[^<]*<\/title>/;
const assets = '/assets/';

/** What the build wrote, by address below `/assets/`: no other name is looked for on the disk. */
const readNames = async (root: string): Promise<ReadonlySet<string>> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return new Set(files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, '/')));
};

const typeOf = (name: string): string => {
  const type = send.mime.getType(name) ?? 'application/octet-stream';
  return send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type;
};

interface Asked {
  readonly Params: { readonly '*': string };
}

/** Where the build has compressed a file, who takes that gets it as it is; the others' is compressed on its way. */
const installAssets = async (app: FastifyInstance, root: string): Promise<void> => {
  const names = await readNames(root);
  const encodings = new Negotiator({ supportedValues: ['br'] });
  const options = { root, maxAge: '365d', immutable: true, index: false } as const;
  const answer = async (request: FastifyRequest<Asked>, reply: FastifyReply) => {
    const name = request.params['*'];
    if (!names.has(name)) throw new Refusal('ROUTE_UNKNOWN', { path: request.url });
    const compressed = names.has(`${name}.br`);
    if (compressed) reply.header('vary', 'accept-encoding');
    const encoding = compressed ? encodings.negotiate(request.headers['accept-encoding'] ?? '') : null;
    const found = await send(request.raw, encoding === null ? name : `${name}.br`, options);
    const { 'Content-Type': _ofTheCompressed, ...headers } = found.headers;
    reply.code(found.statusCode).headers(headers).type(typeOf(name));
    if (encoding !== null) reply.header('content-encoding', encoding);
    return reply.send(found.stream);
  };
  app.route<Asked>({ method: ['GET', 'HEAD'], url: `${assets}*`, handler: answer });
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => entities[letter] ?? letter);

/** The page as those meet it who have not signed in: with the name and the mark of the client. */
const clientPage = (page: string, client: PageClient | undefined): string => {
  if (client === undefined) return page.replace(clientPlaceholder, '');
  const { title, accent, logo } = client;
  const told: PageClient = { title, accent, logo };
  return page
    .replace(clientPlaceholder, () => escaped(JSON.stringify(told)))
    .replace(titleTag, () => `<title>${escaped(title)}</title>`);
};

/** Serves `folder`, the output of the build, to the staff of `client`. Raises START_SCREENS_MISSING where nothing was built. */
export const installPages = async (
  app: FastifyInstance,
  folder: string,
  client: () => PageClient | undefined = () => undefined,
): Promise<void> => {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw new Refusal('START_SCREENS_MISSING', { folder }, { cause });
  });
  await installAssets(app, join(folder, 'assets'));
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/') || request.method !== 'GET')
      throw new Refusal('ROUTE_UNKNOWN', { path: request.url });
    const nonce = createNonce();
    return reply
      .header('content-security-policy', contentPolicy(nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(clientPage(page.replaceAll(placeholder, nonce), client()));
  });
};
