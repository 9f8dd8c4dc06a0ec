/** The calls about passwords: the own one, the forgotten one, and what administrators do with those of others. */
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Me } from '../../../engine/contract/session.ts';
import type { ErrorCode } from '../../../engine/core/errors.ts';
import type { Database } from '../../../engine/data/database.ts';
import type { Letter } from '../../../src/mail/transport.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

const fresh = 'Nova-senha_7';
const minutes = (count: number): string => `now() - interval '${count} minutes'`;

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let users = 0;
  const letters: Letter[] = [];

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, {
      transport: { send: async (letter) => void letters.push(letter), close: () => undefined },
    });
  });
  beforeEach(async () => {
    await product.outbox.deliver();
    letters.length = 0;
  });

  const run = async <Row = Readonly<Record<string, unknown>>>(text: string, ...values: string[]) =>
    (await database.query<Row>({ text, values })).rows;
  const newUser = async (
    more: Parameters<typeof createUser>[3] = {},
    permissions: readonly string[] = ['banco:list'],
  ) => {
    users += 1;
    const user = await createUser(database, `pessoa${users}`, permissions, more);
    await run(`update usuario set email = login || '@exemplo.com.br' where login = $1::text`, user.login);
    return user;
  };
  const enter = async (more?: Parameters<typeof createUser>[3]) => {
    const user = await newUser(more);
    return { ...user, caller: await product.as(user.login, user.password) };
  };
  const validate = ({ call }: Caller, login: string, senha: string) =>
    call('PUT', '/api/usuarios/validar-senha', { body: { login, senha } });
  const change = ({ call }: Caller, login: string, senha: string) =>
    call('PUT', '/api/usuarios/alterar-senha', { body: { login, senha } });
  const statusOf = async ({ call }: Caller): Promise<number> => (await call('GET', '/api/auth/me')).statusCode;
  const post = (url: string, payload: object, remoteAddress = '10.1.0.1'): Promise<LightMyRequestResponse> =>
    product.app.inject({ method: 'POST', url: `/api/auth/${url}`, payload, remoteAddress } satisfies InjectOptions);
  const signIn = async (userId: string, password: string): Promise<number> =>
    (await post('token/issue', { userId, password }, `10.2.${users % 250}.1`)).statusCode;
  const expectRefusal = async <C extends ErrorCode>(
    answer: LightMyRequestResponse,
    status: number,
    code: C,
    ...fields: (readonly [field: string, code: ErrorCode])[]
  ): Promise<void> => {
    expect(refusalOf(answer)).toEqual({
      status,
      body: await refusalBody(code, {} as never, { fields: fields.map(([field, text]) => [field, text, {}]) }),
    });
  };
  const eventsOf = async (login: string) =>
    (
      await run<{ kind: string }>(
        `select kind from fichario.access_event where login = $1::text and kind <> 'rightsChanged' order by id`,
        login,
      )
    ).map(({ kind }) => kind);
  /** The address in the letter that went to the login, once it is there. */
  const linkTo = async (login: string): Promise<string> => {
    await product.outbox.deliver();
    const letter = letters.findLast(({ to, text }) => to.address.startsWith(`${login}@`) && text.includes('redefinir'));
    return /https?:\/\/\S+/.exec(letter?.text ?? '')?.[0] ?? '';
  };
  const tokenFor = async (login: string): Promise<string> => (await linkTo(login)).split('#')[1] ?? '';

  describe('the own password', () => {
    test('is validated and then changed, and the session goes on [calls-put-validar-senha] [calls-put-alterar-senha]', async () => {
      const { login, password, caller } = await enter();
      const validated = await validate(caller, login, password);
      expect([validated.statusCode, validated.body]).toEqual([204, '']);
      const changed = await change(caller, login, fresh);
      expect([changed.statusCode, changed.body]).toEqual([204, '']);
      expect(await statusOf(caller)).toBe(200);
      expect([await signIn(login, password), await signIn(login, fresh)]).toEqual([401, 200]);
      expect(await eventsOf(login)).toEqual(['login', 'passwordChanged', 'loginRefused', 'login']);
      await product.outbox.deliver();
      expect(letters.map(({ to, subject }) => [to.address, subject])).toEqual([
        [`${login}@exemplo.com.br`, 'Copass Saúde: a sua senha foi alterada'],
      ]);
    });

    test('is not validated by another one, and the field is named', async () => {
      const { login, caller } = await enter();
      await expectRefusal(await validate(caller, login, 'errada'), 422, 'ACCESS_PASSWORD_WRONG', [
        'senhaAtual',
        'ACCESS_PASSWORD_WRONG',
      ]);
      await expectRefusal(await change(caller, login, fresh), 409, 'ACCESS_PASSWORD_UNCONFIRMED');
      expect(await eventsOf(login)).toEqual(['login', 'passwordRefused']);
    });

    test('is changed only within five minutes after it was validated in the same session, and once [calls-alterar-senha-only-after-validation]', async () => {
      const { login, password, caller } = await enter();
      await expectRefusal(await change(caller, login, fresh), 409, 'ACCESS_PASSWORD_UNCONFIRMED');
      const other = await product.as(login, password);
      await validate(other, login, password);
      await expectRefusal(await change(caller, login, fresh), 409, 'ACCESS_PASSWORD_UNCONFIRMED');
      await run(
        `update fichario.session set password_confirmed_at = ${minutes(5)} where password_confirmed_at is not null`,
      );
      await expectRefusal(await change(other, login, fresh), 409, 'ACCESS_PASSWORD_UNCONFIRMED');
      await validate(caller, login, password);
      expect((await change(caller, login, fresh)).statusCode).toBe(204);
      await expectRefusal(await change(caller, login, `${fresh}8`), 409, 'ACCESS_PASSWORD_UNCONFIRMED');
      expect(await signIn(login, fresh)).toBe(200);
    });

    test('of somebody else is nobody’s to validate or change, administrators included', async () => {
      const { login, password } = await newUser();
      const boss = await product.as(administrator.login, administrator.password);
      await expectRefusal(await validate(boss, login, password), 403, 'ACCESS_PASSWORD_OTHER');
      await validate(boss, administrator.login, administrator.password);
      await expectRefusal(await change(boss, login, fresh), 403, 'ACCESS_PASSWORD_OTHER');
      expect(await signIn(login, password)).toBe(200);
    });

    test('is guessed through a session no faster than at the door', async () => {
      const { login, password, caller } = await enter();
      for (let count = 0; count < 5; count += 1)
        expect((await validate(caller, login, `errada${count}`)).statusCode).toBe(422);
      const limited = await validate(caller, login, password);
      expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '5']);
    });

    test('ends all other sessions of the user when it changes, and nobody else’s', async () => {
      const { login, password, caller } = await enter();
      const [other, stranger] = [await product.as(login, password), (await enter()).caller];
      await validate(caller, login, password);
      await change(caller, login, fresh);
      expect([await statusOf(caller), await statusOf(other), await statusOf(stranger)]).toEqual([200, 401, 200]);
    });

    test.each([
      ['curta', 'abc', false, ['VALIDATION_PASSWORD_PLAIN']],
      ['com espaço', 'abc def', false, ['VALIDATION_PASSWORD_PLAIN']],
      ['das mais usadas', 'qwerty123', false, ['VALIDATION_PASSWORD_COMMON']],
      ['a mesma', 'senha-de-teste', false, ['VALIDATION_PASSWORD_SAME']],
      [
        'fraca',
        'abcdef',
        true,
        ['VALIDATION_PASSWORD_UPPERCASE', 'VALIDATION_PASSWORD_DIGIT', 'VALIDATION_PASSWORD_SPECIAL'],
      ],
      ['longa', 'Aa1!'.padEnd(26, 'x'), true, ['VALIDATION_PASSWORD_LONGEST']],
      ['das mais usadas, enfeitada', 'Senha@123', true, ['VALIDATION_PASSWORD_COMMON']],
    ] as const)(
      'is not replaced by one that is %s [password-strict-when-group-enforces]',
      async (_what, senha, strict, faults) => {
        const { login, password, caller } = await enter();
        await run('update grupo set valida_senha = $2::text::boolean where nome = $1::text', login, String(strict));
        await validate(caller, login, password);
        await expectRefusal(
          await change(caller, login, senha),
          422,
          'ACCESS_PASSWORD_REFUSED',
          ...faults.map((fault) => ['senha', fault] as const),
        );
        // The confirmation holds for the next try.
        expect((await change(caller, login, fresh)).statusCode).toBe(204);
      },
    );

    test('is not the login', async () => {
      const { login, password, caller } = await enter();
      await validate(caller, login, password);
      await expectRefusal(await change(caller, login, login.toUpperCase()), 422, 'ACCESS_PASSWORD_REFUSED', [
        'senha',
        'VALIDATION_PASSWORD_LOGIN',
      ]);
    });

    test('is dated when it changes, whoever changes it, and its change stands in the history', async () => {
      const { login, password, caller } = await enter();
      await run(`update usuario set senha_alterada_em = now() - interval '9 days' where login = $1::text`, login);
      await run(`update usuario set nome = 'Outro' where login = $1::text`, login);
      const age = () =>
        run<{ days: number }>(
          'select round(extract(epoch from now() - senha_alterada_em) / 86400)::integer as days from usuario where login = $1::text',
          login,
        );
      expect(await age()).toEqual([{ days: 9 }]);
      await validate(caller, login, password);
      await change(caller, login, fresh);
      expect(await age()).toEqual([{ days: 0 }]);
      const history = await run<{ row: string; by: string }>(
        `select to_jsonb(h)::text as row, (select login from usuario where id = h._por) as by from historico.usuario h
          where login = $1::text order by _de desc limit 1`,
        login,
      );
      expect(history).toMatchObject([{ by: login }]);
      expect(JSON.stringify(await run('select to_jsonb(h)::text from historico.usuario h'))).not.toContain('argon2');
    });

    test.each([
      ['PUT', '/api/usuarios/validar-senha', {}],
      ['PUT', '/api/usuarios/alterar-senha', { login: 'x', senha: 'x'.repeat(201) }],
      ['PUT', '/api/usuarios/alterar-senha', { login: 'x', senha: 1 }],
      ['PUT', '/api/usuarios/alterar-senha', { login: 'x\u0000', senha: 'y' }],
      ['PUT', '/api/usuarios/alterar-senha', { login: 'x', senha: 'y', admin: true }],
    ] as const)('%s %s refuses %j', async (method, url, body) => {
      const { caller } = await enter();
      expect(refusalOf(await caller.call(method, url, { body }))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_BODY_INVALID', { problem: "esperado 'login' e 'senha'" }),
      });
    });
  });

  describe('an expired password', () => {
    const open403 = async (caller: Caller): Promise<void> => {
      for (const [method, url] of [
        ['GET', '/api/bancos'],
        ['GET', '/api/auth/sessions'],
        ['GET', '/api/auth/account'],
        ['GET', '/api/openapi.json'],
        ['GET', '/api/model/screen?path=/bancos'],
        ['GET', '/api/views?screen=/bancos'],
        ['POST', '/api/bancos'],
        ['GET', '/api/dominios/ufs'],
      ] as const)
        await expectRefusal(await caller.call(method, url), 403, 'ACCESS_PASSWORD_EXPIRED');
      for (const url of ['/api/auth/me', '/api/auth/draft-key', '/api/model', '/api/settings'])
        expect([url, (await caller.call('GET', url)).statusCode]).toEqual([url, 200]);
    };

    test('opens nothing but its own change; then the session goes on', async () => {
      const { login, password, caller } = await enter({ roles: { senha_expirada: true } });
      await open403(caller);
      await validate(caller, login, password);
      expect((await change(caller, login, fresh)).statusCode).toBe(204);
      const { user } = (await caller.call('GET', '/api/auth/me')).json() as Me;
      expect(user.senhaExpirada).toBe(false);
      expect((await caller.call('GET', '/api/bancos')).statusCode).toBe(200);
    });

    test('expires by the shortest time that a group gives it', async () => {
      const { login, password, caller } = await enter();
      const expired = async (): Promise<boolean> =>
        ((await caller.call('GET', '/api/auth/me')).json() as Me).user.senhaExpirada;
      await run(`update grupo set dias_expiracao_senha = 90 where nome = $1::text`, login);
      await run(`update usuario set senha_alterada_em = now() - interval '31 days' where login = $1::text`, login);
      await expect.poll(expired).toBe(false);
      await run(
        `with g as (insert into grupo (nome, dias_expiracao_senha) values ('trinta ' || $1::text, 30) returning id)
          insert into usuario_grupo (usuario_id, grupo_id) select u.id, g.id from usuario u, g where u.login = $1::text`,
        login,
      );
      await expect.poll(expired).toBe(true);
      await open403(caller);
      await validate(caller, login, password);
      await change(caller, login, fresh);
      expect(await expired()).toBe(false);
      await run(`update grupo set ativo = false where nome = 'trinta ' || $1::text`, login);
      await run(`update usuario set senha_alterada_em = now() - interval '31 days' where login = $1::text`, login);
      await expect.poll(expired).toBe(false);
    });

    test('expires from the day the account was made where it has never been dated', async () => {
      const { login, caller } = await enter();
      await run(`update grupo set dias_expiracao_senha = 30 where nome = $1::text`, login);
      for (const [days, senhaExpirada] of [
        [29, false],
        [31, true],
      ] as const) {
        await run(
          `update usuario set senha_alterada_em = null, criado_em = now() - make_interval(days => $2::text::integer) where login = $1::text`,
          login,
          String(days),
        );
        product.runtime.sessions.forget();
        expect(((await caller.call('GET', '/api/auth/me')).json() as Me).user).toMatchObject({ senhaExpirada });
      }
    });
  });

  describe('a forgotten password', () => {
    test('is set anew through a link that works once, and all sessions end', async () => {
      const { login, password, caller } = await enter();
      const asked = await post('password/forgotten', { userId: ` ${login.toUpperCase()} ` });
      expect([asked.statusCode, asked.body]).toEqual([202, '']);
      const link = await linkTo(login);
      expect(link).toMatch(/^http:\/\/localhost:3000\/redefinir-senha#[\w-]{43}$/);
      const token = link.split('#')[1] ?? '';
      const checked = await post('password/reset/check', { token });
      expect([checked.statusCode, checked.json()]).toEqual([200, { grupoValidaSenha: false }]);
      await expectRefusal(await post('password/reset', { token, senha: 'abc' }), 422, 'ACCESS_PASSWORD_REFUSED', [
        'senha',
        'VALIDATION_PASSWORD_PLAIN',
      ]);
      const set = await post('password/reset', { token, senha: fresh });
      expect([set.statusCode, set.body]).toEqual([204, '']);
      expect(await statusOf(caller)).toBe(401);
      expect([await signIn(login, password), await signIn(login, fresh)]).toEqual([401, 200]);
      for (const path of ['password/reset', 'password/reset/check'])
        await expectRefusal(
          await post(path, { token, ...(path.endsWith('check') ? {} : { senha: `${fresh}9` }) }),
          422,
          'ACCESS_RESET_INVALID',
        );
      expect(await eventsOf(login)).toEqual(['login', 'passwordResetAsked', 'passwordReset', 'loginRefused', 'login']);
    });

    test('says in the letter whose it is and how long the link is good, and nothing of any password', async () => {
      const { login, password } = await newUser();
      await run(`update usuario set nome = 'Ana "Aninha" Souza' where login = $1::text`, login);
      await post('password/forgotten', { userId: login });
      const link = await linkTo(login);
      expect(letters).toEqual([
        {
          to: { name: 'Ana "Aninha" Souza', address: `${login}@exemplo.com.br` },
          subject: 'Copass Saúde: nova senha',
          text: expect.stringContaining(link),
        },
      ]);
      expect(letters[0]?.text).toContain('30 minutos e uma única vez');
      expect(letters[0]?.text).not.toContain(password);
    });

    test('answers the same whoever is asked for, and writes to nobody who may not come in', async () => {
      const [known, blocked, inactive, mute] = [
        await newUser(),
        await newUser({ roles: { bloqueado: true } }),
        await newUser({ roles: { ativo: false } }),
        await newUser(),
      ];
      await run('update usuario set email = null where login = $1::text', mute.login);
      const logins = [known.login, blocked.login, inactive.login, mute.login, 'ninguem'];
      const answers: LightMyRequestResponse[] = [];
      for (const userId of logins) answers.push(await post('password/forgotten', { userId }));
      for (const answer of answers) {
        expect([answer.statusCode, answer.body]).toEqual([202, '']);
        expect(Object.keys(answer.headers)).toEqual(Object.keys(answers[0]?.headers ?? {}));
      }
      await product.outbox.deliver();
      expect(letters.map(({ to }) => to.address)).toEqual([`${known.login}@exemplo.com.br`]);
      // Known or not, asking leaves the same behind; what was typed for a login that nobody has is no part of the record.
      const rows = await run<{ login: string }>(
        `select login from fichario.mail where kind = 'reset' and login = any($1::text::text[]) order by id`,
        `{${logins.join(',')}}`,
      );
      expect(rows.map(({ login }) => login)).toEqual(logins);
      expect(await eventsOf('ninguem')).toEqual([]);
    });

    test('is good for thirty minutes, and its token is nowhere but in the mail', async () => {
      const { login } = await newUser();
      await post('password/forgotten', { userId: login });
      const token = await tokenFor(login);
      const [left] = await run<{ minutes: number; row: string }>(
        `select round(extract(epoch from expires_at - now()) / 60)::integer as minutes, to_jsonb(r)::text as row
          from fichario.password_reset r join usuario u on u.id = r.usuario_id where u.login = $1::text`,
        login,
      );
      expect(left?.minutes).toBe(30);
      expect(left?.row).not.toContain(token);
      for (const table of ['mail', 'access_event'])
        expect(JSON.stringify(await run(`select to_jsonb(t)::text from fichario.${table} t`))).not.toContain(token);
      await run(
        `update fichario.password_reset set expires_at = now() where usuario_id = (select id from usuario where login = $1::text)`,
        login,
      );
      await expectRefusal(await post('password/reset', { token, senha: fresh }), 422, 'ACCESS_RESET_INVALID');
    });

    test('opens an account no more that is blocked after the letter; a second link ends with the first that is used', async () => {
      const { login } = await newUser();
      await post('password/forgotten', { userId: login });
      const one = await tokenFor(login);
      await post('password/forgotten', { userId: login });
      const two = await tokenFor(login);
      expect(two).not.toBe(one);
      await run('update usuario set bloqueado = true where login = $1::text', login);
      await expectRefusal(await post('password/reset', { token: one, senha: fresh }), 422, 'ACCESS_RESET_INVALID');
      await run('update usuario set bloqueado = false where login = $1::text', login);
      expect((await post('password/reset', { token: one, senha: fresh })).statusCode).toBe(204);
      await expectRefusal(
        await post('password/reset', { token: two, senha: `${fresh}8` }),
        422,
        'ACCESS_RESET_INVALID',
      );
    });

    test('is set once by a link that is used twice at the same time', async () => {
      const { login } = await newUser();
      await post('password/forgotten', { userId: login });
      const token = await tokenFor(login);
      const answers = await Promise.all(
        [1, 2, 3].map((number) => post('password/reset', { token, senha: `${fresh}${number}` })),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 422, 422]);
    });

    test('is asked for three times an hour for one login, twenty from one address, together or one by one', async () => {
      const { login } = await newUser();
      const answers = await Promise.all(
        Array.from({ length: 22 }, () => post('password/forgotten', { userId: login }, '10.9.0.1')),
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 22 }, () => 202));
      await product.outbox.deliver();
      expect(letters).toHaveLength(3);
      for (let count = 3; count < 20; count += 1)
        expect((await post('password/forgotten', { userId: `x${count}` }, '10.9.0.1')).statusCode).toBe(202);
      const limited = await post('password/forgotten', { userId: 'y' }, '10.9.0.1');
      const seconds = Number(limited.headers['retry-after']);
      expect(seconds).toBeGreaterThan(3_500);
      expect(refusalOf(limited)).toEqual({ status: 429, body: await refusalBody('REQUEST_TOO_MANY', { seconds }) });
      expect((await post('password/forgotten', { userId: 'y' }, '10.9.0.2')).statusCode).toBe(202);
    });

    test('asked for in vain is kept once a minute, and of a network as many as of an address', async () => {
      const { login } = await newUser();
      const asked = (address: string, userId = login) => post('password/forgotten', { userId }, address);
      for (let count = 0; count < 12; count += 1) expect((await asked('10.9.1.1')).statusCode).toBe(202);
      const events = await run(
        `select kind, address from fichario.access_event where login = $1::text and kind = 'passwordResetAsked'`,
        login,
      );
      // Three with a letter each; of the nine others none, for one was kept within the minute.
      expect(events).toEqual(Array.from({ length: 3 }, () => ({ kind: 'passwordResetAsked', address: '10.9.1.1' })));
      const statuses: number[] = [];
      for (let count = 0; count < 21; count += 1)
        statuses.push((await asked(`2001:db8:7:1::${count + 1}`, `ninguem${count}`)).statusCode);
      expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429]);
      expect((await asked('2001:db8:7:2::1', 'ninguem')).statusCode).toBe(202);
    });

    test('unlocks an account that somebody has guessed at', async () => {
      const { login } = await newUser();
      for (let count = 0; count < 6; count += 1) await signIn(login, `errada${count}`);
      expect(await signIn(login, 'x')).toBe(429);
      await post('password/forgotten', { userId: login });
      await post('password/reset', { token: await tokenFor(login), senha: fresh });
      expect(await signIn(login, fresh)).toBe(200);
    });

    test('unlocks it also where its owner has come in before, and has forgotten the password', async () => {
      const { login, password } = await newUser();
      expect(await signIn(login, password)).toBe(200);
      for (let count = 0; count < 6; count += 1) await signIn(login, `errada${count}`);
      expect(await signIn(login, 'x')).toBe(429);
      await post('password/forgotten', { userId: login });
      await post('password/reset', { token: await tokenFor(login), senha: fresh });
      expect(await signIn(login, fresh)).toBe(200);
    });
  });

  describe('the password of another', () => {
    const idOf = async (login: string): Promise<string> =>
      (await run<{ id: string }>('select id::text as id from usuario where login = $1::text', login))[0]?.id ?? '';
    const manager = async (...more: string[]) => {
      users += 1;
      return product.enter(`gestor${users}`, ['usuario:update', ...more]);
    };

    test('is given for one login, after which it must be changed', async () => {
      const { login, password, caller } = await enter();
      const { call } = await product.as(administrator.login, administrator.password);
      const answer = await call('POST', `/api/usuarios/${await idOf(login)}/senha-temporaria`);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      const { senha } = answer.json() as { senha: string };
      expect(senha).toMatch(/^[A-HJ-NP-Za-kmnp-z2-9]{4}(-[A-HJ-NP-Za-kmnp-z2-9]{4}){2}$/);
      expect(await statusOf(caller)).toBe(401);
      expect(await signIn(login, password)).toBe(401);
      const next = await product.as(login, senha);
      expect(((await next.call('GET', '/api/auth/me')).json() as Me).user.senhaExpirada).toBe(true);
      const [event] = await run(
        `select kind, login, actor from fichario.access_event where login = $1::text and kind = 'passwordIssued'`,
        login,
      );
      expect(event).toEqual({ kind: 'passwordIssued', login, actor: administrator.login });
      expect(JSON.stringify(await run('select to_jsonb(e)::text from fichario.access_event e'))).not.toContain(senha);
    });

    test('is given to who has locked the account by guessing at it', async () => {
      const { login, password } = await newUser();
      expect(await signIn(login, password)).toBe(200);
      for (let count = 0; count < 6; count += 1) await signIn(login, `errada${count}`);
      expect(await signIn(login, 'x')).toBe(429);
      const { call } = await product.as(administrator.login, administrator.password);
      const answer = await call('POST', `/api/usuarios/${await idOf(login)}/senha-temporaria`);
      expect(await signIn(login, (answer.json() as { senha: string }).senha)).toBe(200);
    });

    test('is given, and a user invited, by whoever may change users and holds all rights of that user', async () => {
      const user = await newUser();
      const path = `/api/usuarios/${await idOf(user.login)}/senha-temporaria`;
      const denied = await refusalBody('ACCESS_DENIED', { action: 'update', title: 'Usuário' });
      expect(refusalOf(await (await manager()).call('POST', path))).toEqual({ status: 403, body: denied });
      expect(refusalOf(await (await enter()).caller.call('POST', path))).toEqual({ status: 403, body: denied });
      expect((await (await manager('banco:list')).call('POST', path)).statusCode).toBe(200);
      expect((await (await manager('banco:manage')).call('POST', path)).statusCode).toBe(200);
      // Nobody becomes an administrator by giving one a password.
      const boss = `/api/usuarios/${await idOf(administrator.login)}/senha-temporaria`;
      expect(refusalOf(await (await manager('banco:list')).call('POST', boss))).toEqual({ status: 403, body: denied });
      expect((await product.app.inject({ method: 'POST', url: boss })).statusCode).toBe(401);
      const { call } = await product.as(administrator.login, administrator.password);
      expect((await call('POST', '/api/usuarios/999999/senha-temporaria')).statusCode).toBe(404);
      expect((await call('POST', '/api/usuarios/x/senha-temporaria')).statusCode).toBe(404);
    });

    test('is neither given nor asked for by whom a field is kept from, or other rows, that are open to that user', async () => {
      const user = await newUser();
      const confined = { roles: { operadora: false, prestador: true, prestador_registro: 7 } };
      const clinic = await newUser(confined);
      const askers = [
        ['holds it all', {}],
        ['a field hidden', { hidden: ['banco.nome'] }],
        ['a field masked', { masked: ['usuario.cpf'] }],
        ['a field read-only', { readOnly: ['banco.codigo'] }],
        ['personal data masked', { personal: 'MASCARADO' }],
        ['confined to a provider', confined],
      ] as const;
      const seen: unknown[] = [];
      for (const [what, parts] of askers) {
        users += 1;
        const { call } = await product.enter(`gestor${users}`, ['usuario:update', 'banco:list'], parts);
        const ask = async (login: string, door: string) =>
          (await call('POST', `/api/usuarios/${await idOf(login)}/${door}`)).statusCode;
        seen.push([what, await ask(user.login, 'senha-temporaria'), await ask(user.login, 'convite')]);
        if (what.startsWith('confined')) seen.push(['of the same provider', await ask(clinic.login, 'convite')]);
      }
      expect(seen).toEqual([
        ['holds it all', 200, 202],
        ...askers.slice(1).map(([what]) => [what, 403, 403]),
        ['of the same provider', 202],
      ]);
    });

    test('is chosen by the user who is invited, through a link of a day', async () => {
      const { login } = await newUser();
      await run('update usuario set senha_hash = null where login = $1::text', login);
      const { call } = await manager('banco:list');
      const path = `/api/usuarios/${await idOf(login)}/convite`;
      expect((await call('POST', path)).statusCode).toBe(202);
      const token = await tokenFor(login);
      expect(letters[0]?.subject).toBe('Copass Saúde: o seu acesso ao sistema');
      expect((await post('password/reset', { token, senha: fresh })).statusCode).toBe(204);
      expect(await signIn(login, fresh)).toBe(200);
      await run('update usuario set email = null where login = $1::text', login);
      expect(refusalOf(await call('POST', path))).toEqual({
        status: 422,
        body: await refusalBody('ACCESS_MAIL_MISSING', { login }),
      });
    });
  });
});
