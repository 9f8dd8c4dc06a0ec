/** Saved views of lists: whose they are, who may change them, and that nobody learns from one what is kept from them. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { SavedView } from '../../../engine/contract/saved-view.ts';
import { viewLimits } from '../../../engine/contract/saved-view.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, refusalBody, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const content = (query = '', layout: object = {}) => ({ query, layout });
const expected = "esperados 'screen', 'name' e 'content', com 'query' e 'layout'";
const change = "esperado ao menos um de 'name', 'shared' e 'content'";

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let maria: Caller;
  let joao: Caller;
  let clerk: Caller;
  let manager: Caller;
  let nobody: Caller;

  const answerOf = async (who: Caller, ...request: Parameters<Caller['call']>) => {
    const answer = await who.call(...request);
    return [answer.statusCode, answer.body === '' ? '' : (answer.json() as unknown)];
  };
  const views = async (who: Caller, screen = '/fichas') =>
    (await who.call('GET', `/api/views?screen=${screen}`)).json() as SavedView[];
  const save = async (who: Caller, name: string, more: object = {}): Promise<SavedView> => {
    const body = { screen: '/fichas', name, content: content(), ...more };
    const answer = await who.call('POST', '/api/views', { body });
    expect(answer.statusCode).toBe(201);
    return answer.json() as SavedView;
  };
  const at = ({ id }: Pick<SavedView, 'id'>): string => `/api/views/${id}`;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: clinicFiles });
    const login = async (name: string, rights: readonly string[], hidden: readonly string[] = []) => {
      const user = await createUser(database, name, rights, { hidden });
      return product.as(user.login, user.password);
    };
    const reads = ['ficha:list', 'ficha:view', 'clinica:list'];
    admin = await product.as(administrator.login, administrator.password);
    maria = await login('maria', reads);
    joao = await login('joao', reads);
    clerk = await login('balcao', reads, ['ficha.diagnostico', 'ficha.clinica']);
    manager = await login('gerente', [...reads, 'ficha:manage']);
    nobody = await login('ninguem', []);
  });

  describe('saved views', () => {
    it('are kept as sent, by name, and are their owner’s until shared', async () => {
      const kept = content('situacao=in.%28ABERTA%29&q=silva&order=valor.desc%2Cclinica%28nome%29.asc&limit=100', {
        shown: ['numero', 'diagnostico', 'clinica'],
        widths: { numero: 120 },
        pinned: ['numero'],
        density: 'compact',
      });
      const own = await save(maria, ' Abertas ', { content: kept });
      expect(own).toEqual({
        id: own.id,
        screen: '/fichas',
        name: 'Abertas',
        shared: false,
        own: true,
        owner: 'maria',
        editable: true,
        versao: 1,
        content: kept,
        omitted: 0,
      });
      const shared = await save(maria, 'Ágio', { shared: true });
      expect(await views(maria)).toEqual([own, shared]);
      expect(await views(joao)).toEqual([{ ...shared, own: false, editable: false }]);
      expect(await views(maria, '/clinicas')).toEqual([]);
      await maria.call('DELETE', at(own));
      await maria.call('DELETE', at(shared));
    });

    it('are changed by their owner, in part, each change a version', async () => {
      const view = await save(maria, 'Uma');
      const [status, renamed] = await answerOf(maria, 'PATCH', at(view), { body: { name: 'Outra' } });
      expect([status, renamed]).toEqual([200, { ...view, name: 'Outra', versao: 2 }]);
      const body = { content: content('numero=has.7'), shared: true };
      const answer = await maria.call('PATCH', at(view), { body, headers: { 'if-match': '"2"' } });
      expect(answer.headers['etag']).toBe('"3"');
      expect(answer.json()).toEqual({ ...view, name: 'Outra', versao: 3, ...body });
      expect(
        await answerOf(maria, 'PATCH', at(view), { body: { shared: false }, headers: { 'if-match': '"2"' } }),
      ).toEqual([412, await refusalBody('RECORD_CHANGED_UNSEEN', { title: 'Visão' })]);
      expect((await maria.call('DELETE', at(view), { headers: { 'if-match': '"1"' } })).statusCode).toBe(412);
      expect(await answerOf(maria, 'DELETE', at(view), { headers: { 'if-match': '"3"' } })).toEqual([204, '']);
      expect(await answerOf(maria, 'DELETE', at(view))).toEqual([
        404,
        await refusalBody('RECORD_MISSING', { title: 'Visão' }),
      ]);
    });

    it('of others are missing where not shared, and where shared may be changed by who manages the subject alone', async () => {
      const hidden = await save(maria, 'Minha');
      const shared = await save(maria, 'Nossa', { shared: true });
      const missing = [404, await refusalBody('RECORD_MISSING', { title: 'Visão' })];
      for (const who of [joao, manager, admin, nobody]) {
        expect(await answerOf(who, 'PATCH', at(hidden), { body: { name: 'x' } })).toEqual(missing);
        expect(await answerOf(who, 'DELETE', at(hidden))).toEqual(missing);
      }
      const notOwn = [403, await refusalBody('VIEW_NOT_OWN', { name: 'Nossa' })];
      expect(await answerOf(joao, 'PATCH', at(shared), { body: { name: 'x' } })).toEqual(notOwn);
      expect(await answerOf(joao, 'DELETE', at(shared))).toEqual(notOwn);
      // Of a screen that is closed to the caller nothing is told, shared or not.
      expect(await answerOf(nobody, 'DELETE', at(shared))).toEqual(missing);
      expect(await answerOf(manager, 'PATCH', at(shared), { body: { name: 'De todos' } })).toEqual([
        200,
        { ...shared, own: false, name: 'De todos', versao: 2 },
      ]);
      expect((await admin.call('DELETE', at(shared))).statusCode).toBe(204);
      expect(await views(maria)).toEqual([hidden]);
      await maria.call('DELETE', at(hidden));
    });

    it('are of nobody who may not open the screen, and of no screen that does not exist', async () => {
      const denied = [403, await refusalBody('ACCESS_DENIED', { action: 'list', title: 'Fichas' })];
      expect(await answerOf(nobody, 'GET', '/api/views?screen=/fichas')).toEqual(denied);
      expect(
        await answerOf(nobody, 'POST', '/api/views', { body: { screen: '/fichas', name: 'x', content: content() } }),
      ).toEqual(denied);
      expect((await nobody.call('GET', '/api/views?screen=/nada')).statusCode).toBe(404);
      expect((await maria.call('GET', '/api/views')).statusCode).toBe(404);
      expect((await product.app.inject({ url: '/api/views?screen=/fichas' })).statusCode).toBe(401);
    });

    it('bear a name once per owner and screen', async () => {
      const [mine, theirs] = [await save(maria, 'Igual', { shared: true }), await save(joao, 'Igual')];
      const other = await save(maria, 'Diferente');
      const duplicate = [
        409,
        await refusalBody('RECORD_DUPLICATE', { title: 'Visão', fields: 'Nome' }, { at: { field: 'name' } }),
      ];
      expect(
        await answerOf(maria, 'POST', '/api/views', {
          body: { screen: '/fichas', name: 'Igual ', content: content() },
        }),
      ).toEqual(duplicate);
      expect(await answerOf(maria, 'PATCH', at(other), { body: { name: 'Igual' } })).toEqual(duplicate);
      for (const view of [mine, other]) await maria.call('DELETE', at(view));
      await joao.call('DELETE', at(theirs));
    });

    it('show nobody what is kept from them: filters, sorts and columns are left out, and counted', async () => {
      const shared = await save(maria, 'Diagnósticos', {
        shared: true,
        content: content(
          'diagnostico=has.grave&clinica_id=in.%281%2C2%29&clinica.nome=has.x&valor=gte.10&order=diagnostico.asc%2Cclinica%28nome%29.desc%2Cnumero.asc&q=7',
          {
            shown: ['diagnostico', 'numero', 'clinica', 'valor'],
            widths: { diagnostico: 300, numero: 90 },
            pinned: ['diagnostico', 'numero'],
          },
        ),
      });
      const [seen] = await views(clerk);
      expect(seen).toEqual({
        ...shared,
        own: false,
        editable: false,
        content: content('valor=gte.10&order=numero.asc&q=7', {
          shown: ['numero', 'valor'],
          widths: { numero: 90 },
          pinned: ['numero'],
        }),
        omitted: 7,
      });
      // Nor by the answer to a name of their own: hidden and absent are refused alike.
      for (const name of ['diagnostico', 'inexistente', 'interno', 'chave']) {
        const refusal = [400, await refusalBody('REQUEST_COLUMN_UNKNOWN', { column: name, entity: 'Ficha' })];
        for (const part of [
          content(`${name}=eq.1`),
          content(`order=${name}.asc`),
          content('', { shown: ['numero', name] }),
        ])
          expect(
            await answerOf(clerk, 'POST', '/api/views', { body: { screen: '/fichas', name: 'x', content: part } }),
          ).toEqual(refusal);
      }
      await maria.call('DELETE', at(shared));
    });

    it('show of a related record, of who changed a record and of the quick search what the person may name', async () => {
      const shared = await save(admin, 'Auditoria', {
        shared: true,
        content: content(
          'clinica.cnpj=eq.1&clinica.nome=has.a&alterado_por=eq.1&q=silva&order=clinica%28cnpj%29.asc%2Ccriado_em.desc',
        ),
      });
      const seenBy = async (name: string, rights: readonly string[], hidden: readonly string[] = []) => {
        const { login, password } = await createUser(database, name, rights, { hidden });
        const [view] = await views(await product.as(login, password));
        return [view?.content.query, view?.omitted];
      };
      expect([shared.omitted, await seenBy('audita', ['ficha:manage', 'clinica:manage'])]).toEqual([
        0,
        [shared.content.query, 0],
      ]);
      expect(await seenBy('so-lista', ['ficha:list', 'clinica:list'])).toEqual(['clinica.nome=has.a&q=silva', 4]);
      const searched = ['ficha.numero', 'ficha.diagnostico'];
      expect(await seenBy('sem-busca', ['ficha:list', 'ficha:view', 'clinica:list'], searched)).toEqual([
        'clinica.nome=has.a&alterado_por=eq.1&order=criado_em.desc',
        3,
      ]);
      await admin.call('DELETE', at(shared));
    });

    it('lose what becomes hidden from their own owner, and have it again with the right', async () => {
      const user = await createUser(database, 'volatil', ['ficha:list', 'ficha:view']);
      const who = await product.as(user.login, user.password);
      const view = await save(who, 'Minha', { content: content('diagnostico=has.x&valor=gte.1') });
      const hide = (visible: boolean) =>
        database.query({
          text: `insert into config_permissao (grupo_id, entidade, campo, visivel)
            select id, 'ficha', 'diagnostico', $1::text::boolean from grupo where nome = 'volatil'
            on conflict (grupo_id, entidade, campo) do update set visivel = excluded.visivel`,
          values: [String(visible)],
        });
      await hide(false);
      await expect.poll(() => views(who)).toEqual([{ ...view, content: content('valor=gte.1'), omitted: 1 }]);
      await who.call('PATCH', at(view), { body: { name: 'Nova' } });
      await hide(true);
      await expect.poll(() => views(who)).toEqual([{ ...view, name: 'Nova', versao: 2 }]);
    });

    it('may name what every list has: id, version, times of whole records, the id of a related one', async () => {
      const query = 'id=in.%281%2C2%29&versao=gt.1&alterado_em=gte.2026-01-01&clinica.id=eq.1';
      const view = await save(maria, 'Sistema', { content: content(query) });
      expect(view.content.query).toBe(query);
      await maria.call('DELETE', at(view));
    });

    it.each([
      ['no body', undefined, expected],
      ['no content', { screen: '/fichas', name: 'x' }, expected],
      ['an empty name', { screen: '/fichas', name: ' ', content: content() }, expected],
      ['a name with a line break', { screen: '/fichas', name: 'a\nb', content: content() }, expected],
      ['a name too long', { screen: '/fichas', name: 'x'.repeat(61), content: content() }, expected],
      ['a key that there is not', { screen: '/fichas', name: 'x', content: content(), owner: 1 }, expected],
      ['a query too long', { screen: '/fichas', name: 'x', content: content('x'.repeat(8001)) }, expected],
      ['U+0000', { screen: '/fichas', name: 'x', content: content('numero=eq.\0') }, expected],
      ['half a character', { screen: '/fichas', name: 'x', content: content('numero=eq.\ud800') }, expected],
      [
        'a density that there is not',
        { screen: '/fichas', name: 'x', content: content('', { density: 'x' }) },
        expected,
      ],
      [
        'a width beyond reason',
        { screen: '/fichas', name: 'x', content: content('', { widths: { numero: 9e9 } }) },
        expected,
      ],
      ['a key of no column', { screen: '/fichas', name: 'x', content: content('', { shown: ['a b'] }) }, expected],
    ])('refuse %s', async (_what, body, problem) => {
      const before = await views(maria);
      expect(await answerOf(maria, 'POST', '/api/views', { body })).toEqual([
        400,
        await refusalBody('REQUEST_BODY_INVALID', { problem }),
      ]);
      expect(await views(maria)).toEqual(before);
    });

    it('refuse an order that is none, a change of nothing, and a version that is none', async () => {
      const view = await save(maria, 'Boa');
      expect((await maria.call('PATCH', at(view), { body: { content: content('order=numero.up') } })).statusCode).toBe(
        400,
      );
      expect(await answerOf(maria, 'PATCH', at(view), { body: {} })).toEqual([
        400,
        await refusalBody('REQUEST_BODY_INVALID', { problem: change }),
      ]);
      const odd = { body: { name: 'x' }, headers: { 'if-match': 'três' } };
      expect((await maria.call('PATCH', at(view), odd)).statusCode).toBe(400);
      expect((await maria.call('PATCH', '/api/views/abc', { body: { name: 'x' } })).statusCode).toBe(404);
      expect(await views(maria)).toEqual([view]);
      await maria.call('DELETE', at(view));
    });

    it('are no more than there is room for', async () => {
      await database.query({
        text: `insert into fichario.saved_view (usuario_id, screen, name, content)
          select u.id, '/fichas', 'v' || n, '{"query":"","layout":{}}' from usuario u, generate_series(1, $1::text::integer) n where u.login = 'joao'`,
        values: [String(viewLimits.count)],
      });
      expect(
        await answerOf(joao, 'POST', '/api/views', { body: { screen: '/fichas', name: 'mais', content: content() } }),
      ).toEqual([422, await refusalBody('VIEW_LIMIT', { maximum: viewLimits.count })]);
      expect(
        (await joao.call('POST', '/api/views', { body: { screen: '/clinicas', name: 'mais', content: content() } }))
          .statusCode,
      ).toBe(201);
    });

    it('of somebody who is no more stay for those they were shared with', async () => {
      const user = await createUser(database, 'saiu', ['ficha:list']);
      const gone = await product.as(user.login, user.password);
      const view = await save(gone, 'Legado', { shared: true });
      await database.query({
        text: "delete from usuario_grupo where usuario_id = (select id from usuario where login = 'saiu')",
        values: [],
      });
      await database.query({ text: "delete from usuario where login = 'saiu'", values: [] });
      expect(await views(clerk)).toEqual([{ ...view, own: false, editable: false, owner: null }]);
      expect((await manager.call('DELETE', at(view))).statusCode).toBe(204);
    });
  });
});
