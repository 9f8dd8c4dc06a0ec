import { createHash } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Account, Me, OwnSession, SessionLeft, TokenIssued } from '../../../engine/contract/session.ts';
import type { Database } from '../../../engine/data/database.ts';
import { openDatabase } from '../../../engine/data/open-database.ts';
import { createPostgresDatabase, forEachDatabase } from '../../support/databases.ts';
import type { TestProduct } from '../../support/product.ts';
import { administrator, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { me, patient, revoke, sessionStage, tokenOf } from './session-stage.ts';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  const { run, newUser, statusOf } = sessionStage(() => product);

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database);
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

    test('is used by its own token alone', async () => {
      const user = await newUser();
      const [token] = [await tokenOf(product, user), await tokenOf(product, user)];
      await run(
        `update fichario.session set seen_at = now() - interval '90 seconds'
          where usuario_id = (select id from usuario where login = $1::text)`,
        user.login,
      );
      product.runtime.sessions.forget();
      expect(await statusOf(token)).toBe(200);
      expect(
        await run(
          `select token_hash = decode($2::text, 'hex') as own, seen_at > now() - interval '60 seconds' as noted
            from fichario.session where usuario_id = (select id from usuario where login = $1::text) order by own`,
          user.login,
          createHash('sha256').update(token).digest('hex'),
        ),
      ).toEqual([
        { own: false, noted: false },
        { own: true, noted: true },
      ]);
    });

    test('is remembered while nothing changes', async () => {
      const token = await tokenOf(product, await newUser());
      const { sessions } = product.runtime;
      // What was written for the user may be announced a moment later.
      const isSame = async () => {
        const grants = await sessions.resolve(token);
        return grants !== undefined && grants === (await sessions.resolve(token));
      };
      await expect.poll(isSame, patient).toBe(true);
    });

    test('grants what its user may do without one, and nothing more than that while the user may not come in', async () => {
      const user = await newUser(['banco:view', 'banco:list'], { hidden: ['cidade.nome'] });
      await newUser(['cidade:list']);
      await run(
        `with g as (insert into grupo (nome) values ('depois de ' || $1::text) returning id),
          m as (insert into usuario_grupo (usuario_id, grupo_id) select u.id, g.id from usuario u, g where u.login = $1::text)
          insert into regra (grupo_id, assunto, acao) select g.id, 'feriado', 'list' from g`,
        user.login,
      );
      await run(`update grupo set descricao = 'Quem cadastra' where nome = $1::text`, user.login);
      const token = await tokenOf(product, user);
      const [row] = await run<{ id: number }>('select id from usuario where login = $1::text', user.login);
      const id = row?.id ?? 0;
      const { sessions } = product.runtime;
      const grants = await sessions.resolve(token);
      // Groups by id and pairs by name, in whatever order they were written.
      expect(grants?.groups.map(({ name, pairs, fields }) => [name, pairs, fields])).toEqual([
        [user.login, ['banco:list', 'banco:view'], { 'cidade.nome': 'hidden' }],
        [`depois de ${user.login}`, ['feriado:list'], {}],
      ]);
      expect(grants).toMatchObject({ userId: id, user: { permissions: ['banco:list', 'banco:view', 'feriado:list'] } });
      expect([await sessions.grantsNow(id), await sessions.grantsOf(user.login)]).toEqual([grants, grants]);
      for (const change of ['bloqueado = true', 'bloqueado = false, ativo = false']) {
        await run(`update usuario set ${change} where login = $1::text`, user.login);
        sessions.forget();
        expect([await sessions.resolve(token), await sessions.grantsNow(id)]).toEqual([undefined, undefined]);
        expect(await sessions.grantsOf(user.login)).toEqual(grants);
      }
      expect([await sessions.grantsNow(0), await sessions.grantsOf('ninguem')]).toEqual([undefined, undefined]);
    });

    test('is of a user whose login is told by the id', async () => {
      const logins = [(await newUser()).login, (await newUser()).login];
      await newUser();
      const ids = await run<{ id: string; login: string }>(
        'select id::text as id, login from usuario where login = any($1::text::text[])',
        `{${logins.join(',')}}`,
      );
      const { sessions } = product.runtime;
      expect(await sessions.logins(ids.map(({ id }) => id))).toEqual(new Map(ids.map(({ id, login }) => [id, login])));
      expect([ids.length, await sessions.logins([]), await sessions.logins(['0'])]).toEqual([2, new Map(), new Map()]);
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

  describe('what is left of a session', () => {
    const left = (token: string | undefined, query = '') =>
      product.app.inject({
        method: 'GET',
        url: `/api/auth/session${query}`,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
    const told = (answer: LightMyRequestResponse) => [answer.statusCode, answer.json<{ readonly code: string }>().code];
    /** Moves what the database knows of the sessions of a user. */
    const age = (login: string, column: 'seen_at' | 'expires_at', seconds: number) =>
      run(
        `update fichario.session set ${column} = now() + make_interval(secs => $2::text::float8)
          where usuario_id = (select id from usuario where login = $1::text)`,
        login,
        String(seconds),
      );
    /** When the last use of the session was noted, in seconds. */
    const seen = async (login: string) =>
      (
        await run<{ at: number }>(
          `select extract(epoch from seen_at)::float8 as at from fichario.session s join usuario u on u.id = s.usuario_id
            where u.login = $1::text`,
          login,
        )
      )[0]?.at;

    test('is told in seconds, and to ask for it is no use of the session', async () => {
      const user = await newUser();
      const token = await tokenOf(product, user);
      await age(user.login, 'seen_at', -600);
      await age(user.login, 'expires_at', 5000);
      const before = await seen(user.login);
      const answer = await left(token);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      const { unused, whole } = answer.json() as SessionLeft;
      expect(unused).toBeGreaterThan(2900);
      expect(unused).toBeLessThanOrEqual(3000);
      expect(whole).toBeGreaterThan(4900);
      expect(whole).toBeLessThanOrEqual(5000);
      expect(await seen(user.login)).toBe(before);
    });

    test('is nothing without a session, and the refusal says whether it went unused', async () => {
      const user = await newUser();
      const token = await tokenOf(product, user);
      expect(told(await left(undefined))).toEqual([401, 'PGRST301']);
      expect(told(await left('x'.repeat(43)))).toEqual([401, 'PGRST301']);
      await age(user.login, 'seen_at', -3600);
      expect(told(await left(token, '?wait=10'))).toEqual([401, 'ACCESS_SESSION_IDLE']);
      for (const query of ['?wait=11', '?wait=-1', '?wait=1.5', '?wait=', '?wait=1&wait=2', '?id=1'])
        expect((await left(token, query)).statusCode, query).toBe(400);
    });

    // Were it not told, the answer would be that the session goes on.
    test.each<[how: string, end: (login: string, token: string) => Promise<unknown>, code: string]>([
      ['revoked', (_login, token) => revoke(product, token), 'PGRST301'],
      [
        'that of a user who is blocked',
        (login) => run('update usuario set bloqueado = true where login = $1::text', login),
        'PGRST301',
      ],
    ])('is told while it is waited for, once the session is %s', async (_how, end, code) => {
      const [user, other] = [await newUser(), await newUser()];
      const [token, others] = [await tokenOf(product, user), await tokenOf(product, other)];
      const began = performance.now();
      const waiting = Array.from({ length: 7 }, () => left(token, '?wait=10'));
      const going = left(others, '?wait=1');
      // No more than six screens are kept waiting.
      expect((await Promise.race(waiting)).statusCode).toBe(200);
      await end(user.login, token);
      const ended = (await Promise.all(waiting)).filter(({ statusCode }) => statusCode !== 200);
      expect(ended.map(told)).toEqual(Array.from({ length: 6 }, () => [401, code]));
      expect(performance.now() - began).toBeLessThan(9_000);
      expect((await going).statusCode).toBe(200);
    });

    test('is told at the time of the end', async () => {
      const user = await newUser();
      const token = await tokenOf(product, user);
      await age(user.login, 'seen_at', -3599);
      expect(told(await left(token, '?wait=10'))).toEqual([401, 'ACCESS_SESSION_IDLE']);
    });
  });

  describe('open sessions', () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0';
    const enter = async (
      user: { login: string; password: string },
      remoteAddress: string,
      said = agent,
    ): Promise<string> => {
      const answer = await product.app.inject({
        method: 'POST',
        url: '/api/auth/token/issue',
        payload: { userId: user.login, password: user.password },
        headers: { 'user-agent': said },
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

    test('are kept with the first 300 characters of what the browser says it is', async () => {
      const user = await newUser();
      const said = Array.from({ length: 31 }, (_, index) => `agent/${String(index).padStart(3, '0')} `.padEnd(10)).join(
        '',
      );
      const token = await enter(user, '10.0.5.3', said);
      expect((await list(token)).map((session) => session.agent)).toEqual([said.slice(0, 300)]);
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
      // Of who may do more neither: where an administrator sits, and whether he goes on, is not for them.
      const [boss] = await run<{ id: string }>(
        'select id::text as id from usuario where login = $1::text',
        administrator.login,
      );
      const above = await tokenOf(product, administrator);
      const [held] = await list(above);
      for (const [method, rest] of [
        ['GET', ''],
        ['DELETE', ''],
        ['DELETE', `/${held?.id}`],
      ] as const)
        expect(refusalOf(await call(managing, method, `/usuarios/${boss?.id}/sessoes${rest}`))).toEqual(denied);
      expect(await statusOf(above)).toBe(200);
    });

    test('belong to an account that says its groups, the age of its password and who came in before', async () => {
      const user = await newUser();
      const first = await enter(user, '10.0.6.1');
      await run(
        `update grupo set descricao = 'Quem cadastra', dias_expiracao_senha = 30 where nome = $1::text`,
        user.login,
      );
      const utc = (time: string) => `to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
      const [password] = await run(
        `update usuario set senha_alterada_em = now() - interval '10 days', nome = 'Ana' where login = $1::text
          returning ${utc('senha_alterada_em')} as "passwordChangedAt",
            ${utc(`senha_alterada_em + interval '30 days'`)} as "passwordExpiresAt"`,
        user.login,
      );
      const account = async (token: string) => (await call(token, 'GET', '/auth/account')).json() as Account;
      expect((await account(first)).lastSignIn).toBe(null);
      const second = await enter(user, '10.0.6.2');
      expect(await account(second)).toEqual({
        login: user.login,
        name: 'Ana',
        groups: [{ name: user.login, description: 'Quem cadastra' }],
        ...password,
        lastSignIn: { at: moment, address: '10.0.6.1' },
      });
      expect(await account(first)).toMatchObject({ lastSignIn: null });
    });
  });
});

test('a session ended through one process is refused by another over the same database', async () => {
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
    const again = await tokenOf(two, administrator);
    const call = (from: TestProduct, path: string, token = again, method: 'GET' | 'DELETE' = 'GET') =>
      from.app.inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${token}` } });
    const other = await tokenOf(two, administrator);
    const sessions = (await call(two, '/auth/sessions', other)).json() as readonly OwnSession[];
    expect((await me(two, other)).statusCode).toBe(200);
    const ended = await call(one, `/auth/sessions/${sessions.find(({ current }) => current)?.id}`, again, 'DELETE');
    expect(ended.statusCode).toBe(204);
    await expect.poll(async () => (await me(two, other)).statusCode, patient).toBe(401);
    // the page of one process is continued by the other
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
