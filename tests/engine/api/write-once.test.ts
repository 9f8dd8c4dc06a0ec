/** An insert with an Idempotency-Key: however often it is sent, it is stored once. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { writeBehind } from '../../support/write-behind.ts';
import { clinicFiles } from './clinic-files.ts';
import { good } from './write-stage.ts';

/** No field of it is unique: nothing else keeps a second one out. */
const path = '/api/amostras';

const listFiles = {
  'schemas/teste/cestas/schema.json': {
    title: 'Cesta',
    type: 'object',
    properties: {
      nome: { title: 'Nome', type: 'string', maxLength: 20 },
      itens: {
        title: 'Itens',
        type: 'array',
        items: {
          title: 'Item',
          type: 'object',
          properties: { nome: { title: 'Nome', type: 'string', maxLength: 20 } },
        },
      },
    },
  },
  'schemas/teste/cestas/columns.json': {
    entity: 'cesta',
    path: '/cestas',
    title: 'Cestas',
    parent: '/',
    permission: { subject: 'cesta' },
    columns: ['nome'],
  },
};

interface Sending {
  readonly body?: unknown;
  readonly by?: Caller;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const told = ['location', 'etag', 'content-range', 'preference-applied', 'content-type'] as const;

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let keys = 0;
  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: { ...clinicFiles, ...listFiles } });
    admin = await product.as(administrator.login, administrator.password);
  });

  const fresh = (): string => {
    keys += 1;
    return `"chave-${keys}"`;
  };
  const send = (key: string, { body = good, by = admin, url = path, headers = {} }: Sending = {}) =>
    by.call('POST', url, { body, headers: { prefer: 'return=representation', ...headers, 'idempotency-key': key } });
  const rowsOf = async (text: string, ...values: readonly string[]): Promise<readonly Record<string, unknown>[]> =>
    (await database.query({ text, values })).rows;
  const count = async (table = 'amostra'): Promise<unknown> =>
    (await rowsOf(`select count(*)::integer as n from ${table}`))[0]?.['n'];
  const keptOf = (key: string) =>
    rowsOf(
      `select usuario_id::integer as by, entity, array_to_json(record_ids)::text as ids, inserted
        from fichario.idempotency_key where key = $1::text order by usuario_id`,
      key.slice(1, -1),
    );
  const idsOf = (answer: { json: () => unknown }): readonly number[] =>
    (answer.json() as { id: number }[]).map(({ id }) => id);
  const seenIn = (answer: Awaited<ReturnType<typeof send>>): unknown => [
    answer.statusCode,
    answer.body === '' ? '' : answer.json(),
    told.map((name) => answer.headers[name]),
  ];

  describe('a repetition', () => {
    test('is answered as the first, and nothing more is stored', async () => {
      const key = fresh();
      const before = Number(await count());
      const first = await send(key);
      const again = await send(key);
      expect(first.statusCode).toBe(201);
      expect(seenIn(again)).toEqual(seenIn(first));
      expect(await count()).toBe(before + 1);
      const [id = 0] = idsOf(first);
      expect((await admin.call('GET', `${path}/${id}/historico`)).json()).toHaveLength(1);
      expect(await keptOf(key)).toEqual([{ by: 1, entity: 'amostra', ids: `[${id}]`, inserted: 1 }]);
    });

    test('of a record that has moved on is answered with what it is now', async () => {
      const key = fresh();
      const [id = 0] = idsOf(await send(key));
      await admin.call('PATCH', `${path}?id=eq.${id}`, { body: { quantidade: 7 } });
      const again = await send(key);
      expect([again.statusCode, again.headers['etag'], again.json()]).toEqual([
        201,
        '"2"',
        [expect.objectContaining({ id, versao: 2, quantidade: 7 })],
      ]);
    });

    test.each([
      ['without a body', { headers: { prefer: 'return=minimal' } }],
      ['of one object', { headers: { accept: 'application/vnd.pgrst.object+json' } }],
      ['of columns and relations', { url: `${path}?select=nome,cidade(nome)&order=nome` }],
      ['of an array', { body: [{ nome: 'bbb', quantidade: 1 }, good] }],
      ['of an empty array', { body: [] }],
      [
        'of rows that the records own',
        {
          url: '/api/cestas?select=id,nome,itens(nome)',
          body: [
            { nome: 'a', itens: [{ nome: 'x' }] },
            { nome: 'b', itens: [{ nome: 'y' }, { nome: 'z' }] },
          ],
        },
      ],
      [
        'of an upsert that inserts',
        {
          url: '/api/bancos',
          headers: { prefer: 'return=representation, resolution=merge-duplicates' },
          body: [
            { codigo: '902', nome: 'B' },
            { codigo: '901', nome: 'A' },
          ],
        },
      ],
    ])('%s is answered alike', async (_what, sending: Sending) => {
      const key = fresh();
      const first = await send(key, sending);
      const stored = [await count(), await count('cesta'), await count('banco')];
      const again = await send(key, sending);
      expect(first.statusCode).toBe(201);
      expect(seenIn(again)).toEqual(seenIn(first));
      expect([await count(), await count('cesta'), await count('banco')]).toEqual(stored);
    });

    test('of an upsert of what was all there is answered with 200 again, in the order in which it was sent', async () => {
      for (const codigo of ['911', '912']) await insertRow(admin, '/bancos', { codigo, nome: 'A' });
      const sending = {
        url: '/api/bancos',
        headers: { prefer: 'resolution=merge-duplicates, return=representation' },
        body: ['912', '911'].map((codigo) => ({ codigo, nome: 'Outro' })),
      };
      const key = fresh();
      const first = await send(key, sending);
      expect(first.statusCode).toBe(200);
      expect(seenIn(await send(key, sending))).toEqual(seenIn(first));
      expect(await rowsOf(`select versao from banco where codigo in ('911', '912')`)).toEqual([
        { versao: 2 },
        { versao: 2 },
      ]);
    });

    test('of a record that is deleted since says so', async () => {
      const key = fresh();
      const gone = {
        status: 409,
        body: await refusalBody('RECORD_DELETED_SINCE', { title: 'Amostra' }, { at: { entity: 'amostra' } }),
      };
      const [, second = 0] = idsOf(await send(key, { body: [good, good] }));
      await admin.call('DELETE', `${path}?id=eq.${second}`);
      const before = await count();
      expect(refusalOf(await send(key, { body: [good, good] }))).toEqual(gone);
      expect(await count()).toBe(before);
    });
  });

  describe('the same key', () => {
    test.each([
      ['another body', { body: { ...good, quantidade: 2 } }],
      ['another query', { url: `${path}?select=id` }],
      ['another preference', { headers: { prefer: 'return=minimal' } }],
      ['another registry', { url: '/api/cestas', body: { nome: 'a' } }],
    ])('with %s is refused, with the record that it is of', async (_what, other: Sending) => {
      const key = fresh();
      const [record = 0] = idsOf(await send(key));
      const before = [await count(), await count('cesta')];
      expect(refusalOf(await send(key, other))).toEqual({
        status: 422,
        body: await refusalBody('REQUEST_IDEMPOTENCY_REUSED', {}, { at: { entity: 'amostra', record } }),
      });
      expect([await count(), await count('cesta')]).toEqual(before);
    });

    test('of another person is another key, and tells nothing of the first', async () => {
      const other = await product.enter('outra', ['amostra:insert', 'amostra:list', 'amostra:view']);
      const key = fresh();
      const [mine] = idsOf(await send(key));
      const answer = await send(key, { by: other, body: { ...good, quantidade: 3 } });
      const [theirs] = idsOf(answer);
      expect([answer.statusCode, theirs !== mine]).toEqual([201, true]);
      expect(await keptOf(key)).toEqual([
        expect.objectContaining({ by: 1, ids: `[${mine}]` }),
        expect.objectContaining({ ids: `[${theirs}]` }),
      ]);
      expect(idsOf(await send(key))).toEqual([mine]);
    });

    test('sent twice at once stores one record, and both are answered alike', async () => {
      const key = fresh();
      const before = Number(await count());
      const hold = [{ text: 'lock table amostra in share mode', values: [] }];
      // The first has the key and waits for the table, the second waits for the key.
      const answers = await writeBehind(database, hold, () => Promise.all([send(key), send(key)]), 2);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
      expect(seenIn(answers[1])).toEqual(seenIn(answers[0]));
      expect(await count()).toBe(before + 1);
    });

    test('is free again where the write was refused, also for one that waited', async () => {
      const key = fresh();
      const sending = { url: '/api/bancos', body: { codigo: '920', nome: 'A' } };
      const first = [{ text: `insert into banco (codigo, nome) values ('920', 'B')`, values: [] }];
      const answers = await writeBehind(
        database,
        first,
        () => Promise.all([send(key, sending), send(key, sending)]),
        2,
      );
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409]);
      expect((await send(key, { body: { ...good, quantidade: 0 } })).statusCode).toBe(422);
      expect(await keptOf(key)).toEqual([]);
      expect((await send(key)).statusCode).toBe(201);
    });

    test('is kept by no dry run', async () => {
      const key = fresh();
      const before = await count();
      const dry = await send(key, { headers: { prefer: 'tx=rollback' } });
      expect([dry.statusCode, await count(), await keptOf(key)]).toEqual([201, before, []]);
      expect((await send(key)).statusCode).toBe(201);
    });
  });

  describe('rights', () => {
    const take = async (login: string, pair: string) => {
      const [subject = '', action = ''] = pair.split(':');
      await database.query({
        text: `delete from regra where assunto = $2::text and acao = $3::text
          and grupo_id = (select id from grupo where nome = $1::text)`,
        values: [login, subject, action],
      });
    };

    test('are those of now: without that to read, the answer is that of a write without it', async () => {
      const user = await product.enter('le', ['amostra:insert', 'amostra:list', 'amostra:view']);
      const key = fresh();
      const [id = 0] = idsOf(await send(key, { by: user }));
      for (const action of ['list', 'view']) await take('le', `amostra:${action}`);
      await expect.poll(async () => (await user.call('GET', `${path}?id=eq.${id}`)).statusCode).toBe(403);
      await admin.call('PATCH', `${path}?id=eq.${id}`, { body: { notas: 'de outra pessoa' } });
      const again = await send(key, { by: user });
      const anew = await send(fresh(), { by: user });
      const bare = (one: typeof again) => Object.keys((one.json() as object[])[0] ?? {});
      expect([again.statusCode, again.json(), bare(again)]).toEqual([201, [{ id, versao: 2 }], bare(anew)]);
    });

    test('are those of now: without that to insert, the key tells nothing', async () => {
      const user = await product.enter('inclui', ['amostra:insert', 'amostra:list']);
      const key = fresh();
      expect((await send(key, { by: user })).statusCode).toBe(201);
      await take('inclui', 'amostra:insert');
      const denied = { status: 403, body: await refusalBody('ACCESS_DENIED', { action: 'insert', title: 'Amostras' }) };
      await expect.poll(async () => refusalOf(await send(fresh(), { by: user }))).toEqual(denied);
      expect(refusalOf(await send(key, { by: user }))).toEqual(denied);
      expect(refusalOf(await send(key, { by: user, body: { ...good, quantidade: 9 } }))).toEqual(denied);
    });

    test('are those of now: a record that is out of reach since is not read', async () => {
      const [own, other] = [
        await insertRow(admin, '/clinicas', { codigo: '0001', nome: 'Norte' }),
        await insertRow(admin, '/clinicas', { codigo: '0002', nome: 'Sul' }),
      ];
      const clinic = await product.enter('clinica', ['ficha:insert', 'ficha:list', 'ficha:view'], {
        roles: { operadora: false, prestador: true, prestador_registro: own },
      });
      const key = fresh();
      const sending = { url: '/api/fichas', by: clinic, body: { numero: 'r1', clinica_id: own } };
      const [id = 0] = idsOf(await send(key, sending));
      await admin.call('PATCH', `/api/fichas?id=eq.${id}`, { body: { clinica_id: other, diagnostico: 'sigilo' } });
      const outside = { status: 403, body: await refusalBody('RECORD_OUT_OF_SCOPE', { title: 'Ficha' }) };
      expect(refusalOf(await send(key, sending))).toEqual(outside);
    });
  });

  describe('the header', () => {
    test.each([
      ['a UUID without quotes', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
      ['escaped quotes', '"a \\"b\\" c"'],
      ['as many characters as there may be', `"${'k'.repeat(255)}"`],
    ])('may be %s', async (_what, key) => {
      const before = Number(await count());
      expect([(await send(key)).statusCode, (await send(key)).statusCode]).toEqual([201, 201]);
      expect(await count()).toBe(before + 1);
    });

    test.each([
      ['empty', ''],
      ['an empty string', '""'],
      ['too long', `"${'k'.repeat(256)}"`],
      ['half a string', '"a'],
      ['two keys', '"a", "b"'],
      ['a string with parameters', '"a"; b=1'],
      ['an escape of something else', '"a\\b"'],
      ['beyond ASCII', '"não"'],
      ['two words without quotes', 'a b'],
    ])('may not be %s', async (_what, key) => {
      const before = await count();
      expect(refusalOf(await send(key))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_IDEMPOTENCY_KEY', { maximum: 255 }),
      });
      expect(await count()).toBe(before);
    });

    test('does not go with rows that are written each by itself', async () => {
      expect(refusalOf(await send(fresh(), { body: [good], headers: { prefer: 'outcome=each' } }))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_PARAMETER_UNSUPPORTED', { parameter: 'Idempotency-Key' }),
      });
    });
  });
});
