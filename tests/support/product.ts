/** The product over a fresh database, asked by injected requests; files may be added to the real ones. */
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { ErrorBody } from '../../engine/contract/error-body.ts';
import type { DataPlace, ErrorCode, ErrorParams } from '../../engine/core/errors.ts';
import { errors } from '../../engine/core/errors.ts';
import type { Messages } from '../../engine/core/messages.ts';
import { fillText, inWords } from '../../engine/core/messages.ts';
import type { Database } from '../../engine/data/database.ts';
import { loadMessages } from '../../engine/metadata/load-messages.ts';
import { isQuery, openSqlParser } from '../../engine/metadata/parse-query.ts';
import { readConfiguration } from '../../src/configuration.ts';
import type { Transport } from '../../src/mail/transport.ts';
import type { StartedProduct, StartOptions } from '../../src/start-product.ts';
import { startProduct } from '../../src/start-product.ts';
import { cheapHash } from './cheap-hash.ts';
import { fileMemory, readRealFiles } from './real-files.ts';

export interface TestProduct extends StartedProduct {
  /** Logs in and gives a caller with that user's token. */
  readonly as: (login: string, password: string) => Promise<Caller>;
  /** Makes a user as `createUser` does, and logs in. */
  readonly enter: (login: string, permissions: readonly string[], more?: UserParts) => Promise<Caller>;
}

export interface Caller {
  readonly token: string;
  readonly call: (
    method: NonNullable<InjectOptions['method']>,
    url: string,
    more?: CallOptions,
  ) => Promise<LightMyRequestResponse>;
}

export interface CallOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly text?: string;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestProductOptions {
  readonly client?: string;
  /** Files beside the real ones, by path below the root; an empty text takes a real one away. */
  readonly files?: Readonly<Record<string, string | object>>;
  /** false: records of the real files need not hold their `x-rules`, for tests that make records up. Default true. */
  readonly rules?: boolean;
  /** Without `data.csv`, for speed. Default true. */
  readonly withoutRows?: boolean;
  /** Of data that are no rows: files of histories. */
  readonly folder?: string;
  /** Takes the mails; without it they are files of no use to a test. */
  readonly transport?: Transport;
  /** Calls beside those of the product. */
  readonly routes?: NonNullable<StartOptions['routes']>;
  readonly beside?: NonNullable<StartOptions['beside']>;
  readonly isBeside?: boolean;
}

const nowhere: Transport = { send: async () => undefined, close: () => undefined };

export const administrator = { login: 'chefe', password: 'senha-do-chefe' } as const;

const withoutRules = (schema: string): string =>
  JSON.stringify(JSON.parse(schema, (key, value: unknown) => (key === 'x-rules' ? undefined : value)));

export const startTestProduct = async (
  database: Database,
  {
    client = 'copass',
    files = {},
    rules = true,
    withoutRows = true,
    folder,
    transport = nowhere,
    routes,
    beside,
    isBeside = false,
  }: TestProductOptions = {},
): Promise<TestProduct> => {
  const product = await startProduct({
    sources: async () => {
      const sources = new Map([...(await readRealFiles())].filter(([path]) => !withoutRows || !path.endsWith('.csv')));
      if (Object.keys(files).some(isQuery)) await openSqlParser();
      if (!rules)
        for (const [path, text] of sources) if (text.includes('"x-rules"')) sources.set(path, withoutRules(text));
      for (const [path, value] of Object.entries(files)) {
        if (value === '') sources.delete(path);
        else sources.set(path, typeof value === 'string' ? value : JSON.stringify(value));
      }
      return sources;
    },
    remember: fileMemory,
    open: async () => database,
    configuration: readConfiguration({
      CLIENT: client,
      HOST: '0.0.0.0',
      LOG_LEVEL: 'silent',
      ...(folder === undefined ? {} : { DATA_FOLDER: folder }),
      ADMIN_LOGIN: administrator.login,
      ADMIN_PASSWORD: administrator.password,
    }),
    pages: undefined,
    transport,
    ...(routes === undefined ? {} : { routes }),
    ...(beside === undefined ? {} : { beside }),
    isBeside,
  });
  const caller = (token: string): Caller => ({
    token,
    call: (method, url, more = {}) =>
      product.app.inject({
        method,
        url,
        headers: {
          authorization: `Bearer ${token}`,
          ...(more.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...more.headers,
        },
        ...(more.body === undefined ? {} : { payload: JSON.stringify(more.body) }),
        ...(more.text === undefined ? {} : { payload: more.text }),
        ...(more.bytes === undefined ? {} : { payload: more.bytes }),
      }),
  });
  const as: TestProduct['as'] = async (login, password) => {
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/auth/token/issue',
      payload: { userId: login, password },
    });
    if (answer.statusCode !== 200) throw new Error(`login of ${login}: ${answer.body}`);
    return caller((answer.json() as { token: string }).token);
  };
  return {
    ...product,
    as,
    enter: async (login, permissions, more) => {
      const user = await createUser(database, login, permissions, more);
      return as(user.login, user.password);
    },
  };
};

