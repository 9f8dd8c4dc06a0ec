import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Me, TokenIssued } from '../../../engine/contract/session.ts';
import type { Database, Queryable } from '../../../engine/data/database.ts';
import { createLoginAttempts } from '../../../src/session/login-attempts.ts';
import { verifyPassword } from '../../../src/session/password.ts';
import { createSessionStore } from '../../../src/session/session-store.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { noRoles } from '../../support/grants.ts';
import type { TestProduct } from '../../support/product.ts';
import { administrator, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { issue, me, revoke, sessionStage, tokenOf } from './session-stage.ts';

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
  const { run, newUser, statusOf } = sessionStage(() => product);

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database);
  });

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

    test('opens no session where the password is reset while it is looked at, nor where the account is closed', async () => {
      const meanwhile = async (change: string) => {
        const user = await newUser();
        const store = await createSessionStore(database, {
          attempts: createLoginAttempts(database),
          gate: {
            check: () => undefined,
            run: async (work) => {
              const right = await work(false);
              await run(`update usuario set ${change} where login = $1::text`, user.login);
              return right;
            },
          },
          patient: { verify: verifyPassword },
          idleMinutes: 60,
        });
        const person = { channel: 'api', address: '10.4.0.1' } as const;
        const error = await store
          .issue({ userId: user.login, password: user.password }, { ...person, agent: undefined })
          .catch((refused: unknown) => refused);
        const sessions = await run(
          'select 1 from fichario.session s join usuario u on u.id = s.usuario_id where u.login = $1::text',
          user.login,
        );
        return [(error as { code?: string }).code, sessions.length];
      };
      expect(await meanwhile(`senha_hash = 'outra'`)).toEqual(['ACCESS_LOGIN_REFUSED', 0]);
      expect(await meanwhile('bloqueado = true')).toEqual(['ACCESS_LOGIN_REFUSED', 0]);
      expect(await meanwhile('ativo = false')).toEqual(['ACCESS_LOGIN_REFUSED', 0]);
      expect(await meanwhile(`nome = 'Outro'`)).toEqual([undefined, 1]);
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
      // One is enough, whatever the others want.
      await run(
        `with g as (insert into grupo (nome) values ('outro ' || $1::text) returning id)
          insert into usuario_grupo (usuario_id, grupo_id) select u.id, g.id from usuario u, g where u.login = $1::text`,
        user.login,
      );
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
        `select kind from fichario.access_event where login = $1::text and kind <> 'rightsChanged' order by id`,
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
      let crowd = false;
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
            return work(crowd);
          },
        },
        patient: {
          verify: (password, stored) => {
            done.push('hash of a crowd');
            return verifyPassword(password, stored);
          },
        },
        idleMinutes: 60,
      });
      const costs: string[][] = [];
      const logins = [user.login, blocked.login, mute.login, 'ninguem3'];
      for (const userId of [...logins, ...logins]) {
        crowd = costs.length >= logins.length;
        done = [];
        const refused = store.issue({ userId, password: 'errada' }, { channel: 'api', address: '10.0.4.1' });
        await expect(refused).rejects.toMatchObject({ code: 'ACCESS_LOGIN_REFUSED' });
        costs.push(done);
      }
      expect(costs[0]?.filter((one) => one.startsWith('hash'))).toEqual(['hash']);
      expect(costs[4]?.filter((one) => one.startsWith('hash'))).toEqual(['hash', 'hash of a crowd']);
      for (const [index, cost] of costs.entries())
        expect(cost).toEqual(costs[index < logins.length ? 0 : logins.length]);
    });
  });
});
