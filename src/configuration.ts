/** The configuration: one schema, read from the environment once, at start. Nothing below `src/server.ts` reads it. */

import { isIP } from 'node:net';
import type { Static } from 'typebox';
import Type from 'typebox';
import { Check } from 'typebox/value';
import { usualUndoDays } from '../engine/contract/batch.ts';
import { Refusal } from '../engine/core/errors.ts';

const Configuration = Type.Object({
  HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    expected: 'um endereço',
    description: 'Address to listen on.',
  }),
  PORT: Type.Integer({
    default: 3000,
    minimum: 0,
    maximum: 65535,
    expected: 'um número inteiro de 0 a 65535',
    description: 'Port to listen on; 0 takes a free one.',
  }),
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      expected: 'um endereço postgres://',
      description: 'PostgreSQL server, 15 or newer. Absent: the embedded database in DATA_FOLDER.',
    }),
  ),
  DATABASE_DIRECT_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      expected: 'um endereço postgres://',
      description: 'The same server without a pooler between, for notifications and for apply. Default: DATABASE_URL.',
    }),
  ),
  DATABASE_POOL: Type.Integer({
    default: 10,
    minimum: 1,
    maximum: 200,
    expected: 'um número inteiro de 1 a 200',
    description: 'Connections to the server.',
  }),
  DATA_FOLDER: Type.String({
    default: '.data',
    minLength: 1,
    expected: 'uma pasta',
    description: 'Folder of the embedded database, and of the files of histories.',
  }),
  CLIENT: Type.String({
    default: 'copass',
    minLength: 1,
    expected: 'o nome de um cliente',
    description: 'The client that this installation serves: a file of clients/.',
  }),
  TIME_ZONE: Type.String({
    default: 'America/Sao_Paulo',
    expected: 'um fuso horário IANA',
    description: 'IANA zone that moments are shown in.',
  }),
  ADMIN_LOGIN: Type.Optional(
    Type.String({
      minLength: 3,
      maxLength: 50,
      expected: 'um login de 3 a 50 caracteres',
      description: 'Login of the first administrator, made at start where it does not exist.',
    }),
  ),
  ADMIN_PASSWORD: Type.Optional(
    Type.String({
      minLength: 10,
      maxLength: 25,
      expected: 'uma senha de 10 a 25 caracteres',
      description: 'Password of that administrator, 10 to 25 characters.',
    }),
  ),
  SESSION_IDLE_MINUTES: Type.Integer({
    default: 60,
    minimum: 5,
    maximum: 720,
    expected: 'um número inteiro de 5 a 720',
    description: 'Minutes without use after which a session ends; it ends after 12 hours in any case.',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/?#]+(/[^\\s?#]*)?$',
      expected: 'um endereço http:// ou https://',
      description: 'Address at which people open the product, for links in mails. Default: localhost and the port.',
    }),
  ),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://',
      expected: 'um endereço smtp:// ou smtps://',
      description: 'Mail server, with user and password where it wants them. Absent: files in DATA_FOLDER/outbox.',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^[^\\s@<>]+@[^\\s@<>]+$|^[^<>\\r\\n]+<[^\\s@<>]+@[^\\s@<>]+>$',
      expected: "um e-mail, ou 'Nome <e-mail>'",
      description: 'Sender of the mails.',
    }),
  ),
  RECORD_YEARS: Type.Integer({
    default: 5,
    minimum: 1,
    maximum: 30,
    expected: 'um número inteiro de 1 a 30',
    description: 'Years that the records of accesses and of reads of sensitive data are kept.',
  }),
  BATCH_DAYS: Type.Integer({
    default: usualUndoDays,
    minimum: 1,
    maximum: 3650,
    expected: 'um número inteiro de 1 a 3650',
    description: 'Days that a batch or an import can be taken back.',
  }),
  JOBS: Type.Boolean({
    default: true,
    expected: 'true ou false',
    description:
      'Runs imports and other jobs: on a server in a process beside this one. false leaves them to further processes on the same server.',
  }),
  LOG_LEVEL: Type.Union(
    ['fatal', 'error', 'warn', 'info', 'debug', 'silent'].map((level) => Type.Literal(level)),
    {
      default: 'warn',
      expected: 'fatal, error, warn, info, debug ou silent',
      description: 'What is written to standard output, as JSON lines.',
    },
  ),
  DEMO_DATA: Type.Boolean({
    default: true,
    expected: 'true ou false',
    description: 'Whether demonstration data are loaded behind the first start, where there are demonstration logins.',
  }),
  TRUST_PROXY: Type.Union([Type.Boolean(), Type.String({ pattern: '^[0-9a-fA-F.:/, ]+$' })], {
    default: false,
    expected: 'true, false, ou os endereços e redes dos proxies, separados por vírgula',
    description:
      'true where one reverse proxy in front tells the address of the caller, and nobody reaches this port but through it; of several their addresses or networks, with commas between.',
  }),
});
export type Configuration = Static<typeof Configuration>;

