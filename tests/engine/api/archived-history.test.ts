/** A history whose beginning is in files: what is still told, what is refused, and who gets the files. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BatchPlan } from '../../../engine/contract/batch.ts';
import type { HistoryArchive } from '../../../engine/contract/history-archive.ts';
import type { DeletedRecord, HistoryEntry } from '../../../engine/contract/screen-model.ts';
import { phrases } from '../../../engine/core/words.ts';
import { archiveHistory } from '../../../engine/data/archive/archive-history.ts';
import type { Database } from '../../../engine/data/database.ts';
import { describeTables } from '../../../engine/data/ddl/describe-tables.ts';
import { replayTable } from '../../../engine/data/replay.ts';
import { ageHistory } from '../../support/aged-history.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { makeMemoryFolder } from '../../support/memory-folder.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', ...more });
const registry = (entity: string, more: object) => ({
  entity,
  path: `/${entity}s`,
  title: `${entity}s`,
  permission: { subject: entity },
  parent: '/',
  icon: 'table',
  ...more,
});

const files = {
  'schemas/teste/contratos-teste/schema.json': {
    title: 'Contrato de teste',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text('Nome', { 'x-unique': true, maxLength: 60 }),
      cid: text('CID', { maxLength: 10, 'x-personal-data': 'sensitive' }),
      linhas: {
        title: 'Linhas',
        type: 'array',
        items: { type: 'object', title: 'Linha', properties: { texto: text('Texto') } },
      },
    },
  },
  'schemas/teste/contratos-teste/columns.json': registry('contrato_teste', {
    path: '/contratos-teste',
    columns: ['nome', 'cid'],
    sort: ['nome'],
    batch: ['cid'],
    label: '{nome}',
    history: { keepYears: 2 },
  }),
  'schemas/teste/respostas/schema.json': {
    title: 'Resposta',
    type: 'object',
    required: ['codigo'],
    properties: {
      codigo: text('Código', { 'x-unique': true, maxLength: 60 }),
      contrato: { title: 'Contrato', 'x-relation': { entity: 'contrato_teste' } },
    },
  },
  'schemas/teste/respostas/columns.json': registry('resposta', { columns: ['codigo', 'contrato'], sort: ['codigo'] }),
};
const tables = ['contrato_teste', 'contrato_teste_linhas', 'resposta'];
const path = '/contratos-teste';
const door = '/api/trabalhos/historico-arquivado';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let folder: string;
  let [first, second, gone] = [0, 0, 0];
  let batch: BatchPlan;
  /** What takes it back, planned before. */
  let back: BatchPlan;
  let since = '';
  const get = (url: string, caller = admin) => caller.call('GET', `/api${url}`);
  const change = async (id: number, body: object) => {
    const answer = await admin.call('PATCH', `/api${path}?id=eq.${id}`, { body });
    expect(answer.statusCode, answer.body).toBe(204);
  };
  const one = async (statement: string) =>
    (await database.query<Record<string, string>>({ text: statement, values: [] })).rows[0] ?? {};
  const readable = async () =>
    (
      await one(
        `select to_char(since at time zone 'America/Sao_Paulo', 'DD/MM/YYYY HH24:MI:SS') as at from fichario.history_kept limit 1`,
      )
    )['at'] ?? '';

  beforeAll(async () => {
    database = await open({ from: 'product' });
    folder = makeMemoryFolder();
    product = await startTestProduct(database, { files, folder });
    admin = await product.as(administrator.login, administrator.password);
    first = await insertRow(admin, path, { nome: 'um', cid: 'A00', linhas: [{ texto: 'a' }, { texto: 'b' }] });
    second = await insertRow(admin, path, { nome: 'dois', cid: 'A00' });
    gone = await insertRow(admin, path, { nome: 'três' });
    await insertRow(admin, '/respostas', { codigo: 'r', contrato_id: first });
    expect((await admin.call('DELETE', `/api${path}?id=eq.${gone}`)).statusCode).toBe(204);
    const planned = await admin.call('POST', '/api/alteracoes-em-lote', {
      body: { path, operation: 'update', ids: [first, second], values: { cid: 'B00' } },
    });
    expect(planned.statusCode, planned.body).toBe(201);
    batch = planned.json();
    const applied = await admin.call('POST', `/api/alteracoes-em-lote/${batch.id}/aplicar`, {
      body: { seal: batch.seal },
    });
    expect(applied.statusCode, applied.body).toBe(200);
    await change(first, { nome: 'um, segundo' });
    // From here on the history is young.
    await one('select pg_sleep(0.002)');
    const { at: mark = '' } = await one('select clock_timestamp()::text as at');
    await change(first, { nome: 'um, terceiro', linhas: [{ texto: 'c' }] });
    const { n: young = '' } = await one(`select count(distinct m)::text as n from (
      ${tables.flatMap((table) => [`select _de as m from historico.${table}`, `select _ate from historico.${table}`]).join(' union all ')}) x
      where isfinite(m) and m > '${mark}'`);
    const undo = await admin.call('POST', `/api/alteracoes-em-lote/${batch.id}/desfazer`);
    expect(undo.statusCode, undo.body).toBe(201);
    back = undo.json();
    await ageHistory(database, tables, { years: 2, young: Number(young) });
    await one(`update fichario.batch set begun_at = now() - interval '3 years'`);
    await archiveHistory({ database, model: product.runtime.current.model, folder: product.runtime.archives });
    since =
      (await one(`select to_json(since) #>> '{}' as at from fichario.history_kept where entity = 'contrato_teste'`))[
        'at'
      ] ?? '';
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('a moment before it is refused with the moment from which it is kept, and one since then is answered', async () => {
    const before = new Date(Date.parse(since) - 60_000).toISOString();
    const problem = phrases.momentArchived('Contrato de teste', await readable());
    const refusal = { status: 400, body: await refusalBody('REQUEST_AS_OF', { problem }) };
    for (const query of ['', '&select=nome', '&select=id.count()', '&order=nome.desc', `&id=eq.${first}`])
      expect(refusalOf(await get(`${path}?as_of=${before}${query}`)), query).toEqual(refusal);
    const at = await get(`${path}?as_of=${new Date(Date.parse(since)).toISOString()}&select=nome,cid&order=nome`);
    expect(at.json()).toEqual([
      { nome: 'dois', cid: 'B00' },
      { nome: 'um, segundo', cid: 'B00' },
    ]);
  });

  test('so is a moment of another registry, where the answer would tell of this one', async () => {
    const before = new Date(Date.parse(since) - 60_000).toISOString();
    const problem = phrases.momentArchived('Contrato de teste', await readable());
    const refusal = { status: 400, body: await refusalBody('REQUEST_AS_OF', { problem }) };
    expect(refusalOf(await get(`/respostas?as_of=${before}&select=codigo,contrato(nome)`))).toEqual(refusal);
    expect(refusalOf(await get(`/respostas?as_of=${before}&select=codigo&contrato.nome=eq.um`))).toEqual(refusal);
    expect((await get(`/respostas?as_of=${before}&select=codigo`)).json()).toEqual([{ codigo: 'r' }]);
    const now = new Date(Date.parse(since)).toISOString();
    expect((await get(`/respostas?as_of=${now}&select=codigo,contrato(nome)`)).json()).toEqual([
      { codigo: 'r', contrato: { nome: 'um, segundo' } },
    ]);
    const body = { format: 'json', path: '/respostas', search: `as_of=${before}`, columns: ['codigo', 'contrato'] };
    expect(refusalOf(await admin.call('POST', '/api/exportacoes', { body }))).toEqual(refusal);
  });

  test('the history of a record begins with what held then, and can be compared from there on', async () => {
    const entries = (await get(`${path}/${first}/historico`)).json() as HistoryEntry[];
    expect(
      entries.map(({ operation, version, changes, archivedUntil }) => ({
        operation,
        version,
        changes: changes.map(({ field, before, after }) => [field, before, after]),
        archivedUntil,
      })),
    ).toEqual([
      {
        operation: 'update',
        version: 4,
        changes: [
          ['nome', 'um, segundo', 'um, terceiro'],
          ['linhas', expect.anything(), expect.anything()],
        ],
        archivedUntil: undefined,
      },
      { operation: 'update', version: 3, changes: [], archivedUntil: since },
    ]);
    expect(entries.at(-1)?.settled).toBe(since);
    const then = await get(`${path}?id=eq.${first}&select=nome,linhas(texto)&as_of=${encodeURIComponent(since)}`);
    expect(then.json()).toEqual([{ nome: 'um, segundo', linhas: [{ texto: 'a' }, { texto: 'b' }] }]);
  });

  test('a record that was never changed has all of its history', async () => {
    const id = (await one(`select id::text from resposta`))['id'];
    await one(`insert into fichario.history_kept values ('resposta', now())`);
    try {
      const entries = (await get(`/respostas/${id}/historico`)).json() as HistoryEntry[];
      expect(
        entries.map(({ operation, changes, archivedUntil }) => [operation, changes.length, archivedUntil]),
      ).toEqual([['insert', 2, undefined]]);
      expect(
        (await get(`/respostas?id=eq.${id}&as_of=${encodeURIComponent(entries[0]?.settled ?? '')}`)).json(),
      ).toHaveLength(1);
    } finally {
      await one(`delete from fichario.history_kept where entity = 'resposta'`);
    }
  });

  test('what was deleted before is neither listed nor brought back', async () => {
    expect((await get(`${path}/historico/excluidos`)).json() as DeletedRecord[]).toEqual([]);
    expect(refusalOf(await admin.call('POST', `/api${path}/historico/excluidos/${gone}`))).toEqual({
      status: 404,
      body: await refusalBody('RECORD_MISSING', { title: 'Contrato de teste' }),
    });
    expect((await get(`${path}/${gone}/historico`)).statusCode).toBe(404);
  });

  test('a batch of before is not taken back, nor by what was planned before', async () => {
    const refused = { status: 409, body: await refusalBody('BATCH_ARCHIVED', { number: batch.number }) };
    expect(back.changes).toBeGreaterThan(0);
    for (const answer of [
      await admin.call('POST', `/api/alteracoes-em-lote/${batch.id}/desfazer`),
      await admin.call('POST', `/api/alteracoes-em-lote/${back.id}/aplicar`, { body: { seal: back.seal } }),
    ])
      expect(refusalOf(answer)).toEqual(refused);
  });

  test('what is kept replays to the tables', async () => {
    for (const spec of describeTables(product.runtime.current.model).filter(({ entity }) => tables.includes(entity)))
      expect(await replayTable(database, spec)).toMatchObject({ wrong: 0 });
  });

  test('the files are for who may do everything, and who takes sensitive values with them is noted', async () => {
    const clerk = await product.enter('balconista', ['contrato_teste:manage', 'trabalhos:manage']);
    for (const url of [door, `${door}/1/arquivo`]) {
      const refused = await clerk.call('GET', url);
      expect(refusalOf(refused)).toEqual({
        status: 403,
        body: await refusalBody('ACCESS_DENIED', { action: 'manage', title: 'Histórico arquivado' }),
      });
    }
    const all = (await admin.call('GET', door)).json() as HistoryArchive[];
    expect(all).toEqual([
      {
        id: all[0]?.id,
        entity: 'contrato_teste',
        title: 'Contrato de teste',
        until: since,
        rows: all[0]?.rows,
        file: expect.stringMatching(/^contrato_teste-.*\.jsonl\.gz$/),
        size: expect.any(Number),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    // One that is not as it was written is not given.
    const whole = join(product.runtime.archives, all[0]?.file ?? '');
    const content = readFileSync(whole);
    writeFileSync(whole, content.subarray(0, -1));
    expect(refusalOf(await admin.call('GET', `${door}/${all[0]?.id}/arquivo`))).toEqual({
      status: 404,
      body: await refusalBody('HISTORY_ARCHIVE_MISSING', {}),
    });
    writeFileSync(whole, content);
    const answer = await admin.call('GET', `${door}/${all[0]?.id}/arquivo`);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.length).toBe(all[0]?.size);
    const lines = gunzipSync(answer.rawPayload).toString('utf8').trimEnd().split('\n');
    expect(lines.length).toBe(all[0]?.rows);
    expect(lines.map((line) => JSON.parse(line)).filter(({ version }) => version.id === gone)).toEqual([
      { table: 'contrato_teste', version: expect.objectContaining({ nome: 'três', _operacao: 'I' }) },
      { table: 'contrato_teste', version: expect.objectContaining({ nome: 'três', _operacao: 'D' }) },
    ]);
    expect(
      await one(
        `select login, door, path, array_to_string(fields, ',') as fields, rows::text from fichario.sensitive_read order by id desc limit 1`,
      ),
    ).toEqual({
      login: administrator.login,
      door: 'history',
      path,
      fields: 'contrato_teste.cid',
      rows: String(all[0]?.rows),
    });
    expect(refusalOf(await admin.call('GET', `${door}/999/arquivo`))).toEqual({
      status: 404,
      body: await refusalBody('HISTORY_ARCHIVE_MISSING', {}),
    });
  });
});
