/** A view registry through the API: read as any other, written by nobody, and never wider than what it is made from. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorBody } from '../../../engine/contract/error-body.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';
import { viewFiles } from './view-files.ts';

forEachDatabase((open) => {
  describe('a view registry', () => {
    let product: TestProduct;
    let admin: Caller;
    const ids: Record<string, number> = {};

    beforeAll(async () => {
      product = await startTestProduct(await open({ from: 'product' }), { files: viewFiles });
      admin = await product.as(administrator.login, administrator.password);
      const buyer = await insertRow(admin, '/compradores', { nome: 'Ana Lima', cpf: '52998224725' });
      const shops = [
        await insertRow(admin, '/lojas', { nome: 'Centro' }),
        await insertRow(admin, '/lojas', { nome: 'Norte' }),
      ];
      for (const [numero, situacao, dia] of [
        ['A1', 'NOVO', '2026-03-02'],
        ['A2', 'CANCELADO', '2026-03-01'],
        ['A3', 'ENVIADO', '2026-03-01'],
        ['A4', 'NOVO', null],
      ] as const)
        ids[numero] = await insertRow(admin, '/pedidos', {
          numero,
          situacao,
          dia,
          comprador_id: numero === 'A4' ? null : buyer,
          loja_id: numero === 'A3' ? shops[1] : shops[0],
          valor: 10.5,
          laudo: 'gripe',
          itens: [{ nome: 'um' }, { nome: 'brinde' }, { nome: 'dois' }],
        });
    });

    const ask = async (caller: Caller, url: string, headers: Record<string, string> = {}) => {
      const { statusCode, body } = await caller.call('GET', `/api${url}`, { headers });
      return statusCode < 300 ? (JSON.parse(body) as unknown) : `${statusCode} ${(JSON.parse(body) as ErrorBody).code}`;
    };

    it('is listed, sorted, filtered, searched, counted, summed and exported', async () => {
      const asked = async (query: string) => ask(admin, `/fila-pedidos?${query}`);
      const row = { nome_comprador: 'Ana Lima', partes: 2, comprador: { nome: 'Ana Lima' } };
      expect(await asked('select=numero,nome_comprador,partes,comprador(nome)')).toEqual([
        { numero: 'A3', ...row },
        { numero: 'A1', ...row },
        { numero: 'A4', ...row, nome_comprador: null, comprador: null },
      ]);
      expect(await asked('select=numero&partes=eq.2&comprador.nome=has.ana&order=numero.desc')).toEqual([
        { numero: 'A3' },
        { numero: 'A1' },
      ]);
      expect(await asked('select=numero&q=lima')).toEqual([{ numero: 'A3' }, { numero: 'A1' }]);
      expect(await asked('select=count(),valor.sum()')).toEqual([{ count: 3, sum: 31.5 }]);
      expect(await asked(`select=*&id=eq.${ids['A1']}`)).toEqual([
        {
          id: ids['A1'],
          versao: 1,
          numero: 'A1',
          pedido_id: ids['A1'],
          comprador_id: 1,
          nome_comprador: 'Ana Lima',
          cpf: '52998224725',
          loja_id: 1,
          situacao: 'NOVO',
          valor: 10.5,
          dia: '2026-03-02',
          laudo: 'gripe',
          inicial: 'G',
          partes: 2,
        },
      ]);
      const file = await admin.call('GET', '/api/fila-pedidos?select=numero,dia', { headers: { accept: 'text/csv' } });
      expect(file.body.replace('\ufeff', '').trim().split(/\r?\n/)).toHaveLength(4);
      const head = await admin.call('HEAD', '/api/fila-pedidos', { headers: { prefer: 'count=exact' } });
      expect(head.headers['content-range']).toBe('0-2/3');
    });

    it('goes from page to page by its sort and id', async () => {
      const first = await admin.call('GET', '/api/fila-pedidos?select=numero&limit=2');
      const cursor = encodeURIComponent(String(first.headers['fichario-next-cursor']));
      const rest = await ask(admin, `/fila-pedidos?select=numero&limit=2&cursor=${cursor}`);
      expect([first.json(), rest]).toEqual([[{ numero: 'A3' }, { numero: 'A1' }], [{ numero: 'A4' }]]);
    });

    it('is embedded in the record that its rows point at', async () => {
      const list = `/compradores?select=nome,fila-pedidos(numero)&fila-pedidos.order=numero`;
      expect(await ask(admin, list)).toEqual([
        { nome: 'Ana Lima', 'fila-pedidos': [{ numero: 'A1' }, { numero: 'A3' }] },
      ]);
    });

    it.each([
      ['POST', '/fila-pedidos', { numero: 'B1' }],
      ['PATCH', '/fila-pedidos?id=eq.1', { numero: 'B1' }],
      ['DELETE', '/fila-pedidos?id=eq.1', undefined],
      ['PUT', '/fila-pedidos?id=eq.1', { numero: 'B1' }],
    ] as const)('is written by nobody: %s', async (method, path, body) => {
      const answer = await admin.call(method, `/api${path}`, body && { body });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'OPTIONS, GET, HEAD']);
    });

    it('has no history, no columns of a record, and no rights but to list and to view', async () => {
      expect(await ask(admin, `/fila-pedidos/${ids['A1']}/historico`)).toBe('403 42501');
      for (const column of ['criado_em', 'alterado_por', 'criado_por_login'])
        expect(await ask(admin, `/fila-pedidos?select=${column}`)).toBe('400 42703');
      const model = (await ask(admin, '/model/screen?path=/fila-pedidos')) as ScreenModel;
      expect(model.rights).toEqual({ view: true, insert: false, update: false, delete: false, audit: false });
      const all = { view: true, insert: true, update: true, delete: true, audit: true };
      expect(model.record).toEqual({ path: '/pedidos', column: 'pedido_id', rights: all, moves: false });
      expect(model.moreColumns.filter(({ of }) => of === 'system')).toEqual([]);
      expect(JSON.stringify(model)).not.toMatch(/select p\.|"sources"/);
      const { paths } = (await ask(admin, '/openapi.json')) as { paths: Record<string, object> };
      const methods = ['get', 'head', 'post', 'patch', 'delete'];
      expect(methods.filter((method) => method in (paths['/fila-pedidos'] ?? {}))).toEqual(['get', 'head']);
    });

    it('gives one row with a tag that follows what is read of it', async () => {
      const accept = 'application/vnd.pgrst.object+json';
      const tag = async () =>
        (await admin.call('GET', `/api/fila-pedidos?id=eq.${ids['A1']}&select=numero,valor`, { headers: { accept } }))
          .headers.etag;
      const before = await tag();
      expect(await tag()).toBe(before);
      await admin.call('PATCH', `/api/pedidos?id=eq.${ids['A1']}`, { body: { valor: 11 } });
      expect(await tag()).not.toBe(before);
      await admin.call('PATCH', `/api/pedidos?id=eq.${ids['A1']}`, { body: { valor: 10.5 } });
      expect(await tag()).toBe(before);
    });

    const pairs = ['filapedido:list', 'filapedido:view'];
    const all = ['numero', 'pedido_id', 'comprador_id', 'nome_comprador', 'cpf', 'loja_id', 'situacao', 'valor', 'dia'];
    const every = [...all, 'laudo', 'inicial', 'partes'];
    const but = (...names: readonly string[]) => every.filter((name) => !names.includes(name));

    it.each([
      ['nobody hides anything', { sensitive: 'ABERTO' }, every],
      // covered as it is there; of what is made of it nothing
      ['a class covers a source', {}, but('inicial')],
      ['a class hides a source', { personal: 'OCULTO', sensitive: 'OCULTO' }, but('cpf', 'laudo', 'inicial')],
      ['a source is hidden', { hidden: ['comprador.cpf', 'pedido.valor'] }, but('cpf', 'valor', 'inicial')],
      ['the own field is hidden', { hidden: ['fila_pedido.cpf'] }, but('cpf', 'inicial')],
      ['the rows of an inner SELECT are hidden', { hidden: ['pedido.itens'] }, but('partes', 'inicial')],
      ['what chooses them is hidden', { hidden: ['pedido_itens.nome'] }, but('partes', 'inicial')],
      ['what chooses them is covered', { masked: ['pedido_itens.nome'] }, but('partes', 'inicial')],
    ] as const)('shows no more than what it is made from: %s', async (what, parts, columns) => {
      const caller = await product.enter(
        `v${[...what].reduce((sum, one) => sum + one.charCodeAt(0), 0)}`,
        pairs,
        parts,
      );
      const rows = (await ask(caller, `/fila-pedidos?id=eq.${ids['A1']}`)) as Record<string, unknown>[];
      expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['id', 'versao', ...columns].sort());
      expect(rows[0]?.['laudo'] === 'gripe').toBe('sensitive' in parts && parts.sensitive === 'ABERTO');
      for (const column of every.filter((name) => !(columns as readonly string[]).includes(name)))
        expect(await ask(caller, `/fila-pedidos?select=numero&${column}=is.null`)).toBe('400 42703');
    });

    it.each([['hidden'], ['masked']] as const)('has no rows where what chooses them is %s', async (how) => {
      const caller = await product.enter(`semlinhas${how}`, pairs, { [how]: ['pedido.situacao'] });
      expect(await ask(caller, '/fila-pedidos?select=count()')).toEqual([{ count: 0 }]);
      expect(await ask(caller, `/fila-pedidos?id=eq.${ids['A1']}`)).toEqual([]);
      const why = `/acesso/por-que?usuario=semlinhas${how}&tela=/fila-pedidos&registro=${ids['A1']}`;
      expect(await ask(admin, why)).toMatchObject({ row: { exists: true, visible: false, keptBy: 'pedido.situacao' } });
      expect((await ask(caller, '/model/screen?path=/fila-pedidos')) as ScreenModel).not.toHaveProperty('record');
    });

    it('keeps users of a role to their own rows', async () => {
      const roles = { operadora: false, prestador: true, prestador_registro: 2 };
      const shop = await product.enter('norte', pairs, { roles });
      expect(await ask(shop, '/fila-pedidos?select=numero')).toEqual([{ numero: 'A3' }]);
      const person = await product.enter('pessoa', pairs, { roles: { operadora: false } });
      expect(await ask(person, '/fila-pedidos?select=numero')).toEqual([]);
    });

    it('records who was given sensitive values', async () => {
      const reader = await product.enter('leitor', pairs, { sensitive: 'ABERTO' });
      await ask(reader, '/fila-pedidos?select=numero,inicial');
      await ask(reader, '/fila-pedidos?select=numero,valor');
      const rows = await ask(admin, '/leituras-sensiveis?select=rota,campos&login=eq.leitor');
      expect(rows).toEqual([{ rota: '/fila-pedidos', campos: 'fila_pedido.inicial' }]);
    });
  });
});