/** Posts one row to a path below `/api` and gives its id; raises what a refusal says. */
export const insertRow = async ({ call }: Caller, path: string, row: object): Promise<number> => {
  const headers = { prefer: 'return=representation' };
  const answer = await call('POST', `/api${path}?select=id`, { body: row, headers });
  if (answer.statusCode !== 201) throw new Error(answer.body);
  return (answer.json() as { id: number }[])[0]?.id ?? 0;
};

export interface UserParts {
  readonly hidden?: readonly string[];
  readonly masked?: readonly string[];
  readonly readOnly?: readonly string[];
  /** Of the group: how it sees what no row names. */
  readonly personal?: 'ABERTO' | 'MASCARADO' | 'OCULTO';
  readonly sensitive?: 'ABERTO' | 'MASCARADO' | 'OCULTO';
  /** `prestador_registro` and `beneficiario_registro` are ids, of records that need not be there. */
  readonly roles?: Readonly<Record<string, boolean | number>>;
}

const password = 'senha-de-teste';
const passwordHash = cheapHash(password);

/** Makes a user whose one group holds the pairs given, and optionally fields that the group hides, covers or closes. */
export const createUser = async (
  database: Database,
  login: string,
  permissions: readonly string[],
  more: UserParts = {},
): Promise<{ readonly login: string; readonly password: string }> => {
  const { prestador_registro, beneficiario_registro, ...roles }: NonNullable<UserParts['roles']> = {
    operadora: true,
    ...more.roles,
  };
  const names = Object.keys(roles);
  await database.query({
    text: `with u as (insert into usuario (login, nome, senha_hash${names.map((name) => `, ${name}`).join('')})
        values ($1::text, $1::text, $2::text${names.map((name) => `, '${roles[name as keyof typeof roles]}'`).join('')}) returning id),
      g as (insert into grupo (nome, dados_pessoais, dados_sensiveis) values ($1::text, $7::text, $8::text) returning id),
      m as (insert into usuario_grupo (usuario_id, grupo_id) select u.id, g.id from u, g),
      h as (insert into config_permissao (grupo_id, entidade, campo, visivel, mascarado, somente_leitura)
        select g.id, split_part(f, '.', 1), split_part(f, '.', 2), level <> 'hidden', level = 'masked', level = 'readOnly'
        from g, (select unnest($4::text::text[]) as f, 'hidden' as level
          union all select unnest($5::text::text[]), 'masked' union all select unnest($6::text::text[]), 'readOnly') x)
      insert into regra (grupo_id, assunto, acao) select g.id, split_part(p, ':', 1), split_part(p, ':', 2) from g, unnest($3::text::text[]) p`,
    values: [
      login,
      passwordHash,
      `{${permissions.join(',')}}`,
      ...[more.hidden, more.masked, more.readOnly].map((fields = []) => `{${fields.join(',')}}`),
      more.personal ?? 'ABERTO',
      more.sensitive ?? 'MASCARADO',
    ],
  });
  // Scopes ask for the id alone: most tests need no record of that id, so its key is not looked after.
  if (prestador_registro !== undefined || beneficiario_registro !== undefined)
    await database.transaction(async (transaction) => {
      await transaction.query({ text: 'set local session_replication_role = replica', values: [] });
      await transaction.query({
        text: `update usuario set prestador_registro_id = $2::text::bigint, beneficiario_registro_id = $3::text::bigint
          where login = $1::text`,
        values: [
          login,
          ...[prestador_registro, beneficiario_registro].map((id) => (id === undefined ? null : String(id))),
        ],
      });
    });
  return { login, password };
};

