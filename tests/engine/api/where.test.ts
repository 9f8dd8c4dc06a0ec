/** Relations that may not point at just any record: what each door of the API offers and refuses, and what it says to whom. */
import { beforeAll, expect, test } from 'vitest';
import type { BatchPlan, BatchResult } from '../../../engine/contract/batch.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { applyFile, checkFile, refusalsOf, sendFile } from '../../src/imports/import-stage.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, startTestProduct } from '../../support/product.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', maxLength: 20, ...more });
const to = (title: string, entity: string, where?: object) => ({
  title,
  'x-relation': { entity, ...(where && { where }) },
});
const screen = (entity: string, path: string, more: object = {}) => ({
  entity,
  path,
  title: entity,
  icon: 'table',
  permission: { subject: entity },
  parent: '/',
  columns: ['nome'],
  sort: ['nome'],
  search: ['nome'],
  label: '{nome}',
  ...more,
});
const nome = text('Nome', { 'x-unique': true });

const files: Readonly<Record<string, object>> = {
  'schemas/code-lists/uso.json': {
    title: 'Uso',
    options: ['Negativa', 'Estorno', 'Glosa'].map((label) => ({ value: label.toUpperCase(), label })),
  },
  'schemas/teste/razoes/schema.json': {
    title: 'Motivo',
    type: 'object',
    required: ['nome', 'uso'],
    properties: {
      nome,
      uso: { title: 'Uso', type: 'string', 'x-code-list': 'uso' },
      ativo: { title: 'Ativo', type: 'boolean', default: true },
    },
  },
  'schemas/teste/razoes/columns.json': screen('razao', '/razoes'),
  'schemas/teste/precos/schema.json': {
    title: 'Preço',
    type: 'object',
    required: ['nome'],
    properties: {
      nome,
      inicio: { title: 'Início', type: 'string', format: 'date' },
      fim: { title: 'Fim', type: 'string', format: 'date' },
    },
  },
  'schemas/teste/precos/columns.json': screen('preco', '/precos', {
    autocomplete: { validity: { from: 'inicio', until: 'fim' } },
  }),
  'schemas/teste/firmas/schema.json': { title: 'Firma', type: 'object', required: ['nome'], properties: { nome } },
  'schemas/teste/firmas/columns.json': screen('firma', '/firmas'),
  'schemas/teste/setores/schema.json': {
    title: 'Setor',
    type: 'object',
    required: ['nome'],
    properties: { nome, firma: to('Firma', 'firma') },
  },
  'schemas/teste/setores/columns.json': screen('setor', '/setores', { scope: [{ role: 'prestador', field: 'firma' }] }),
  'schemas/teste/pedidos/schema.json': {
    title: 'Pedido',
    type: 'object',
    required: ['nome'],
    properties: {
      nome,
      firma: to('Firma do pedido', 'firma'),
      motivo: to('Motivo', 'razao', { uso: ['NEGATIVA', 'ESTORNO'], ativo: true }),
      setor: to('Setor', 'setor', { firma: { field: 'firma' } }),
      dia: { title: 'Dia do pedido', type: 'string', format: 'date' },
      preco: { title: 'Preço', 'x-relation': { entity: 'preco', date: 'dia' } },
      itens: {
        title: 'Itens',
        type: 'array',
        items: {
          title: 'Item',
          type: 'object',
          properties: { setor: to('Setor do item', 'setor', { firma: { field: 'parent.firma' } }) },
        },
      },
    },
  },
  'schemas/teste/pedidos/columns.json': screen('pedido', '/pedidos', {
    batch: ['motivo', 'setor', 'firma'],
    openTo: ['prestador', 'beneficiario'],
  }),
};

interface Told {
  readonly code?: string;
  readonly message?: string;
  readonly fields?: readonly { readonly field: string; readonly message: string }[];
}

