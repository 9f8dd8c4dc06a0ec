/** What was deleted is found, by who may see what became of it, and comes back as it was. */
import { beforeAll, expect, test } from 'vitest';
import type { DeletedRecord } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { describeTables } from '../../../engine/data/ddl/describe-tables.ts';
import { replayTable } from '../../../engine/data/replay.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { owningFiles } from './owning-files.ts';

const door = '/api/enquetes/historico/excluidos';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let [first, second] = [0, 0];
  let names = 0;

  const fresh = (): string => {
    names += 1;
    return `Enquête ${names}`;
  };
  const create = (row: object = {}) => insertRow(admin, '/enquetes', { nome: fresh(), ...row });
  const remove = async (id: number, caller = admin) => {
    const answer = await caller.call('DELETE', `/api/enquetes?id=eq.${id}`);
    expect(answer.statusCode, answer.body).toBe(204);
  };
  const deleted = async (query = '', caller = admin) => {
    const answer = await caller.call('GET', `${door}${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return {
      rows: answer.json() as DeletedRecord[],
      next: answer.headers['fichario-next-cursor'] as string | undefined,
    };
  };
  const restore = (id: number, caller = admin) => caller.call('POST', `${door}/${id}`);
  const read = async (id: number) =>
    ((await admin.call('GET', `/api/enquetes?select=*,perguntas(*),notas(*)&id=eq.${id}`)).json() as Row[])[0];
  type Row = Record<string, unknown>;
  const rowsOf = (row: Row = {}, name: string) =>
    (row[name] as Row[]).map(({ id: _, criado_em: _at, ...rest }) => rest);

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: owningFiles });
    admin = await product.as(administrator.login, administrator.password);
    first = await insertRow(admin, '/bancos', { codigo: '001', nome: 'B001' });
    second = await insertRow(admin, '/bancos', { codigo: '002', nome: 'B002' });
  });

  test('lists deletions newest first, with who and when, found by a word and page by page', async () => {
    const ids = [await create(), await create(), await create(), await create()];
    const before = new Date().toISOString();
    for (const id of ids.slice(0, 3)) await remove(id);
    const all = (await deleted()).rows;
    expect(all.slice(0, 3)).toEqual(
      ids
        .slice(0, 3)
        .toReversed()
        .map((id) => ({
          id,
          label: `Enquête ${names - 3 + ids.indexOf(id)}`,
          at: expect.any(String),
          by: 'chefe',
          origin: { channel: 'api', address: '127.0.0.1' },
        })),
    );
    expect(all.every(({ at }) => Date.parse(at) >= Date.parse(before) - 1000)).toBe(true);
    expect((await deleted(`?q=${encodeURIComponent(`enquete ${names - 2}`)}`)).rows.map(({ id }) => id)).toContain(
      ids[1],
    );
    expect((await deleted('?q=nada-disso')).rows).toEqual([]);
    const paged: number[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page: Awaited<ReturnType<typeof deleted>> = await deleted(`?limit=1${next && `&cursor=${next}`}`);
      paged.push(...page.rows.map(({ id }) => id));
      next = page.next;
    }
    expect(paged).toEqual(all.map(({ id }) => id));
  });

  test('brings a record back under its id, with its rows, and its history goes on', async () => {
    const id = await create({
      prestador_id: first,
      perguntas: [
        { enunciado: 'um', peso: 2.5, hora: '10:00', banco_id: second, codigo: `C${names}` },
        { enunciado: 'dois', obrigatoria: true },
      ],
    });
    await admin.call('PATCH', `/api/enquetes?id=eq.${id}`, { body: { notas: [{ texto: 'nota' }] } });
    const was = await read(id);
    await remove(id);
    const answer = await restore(id);
    expect([answer.statusCode, answer.json(), answer.headers['location']]).toEqual([
      201,
      { id, left: [] },
      `/api/enquetes?id=eq.${id}`,
    ]);
    const is = await read(id);
    const {
      criado_em: _was,
      alterado_em: _changed,
      alterado_por: _who,
      versao,
      perguntas: _rows,
      notas: _notes,
      ...values
    } = was ?? {};
    expect(is).toMatchObject({ ...values, versao: Number(versao) + 1 });
    for (const name of ['perguntas', 'notas'])
      expect(rowsOf(is, name)).toEqual(rowsOf(was, name).map((row) => ({ ...row, versao: 1 })));
    const entries = (await admin.call('GET', `/api/enquetes/${id}/historico`)).json() as {
      operation: string;
      version: number;
    }[];
    expect(entries.map(({ operation, version }) => `${operation} ${version}`)).toEqual([
      'insert 3',
      'delete 2',
      'update 2',
      'insert 1',
    ]);
    expect((await deleted()).rows.map((row) => row.id)).not.toContain(id);
    // Once is enough, and the versions still follow each other, however often it is done in a millisecond.
    expect(refusalOf(await restore(id))).toEqual({
      status: 404,
      body: await refusalBody('RECORD_MISSING', { title: 'Enquete' }),
    });
    for (let round = 0; round < 5; round += 1) {
      await remove(id);
      expect((await restore(id)).statusCode).toBe(201);
    }
    for (const table of describeTables(product.runtime.current.model))
      if (table.entity.startsWith('enquete')) expect((await replayTable(database, table)).differences).toEqual([]);
    const next = await create();
    expect(next).toBeGreaterThan(id);
  });

  test('says in words what keeps it from coming back', async () => {
    const nome = fresh();
    const id = await create({ nome, prestador_id: second });
    await remove(id);
    const other = await create({ nome });
    const at = { entity: 'enquete', field: 'nome' };
    expect(refusalOf(await restore(id))).toEqual({
      status: 409,
      body: await refusalBody('RECORD_DUPLICATE', { title: 'Enquete', fields: 'Nome' }, { at }),
    });
    await remove(other);
    const bank = await insertRow(admin, '/bancos', { codigo: '009', nome: 'B009' });
    const poor = await create({ prestador_id: bank });
    await remove(poor);
    expect((await admin.call('DELETE', `/api/bancos?id=eq.${bank}`)).statusCode).toBe(204);
    expect(refusalOf(await restore(poor))).toEqual({
      status: 409,
      body: await refusalBody(
        'RECORD_RELATION_MISSING',
        { title: 'Enquete', field: 'Banco dono' },
        { at: { entity: 'enquete', field: 'prestador_id' } },
      ),
    });
    for (const missing of [id + 1000, other + 2000])
      expect(refusalOf(await restore(missing))).toEqual({
        status: 404,
        body: await refusalBody('RECORD_MISSING', { title: 'Enquete' }),
      });
    expect((await restore(id)).statusCode).toBe(201);
  });

  test('is for who may see what became of records, of the rows and fields of theirs', async () => {
    const [mine, yours] = [await create({ prestador_id: first }), await create({ prestador_id: second })];
    await remove(mine);
    await remove(yours);
    const rights = ['view', 'list', 'insert', 'delete'].map((action) => `enquete:${action}`);
    const [blind, seeing, closed] = [
      await product.enter('sem-auditoria', rights),
      await product.enter('do-banco', [...rights, 'enquete:audit', 'banco:list'], {
        roles: { operadora: false, prestador: true, prestador_registro: first },
      }),
      await product.enter('sem-nome', [...rights, 'enquete:audit', 'banco:list'], { hidden: ['enquete.nome'] }),
    ];
    const denied = { status: 403, body: await refusalBody('ACCESS_DENIED', { action: 'audit', title: 'Enquetes' }) };
    expect(refusalOf(await blind.call('GET', door))).toEqual(denied);
    expect(refusalOf(await restore(mine, blind))).toEqual(denied);
    const seen = (await deleted('', seeing)).rows.map(({ id }) => id);
    expect([seen.includes(mine), seen.includes(yours)]).toEqual([true, false]);
    expect((await restore(yours, seeing)).statusCode).toBe(404);
    expect((await deleted('', closed)).rows.every(({ label }) => !label.includes('Enquête'))).toBe(true);
    expect(refusalOf(await restore(mine, closed))).toEqual({
      status: 403,
      body: await refusalBody('RECORD_RESTORE_KEPT', { title: 'Enquete' }),
    });
    for (const [login, parts] of [
      ['sem-perguntas', { hidden: ['enquete.perguntas'] }],
      ['sem-textos', { hidden: ['enquete_perguntas.enunciado'] }],
      ['le-perguntas', { readOnly: ['enquete.perguntas'] }],
    ] as const)
      expect(
        refusalOf(await restore(mine, await product.enter(login, [...rights, 'enquete:audit', 'banco:list'], parts))),
      ).toEqual({ status: 403, body: await refusalBody('RECORD_RESTORE_KEPT', { title: 'Enquete' }) });
    expect((await restore(mine, seeing)).statusCode).toBe(201);
    expect((await deleted('', seeing)).rows.map(({ id }) => id)).not.toContain(mine);
  });

  test.each(['?select=id', '?as_of=2026-01-01', '?nome=eq.a'])('knows nothing of %s', async (query) => {
    const parameter = query.slice(1).split('=')[0] ?? '';
    expect(refusalOf(await admin.call('GET', `${door}${query}`))).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_PARAMETER_UNSUPPORTED', { parameter }),
    });
  });
});
