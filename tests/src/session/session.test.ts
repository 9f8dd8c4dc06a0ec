import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Me, TokenIssued } from '../../../engine/contract/session.ts';
import type { Database } from '../../../engine/data/database.ts';
import { openDatabase } from '../../../engine/data/open-database.ts';
import { createPostgresDatabase, forEachDatabase } from '../../support/databases.ts';
import { noRoles } from '../../support/grants.ts';
import type { TestProduct } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

const issue = (
  product: TestProduct,
  userId: unknown,
  password: unknown,
  remoteAddress = '127.0.0.1',
): Promise<LightMyRequestResponse> =>
  product.app.inject({
    method: 'POST',
    url: '/api/auth/token/issue',
    payload: { userId, password } as object,
    remoteAddress,
  });
const tokenOf = async (product: TestProduct, user: { login: string; password: string }): Promise<string> =>
  ((await issue(product, user.login, user.password)).json() as TokenIssued).token;
const me = (product: TestProduct, token: string): Promise<LightMyRequestResponse> =>
  product.app.inject({ method: 'GET', url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
const revoke = (product: TestProduct, token: string): Promise<LightMyRequestResponse> =>
  product.app.inject({ method: 'POST', url: '/api/auth/token/revoke', headers: { authorization: `Bearer ${token}` } });

/** What another process says may take a while on a busy machine. */
const patient = { timeout: 20_000 };

const client = {
  name: 'copass',
  title: 'Copass Saúde',
  accent: 'blue',
  logo: 'C',
  defaults: {
    conselho: 'CRM',
    uf: 'MG',
    percentualAutorizacao: 100,
    formatoData: 'DD/MM/YYYY',
    formatoDataHora: 'DD/MM/YYYY HH:mm',
  },
};

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let users = 0;

  beforeAll(async () => {
    database = await open();
    product = await startTestProduct(database);
  });

  const run = async <Row = Readonly<Record<string, unknown>>>(text: string, ...values: string[]) =>
    (await database.query<Row>({ text, values })).rows;
  /** A user of its own, so that attempts of one test are not those of another. */
  const newUser = async (
    permissions: readonly string[] = [],
    more: Parameters<typeof createUser>[3] = {},
  ): Promise<{ readonly login: string; readonly password: string }> => {
    users += 1;
    return createUser(database, `pessoa${users}`, permissions, more);
  };
  const statusOf = async (token: string): Promise<number> => (await me(product, token)).statusCode;

  describe('a login', () => {
    test('gives token, user and client [entities-login-response] [calls-post-auth-token-issue]', async () => {
      const answer = await issue(product, administrator.login, administrator.password);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      const body = answer.json() as TokenIssued;
      expect(body).toEqual({
        token: expect.stringMatching(/^[\w-]{43}$/),
        user: {
          principal: 'chefe',
          ...noRoles,
          operadora: true,
          admin: true,
          permissions: ['all:manage'],
          grupoValidaSenha: false,
          senhaExpirada: false,
        },
        client: { ...client, flags: product.runtime.current.model.flags },
      });
    });

    test('gives user and client to the token in the header [calls-get-auth-me] [calls-authorization-header]', async () => {
      const { token, ...rest } = (
        await issue(product, administrator.login, administrator.password)
      ).json() as TokenIssued;
      const answer = await me(product, token);
      expect([answer.statusCode, answer.json()]).toEqual([200, rest]);
      const bare = await product.app.inject({ method: 'GET', url: '/api/auth/me' });
      expect(refusalOf(bare)).toEqual({ status: 401, body: await refusalBody('ACCESS_UNAUTHENTICATED', {}) });
    });

    test('gives a user all the fields of the specification and no other [entities-user-fields]', async () => {
      const { user } = (await me(product, await tokenOf(product, await newUser()))).json() as Me;
      expect(Object.keys(user).sort()).toEqual(
        ['principal', ...Object.keys(noRoles), 'permissions', 'grupoValidaSenha', 'senhaExpirada'].sort(),
      );
    });

    test('names the user by the login, whatever the case it was typed in [entities-user-principal]', async () => {
      const user = await newUser();
      const answer = await issue(product, `  ${user.login.toUpperCase()} `, user.password);
      expect((answer.json() as TokenIssued).user.principal).toBe(user.login);
    });

    test.each([
      ['operadora', 'operadora'],
      ['prestador', 'prestador'],
      ['prestador_administrativo', 'prestadorAdministrativo'],
      ['dependente', 'dependente'],
      ['beneficiario', 'beneficiario'],
      ['ouvidoria', 'ouvidoria'],
      ['auditor', 'auditor'],
      ['admin', 'admin'],
    ] as const)('says of a user with the role %s that alone [entities-user-role-flags]', async (column, flag) => {
      const user = await newUser([], { roles: { operadora: false, [column]: true } });
      expect(((await me(product, await tokenOf(product, user))).json() as Me).user).toMatchObject({
        ...noRoles,
        [flag]: true,
      });
    });

    test("lists the rules of the user's groups as 'subject:action' [entities-user-permissions] [entities-permission]", async () => {
      const user = await newUser(['banco:list', 'banco:view', 'autorizacao:analisecomsc']);
      const { permissions } = ((await me(product, await tokenOf(product, user))).json() as Me).user;
      expect(permissions.toSorted()).toEqual(['autorizacao:analisecomsc', 'banco:list', 'banco:view']);
    });

    test('says whether a group of the user wants strong passwords [entities-user-grupo-valida-senha]', async () => {
      const user = await newUser();
      await run('update grupo set valida_senha = true where nome = $1::text', user.login);
      expect(((await me(product, await tokenOf(product, user))).json() as Me).user.grupoValidaSenha).toBe(true);
    });

    test('says that a password has expired [entities-user-senha-expirada]', async () => {
      const user = await newUser([], { roles: { senha_expirada: true } });
      expect(((await me(product, await tokenOf(product, user))).json() as Me).user.senhaExpirada).toBe(true);
    });

    test('is refused in the same words for a wrong password, an unknown login, a blocked and an inactive user', async () => {
      const user = await newUser();
      const blocked = await newUser([], { roles: { bloqueado: true } });
      const inactive = await newUser([], { roles: { ativo: false } });
      const answers = [
        await issue(product, user.login, 'errada'),
        await issue(product, 'ninguem', user.password),
        await issue(product, blocked.login, blocked.password),
        await issue(product, inactive.login, inactive.password),
        await issue(product, user.login, `${user.password} `),
      ];
      expect(refusalOf(answers[0] as LightMyRequestResponse)).toEqual({
        status: 401,
        body: await refusalBody('ACCESS_LOGIN_REFUSED', {}),
      });
      for (const answer of answers) {
        expect(answer.rawPayload).toEqual(answers[0]?.rawPayload);
        expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]?.headers ?? {}));
      }
    });

    test.each([
      [{}],
      [{ userId: 'x' }],
      [{ userId: '', password: 'x' }],
      [{ userId: 'x', password: '' }],
      [{ userId: 1, password: 'x' }],
      [{ userId: 'x', password: 'x', admin: true }],
      [{ userId: 'a\u0000b', password: 'x' }],
      [{ userId: 'x'.repeat(101), password: 'x' }],
      [{ userId: 'x', password: 'x'.repeat(201) }],
      [[]],
      ['x'],
    ])('is refused where the body is %j', async (body) => {
      const answer = await product.app.inject({
        method: 'POST',
        url: '/api/auth/token/issue',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
      expect(refusalOf(answer)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_BODY_INVALID', { problem: "esperados 'userId' e 'password'" }),
      });
    });

    test('keeps of a token its digest alone, and of a password an Argon2id hash', async () => {
      const user = await newUser();
      const token = await tokenOf(product, user);
      const sessions = await run<{ row: string; hash: string }>(
        `select to_json(s)::text as row, encode(token_hash, 'hex') as hash from fichario.session s`,
      );
      expect(sessions.map(({ hash }) => hash)).toContain(createHash('sha256').update(token).digest('hex'));
      const [stored] = await run<{ hash: string }>(
        'select senha_hash as hash from usuario where login = $1::text',
        user.login,
      );
      expect(stored?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
      const everything = JSON.stringify([sessions, stored]);
      expect(everything).not.toContain(token);
      expect(everything).not.toContain(user.password);
    });

    test('gives each session a token of its own', async () => {
      const user = await newUser();
      const [one, two] = [await tokenOf(product, user), await tokenOf(product, user)];
      expect(one).not.toBe(two);
      await revoke(product, one);
      expect([await statusOf(one), await statusOf(two)]).toEqual([401, 200]);
    });
  });

  describe('attempts', () => {
    const limited = async (answer: LightMyRequestResponse): Promise<void> => {
      const seconds = Number(answer.headers['retry-after']);
      expect(seconds).toBeGreaterThan(880);
      expect(seconds).toBeLessThanOrEqual(900);
      expect(refusalOf(answer)).toEqual({ status: 429, body: await refusalBody('ACCESS_LOGIN_LIMITED', { seconds }) });
    };

    test('are limited by login, the right password included, until the window has passed', async () => {
      const user = await newUser();
      for (let count = 0; count < 10; count += 1)
        expect((await issue(product, user.login, 'errada')).statusCode).toBe(401);
      await limited(await issue(product, user.login, user.password));
      await limited(await issue(product, user.login.toUpperCase(), user.password, '10.0.0.9'));
      const other = await newUser();
      expect((await issue(product, other.login, other.password)).statusCode).toBe(200);
      await run(
        `update fichario.login_attempt set at = at - interval '15 minutes' where key = $1::text`,
        `login:${user.login}`,
      );
      expect((await issue(product, user.login, user.password)).statusCode).toBe(200);
    });

    test('are forgotten with a success', async () => {
      const user = await newUser();
      for (let round = 0; round < 2; round += 1) {
        for (let count = 0; count < 9; count += 1) await issue(product, user.login, 'errada', '10.0.0.3');
        expect((await issue(product, user.login, user.password, '10.0.0.3')).statusCode).toBe(200);
      }
    });

    test('are limited where they come all at once', async () => {
      const user = await newUser();
      const answers = await Promise.all(
        Array.from({ length: 25 }, () => issue(product, user.login, 'errada', '10.0.0.2')),
      );
      const statuses = answers.map((answer) => answer.statusCode);
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    });

    test('are limited by address, whatever the login, and logins that succeed do not count', async () => {
      const user = await newUser();
      await run(
        `insert into fichario.login_attempt (key, at) select 'address:10.0.0.1', now() from generate_series(1, 58)`,
      );
      for (let count = 0; count < 4; count += 1)
        expect((await issue(product, user.login, user.password, '10.0.0.1')).statusCode).toBe(200);
      for (const login of ['a1', 'a2']) expect((await issue(product, login, 'x', '10.0.0.1')).statusCode).toBe(401);
      await limited(await issue(product, user.login, user.password, '10.0.0.1'));
      expect((await issue(product, user.login, user.password, '10.0.0.4')).statusCode).toBe(200);
    });
  });

  describe('a session', () => {
    test('ends at once with its token revoked; revoking what is none is no error [calls-post-auth-token-revoke]', async () => {
      const token = await tokenOf(product, await newUser());
      expect(await statusOf(token)).toBe(200);
      const answer = await revoke(product, token);
      expect([answer.statusCode, answer.body]).toEqual([204, '']);
      expect(await statusOf(token)).toBe(401);
      expect((await revoke(product, token)).statusCode).toBe(204);
      expect((await revoke(product, 'x'.repeat(43))).statusCode).toBe(204);
      expect((await product.app.inject({ method: 'POST', url: '/api/auth/token/revoke' })).statusCode).toBe(204);
    });

    test('ends when its time is over', async () => {
      const user = await newUser();
      const token = await tokenOf(product, user);
      const [session] = await run<{ hours: number }>(
        `select extract(epoch from expires_at - issued_at)::float8 / 3600 as hours from fichario.session s
          join usuario u on u.id = s.usuario_id where u.login = $1::text`,
        user.login,
      );
      expect(session?.hours).toBe(12);
      await run(
        `with over as (update fichario.session set expires_at = now() - interval '1 second'
          where usuario_id = (select id from usuario where login = $1::text) returning 1)
          select pg_notify('fichario_access', '') from over`,
        user.login,
      );
      await expect.poll(() => statusOf(token), patient).toBe(401);
      // The next login, whoever logs in, takes away what is over.
      await tokenOf(product, await newUser());
      expect(await run('select 1 from fichario.session where expires_at < now()')).toEqual([]);
    });

    test.each([
      ['the user is blocked', 'update usuario set bloqueado = true where login = $1::text'],
      ['the user is inactive', 'update usuario set ativo = false where login = $1::text'],
      ['the user is deleted', 'delete from usuario where login = $1::text'],
    ])('feels that %s', async (_why, text) => {
      const user = await newUser(['banco:list']);
      const token = await tokenOf(product, user);
      await run(
        `delete from usuario_grupo where usuario_id = (select id from usuario where login = $1::text)`,
        user.login,
      );
      await run(text, user.login);
      await expect.poll(() => statusOf(token), patient).toBe(401);
    });

    test.each([
      [
        'a rule is added',
        `insert into regra (grupo_id, assunto, acao) select id, 'feriado', 'list' from grupo where nome = $1::text`,
        ['banco:list', 'feriado:list'],
      ],
      ['a rule is deleted', `delete from regra where grupo_id = (select id from grupo where nome = $1::text)`, []],
      [
        'a rule is made inactive',
        `update regra set ativo = false where grupo_id = (select id from grupo where nome = $1::text)`,
        [],
      ],
      ['the group is made inactive', `update grupo set ativo = false where nome = $1::text`, []],
      [
        'the user leaves the group',
        `delete from usuario_grupo where usuario_id = (select id from usuario where login = $1::text)`,
        [],
      ],
      [
        'the user becomes an administrator',
        `update usuario set admin = true where login = $1::text`,
        ['all:manage', 'banco:list'],
      ],
    ] as const)('feels that %s', async (_why, text, expected) => {
      const user = await newUser(['banco:list']);
      const token = await tokenOf(product, user);
      const permissions = async (): Promise<readonly string[]> =>
        ((await me(product, token)).json() as Me).user.permissions.toSorted();
      expect(await permissions()).toEqual(['banco:list']);
      await run(text, user.login);
      await expect.poll(permissions, patient).toEqual(expected);
    });

    test('hides a field while every active group of the user hides it', async () => {
      const user = await newUser(['cidade:list', 'cidade:view'], { hidden: ['cidade.nome'] });
      const token = await tokenOf(product, user);
      const status = async (): Promise<number> =>
        (
          await product.app.inject({
            method: 'GET',
            url: '/api/cidades?select=nome',
            headers: { authorization: `Bearer ${token}` },
          })
        ).statusCode;
      expect(await status()).toBe(400);
      await run(`insert into grupo (nome) values ('segundo ' || $1::text)`, user.login);
      await run(
        `insert into usuario_grupo (usuario_id, grupo_id) select u.id, g.id from usuario u, grupo g
          where u.login = $1::text and g.nome = 'segundo ' || $1::text`,
        user.login,
      );
      await expect.poll(status, patient).toBe(200);
      await run(`update grupo set ativo = false where nome = 'segundo ' || $1::text`, user.login);
      await expect.poll(status, patient).toBe(400);
      await run(
        `update config_permissao set visivel = true where grupo_id = (select id from grupo where nome = $1::text)`,
        user.login,
      );
      await expect.poll(status, patient).toBe(200);
    });
  });
});