/** Every variable with its default and meaning; the README's table is held against it. */
export const describeConfiguration = (): readonly { name: string; default: string; description: string }[] =>
  Object.entries(Configuration.properties).map(([name, schema]) => {
    const { default: value, description } = schema as { default?: unknown; description?: string };
    return { name, default: value === undefined ? '' : String(value), description: description ?? '' };
  });

const parse = (text: string, type: unknown): unknown => {
  if (type === 'integer') return /^\d+$/.test(text) ? Number(text) : text;
  if (type === 'boolean' || type === undefined) return text === 'true' ? true : text === 'false' ? false : text;
  return text;
};

/** An address, or one with the number of bits that its network shares. */
const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...more] = text.trim().split('/');
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  return family !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
};

/** Raises START_CONFIGURATION for the first variable that does not fit. Empty variables count as absent. */
export const readConfiguration = (environment: Readonly<Record<string, string | undefined>>): Configuration => {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(Configuration.properties)) {
    const { default: fallback, type, expected } = schema as { default?: unknown; type?: string; expected?: string };
    const text = environment[name];
    const value = text === undefined || text === '' ? fallback : parse(text, type);
    if (value === undefined) continue;
    values[name] = value;
    // The value itself is never said: it may be a password.
    if (!Check(schema, value)) {
      throw new Refusal('START_CONFIGURATION', { variable: name, problem: `espera ${expected}` });
    }
  }
  const configuration = values as Configuration;
  if (!Intl.supportedValuesOf('timeZone').includes(configuration.TIME_ZONE) && configuration.TIME_ZONE !== 'UTC') {
    throw new Refusal('START_CONFIGURATION', { variable: 'TIME_ZONE', problem: 'espera um fuso horário IANA' });
  }
  if (typeof configuration.TRUST_PROXY === 'string' && !configuration.TRUST_PROXY.split(',').every(isNetwork))
    throw new Refusal('START_CONFIGURATION', {
      variable: 'TRUST_PROXY',
      problem: 'espera true, false, ou endereços e redes como 10.0.0.7, 10.1.0.0/16',
    });
  // A link that only works on this machine must not reach anybody by mail.
  for (const variable of ['MAIL_FROM', 'PUBLIC_URL'] as const)
    if (configuration.SMTP_URL !== undefined && configuration[variable] === undefined)
      throw new Refusal('START_CONFIGURATION', { variable, problem: 'falta, e SMTP_URL precisa dela' });
  if (!configuration.JOBS && configuration.DATABASE_URL === undefined)
    throw new Refusal('START_CONFIGURATION', {
      variable: 'JOBS',
      problem: 'só pode ser false com DATABASE_URL: no banco embutido não há outro processo que faça os trabalhos',
    });
  if ((configuration.ADMIN_LOGIN === undefined) !== (configuration.ADMIN_PASSWORD === undefined)) {
    const variable = configuration.ADMIN_LOGIN === undefined ? 'ADMIN_LOGIN' : 'ADMIN_PASSWORD';
    throw new Refusal('START_CONFIGURATION', {
      variable,
      problem: 'vai com a outra do par ADMIN_LOGIN, ADMIN_PASSWORD',
    });
  }
  return configuration;
};