const batches = '/api/alteracoes-em-lote';
const subjects = ['pedido', 'razao', 'firma', 'setor', 'preco'];
const pairs = (subject: string): string[] =>
  ['list', 'view', 'insert', 'update', 'delete'].map((one) => `${subject}:${one}`);

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  const ids: Record<string, number> = {};
  const id = (name: string): number => ids[name] ?? 0;
  let count = 0;
  const fresh = (): string => {
    count += 1;
    return `pedido ${count}`;
  };
  const send = async (
    caller: Caller,
    method: 'POST' | 'PATCH',
    query: string,
    body: unknown,
    headers: Record<string, string> = {},
  ) => {
    const answer = await caller.call(method, `/api${query}`, { body, headers });
    const told = (answer.body === '' ? {} : answer.json()) as Told;
    return [answer.statusCode, ...(told.fields ?? []).map(({ field, message }) => `${field}: ${message}`)];
  };
  const add = (row: object): Promise<number> => insertRow(admin, '/pedidos', { nome: fresh(), ...row });
  const stored = async (pedido: number): Promise<unknown> =>
    (
      (await admin.call('GET', `/api/pedidos?id=eq.${pedido}&select=firma_id,motivo_id,setor_id`)).json() as unknown[]
    )[0];

  const other = 'Setor não aceita o registro escolhido: Firma não é o mesmo que Firma do pedido deste registro.';
  const reason = "Motivo não aceita o registro escolhido: Uso tem de ser 'Negativa' ou 'Estorno'.";

  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }), { files });
    admin = await product.as(administrator.login, administrator.password);
    for (const name of ['norte', 'sul']) ids[name] = await insertRow(admin, '/firmas', { nome: name });
    for (const [name, firma] of [
      ['loja norte', 'norte'],
      ['caixa norte', 'norte'],
      ['loja sul', 'sul'],
    ] as const)
      ids[name] = await insertRow(admin, '/setores', { nome: name, firma_id: id(firma) });
    ids['loja'] = await insertRow(admin, '/setores', { nome: 'loja' });
    for (const [name, uso, ativo] of [
      ['fora do rol', 'NEGATIVA', true],
      ['engano', 'ESTORNO', true],
      ['em desuso', 'ESTORNO', false],
      ['glosa', 'GLOSA', true],
    ] as const)
      ids[name] = await insertRow(admin, '/razoes', { nome: name, uso, ativo });
  });

  test('an insert takes what fits, and says at the field what does not, and why', async () => {
    expect(await send(admin, 'POST', '/pedidos', { nome: fresh(), motivo_id: id('engano') })).toEqual([201]);
    expect(await send(admin, 'POST', '/pedidos', { nome: fresh(), motivo_id: id('glosa') })).toEqual([
      422,
      `motivo_id: ${reason}`,
    ]);
    expect(await send(admin, 'POST', '/pedidos', { nome: fresh(), motivo_id: id('em desuso') })).toEqual([
      422,
      'motivo_id: Motivo não aceita o registro escolhido: Ativo tem de ser sim.',
    ]);
    const pedido = { firma_id: id('norte'), setor_id: id('loja sul') };
    expect(await send(admin, 'POST', '/pedidos', { nome: fresh(), ...pedido })).toEqual([422, `setor_id: ${other}`]);
    expect(await send(admin, 'POST', '/pedidos', { nome: fresh(), ...pedido, setor_id: id('loja') })).toEqual([
      422,
      `setor_id: ${other}`,
    ]);
    // While there is nothing to compare with, nothing is narrowed.
    expect(await send(admin, 'POST', '/pedidos', { nome: fresh(), setor_id: id('loja sul') })).toEqual([201]);
  });

  test('of many rows each at fault is told, and none is written', async () => {
    const rows = ['engano', 'glosa', 'glosa'].map((name) => ({ nome: fresh(), motivo_id: id(name) }));
    const answer = await admin.call('POST', '/api/pedidos', { body: rows });
    expect(answer.json()).toMatchObject({
      fields: [
        { field: 'motivo_id', row: 1 },
        { field: 'motivo_id', row: 2 },
      ],
    });
    expect((await admin.call('GET', `/api/pedidos?nome=eq.${rows[0]?.nome}`)).json()).toEqual([]);
    const each = await admin.call('POST', '/api/pedidos', { body: rows, headers: { prefer: 'outcome=each' } });
    const outcomes = each.json() as readonly { readonly id: number | null }[];
    expect(outcomes.map((one) => one.id !== null)).toEqual([true, false, false]);
  });

  test('a change is held against the record that comes of it, whichever side of it moves', async () => {
    const pedido = await add({ firma_id: id('norte'), setor_id: id('loja norte') });
    const patch = (body: object) => send(admin, 'PATCH', `/pedidos?id=eq.${pedido}`, body);
    expect(await patch({ setor_id: id('loja sul') })).toEqual([422, `setor_id: ${other}`]);
    expect(await patch({ setor_id: id('caixa norte') })).toEqual([204]);
    expect(await patch({ firma_id: id('sul') })).toEqual([422, `setor_id: ${other}`]);
    expect(await patch({ firma_id: id('sul'), setor_id: null })).toEqual([204]);
    expect(await patch({ firma_id: id('norte'), setor_id: id('loja norte') })).toEqual([204]);
    expect(await stored(pedido)).toEqual({ firma_id: id('norte'), motivo_id: null, setor_id: id('loja norte') });
  });

  test('what a record points at already stays, until it or what it rests on changes', async () => {
    const pedido = await add({ motivo_id: id('engano'), firma_id: id('norte'), setor_id: id('loja norte') });
    await send(admin, 'PATCH', `/razoes?id=eq.${id('engano')}`, { ativo: false });
    const patch = (body: object) => send(admin, 'PATCH', `/pedidos?id=eq.${pedido}`, body);
    expect(await patch({ nome: fresh() })).toEqual([204]);
    expect(await patch({ motivo_id: id('engano'), setor_id: id('caixa norte') })).toEqual([204]);
    expect(await patch({ motivo_id: null })).toEqual([204]);
    expect(await patch({ motivo_id: id('engano') })).toEqual([
      422,
      'motivo_id: Motivo não aceita o registro escolhido: Ativo tem de ser sim.',
    ]);
    await send(admin, 'PATCH', `/razoes?id=eq.${id('engano')}`, { ativo: true });
  });

  test('a PATCH by filter and an upsert are refused as a whole, each record by its own', async () => {
    const mark = fresh();
    const rows = ['norte', 'sul'].map((firma) => ({ nome: `${mark} ${firma}`, firma_id: id(firma) }));
    for (const row of rows) await insertRow(admin, '/pedidos', row);
    const filter = `/pedidos?nome=like.${encodeURIComponent(`${mark} *`)}`;
    expect(await send(admin, 'PATCH', filter, { setor_id: id('loja sul') })).toEqual([422, `setor_id: ${other}`]);
    const merge = { prefer: 'resolution=merge-duplicates' };
    const upsert = rows.map(({ nome: name }) => ({ nome: name, setor_id: id('loja sul') }));
    const answer = await admin.call('POST', '/api/pedidos', { body: upsert, headers: merge });
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { fields: [{ field: 'setor_id', row: 0 }] }]);
    expect(await send(admin, 'POST', '/pedidos', upsert.slice(1), merge)).toEqual([200]);
  });

  test('the rows that a record owns are held against it', async () => {
    const item = (name: string) => ({ setor_id: id(name) });
    const body = { nome: fresh(), firma_id: id('norte'), itens: [item('loja norte'), item('loja sul')] };
    const place =
      'itens.1.setor_id: Setor do item (Itens, linha 2) não aceita o registro escolhido: Firma não é o mesmo que Firma do pedido deste registro.';
    expect(await send(admin, 'POST', '/pedidos', body)).toEqual([422, place]);
    const pedido = await add({ ...body, itens: [item('loja norte')] });
    const patch = (change: object) => send(admin, 'PATCH', `/pedidos?id=eq.${pedido}`, change);
    const first = place.replaceAll('itens.1', 'itens.0').replace('linha 2', 'linha 1');
    expect(await patch({ itens: [item('loja sul')] })).toEqual([422, first]);
    expect(await patch({ firma_id: id('sul') })).toEqual([422, first]);
    expect(await patch({ firma_id: id('sul'), itens: [item('loja sul')] })).toEqual([204]);
  });

  test('what is pointed at is valid on the day of the record, both ends with it, an empty one being without end', async () => {
    const kept = await product.enter('sem vigência', subjects.flatMap(pairs), { hidden: ['preco.fim'] });
    const closed = await insertRow(admin, '/precos', { nome: 'de março', inicio: '2026-03-01', fim: '2026-03-31' });
    const begun = await insertRow(admin, '/precos', { nome: 'desde abril', inicio: '2026-04-01' });
    const ended = await insertRow(admin, '/precos', { nome: 'até março', fim: '2026-03-31' });
    const always = await insertRow(admin, '/precos', { nome: 'sempre' });
    const not = (day: string): string =>
      `preco_id: Preço não aceita o registro escolhido: não vale em ${day} (Dia do pedido).`;
    const tried: unknown[] = [];
    for (const dia of ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01', null])
      for (const preco of [closed, begun, ended, always])
        tried.push(await send(admin, 'POST', '/pedidos', { nome: fresh(), dia, preco_id: preco }));
    const [ok, before, first, last, after] = [
      [201],
      [422, not('28/02/2026')],
      [422, not('01/03/2026')],
      [422, not('31/03/2026')],
      [422, not('01/04/2026')],
    ];
    expect(tried).toEqual(
      [
        [before, before, ok, ok],
        [ok, first, ok, ok],
        [ok, last, ok, ok],
        [after, ok, after, ok],
        [ok, ok, ok, ok],
      ].flat(),
    );
    // The day that moves is held against the price as well; what stands stays.
    const pedido = await add({ dia: '2026-03-15', preco_id: closed });
    const patch = (body: object) => send(admin, 'PATCH', `/pedidos?id=eq.${pedido}`, body);
    expect(await patch({ dia: '2026-04-01' })).toEqual([422, not('01/04/2026')]);
    expect(await patch({ dia: '2026-04-01', preco_id: begun })).toEqual([204]);
    await send(admin, 'PATCH', `/precos?id=eq.${begun}`, { inicio: '2026-05-01' });
    expect(await patch({ nome: fresh() })).toEqual([204]);
    expect(await patch({ dia: '2026-04-02' })).toEqual([422, not('02/04/2026')]);
    // A file says the day as people write it.
    const csv = `Nome;Dia do pedido;Preço\n${fresh()};31/03/2026;de março\n${fresh()};01/04/2026;de março\n`;
    const checked = await checkFile(admin, await sendFile(admin, '/pedidos', csv));
    expect(refusalsOf(checked)).toEqual([[not('01/04/2026').slice(10), ['Linha 3']]]);
    // When it is valid, kept from the caller, is not found out by trying days.
    for (const dia of ['2026-03-15', '2026-04-15']) {
      const { statusCode, body } = await kept.call('POST', '/api/pedidos', {
        body: { nome: fresh(), dia, preco_id: closed },
      });
      expect([statusCode, (JSON.parse(body) as Told).code]).toEqual([409, '23503']);
    }
  });

  test('a batch leaves out the records that it does not fit, and can be taken back to what fits no more', async () => {
    const [north, south] = [
      await add({ firma_id: id('norte') }),
      await add({ firma_id: id('sul'), motivo_id: id('engano') }),
    ];
    const planned = async (url: string, body?: object): Promise<BatchPlan> =>
      (await admin.call('POST', url, body === undefined ? {} : { body })).json();
    const applied = async (plan: BatchPlan): Promise<BatchResult> =>
      (await admin.call('POST', `${batches}/${plan.id}/aplicar`, { body: { seal: plan.seal } })).json();
    const change = (values: object) => ({ path: '/pedidos', operation: 'update', ids: [north, south], values });
    const plan = await planned(batches, change({ setor_id: id('loja sul') }));
    expect(plan).toMatchObject({ changes: 1, refused: 1, refusals: [{ message: expect.stringContaining(other) }] });
    const done = await applied(await planned(batches, change({ motivo_id: id('fora do rol') })));
    await send(admin, 'PATCH', `/razoes?id=eq.${id('engano')}`, { ativo: false });
    expect(await applied(await planned(`${batches}/${done.id}/desfazer`))).toMatchObject({ changes: 2, refused: 0 });
    expect(await stored(south)).toMatchObject({ motivo_id: id('engano') });
    await send(admin, 'PATCH', `/razoes?id=eq.${id('engano')}`, { ativo: true });
  });

  test('an import says it of the line', async () => {
    const csv = `Nome;Motivo\n${fresh()};engano\n${fresh()};glosa\n`;
    const checked = await checkFile(admin, await sendFile(admin, '/pedidos', csv));
    expect(refusalsOf(checked)).toEqual([[expect.stringContaining(reason), [expect.stringContaining('3')]]]);
    expect((await applyFile(admin, checked)).batch).toMatchObject({ changes: 1 });
  });

  test('an import says it of a line far behind those that are shown', async () => {
    const lines = Array.from({ length: 150 }, () => `${fresh()};engano`);
    const csv = `Nome;Motivo\n${lines.join('\n')}\n${fresh()};glosa\n`;
    const checked = await checkFile(admin, await sendFile(admin, '/pedidos', csv));
    expect(refusalsOf(checked)).toEqual([[expect.stringContaining(reason), [expect.stringContaining('152')]]]);
  });

  test('of what the caller may not see the answer is that of what does not exist', async () => {
    const absent = (field: string) => refusalBody('RECORD_RELATION_MISSING', { title: 'Pedido', field }, undefined);
    const tried = async (caller: Caller, body: object) => {
      const { statusCode, body: told } = await caller.call('POST', '/api/pedidos', {
        body: { nome: fresh(), ...body },
      });
      const { code, message } = JSON.parse(told === '' ? '{}' : told) as Told;
      return { status: statusCode, code, message };
    };
    const missing = async (field: string) => {
      const { code, message } = (await absent(field)) as Told;
      return { status: 409, code, message };
    };
    const confined = await product.enter('confinado', subjects.flatMap(pairs), {
      roles: { operadora: false, prestador: true, prestador_registro: id('norte') },
    });
    const seen = { firma_id: id('norte'), setor_id: id('loja norte') };
    expect((await tried(confined, seen)).status).toBe(201);
    // Another's, whether it fits or not, and none at all.
    for (const body of [
      { firma_id: id('sul'), setor_id: id('loja sul') },
      { firma_id: id('norte'), setor_id: id('loja sul') },
      { setor_id: 999_999 },
    ])
      expect(await tried(confined, body)).toEqual(await missing('Setor'));
    const blind = await product.enter('sem motivos', ['pedido', 'firma', 'setor'].flatMap(pairs));
    for (const name of ['engano', 'glosa'])
      expect(await tried(blind, { motivo_id: id(name) })).toEqual(await missing('Motivo'));
    // Which firm a sector is of, kept from the caller, is not found out by trying one after the other.
    const kept = await product.enter('sem firma', subjects.flatMap(pairs), { hidden: ['setor.firma'] });
    for (const firma of ['norte', 'sul'])
      expect(await tried(kept, { firma_id: id(firma), setor_id: id('loja norte') })).toEqual(await missing('Setor'));
  });

  test('the description of the API says which records may be pointed at', async () => {
    const text = (await admin.call('GET', '/api/openapi.json')).body;
    for (const term of [
      'de `/razoes`, em que `uso` é `NEGATIVA` ou `ESTORNO` e `ativo` é `true`.',
      'de `/setores`, em que `firma_id` é o mesmo deste registro.',
      'de `/setores`, em que `firma_id` é o mesmo do registro da linha.',
      'de `/precos`, em que `dia` deste registro fica entre `inicio` e `fim`.',
    ])
      expect(text).toContain(term);
  });

  test('the screen is told what to ask for, as far as the person may ask for it', async () => {
    const targets = async (caller: Caller) => {
      const { relations, childRelations } = (
        await caller.call('GET', '/api/model/screen?path=/pedidos')
      ).json() as ScreenModel;
      const all = [
        ...relations,
        ...(childRelations['itens'] ?? []).map((one) => ({ ...one, field: `itens.${one.field}` })),
      ];
      return Object.fromEntries(all.map(({ field, offeredFor = '', where }) => [field, [offeredFor, ...where]]));
    };
    expect(await targets(admin)).toEqual({
      firma: [''],
      motivo: ['pedido.motivo'],
      setor: ['', { column: 'firma_id', from: 'firma_id', above: false }],
      preco: [''],
      'itens.setor': ['', { column: 'firma_id', from: 'firma_id', above: true }],
    });
    const kept = await product.enter('sem firma nem uso', subjects.flatMap(pairs), {
      hidden: ['setor.firma', 'razao.uso'],
    });
    expect(await targets(kept)).toMatchObject({ motivo: ['pedido.motivo'], setor: [''] });
    const call = `/api/setores/loja?firma_id=eq.${id('norte')}`;
    expect((await admin.call('GET', call)).json()).toMatchObject([{ nome: 'loja norte' }]);
  });
});