/** Has the user act for these providers, the first being the main one, and for no other; their records need not be there. */
export const actFor = async (database: Database, login: string, [main, ...more]: readonly number[]): Promise<void> => {
  await database.transaction(async (transaction) => {
    await transaction.query({ text: 'set local session_replication_role = replica', values: [] });
    await transaction.query({
      text: `with u as (update usuario set prestador_registro_id = $2::text::bigint where login = $1::text returning id)
        delete from usuario_prestadores where usuario_id in (select id from u)`,
      values: [login, main === undefined ? null : String(main)],
    });
    await transaction.query({
      text: `insert into usuario_prestadores (usuario_id, posicao, prestador_id)
        select u.id, p.at - 1, p.id from usuario u, unnest($2::text::bigint[]) with ordinality p (id, at) where u.login = $1::text`,
      values: [login, `{${more.join()}}`],
    });
  });
  // The role of a replica fires no triggers, neither of keys nor of who is told of a change of rights.
  await database.query({ text: `select pg_notify('fichario_access', '')`, values: [] });
};

interface RefusalParts {
  readonly at?: DataPlace;
  /** Of each refused field: wire name, code of its text, parameters, row of a bulk body. */
  readonly fields?: readonly (readonly [
    field: string,
    code: ErrorCode,
    params: Readonly<Record<string, unknown>>,
    row?: number,
  ])[];
  readonly suggestion?: string;
}

let known: Promise<Messages | undefined> | undefined;

/** The whole body that a refusal must have, from the texts of the product. */
export const refusalBody = async <C extends ErrorCode>(
  code: C,
  params: ErrorParams<C>,
  { at, fields = [], suggestion }: RefusalParts = {},
): Promise<ErrorBody> => {
  known ??= readRealFiles().then((files) => loadMessages(files).messages);
  const messages = await known;
  if (!messages) throw new Error('no messages');
  const said = inWords(params, messages.texts);
  const message = fillText(messages.errors[code].message, said);
  const { hint, details } = messages.errors[code];
  const hints = [
    ...(suggestion === undefined ? [] : [fillText(messages.suggestion, { name: suggestion })]),
    ...(hint === undefined ? [] : [fillText(hint, said)]),
  ];
  const refused = fields.map(([field, failure, values, row]) => ({
    field,
    message: fillText(messages.errors[failure].message, values),
    ...(row === undefined ? {} : { row }),
  }));
  return {
    code: errors[code].wire ?? code,
    message,
    details:
      refused.length > 0
        ? [...new Set(refused.map((one) => one.message))].join(' ')
        : details === undefined
          ? null
          : fillText(details, said),
    hint: hints.length > 0 ? hints.join(' ') : null,
    ...(at === undefined ? {} : { at }),
    ...(refused.length > 0 ? { fields: refused } : {}),
    messages: { alerts: [{ type: 'error', value: message }] },
  };
};

/** Status and body of an answer, to be compared whole. */
export const refusalOf = (answer: LightMyRequestResponse): { readonly status: number; readonly body: unknown } => ({
  status: answer.statusCode,
  body: answer.json(),
});
