/**
 * What the log says of requests and failures, and what it never says: passwords, tokens, the headers that carry them,
 * queries and bodies, which are full of personal data, and the rows that a database quotes when it refuses one.
 */
import type { FastifyRequest } from 'fastify';

/** What nobody may read in a log, by its form: hashes of passwords, and what stands after `Bearer`. */
const secretForms = [/\$argon2id?\$[^\s"')]+/g, /\bBearer\s+[\w.~+/-]+=*/gi];
/** Names, in a body, of what is secret. */
const secretNames: ReadonlySet<string> = new Set(['password', 'senha', 'senhaAtual', 'senhaConf', 'token']);

/** Shorter ones are no password, and would take letters out of every word. */
const shortestSecret = 4;

const removed = '[removed]';

/** The secrets that a request carries, so that a message that quotes one can be cut. */
const secretsOf = (request: FastifyRequest): readonly string[] => {
  const { body } = request;
  const given: readonly (readonly [string, unknown])[] =
    typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const token = request.headers.authorization?.replace(/^\S+\s+/, '');
  return [token, ...given.filter(([name]) => secretNames.has(name)).map(([, value]) => value)].filter(
    (value): value is string => typeof value === 'string' && value.length >= shortestSecret,
  );
};

const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secretForms.reduce(
    (cut, form) => cut.replace(form, removed),
    // As it is, and as it stands inside JSON.
    secrets
      .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
      .reduce((cut, secret) => cut.replaceAll(secret, removed), text),
  );

/** A failure as the log has it: what it is and where it came from, and nothing else that hangs on it. */
export const loggedFailure = (error: Error & { readonly code?: unknown }, request: FastifyRequest) => {
  const secrets = secretsOf(request);
  return {
    type: error.name,
    ...(error.code === undefined ? {} : { code: String(error.code) }),
    message: withoutSecrets(error.message, secrets),
    stack: withoutSecrets(error.stack ?? '', secrets),
  };
};

interface LoggedRequest {
  readonly method: string;
  readonly url: string;
  readonly ip: string;
}

/** For Fastify: a request is its method and path, and where it came from. */
export const logOptions = (level: string, stream?: { readonly write: (line: string) => void }) => ({
  level,
  ...(stream === undefined ? {} : { stream }),
  serializers: {
    req: ({ method, url, ip }: LoggedRequest) => ({ method, path: url.split('?')[0] ?? '', address: ip }),
    err: (error: Error & { readonly code?: unknown }) => ({
      type: error.name,
      ...(error.code === undefined ? {} : { code: String(error.code) }),
      message: withoutSecrets(error.message, []),
      stack: withoutSecrets(error.stack ?? '', []),
    }),
  },
});