test('a token revoked through one process is refused by another over the same database', async () => {
  const { url, drop } = await createPostgresDatabase();
  const products: TestProduct[] = [];
  try {
    for (let count = 0; count < 2; count += 1)
      products.push(await startTestProduct(await openDatabase({ url, folder: '', poolSize: 2 })));
    const [one, two] = products as [TestProduct, TestProduct];
    const token = await tokenOf(one, administrator);
    expect((await me(two, token)).statusCode).toBe(200);
    await revoke(one, token);
    expect((await me(one, token)).statusCode).toBe(401);
    await expect.poll(async () => (await me(two, token)).statusCode, patient).toBe(401);
    // the page of one process is continued by the other
    const again = await tokenOf(two, administrator);
    const call = (from: TestProduct, path: string) =>
      from.app.inject({ method: 'GET', url: `/api${path}`, headers: { authorization: `Bearer ${again}` } });
    await one.database.execute(
      `insert into cidade (ibge, nome, uf) select '310000' || n, 'c' || n, 'MG' from generate_series(1, 3) n`,
    );
    const first = await call(one, '/cidades?select=nome&limit=2');
    const next = await call(two, `/cidades?select=nome&limit=2&cursor=${first.headers['fichario-next-cursor']}`);
    expect([first.json(), next.json()]).toEqual([[{ nome: 'c1' }, { nome: 'c2' }], [{ nome: 'c3' }]]);
  } finally {
    for (const product of products) await product.close();
    await drop();
  }
});
