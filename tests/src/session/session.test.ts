import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AccessEvent, Account, Me, OwnSession, TokenIssued } from '../../../engine/contract/session.ts';
import type { Database, Queryable } from '../../../engine/data/database.ts';
import { openDatabase } from '../../../engine/data/open-database.ts';
import { createLoginAttempts } from '../../../src/session/login-attempts.ts';
import { createSessionStore } from '../../../src/session/session-store.ts';
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
    database = await open({ from: 'product' });
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
        administrator.login,
      );
      expect(stored?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
      const everything = JSON.stringify([sessions, stored]);
      expect(everything).not.toContain(token);
      expect(everything).not.toContain(administrator.password);
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
    const limited = async (answer: LightMyRequestResponse, atMost: number): Promise<void> => {
      const seconds = Number(answer.headers['retry-after']);
      expect(seconds).toBeGreaterThan(atMost - 3);
      expect(seconds).toBeLessThanOrEqual(atMost);
      expect(refusalOf(answer)).toEqual({ status: 429, body: await refusalBody('ACCESS_LOGIN_LIMITED', { seconds }) });
    };
    /** As if this many seconds had passed since the attempts of the key. */
    const pass = async (seconds: number, key: string): Promise<void> => {
      await run(
        `update fichario.login_attempt set at = at - make_interval(secs => $1::text::integer) where key = $2::text`,
        String(seconds),
        key,
      );
      product.runtime.sessions.forget();
    };

    test('wait after the fifth failure, twice as long after each further one, the right password included', async () => {
      const user = await newUser();
      for (let count = 0; count < 5; count += 1)
        expect((await issue(product, user.login, 'errada')).statusCode).toBe(401);
      await limited(await issue(product, user.login, user.password), 5);
      await limited(await issue(product, user.login.toUpperCase(), user.password, '10.0.0.9'), 5);
      await pass(5, `login:${user.login}`);
      expect((await issue(product, user.login, 'errada')).statusCode).toBe(401);
      await limited(await issue(product, user.login, user.password), 10);
      const other = await newUser();
      expect((await issue(product, other.login, other.password)).statusCode).toBe(200);
      await pass(10, `login:${user.login}`);
      expect((await issue(product, user.login, user.password)).statusCode).toBe(200);
    });

    test('are forgotten with a success, and after an hour', async () => {
      const user = await newUser();
      for (let round = 0; round < 2; round += 1) {
        for (let count = 0; count < 4; count += 1) await issue(product, user.login, 'errada', '10.0.0.3');
        expect((await issue(product, user.login, user.password, '10.0.0.3')).statusCode).toBe(200);
      }
      const late = await newUser();
      for (let count = 0; count < 5; count += 1) await issue(product, late.login, 'errada', '10.0.0.3');
      await pass(3600, `login:${late.login}`);
      expect((await issue(product, late.login, 'errada', '10.0.0.3')).statusCode).toBe(401);
      expect((await issue(product, late.login, late.password, '10.0.0.3')).statusCode).toBe(200);
    });

    test('are limited where they come all at once', async () => {
      const user = await newUser();
      const answers = await Promise.all(
        Array.from({ length: 25 }, () => issue(product, user.login, 'errada', '10.0.0.2')),
      );
      const statuses = answers.map((answer) => answer.statusCode);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    });

    test('are refused before the password is looked at, and one a minute of these is kept in the record', async () => {
      const user = await newUser();
      for (let count = 0; count < 5; count += 1) await issue(product, user.login, 'errada', '10.0.0.6');
      const rejections: number[] = [];
      // A hash at any cost would take longer than anybody waits.
      await run(
        `update usuario set senha_hash = '$argon2id$v=19$m=2000000,t=1000,p=1$c2FsZ2Fkbw$AAAA' where login = $1::text`,
        user.login,
      );
      for (let count = 0; count < 3; count += 1)
        rejections.push((await issue(product, user.login, user.password, '10.0.0.6')).statusCode);
      expect(rejections).toEqual([429, 429, 429]);
      const kinds = await run<{ kind: string }>(
        'select kind from fichario.access_event where login = $1::text order by id',
        user.login,
      );
      expect(kinds.map(({ kind }) => kind)).toEqual([
        ...Array.from({ length: 5 }, () => 'loginRefused'),
        'loginLimited',
      ]);
    });

    test('from elsewhere do not lock out who has come in from here', async () => {
      const user = await newUser();
      expect((await issue(product, user.login, user.password, '10.0.3.1')).statusCode).toBe(200);
      for (let count = 0; count < 6; count += 1) await issue(product, user.login, 'errada', '10.0.3.9');
      expect((await issue(product, user.login, user.password, '10.0.3.9')).statusCode).toBe(429);
      expect((await issue(product, user.login, user.password, '10.0.3.1')).statusCode).toBe(200);
      // And from here they are limited like everywhere.
      for (let count = 0; count < 5; count += 1) await issue(product, user.login, 'errada', '10.0.3.1');
      await limited(await issue(product, user.login, user.password, '10.0.3.1'), 5);
    });

    test('are limited by address, whatever the login, and logins that succeed do not count', async () => {
      const user = await newUser();
      await run(
        `insert into fichario.login_attempt (key, at) select 'address:10.0.0.1', now() from generate_series(1, 58)`,
      );
      for (let count = 0; count < 4; count += 1)
        expect((await issue(product, user.login, user.password, '10.0.0.1')).statusCode).toBe(200);
      for (const login of ['a1', 'a2']) expect((await issue(product, login, 'x', '10.0.0.1')).statusCode).toBe(401);
      const refused = await issue(product, user.login, user.password, '10.0.0.1');
      expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
      expect((await issue(product, user.login, user.password, '10.0.0.4')).statusCode).toBe(200);
    });

    test('cost the same whoever is meant: the same statements and one hash', async () => {
      const [user, blocked, mute] = [
        await newUser(),
        await newUser([], { roles: { bloqueado: true } }),
        await newUser(),
      ];
      await run('update usuario set senha_hash = null where login = $1::text', mute.login);
      let done: string[] = [];
      const watched = (queryable: Queryable): Queryable => ({
        execute: (sql) => queryable.execute(sql),
        query: (statement) => {
          done.push(statement.text);
          return queryable.query(statement);
        },
      });
      const spied: Database = {
        ...database,
        ...watched(database),
        transaction: (work) => database.transaction((transaction) => work(watched(transaction))),
      };
      const store = await createSessionStore(spied, {
        attempts: createLoginAttempts(spied),
        gate: {
          check: () => undefined,
          run: (work) => {
            done.push('hash');
            return work();
          },
        },
        idleMinutes: 60,
      });
      const costs: string[][] = [];
      for (const userId of [user.login, blocked.login, mute.login, 'ninguem3']) {
        done = [];
        const refused = store.issue({ userId, password: 'errada' }, { channel: 'api', address: '10.0.4.1' });
        await expect(refused).rejects.toMatchObject({ code: 'ACCESS_LOGIN_REFUSED' });
        costs.push(done);
      }
      expect(costs[0]?.filter((one) => one === 'hash')).toHaveLength(1);
      for (const cost of costs) expect(cost).toEqual(costs[0]);
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

    test('ends when nobody has used it for an hour, and says so; use is noted once a minute', async () => {
      const user = await newUser();
      const token = await tokenOf(product, user);
      const age = (seconds: number) =>
        run(
          `with older as (update fichario.session set seen_at = now() - make_interval(secs => $2::text::integer)
            where usuario_id = (select id from usuario where login = $1::text) returning 1)
            select pg_notify('fichario_access', '') from older`,
          user.login,
          String(seconds),
        );
      const unused = async () =>
        (
          await run<{ seconds: number }>(
            `select floor(extract(epoch from now() - seen_at))::integer as seconds from fichario.session
              where usuario_id = (select id from usuario where login = $1::text)`,
            user.login,
          )
        )[0]?.seconds ?? 0;
      await age(50);
      await expect.poll(() => statusOf(token)).toBe(200);
      expect(await unused()).toBeGreaterThanOrEqual(50);
      await age(3_500);
      product.runtime.sessions.forget();
      expect(await statusOf(token)).toBe(200);
      expect(await unused()).toBeLessThan(50);
      await age(3_600);
      product.runtime.sessions.forget();
      expect(refusalOf(await me(product, token))).toEqual({
        status: 401,
        body: await refusalBody('ACCESS_SESSION_IDLE', {}),
      });
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

  describe('open sessions', () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
    const enter = async (user: { login: string; password: string }, remoteAddress: string): Promise<string> => {
      const answer = await product.app.inject({
        method: 'POST',
        url: '/api/auth/token/issue',
        payload: { userId: user.login, password: user.password },
        headers: { 'user-agent': agent },
        remoteAddress,
      });
      return (answer.json() as TokenIssued).token;
    };
    const call = (token: string, method: 'GET' | 'DELETE', url: string) =>
      product.app.inject({ method, url: `/api${url}`, headers: { authorization: `Bearer ${token}` } });
    const list = async (token: string, url = '/auth/sessions') =>
      (await call(token, 'GET', url)).json() as readonly OwnSession[];
    const moment = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

    test('are listed for their user, with where they come from, the one that asks marked', async () => {
      const [user, other] = [await newUser(), await newUser()];
      await enter(other, '10.0.5.9');
      const [one, two] = [await enter(user, '10.0.5.1'), await enter(user, '10.0.5.2')];
      const answer = await call(two, 'GET', '/auth/sessions');
      expect(answer.headers['cache-control']).toBe('no-store');
      const known = { id: expect.stringMatching(/^[0-9a-f-]{36}$/), issuedAt: moment, seenAt: moment, agent };
      expect(answer.json()).toEqual([
        { ...known, address: '10.0.5.2', current: true },
        { ...known, address: '10.0.5.1', current: false },
      ]);
      expect((await list(one)).map(({ address, current }) => [address, current])).toEqual([
        ['10.0.5.2', false],
        ['10.0.5.1', true],
      ]);
      expect(answer.body).not.toContain(createHash('sha256').update(two).digest('hex'));
    });

    test('are ended one by one, nobody’s but the own', async () => {
      const [user, other] = [await newUser(), await newUser()];
      const [one, two, foreign] = [await enter(user, '::1'), await enter(user, '::1'), await enter(other, '::1')];
      const [theirs] = await list(foreign);
      const missing = { status: 404, body: await refusalBody('ACCESS_SESSION_MISSING', {}) };
      for (const id of [theirs?.id, 'x', '00000000-0000-0000-0000-000000000000'])
        expect(refusalOf(await call(one, 'DELETE', `/auth/sessions/${id}`))).toEqual(missing);
      const second = (await list(one)).find(({ current }) => !current);
      expect((await call(one, 'DELETE', `/auth/sessions/${second?.id}`)).statusCode).toBe(204);
      expect([await statusOf(one), await statusOf(two), await statusOf(foreign)]).toEqual([200, 401, 200]);
      expect(refusalOf(await call(one, 'DELETE', `/auth/sessions/${second?.id}`))).toEqual(missing);
      expect(await list(one)).toHaveLength(1);
    });

    test('of another are seen and ended by who may change users', async () => {
      const [user, reader] = [await newUser(), await newUser(['usuario:list', 'usuario:view'])];
      const [token, looking] = [await enter(user, '::1'), await enter(reader, '::1')];
      const managing = await enter(await newUser(['usuario:update']), '::1');
      const [row] = await run<{ id: string }>('select id::text as id from usuario where login = $1::text', user.login);
      const path = `/usuarios/${row?.id}/sessoes`;
      const denied = { status: 403, body: await refusalBody('ACCESS_DENIED', { action: 'update', title: 'Usuário' }) };
      expect(refusalOf(await call(looking, 'GET', path))).toEqual(denied);
      expect(refusalOf(await call(looking, 'DELETE', path))).toEqual(denied);
      const [session] = await list(managing, path);
      expect(session).toMatchObject({ address: '::1', current: false });
      expect((await call(managing, 'DELETE', `${path}/${session?.id}`)).statusCode).toBe(204);
      expect(await statusOf(token)).toBe(401);
      const [next, last] = [await enter(user, '::1'), await enter(user, '::1')];
      expect((await call(managing, 'DELETE', path)).statusCode).toBe(204);
      expect([await statusOf(next), await statusOf(last), await statusOf(managing)]).toEqual([401, 401, 200]);
      expect((await call(managing, 'GET', '/usuarios/999999999/sessoes')).statusCode).toBe(404);
    });

    test('belong to an account that says its groups, the age of its password and who came in before', async () => {
      const user = await newUser();
      const first = await enter(user, '10.0.6.1');
      await run(
        `update grupo set descricao = 'Quem cadastra', dias_expiracao_senha = 30 where nome = $1::text`,
        user.login,
      );
      await run(
        `update usuario set senha_alterada_em = '2026-11-01T12:00:00Z', nome = 'Ana' where login = $1::text`,
        user.login,
      );
      const account = async (token: string) => (await call(token, 'GET', '/auth/account')).json() as Account;
      product.runtime.sessions.forget();
      await run(`update grupo set dias_expiracao_senha = 36500 where nome = $1::text`, user.login).catch(
        () => undefined,
      );
      expect((await account(first)).lastSignIn).toBe(null);
      const second = await enter(user, '10.0.6.2');
      expect(await account(second)).toEqual({
        login: user.login,
        name: 'Ana',
        groups: [{ name: user.login, description: 'Quem cadastra' }],
        passwordChangedAt: '2026-11-01T12:00:00Z',
        passwordExpiresAt: '2026-12-01T12:00:00Z',
        lastSignIn: { at: moment, address: '10.0.6.1' },
      });
      expect(await account(first)).toMatchObject({ lastSignIn: null });
    });
  });

  describe('the record of accesses', () => {
    const read = async (token: string, query = '') =>
      product.app.inject({
        method: 'GET',
        url: `/api/acesso/eventos${query}`,
        headers: { authorization: `Bearer ${token}` },
      });
    const eventsOf = async (token: string, query: string) =>
      (await read(token, query)).json() as readonly AccessEvent[];

    test('is read by administrators alone, the newest first, by login, kind and page', async () => {
      const user = await newUser(['usuario:manage']);
      const boss = await tokenOf(product, administrator);
      const own = await tokenOf(product, user);
      await issue(product, user.login, 'errada', '10.0.7.1');
      await revoke(product, own);
      const other = await tokenOf(product, user);
      expect(refusalOf(await read(other))).toEqual({
        status: 403,
        body: await refusalBody('ACCESS_DENIED', { action: 'manage', title: 'Registro de acessos' }),
      });
      const events = await eventsOf(boss, `?login=${user.login}`);
      expect(events.map(({ kind }) => kind)).toEqual(['login', 'logout', 'loginRefused', 'login']);
      expect(events[2]).toEqual({
        id: expect.any(Number),
        at: expect.stringMatching(/Z$/),
        kind: 'loginRefused',
        login: user.login,
        actor: null,
        address: '10.0.7.1',
        agent: 'lightMyRequest',
        detail: { reason: 'password' },
      });
      expect(await eventsOf(boss, `?login=${user.login}&kind=logout`)).toEqual([events[1]]);
      expect(await eventsOf(boss, `?login=${user.login}&limit=2&before=${events[1]?.id}`)).toEqual(events.slice(2));
      for (const query of ['?limit=0', '?limit=501', '?kind=nada', '?before=x', '?login=a&login=b', '?outro=1'])
        expect([query, (await read(boss, query)).statusCode]).toEqual([query, 400]);
    });

    test('holds nothing of a login that nobody has: it may be a password', async () => {
      await issue(product, 'minha-senha-secreta', 'x', '10.0.7.2');
      const rows = await run<{ row: string }>(`select to_jsonb(e)::text as row from fichario.access_event e`);
      expect(JSON.stringify(rows)).not.toContain('minha-senha-secreta');
      expect(rows.some(({ row }) => row.includes('10.0.7.2') && row.includes('unknown'))).toBe(true);
    });

    test('has each change of rights, whoever makes it, with who and where', async () => {
      const boss = await tokenOf(product, administrator);
      const user = await newUser();
      const [last] = await eventsOf(boss, '?limit=1');
      const changes = async () =>
        (await eventsOf(boss, '?kind=rightsChanged&limit=100'))
          .filter(({ id }) => id > (last?.id ?? 0))
          .map(({ login, actor, detail }) => [login, actor, detail?.entity, detail?.operation, detail?.count]);
      const [group] = await run<{ id: string }>('select id::text as id from grupo where nome = $1::text', user.login);
      await run(
        `insert into regra (grupo_id, assunto, acao) select $1::text::bigint, 'banco', a from unnest(array['list', 'view']) a`,
        group?.id ?? '',
      );
      expect(await changes()).toEqual([[null, null, 'regra', 'insert', 2]]);
      const answer = await product.app.inject({
        method: 'PATCH',
        url: `/api/usuarios?login=eq.${user.login}`,
        headers: { authorization: `Bearer ${boss}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ auditor: true }),
        remoteAddress: '10.0.7.3',
      });
      expect(answer.statusCode).toBe(204);
      expect((await changes())[0]).toEqual([user.login, administrator.login, 'usuario', 'update', 1]);
      // Whose mailbox it is decides who can set the password.
      await run(`update usuario set email = 'nova@exemplo.com.br' where login = $1::text`, user.login);
      expect((await changes())[0]).toEqual([user.login, null, 'usuario', 'update', 1]);
      // What is no right is no change of rights.
      await run(`update usuario set nome = 'Outro' where login = $1::text`, user.login);
      await run(`delete from config_permissao where grupo_id = $1::text::bigint`, group?.id ?? '');
      expect(await changes()).toHaveLength(3);
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
