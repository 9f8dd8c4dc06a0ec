/** Records that a transition creates: in the same write, as any new record is checked, and taken back with it. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { BatchPlan, BatchResult } from '../../../engine/contract/batch.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { applyBatch, planBatch, planUndo } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { createFiles } from './create-files.ts';

const door = '/api/alteracoes-em-lote';
const pairsOf = (subject: string, ...actions: readonly string[]): readonly string[] =>
  actions.map((action) => `${subject}:${action}`);

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let numbers = 0;
  let shop = 0;
  let seller = 0;
  let pix = 0;

  const next = (): string => {
    numbers += 1;
    return `c${numbers}`;
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: createFiles });
    admin = await product.as(administrator.login, administrator.password);
    seller = await insertRow(admin, '/vendedores', { nome: 'Ana', documento: '123' });
    shop = await insertRow(admin, '/lojas', { nome: 'Centro', vendedor_id: seller });
    await insertRow(admin, '/formas', { nome: 'Boleto' });
    pix = await insertRow(admin, '/formas', { nome: 'Pix' });
  });

  const purchase = (row: object = {}): Promise<number> =>
    insertRow(admin, '/compras', { numero: next(), loja_id: shop, ...row });
  const move = (id: number, name: string, body: object = {}, caller = admin) =>
    caller.call('PATCH', `/api/compras?id=eq.${id}&transition=${name}`, { body });
  const moved = async (id: number, name: string, body: object = {}): Promise<void> => {
    const answer = await move(id, name, body);
    if (answer.statusCode !== 204) throw new Error(answer.body);
  };
  const get = async (address: string): Promise<readonly Record<string, unknown>[]> => {
    const answer = await admin.call('GET', `/api${address}`);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const one = async (id: number, select = 'situacao,titulo_id,versao') =>
    (await get(`/compras?id=eq.${id}&select=${select}`))[0];
  const titleOf = async (id: number): Promise<number> => Number((await one(id))?.['titulo_id']);
  const everywhere = async (): Promise<readonly number[]> =>
    Promise.all(
      ['titulos', 'bens', 'recados', 'lembretes'].map(
        async (path) => (await get(`/${path}?select=id&limit=1000`)).length,
      ),
    );

  describe('what is created', () => {
    test('is given what the files say, with its own defaults and sums, and the record points at it', async () => {
      const id = await purchase({ numero: 'c-a', valor: 90, vencimento: '2027-02-03' });
      await moved(id, 'aprovar');
      const title = await titleOf(id);
      expect(await one(id)).toEqual({ situacao: 'APROVADA', titulo_id: title, versao: 2 });
      const select = 'descricao,loja_id,vendedor_id,documento,forma_id,valor,total,vencimento,urgente,situacao,versao';
      expect(await get(`/titulos?id=eq.${title}&select=${select},partes(nome,valor)`)).toEqual([
        {
          descricao: 'Compra c-a',
          loja_id: shop,
          vendedor_id: seller,
          documento: '123',
          forma_id: pix,
          valor: 90,
          total: 90,
          vencimento: '2027-02-03',
          urgente: false,
          situacao: 'PREVISTO',
          versao: 1,
          partes: [
            { nome: 'Entrada', valor: 45 },
            { nome: 'c-a', valor: 45 },
          ],
        },
      ]);
    });

    test('comes not where its condition does not hold, and once where the record points at one already', async () => {
      const [free, twice] = [await purchase({ valor: 0 }), await purchase({ valor: 5 })];
      await moved(free, 'aprovar');
      expect(await one(free)).toEqual({ situacao: 'APROVADA', titulo_id: null, versao: 2 });
      await moved(twice, 'aprovar');
      const title = await titleOf(twice);
      const before = await everywhere();
      await moved(twice, 'reabrir');
      await moved(twice, 'aprovar');
      expect(await one(twice)).toEqual({ situacao: 'APROVADA', titulo_id: title, versao: 4 });
      expect(await everywhere()).toEqual(before);
    });

    test('may be moved by what follows next', async () => {
      const [now, later] = [await purchase({ valor: 5 }), await purchase({ valor: 5 })];
      await moved(now, 'aprovar', { motivo: 'já' });
      await moved(later, 'aprovar', { motivo: 'depois' });
      const ids = [await titleOf(now), await titleOf(later)];
      expect(await get(`/titulos?id=in.(${ids.join()})&select=situacao&order=id`)).toEqual([
        { situacao: 'LIBERADO' },
        { situacao: 'PREVISTO' },
      ]);
    });

    test('is one for each of many records, each its own', async () => {
      const ids = [await purchase({ valor: 1 }), await purchase({ valor: 0 }), await purchase({ valor: 3 })];
      const answer = await admin.call('PATCH', `/api/compras?id=in.(${ids.join()})&transition=aprovar`, { body: {} });
      expect(answer.statusCode).toBe(204);
      expect(await get(`/compras?id=in.(${ids.join()})&select=titulo(valor)&order=id`)).toEqual([
        { titulo: { valor: 1 } },
        { titulo: null },
        { titulo: { valor: 3 } },
      ]);
    });

    test('is one for each row of a list, that points at it; what comes next takes it from there', async () => {
      const itens = [
        { nome: 'Mesa', valor: 10 },
        { nome: 'Brinde', valor: 0 },
        { nome: 'Luz', valor: 2.5 },
      ];
      const id = await purchase({ numero: 'c-rows', itens });
      await moved(id, 'aprovar');
      await moved(id, 'receber');
      const [record] = await get(`/compras?id=eq.${id}&select=versao,itens(nome,bem(nome,valor,loja_id,compra))`);
      const good = (nome: string, valor: number) => ({ nome, valor, loja_id: shop, compra: 'c-rows' });
      expect(record).toEqual({
        versao: 3,
        itens: [
          { nome: 'Mesa', bem: good('Mesa', 10) },
          { nome: 'Brinde', bem: null },
          { nome: 'Luz', bem: good('Luz', 2.5) },
        ],
      });
      expect(await get(`/recados?compra_id=eq.${id}&select=texto,bem(nome)&order=id`)).toEqual([
        { texto: 'Chegou Mesa', bem: { nome: 'Mesa' } },
        { texto: 'Chegou Brinde', bem: null },
        { texto: 'Chegou Luz', bem: { nome: 'Luz' } },
      ]);
    });

    test('is in the history under the same request', async () => {
      const id = await purchase({ valor: 5 });
      await moved(id, 'aprovar');
      const requestOf = async (table: string, record: number): Promise<unknown> => {
        const text = `select h._pedido from historico.${table} h where h.id = ${record} and h._ate = 'infinity'`;
        return (await database.query<{ _pedido: string }>({ text, values: [] })).rows[0]?._pedido;
      };
      const [first, second] = [await requestOf('compra', id), await requestOf('titulo', await titleOf(id))];
      expect(first).toEqual(expect.stringMatching(/./));
      expect(second).toBe(first);
    });
  });

  test('a relation that the transition empties leads to what it pointed at, which must let itself be moved', async () => {
    const ids = [await purchase({ valor: 5 }), await purchase({ valor: 5 }), await purchase({ valor: 0 })];
    for (const [index, id] of ids.entries()) await moved(id, 'aprovar', index === 1 ? { motivo: 'já' } : {});
    const [free = 0, stuck = 0, without = 0] = ids;
    const titles = [await titleOf(free), await titleOf(stuck)];
    const states = async () => get(`/titulos?id=in.(${titles.join()})&select=situacao&order=id`);
    await moved(without, 'devolver');
    await moved(free, 'devolver');
    expect(await one(free)).toEqual({ situacao: 'PEDIDA', titulo_id: null, versao: 3 });
    const answer = refusalOf(await move(stuck, 'devolver'));
    const [{ descricao, documento } = {}] = await get(`/titulos?id=eq.${titles[1]}&select=descricao,documento`);
    const label = `${descricao} - ${documento}`;
    expect(answer).toEqual({
      status: 409,
      body: await refusalBody(
        'RECORD_EFFECT_BARRED_NAMED',
        { transition: 'Devolver', effect: 'Anular', title: 'Título', count: 1, records: [label] },
        { at: { entity: 'titulo', record: titles[1] ?? 0 } },
      ),
    });
    expect([await one(stuck), await states()]).toEqual([
      { situacao: 'APROVADA', titulo_id: titles[1], versao: 2 },
      [{ situacao: 'NULO' }, { situacao: 'LIBERADO' }],
    ]);
    // Who is there already needs no moving.
    const [gone] = await get(`/titulos?id=eq.${titles[0]}&select=id,situacao`);
    expect(gone).toEqual({ id: titles[0], situacao: 'NULO' });
    await moved(free, 'aprovar');
    const again = await titleOf(free);
    await admin.call('PATCH', `/api/titulos?id=eq.${again}&transition=anular`, { body: {} });
    await moved(free, 'devolver');
    await moved(free, 'aprovar');
    expect(await titleOf(free)).toBeGreaterThan(titles[1] ?? 0);
  });

  test('a record is found by values of its fields: the first that was made, or the transition is refused', async () => {
    const id = await purchase();
    const missing = { transition: 'Emprestar', title: 'Forma', record: 'Tipo: Rápida, Ativa: sim' };
    await insertRow(admin, '/formas', { nome: 'Velha', tipo: 'RAPIDA', ativa: false });
    await insertRow(admin, '/formas', { nome: 'Lenta', tipo: 'LENTA' });
    expect(refusalOf(await move(id, 'emprestar'))).toEqual({
      status: 409,
      body: await refusalBody('RECORD_EFFECT_MISSING', missing),
    });
    const first = await insertRow(admin, '/formas', { nome: 'Uma', tipo: 'RAPIDA' });
    await insertRow(admin, '/formas', { nome: 'Duas', tipo: 'RAPIDA' });
    await moved(id, 'emprestar');
    expect(await one(id, 'titulo(forma_id)')).toEqual({ titulo: { forma_id: first } });
  });

  test('the answer that is asked for shows what rows point at', async () => {
    const id = await purchase({ itens: [{ nome: 'Sino', valor: 4 }] });
    await moved(id, 'aprovar');
    const answer = await admin.call('PATCH', `/api/compras?id=eq.${id}&transition=receber&select=itens(bem(nome))`, {
      body: {},
      headers: { prefer: 'return=representation' },
    });
    expect([answer.statusCode, answer.json()]).toEqual([200, [{ itens: [{ bem: { nome: 'Sino' } }] }]]);
  });

  describe('all of it or nothing', () => {
    test('where the new record breaks a rule of its own, which is said', async () => {
      const id = await purchase({ valor: 2_000_000 });
      const before = await everywhere();
      expect(refusalOf(await move(id, 'aprovar'))).toEqual({
        status: 422,
        body: await refusalBody('RECORD_EFFECT_INVALID', {
          transition: 'Aprovar',
          title: 'Título',
          reasons: 'Um título não chega a um milhão.',
        }),
      });
      expect([await one(id), await everywhere()]).toEqual([{ situacao: 'PEDIDA', titulo_id: null, versao: 1 }, before]);
    });

    test('where it is given a value that does not fit', async () => {
      const id = await purchase({ numero: 'c-too-long', valor: 5 });
      const answer = refusalOf(await move(id, 'aprovar'));
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([422, '23514']);
      expect(await one(id)).toEqual({ situacao: 'PEDIDA', titulo_id: null, versao: 1 });
    });

    test('where a record that it is always given is not there', async () => {
      const id = await purchase({ valor: 5 });
      await admin.call('PATCH', `/api/formas?id=eq.${pix}`, { body: { nome: 'Outra' } });
      expect(refusalOf(await move(id, 'aprovar'))).toEqual({
        status: 409,
        body: await refusalBody('RECORD_EFFECT_MISSING', {
          transition: 'Aprovar',
          title: 'Forma',
          record: 'Nome: Pix',
        }),
      });
      await admin.call('PATCH', `/api/formas?id=eq.${pix}`, { body: { nome: 'Pix' } });
      expect(await one(id)).toEqual({ situacao: 'PEDIDA', titulo_id: null, versao: 1 });
    });

    test('of a dry run nothing', async () => {
      const id = await purchase({ valor: 5 });
      const before = await everywhere();
      const headers = { prefer: 'tx=rollback' };
      const answer = await admin.call('PATCH', `/api/compras?id=eq.${id}&transition=aprovar`, { body: {}, headers });
      expect([answer.statusCode, await everywhere(), await one(id)]).toEqual([
        204,
        before,
        { situacao: 'PEDIDA', titulo_id: null, versao: 1 },
      ]);
    });
  });

  test('who may not insert the other may not make the transition, unless nobody inserts it by hand', async () => {
    const own = [
      ...pairsOf('compra', 'list', 'view', 'insert', 'update'),
      ...pairsOf('titulo', 'list', 'view', 'update'),
      ...pairsOf('recado', 'list', 'view', 'insert'),
      ...pairsOf('lembrete', 'insert'),
    ];
    const offered = async (caller: Caller) =>
      ((await caller.call('GET', '/api/model/screen?path=/compras')).json() as ScreenModel).states?.transitions.map(
        ({ name, follows = [] }) => [name, ...follows.map((one) => `${one.title} (${one.transition ?? 'novo'})`)],
      );
    const without = await product.enter(next(), own);
    const withInsert = await product.enter(next(), [...own, 'titulo:insert']);
    const receive = ['receber', 'Bens (novo)', 'Recados (novo)'];
    const created = 'Títulos (novo)';
    const back = [['reabrir'], ['devolver', 'Títulos (Anular)']];
    const note = ['anotar', 'Lembretes (novo)'];
    const remember = ['lembrar', 'Recados (novo)', 'Títulos (Repetir)', 'Lembretes (novo)'];
    const warn = ['avisar', 'Recados (novo)'];
    expect([await offered(without), await offered(withInsert)]).toEqual([
      [receive, warn, ...back, remember, note],
      [
        ['aprovar', created, 'Títulos (Liberar)'],
        receive,
        warn,
        ...back,
        ['alternar', created, 'Recados (novo)'],
        remember,
        ['apressar', created, 'Títulos (Apressar)', 'Lembretes (novo)'],
        note,
        ['emprestar', created],
      ],
    ]);
    const id = await purchase({ valor: 5, itens: [{ nome: 'Vaso', valor: 3 }] });
    expect(refusalOf(await move(id, 'aprovar', {}, without))).toEqual({
      status: 403,
      body: await refusalBody('ACCESS_MOVE_FOLLOWED', { transition: 'Aprovar', action: 'insert', title: 'Título' }),
    });
    expect((await move(id, 'aprovar', {}, withInsert)).statusCode).toBe(204);
    expect((await move(id, 'receber', {}, without)).statusCode).toBe(204);
    const inserted = await admin.call('POST', '/api/bens', { body: { nome: 'Direto' } });
    expect(inserted.statusCode).toBe(405);
  });

  test('what is created is within the reach of who makes the transition, or nothing is', async () => {
    const other = await insertRow(admin, '/lojas', { nome: next() });
    const roles = { operadora: false, prestador: true, prestador_registro: shop };
    const pairs = [...pairsOf('compra', 'list', 'view', 'update'), ...pairsOf('lembrete', 'insert')];
    const caller = await product.enter(next(), pairs, { roles });
    const [own, foreign] = [await purchase(), await purchase({ loja_id: other })];
    const before = await everywhere();
    expect(refusalOf(await move(foreign, 'anotar', {}, caller))).toEqual({
      status: 403,
      body: await refusalBody('RECORD_OUT_OF_SCOPE', { title: 'Lembrete' }),
    });
    expect([(await one(foreign))?.['situacao'], await everywhere()]).toEqual(['PEDIDA', before]);
    expect((await move(own, 'anotar', {}, caller)).statusCode).toBe(204);
    expect(await one(own, 'lembrete(texto,dona_id)')).toEqual({
      lembrete: { texto: expect.stringContaining('Ver c'), dona_id: shop },
    });
  });

  describe('a batch', () => {
    const plan = (body: object, caller = admin): Promise<BatchPlan> => planBatch(caller, body);
    const planBack = (batch: Pick<BatchPlan, 'id'>): Promise<BatchPlan> => planUndo(admin, batch);
    const apply = (planned: BatchPlan): Promise<BatchResult> => applyBatch(admin, planned);
    const planned = (ids: readonly number[], transition: string) =>
      plan({ path: '/compras', operation: 'update', ids, transition, values: {} });
    const undo = async (batch: BatchPlan): Promise<BatchPlan> => {
      const undoing = await planBack(batch);
      await apply(undoing);
      return undoing;
    };

    test('tells how many are created and no number of theirs, creates them, and is taken back with them, again and again', async () => {
      const ids = [await purchase({ valor: 4 }), await purchase({ valor: 8 })];
      const all = async () => [
        await get(`/compras?id=in.(${ids.join()})&select=situacao,titulo(descricao,valor,situacao)&order=id`),
        await everywhere(),
      ];
      const before = await all();
      const first = await planned(ids, 'aprovar');
      expect(first.followed).toEqual([{ title: 'Título', what: 'created', rows: 2 }]);
      expect(first.fields.map(({ field }) => field)).toEqual(['situacao']);
      expect(await all()).toEqual(before);
      const result = await apply(first);
      expect([result.written, result.refused]).toEqual([2, 0]);
      const after = await all();
      const titles = await Promise.all(ids.map(titleOf));
      expect(after[0]).toEqual([
        { situacao: 'APROVADA', titulo: { descricao: expect.any(String), valor: 4, situacao: 'PREVISTO' } },
        { situacao: 'APROVADA', titulo: { descricao: expect.any(String), valor: 8, situacao: 'PREVISTO' } },
      ]);
      const second = await undo(first);
      expect(second.followed).toEqual([{ title: 'Título', what: 'removed', rows: 2 }]);
      expect(await all()).toEqual(before);
      const third = await undo(second);
      expect(await all()).toEqual(after);
      expect(await Promise.all(ids.map(titleOf))).toEqual(titles);
      expect(await get(`/titulos?id=eq.${titles[0]}&select=partes(nome,valor)`)).toEqual([
        { partes: [{ nome: 'Entrada', valor: 2 }, expect.objectContaining({ valor: 2 })] },
      ]);
      const fourth = await undo(third);
      expect(await all()).toEqual(before);
      await undo(fourth);
      expect(await all()).toEqual(after);
    });

    test('is taken back with what was created for rows, and what points there by itself, and again', async () => {
      const itens = [
        { nome: 'Cama', valor: 10 },
        { nome: 'Nada', valor: 0 },
      ];
      const ids = [await purchase({ itens }), await purchase({ itens: itens.toReversed() })];
      for (const id of ids) await moved(id, 'aprovar');
      const all = async () => [
        await get(`/compras?id=in.(${ids.join()})&select=situacao,itens(nome,bem(nome))&order=id`),
        await get(`/recados?compra_id=in.(${ids.join()})&select=texto,bem(nome)&order=id`),
        await everywhere(),
      ];
      const before = await all();
      const first = await planned(ids, 'receber');
      expect(first.followed).toEqual([
        { title: 'Bem', what: 'created', rows: 2 },
        { title: 'Recado', what: 'created', rows: 4 },
      ]);
      await apply(first);
      const after = await all();
      expect(after[0]?.[0]).toEqual({
        situacao: 'RECEBIDA',
        itens: [
          { nome: 'Cama', bem: { nome: 'Cama' } },
          { nome: 'Nada', bem: null },
        ],
      });
      const second = await undo(first);
      expect(await all()).toEqual(before);
      const third = await undo(second);
      expect(await all()).toEqual(after);
      await undo(third);
      expect(await all()).toEqual(before);
    });

    test('is taken back where what was created moved on by the same transition', async () => {
      const id = await purchase({ valor: 4 });
      const before = await everywhere();
      const values = { motivo: 'já' };
      const first = await plan({
        path: '/compras',
        operation: 'update',
        ids: [id],
        transition: 'aprovar',
        values,
      });
      await apply(first);
      expect(await get(`/titulos?id=eq.${await titleOf(id)}&select=situacao`)).toEqual([{ situacao: 'LIBERADO' }]);
      const second = await undo(first);
      expect([(await one(id))?.['situacao'], await everywhere()]).toEqual(['PEDIDA', before]);
      await undo(second);
      expect(await get(`/titulos?id=eq.${await titleOf(id)}&select=situacao`)).toEqual([{ situacao: 'LIBERADO' }]);
    });

    test.each([
      ['in a field', { vencimento: '2030-01-01' }, 'Vencimento'],
      ['in its rows', { partes: [{ nome: 'Outra', valor: 1 }] }, 'Partes'],
    ])(
      'leaves a record as it is, and says why, where what was created was written since, %s',
      async (_how, change, field) => {
        const ids = [await purchase({ valor: 4 }), await purchase({ valor: 8 })];
        const first = await planned(ids, 'aprovar');
        await apply(first);
        const titles = await Promise.all(ids.map(titleOf));
        const answer = await admin.call('PATCH', `/api/titulos?id=eq.${titles[0]}`, { body: change });
        expect(answer.statusCode).toBe(204);
        const undoing = await planBack(first);
        expect(undoing.refusals).toEqual([
          {
            message: `'novo registro' em Título, feito por esta transição, foi alterado depois do lote: ${field}. Fica como está.`,
            rows: 1,
            records: [expect.objectContaining({ id: ids[0] })],
          },
        ]);
        await apply(undoing);
        expect(await get(`/compras?id=in.(${ids.join()})&select=situacao,titulo_id&order=id`)).toEqual([
          { situacao: 'APROVADA', titulo_id: titles[0] },
          { situacao: 'PEDIDA', titulo_id: null },
        ]);
        expect(await get(`/titulos?id=in.(${titles.join()})&select=id`)).toEqual([{ id: titles[0] }]);
      },
    );

    test.each([
      ['two effects make a record of one entity', 'alternar', [12, 3, 0], [2, 0, 6, 0]],
      ['what was created was moved, which created more', 'apressar', [5, 0], [1, 0, 0, 2]],
    ])('is taken back whole, and again, where %s', async (_where, transition, values, created) => {
      const ids = await Promise.all(values.map((valor) => purchase({ valor })));
      const before = await everywhere();
      const first = await planned(ids, transition);
      await apply(first);
      const after = before.map((count, at) => count + (created[at] ?? 0));
      expect(await everywhere()).toEqual(after);
      const second = await undo(first);
      expect([second.refusals, await everywhere()]).toEqual([[], before]);
      const third = await undo(second);
      expect([third.refusals, await everywhere()]).toEqual([[], after]);
      const fourth = await undo(third);
      expect([fourth.refusals, await everywhere()]).toEqual([[], before]);
    });

    test('is taken back where nothing of the record itself was changed, nor of what it moved', async () => {
      const id = await purchase({ valor: 5 });
      await moved(id, 'aprovar');
      const before = await everywhere();
      const first = await planned([id], 'lembrar');
      await apply(first);
      expect(await everywhere()).toEqual([before[0], before[1], (before[2] ?? 0) + 1, (before[3] ?? 0) + 1]);
      const second = await undo(first);
      expect([second.refusals, await everywhere()]).toEqual([[], before]);
    });

    test.each(['readOnly', 'hidden', 'masked'])(
      'is taken back by who may not write what points there: %s',
      async (how) => {
        const pairs = ['compra', 'titulo'].flatMap((subject) => pairsOf(subject, 'list', 'view', 'insert', 'update'));
        const caller = await product.enter(next(), pairs, { [how]: ['compra.titulo'] });
        const id = await purchase({ valor: 3 });
        const ask = async (address: string, body?: object, status = 201): Promise<BatchPlan> => {
          const answer = await caller.call('POST', address, body === undefined ? {} : { body });
          if (answer.statusCode !== status) throw new Error(answer.body);
          return answer.json();
        };
        const body = { path: '/compras', operation: 'update', ids: [id], transition: 'aprovar', values: {} };
        const first = await ask(door, body);
        await ask(`${door}/${first.id}/aplicar`, { seal: first.seal }, 200);
        const title = await titleOf(id);
        expect(title).toBeGreaterThan(0);
        const second = await ask(`${door}/${first.id}/desfazer`);
        expect(second.refusals).toEqual([]);
        await ask(`${door}/${second.id}/aplicar`, { seal: second.seal }, 200);
        expect(await one(id)).toEqual({ situacao: 'PEDIDA', titulo_id: null, versao: 3 });
        expect(await get(`/titulos?id=eq.${title}`)).toEqual([]);
      },
    );

    describe('leaves the whole record as it is', () => {
      const kept = async (first: BatchPlan, id: number, field: string): Promise<void> => {
        const before = [await one(id), await everywhere()];
        const undoing = await planBack(first);
        expect(undoing.refusals.map(({ message }) => message)).toEqual([
          `Alterado depois do lote, fica como está: ${field}.`,
        ]);
        await apply(undoing);
        expect([await one(id), await everywhere()]).toEqual(before);
      };

      test('where it points at another since', async () => {
        const id = await purchase({ valor: 4 });
        const first = await planned([id], 'aprovar');
        await apply(first);
        await moved(id, 'devolver');
        await moved(id, 'aprovar');
        await kept(first, id, 'Título');
      });

      test('where a row that got something is gone', async () => {
        const id = await purchase({ itens: [{ nome: 'Copo', valor: 4 }, { nome: 'Prato' }] });
        await moved(id, 'aprovar');
        const first = await planned([id], 'receber');
        await apply(first);
        const [record] = await get(`/compras?id=eq.${id}&select=itens(id)`);
        const [item, other] = (record?.['itens'] ?? []) as readonly { readonly id: number }[];
        // No caller takes it away: what the batch closed in it keeps it.
        const answer = await admin.call('PATCH', `/api/compras?id=eq.${id}`, { body: { itens: [{ id: item?.id }] } });
        expect(answer.statusCode).toBe(422);
        await database.transaction(async (transaction) => {
          await transaction.query({
            text: 'update compra set versao = versao + 1 where id = $1::text::bigint',
            values: [String(id)],
          });
          await transaction.query({
            text: 'delete from compra_itens where id = $1::text::bigint',
            values: [String(other?.id)],
          });
        });
        await kept(first, id, 'Itens');
      });
    });

    test('leaves it as it is where what points back points elsewhere since', async () => {
      const [id, other] = [await purchase(), await purchase()];
      const first = await planned([id], 'avisar');
      await apply(first);
      const answer = await admin.call('PATCH', `/api/recados?compra_id=eq.${id}`, { body: { compra_id: other } });
      expect(answer.statusCode).toBe(204);
      const undoing = await planBack(first);
      expect(undoing.refusals.map(({ message }) => message)).toEqual([
        "'novo registro' em Recado, feito por esta transição, foi alterado depois do lote: Compra. Fica como está.",
      ]);
    });

    test('leaves it as it is where others point at what was created', async () => {
      const id = await purchase({ itens: [{ nome: 'Bau', valor: 4 }] });
      await moved(id, 'aprovar');
      const first = await planned([id], 'receber');
      await apply(first);
      const [record] = await get(`/compras?id=eq.${id}&select=itens(bem_id)`);
      const [item] = (record?.['itens'] ?? []) as readonly { readonly bem_id: number }[];
      await insertRow(admin, '/recados', { texto: 'à mão', compra_id: id, bem_id: item?.bem_id });
      const undoing = await planBack(first);
      expect(undoing.refusals.map(({ message }) => message)).toEqual([expect.stringContaining('Recado')]);
      expect((await one(id))?.['situacao']).toBe('RECEBIDA');
    });
  });
});
