import { beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../../../engine/api/index.ts';
import type { AccessEvent } from '../../../engine/contract/session.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { TestProduct } from '../../support/product.ts';
import { administrator, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { issue, revoke, sessionStage, tokenOf } from './session-stage.ts';

forEachDatabase((open) => {
  let product: TestProduct;
  const { run, newUser: makeUser } = sessionStage(() => product);
  /** That the user was made is no part of what the tests look at. */
  const newUser: typeof makeUser = async (...given) => {
    const user = await makeUser(...given);
    await run(`delete from fichario.access_event where login = $1::text and kind = 'rightsChanged'`, user.login);
    return user;
  };

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }));
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

    test('is told whole or not at all: to whom a field of it is kept or covered the registry shows it', async () => {
      const asks = async (more: object): Promise<number> =>
        (await read(await tokenOf(product, await newUser(['all:manage'], more)))).statusCode;
      expect(await asks({})).toBe(200);
      expect(await asks({ hidden: ['evento_acesso.endereco'] })).toBe(403);
      expect(await asks({ masked: ['evento_acesso.autor'] })).toBe(403);
      expect(await asks({ hidden: ['usuario.login'] })).toBe(403);
      expect(await asks({ personal: 'MASCARADO' })).toBe(403);
    });

    test('names the address that the proxy in front saw, never one that a caller claims to it', async () => {
      const seen = async (trustProxy: boolean | string, forwarded: string) => {
        const { login } = await newUser();
        const app = createApi(product.runtime, { trustProxy });
        await app.inject({
          method: 'POST',
          url: '/api/auth/token/issue',
          payload: { userId: login, password: 'errada' },
          remoteAddress: '10.0.8.1',
          headers: { 'x-forwarded-for': forwarded },
        });
        await app.close();
        return run('select address from fichario.access_event where login = $1::text', login);
      };
      const claimed = '198.51.100.1, 203.0.113.9';
      expect(await seen(false, claimed)).toEqual([{ address: '10.0.8.1' }]);
      expect(await seen(true, claimed)).toEqual([{ address: '203.0.113.9' }]);
      expect(await seen('10.0.0.0/16', claimed)).toEqual([{ address: '203.0.113.9' }]);
      expect(await seen('10.0.8.1, 203.0.113.0/24', claimed)).toEqual([{ address: '198.51.100.1' }]);
      expect(await seen('192.168.0.1', claimed)).toEqual([{ address: '10.0.8.1' }]);
    });

    test('holds nothing of a login that nobody has: it may be a password', async () => {
      await issue(product, 'minha-senha-secreta', 'x', '10.0.7.2');
      const rows = await run<{ row: string }>(`select to_jsonb(e)::text as row from fichario.access_event e`);
      expect(JSON.stringify(rows)).not.toContain('minha-senha-secreta');
      expect(rows.some(({ row }) => row.includes('10.0.7.2') && row.includes('unknown'))).toBe(true);
    });

    test.each([
      ['the password is wrong', {}, 'errada', 'password'],
      ['the user is blocked', { bloqueado: true }, undefined, 'closed'],
      ['the user is inactive', { ativo: false }, undefined, 'closed'],
      ['the user is blocked and the password is wrong', { bloqueado: true }, 'errada', 'closed'],
    ])('says of a refused login that %s, and no session was begun', async (_why, roles, password, reason) => {
      const user = await newUser([], { roles });
      await issue(product, user.login, password ?? user.password);
      const events = await eventsOf(await tokenOf(product, administrator), `?login=${user.login}`);
      expect(events.map(({ kind, detail }) => [kind, detail])).toEqual([['loginRefused', { reason }]]);
      expect(
        await run(
          'select 1 from fichario.session s join usuario u on u.id = s.usuario_id where u.login = $1::text',
          user.login,
        ),
      ).toEqual([]);
    });

    test('has the end of sessions, with who ended those of another', async () => {
      const user = await newUser();
      const [boss, own] = [await tokenOf(product, administrator), await tokenOf(product, user)];
      const call = (token: string, method: 'GET' | 'DELETE', url: string) =>
        product.app.inject({ method, url: `/api${url}`, headers: { authorization: `Bearer ${token}` } });
      const [session] = (await call(own, 'GET', '/auth/sessions')).json() as readonly { readonly id: string }[];
      expect((await call(own, 'DELETE', `/auth/sessions/${session?.id}`)).statusCode).toBe(204);
      const [row] = await run<{ id: string }>('select id::text as id from usuario where login = $1::text', user.login);
      expect((await call(boss, 'DELETE', `/usuarios/${row?.id}/sessoes`)).statusCode).toBe(204);
      const events = await eventsOf(boss, `?login=${user.login}`);
      expect(events.map(({ kind, actor }) => [kind, actor])).toEqual([
        ['sessionEnded', administrator.login],
        ['sessionEnded', null],
        ['login', null],
      ]);
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

    test('has who was made a user and who is one no longer, with who did it', async () => {
      const boss = await product.as(administrator.login, administrator.password);
      const answer = await boss.call('POST', '/api/usuarios?select=id', {
        body: { login: 'chefia.nova', nome: 'Chefia', email: 'chefia@exemplo.com.br', admin: true },
        headers: { prefer: 'return=representation' },
      });
      expect(answer.statusCode).toBe(201);
      expect((await boss.call('DELETE', '/api/usuarios?login=eq.chefia.nova')).statusCode).toBe(204);
      const events = await eventsOf(await tokenOf(product, administrator), '?login=chefia.nova');
      expect(events.map(({ kind, actor, detail }) => [kind, actor, detail?.entity, detail?.operation])).toEqual([
        ['rightsChanged', administrator.login, 'usuario', 'delete'],
        ['rightsChanged', administrator.login, 'usuario', 'insert'],
      ]);
    });
  });
});
