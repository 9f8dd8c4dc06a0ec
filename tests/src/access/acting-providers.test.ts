/** For whom users act beside their own provider: who may give it, what it opens, and that it ends at once. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { AccessEvent } from '../../../engine/contract/session.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { insertProviders } from '../../support/linked-records.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { actFor, administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

const administers = ['list', 'view', 'insert', 'update', 'delete'].map((action) => `usuario:${action}`);

forEachDatabase((open) => {
  let product: TestProduct;
  let chief: Caller;
  let providers: readonly [number, number, number];
  const acting = (...ids: readonly number[]) => ids.map((prestador_id) => ({ prestador_id }));
  const idOf = async (login: string): Promise<number> =>
    ((await chief.call('GET', `/api/usuarios?login=eq.${login}&select=id`)).json() as { id: number }[])[0]?.id ?? 0;
  const actsFor = async (id: number): Promise<unknown> =>
    (
      await chief.call('GET', `/api/usuarios?id=eq.${id}&select=prestador_registro_id,prestadores(prestador_id)`)
    ).json();

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }));
    chief = await product.as(administrator.login, administrator.password);
    const [first = 0, second = 0, third = 0] = await insertProviders(chief, 'C7', 'C8', 'C9');
    providers = [first, second, third];
    for (const prestador_registro_id of providers)
      await insertRow(chief, '/usuarios', {
        login: `de.${prestador_registro_id}`,
        nome: 'De um',
        prestador: true,
        prestador_registro_id,
      });
  });

  it('opens their records to a session that is under way, and closes them at once', async () => {
    const [first, second, third] = providers;
    const office = await product.enter('escritorio', ['usuario:list', 'usuario:view'], {
      roles: { operadora: false, prestador: true, prestador_registro: first },
    });
    const id = await idOf('escritorio');
    const seen = async () =>
      (
        (await office.call('GET', '/api/usuarios?select=login&login=like.de.*&order=login')).json() as {
          login: string;
        }[]
      )
        .map(({ login }) => Number(login.slice(3)))
        .sort((a, b) => a - b);
    const give = async (...ids: readonly number[]) =>
      (await chief.call('PATCH', `/api/usuarios?id=eq.${id}`, { body: { prestadores: acting(...ids) } })).statusCode;
    const steps = [
      [[], [first]],
      [[second], [first, second]],
      [
        [third, second],
        [first, second, third],
      ],
      [[third], [first, third]],
      [[], [first]],
    ] as const;
    for (const [given, expected] of steps) {
      expect([given, await give(...given)]).toEqual([given, 204]);
      await expect.poll(seen).toEqual(expected);
    }
    // The main one among them is the same one.
    await give(first);
    await expect.poll(seen).toEqual([first]);
    // A chosen one that is none any more.
    await give(second);
    const headers = { 'fichario-provider': String(second) };
    const chosen = async () => (await office.call('GET', '/api/usuarios', { headers })).statusCode;
    await expect.poll(chosen).toBe(200);
    await give();
    await expect.poll(chosen).toBe(422);
    expect(refusalOf(await office.call('GET', '/api/usuarios', { headers }))).toEqual({
      status: 422,
      body: await refusalBody('REQUEST_PROVIDER_UNKNOWN', { id: second }),
    });
    // Whoever writes it, also to that table alone.
    const written = (text: string) => product.database.query({ text, values: [String(id), String(second)] });
    await written(
      `insert into usuario_prestadores (usuario_id, posicao, prestador_id) values ($1::text::bigint, 0, $2::text::bigint)`,
    );
    await expect.poll(seen).toEqual([first, second]);
    await written(
      'delete from usuario_prestadores where usuario_id = $1::text::bigint and prestador_id = $2::text::bigint',
    );
    await expect.poll(seen).toEqual([first]);
    // Whoever is no provider acts for none.
    await give(second, third);
    await expect.poll(seen).toEqual([first, second, third]);
    await chief.call('PATCH', `/api/usuarios?id=eq.${id}`, { body: { prestador: false } });
    await expect.poll(seen).toEqual([]);
  });

  it('is told of among the events of access', async () => {
    const id = await insertRow(chief, '/usuarios', {
      login: 'anotada',
      nome: 'Anotada',
      prestador: true,
      prestador_registro_id: providers[0],
    });
    const last = async () =>
      ((await chief.call('GET', '/api/acesso/eventos?limit=1&kind=rightsChanged')).json() as AccessEvent[])[0]?.detail;
    const change = (...ids: readonly number[]) =>
      chief.call('PATCH', `/api/usuarios?id=eq.${id}`, { body: { prestadores: acting(...ids) } });
    await change(providers[1]);
    expect(await last()).toMatchObject({ entity: 'usuario_prestadores', operation: 'insert', count: 1 });
    await change();
    expect(await last()).toMatchObject({ entity: 'usuario_prestadores', operation: 'delete', count: 1 });
  });

  describe('is given by who sees own rows alone', () => {
    let office: Caller;
    beforeAll(async () => {
      office = await product.enter('escritorio.b', administers, {
        roles: { operadora: false, prestador: true, prestador_registro: providers[0] },
      });
      await actFor(product.database, 'escritorio.b', providers.slice(0, 2));
      product.runtime.sessions.forget();
    });
    const make = async (login: string, main: number, ...more: readonly number[]) =>
      (
        await office.call('POST', '/api/usuarios', {
          body: { login, nome: login, prestador: true, prestador_registro_id: main, prestadores: acting(...more) },
        })
      ).statusCode;

    it('for what it acts for itself, and for no other', async () => {
      const [first, second, third] = providers;
      expect([
        await make('um', first),
        await make('dois', second),
        await make('ambos', second, first),
        await make('outro', third),
        await make('mais', first, third),
      ]).toEqual([201, 201, 201, 403, 403]);
    });

    it('not to itself, nor to others later', async () => {
      const [first, second, third] = providers;
      for (const login of ['escritorio.b', `de.${first}`]) {
        const id = await idOf(login);
        const before = await actsFor(id);
        for (const body of [
          { prestadores: acting(third) },
          { prestadores: acting(second, third) },
          { prestador_registro_id: third },
        ])
          expect([body, refusalOf(await office.call('PATCH', `/api/usuarios?id=eq.${id}`, { body }))]).toEqual([
            body,
            { status: 403, body: expect.objectContaining({ code: expect.any(String) }) },
          ]);
        expect(await actsFor(id)).toEqual(before);
      }
    });

    it('and changes nobody who acts for more', async () => {
      const [first, , third] = providers;
      const more = await insertRow(chief, '/usuarios', {
        ...{ login: 'mais.que', nome: 'Mais', prestador: true, prestador_registro_id: first },
        prestadores: acting(third),
      });
      for (const body of [{ nome: 'Tomada' }, { email: 'a@example.org' }, { prestadores: [] }])
        expect([body, (await office.call('PATCH', `/api/usuarios?id=eq.${more}`, { body })).statusCode]).toEqual([
          body,
          403,
        ]);
      expect(await actsFor(more)).toEqual([{ prestador_registro_id: first, prestadores: acting(third) }]);
    });
  });

  it('goes to a copy of the user, and stays through a new login', async () => {
    const [first, second, third] = providers;
    const origem = await insertRow(chief, '/usuarios', {
      ...{ login: 'fonte', nome: 'Fonte', prestador: true, prestador_registro_id: first },
      prestadores: acting(third, second),
    });
    const body = { origem, login: 'copia', nome: 'Cópia', grupos: false, configuracoes: false, visoes: false };
    const { id } = (await chief.call('POST', '/api/acesso/clonar-usuario', { body })).json() as { id: number };
    const moved = { usuario: origem, login: 'fonte.nova', tipo: 'PRESTADOR' };
    expect((await chief.call('POST', '/api/acesso/migracoes-usuario', { body: moved })).statusCode).toBeLessThan(300);
    const all = [{ prestador_registro_id: first, prestadores: acting(third, second) }];
    expect([await actsFor(id), await actsFor(origem)]).toEqual([all, all]);
    expect(await idOf('fonte.nova')).toBe(origem);
  });
});
