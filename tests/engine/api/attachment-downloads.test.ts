/** How the content of a file leaves: whole, in part, not again, and to nobody who may not read the record. */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { fileAddress, pdfOf, saveRecord, sendFile } from './attachment-calls.ts';
import { attachmentFiles } from './attachment-files.ts';

/** Three chunks, the last of them not full. */
const bytes = pdfOf(randomBytes(600_000));
const size = bytes.length;

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let address: string;
  let tag: string;

  const get = (headers: Readonly<Record<string, string>>, url = address, caller = admin) =>
    caller.call('GET', url, { headers });

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: attachmentFiles });
    admin = await product.as(administrator.login, administrator.password);
    const { id } = await sendFile(admin, bytes, 'Laudo médico.pdf');
    address = fileAddress(await saveRecord(admin, { imagens: [{ id }] }), id);
    tag = `"${id}"`;
  });

  test('any part that is asked for is given, exactly', async () => {
    const place = fc.nat({ max: size - 1 });
    await fc.assert(
      fc.asyncProperty(place, place, async (a, b) => {
        const [start, end] = [Math.min(a, b), Math.max(a, b)];
        const answer = await get({ range: `bytes=${start}-${end}` });
        expect([answer.statusCode, answer.headers['content-range'], answer.headers['content-length']]).toEqual([
          206,
          `bytes ${start}-${end}/${size}`,
          String(end - start + 1),
        ]);
        expect(answer.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=262143-262144', 262_143, 262_145],
    ['bytes=600000-', 600_000, size],
    ['bytes=600000-99999999', 600_000, size],
    ['bytes=-10', size - 10, size],
    ['bytes=-99999999', 0, size],
    ['Bytes=0-9', 0, 10],
    ['bytes=0-9,10-19', 0, 20],
  ])('%s is the part from %i to %i', async (range, start, end) => {
    const answer = await get({ range });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([206, `bytes ${start}-${end - 1}/${size}`]);
    expect(answer.rawPayload.equals(bytes.subarray(start, end))).toBe(true);
  });

  test.each(['bytes=0-1,5-6', 'items=0-1', 'items=99999999-', 'bytes=a-b', 'bytes=', 'bytes', 'bytes=1', 'bytes=--1'])(
    '%s is answered with the whole file',
    async (range) => {
      const answer = await get({ range });
      expect([answer.statusCode, answer.headers['content-range']]).toEqual([200, undefined]);
      expect(answer.rawPayload.equals(bytes)).toBe(true);
    },
  );

  test.each([`bytes=${size}-`, 'bytes=99999999-', 'bytes=-0', 'bytes=9-5'])('%s is refused', async (range) => {
    const answer = await get({ range });
    expect(refusalOf(answer)).toEqual({ status: 416, body: await refusalBody('ATTACHMENT_RANGE', { size }) });
    expect(answer.headers).toMatchObject({
      'content-range': `bytes */${size}`,
      'content-type': 'application/json; charset=utf-8',
    });
    expect(answer.headers['content-disposition']).toBeUndefined();
  });

  test('a part goes on with what came before only where that was of the same file', async () => {
    const range = 'bytes=5-9';
    expect((await get({ range, 'if-range': tag })).statusCode).toBe(206);
    for (const other of ['"other"', `W/${tag}`, 'Sat, 21 Nov 2026 10:00:00 GMT', '*'])
      expect((await get({ range, 'if-range': other })).rawPayload.length, other).toBe(size);
  });

  test('who has the file is not sent it again', async () => {
    for (const known of [tag, `W/${tag}`, '*', `"other", ${tag}`]) {
      const answer = await get({ 'if-none-match': known, range: 'bytes=0-1' });
      expect([answer.statusCode, answer.rawPayload.length, answer.headers['etag']], known).toEqual([304, 0, tag]);
    }
    expect((await get({ 'if-none-match': '"other"' })).rawPayload.length).toBe(size);
  });

  test('HEAD tells what GET would, whatever part it asks for, without the content', async () => {
    const whole = await get({});
    const head = await admin.call('HEAD', address, { headers: { range: 'bytes=0-1' } });
    const told = ({ date: _, connection: __, 'transfer-encoding': ___, ...rest }: Record<string, unknown>) => rest;
    expect(head.statusCode).toBe(200);
    expect(told(head.headers)).toEqual(told(whole.headers));
    expect(head.headers).toMatchObject({
      etag: tag,
      'accept-ranges': 'bytes',
      'content-length': String(size),
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Laudo medico.pdf"; filename*=UTF-8''Laudo%20m%C3%A9dico.pdf`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(head.rawPayload.length).toBe(0);
    expect((await admin.call('HEAD', address, { headers: { 'if-none-match': tag } })).statusCode).toBe(304);
  });

  test('no way of asking gives a file to who may not read it in its record', async () => {
    const user = async (login: string, more: Parameters<typeof createUser>[3] = {}, permissions = ['list', 'view']) => {
      const { password } = await createUser(
        database,
        login,
        permissions.map((action) => `laudo:${action}`),
        more,
      );
      return product.as(login, password);
    };
    const clinic = async (codigo: string): Promise<number> => {
      const answer = await admin.call('POST', '/api/clinicas', {
        body: { codigo, nome: codigo },
        headers: { prefer: 'return=representation' },
      });
      return (answer.json() as { id: number }[])[0]?.id ?? 0;
    };
    const [own, foreign] = [await clinic('0001'), await clinic('0002')];
    const made = async (values: object) => {
      const { id } = await sendFile(admin, pdfOf(randomBytes(9)));
      return { id, record: await saveRecord(admin, { imagens: [{ id }], ...values }) };
    };
    const [mine, theirs, removed, changed] = [
      await made({ clinica_id: own }),
      await made({ clinica_id: foreign }),
      await made({ clinica_id: own }),
      await made({ clinica_id: own }),
    ];
    await admin.call('DELETE', `/api/laudos?id=eq.${removed.record}`);
    await admin.call('PATCH', `/api/laudos?id=eq.${changed.record}`, { body: { imagens: [] } });
    const waiting = await sendFile(admin, pdfOf('waits for its record'));

    const blind = await user('cego', { hidden: ['laudo.imagens'] });
    const provider = await user('prestador', {
      roles: { operadora: false, prestador: true, prestador_registro: own },
    });
    const lister = await user('listador', {}, ['list']);
    const cases: readonly (readonly [caller: Caller, url: string, status: number])[] = [
      [blind, fileAddress(mine.record, mine.id), 400],
      [admin, fileAddress(mine.record, mine.id, 'sigilo'), 400],
      [provider, fileAddress(theirs.record, theirs.id), 404],
      [provider, fileAddress(mine.record, theirs.id), 404],
      [lister, fileAddress(mine.record, mine.id), 403],
      // Who may audit finds both in the history; see attachment-erasure.test.ts.
      [provider, fileAddress(removed.record, removed.id), 404],
      [provider, fileAddress(changed.record, changed.id), 404],
      [admin, fileAddress(mine.record, waiting.id), 404],
      [admin, fileAddress(mine.record, mine.id, 'planilha'), 404],
      [admin, fileAddress(mine.record, mine.id).replace('/laudos/', '/clinicas/'), 400],
      [admin, fileAddress(mine.record, mine.id).replace('/laudos/', '/nenhuma/'), 404],
      [admin, `/api/anexos/laudos/${mine.record}/imagens/${mine.id}/..`, 404],
    ];
    for (const [caller, url, status] of cases) {
      const plain = await get({}, url, caller);
      expect(plain.statusCode, url).toBe(status);
      for (const headers of [{ range: 'bytes=0-1' }, { 'if-none-match': '*' }, { range: 'bytes=99999-' }]) {
        const answer = await get(headers, url, caller);
        expect(refusalOf(answer), url).toEqual(refusalOf(plain));
        expect([answer.headers['etag'], answer.headers['content-range']]).toEqual([undefined, undefined]);
      }
      const head = await caller.call('HEAD', url, { headers: { 'if-none-match': '*' } });
      expect([head.statusCode, head.rawPayload.length, head.headers['etag']], url).toEqual([status, 0, undefined]);
    }
    for (const method of ['GET', 'HEAD'] as const)
      expect((await product.app.inject({ method, url: address })).statusCode).toBe(401);
    expect((await get({}, fileAddress(mine.record, mine.id), provider)).statusCode).toBe(200);
  });

  test('a file that lacks bytes breaks off instead of looking whole', async () => {
    const { id } = await sendFile(admin, pdfOf(randomBytes(600_000)));
    const url = fileAddress(await saveRecord(admin, { imagens: [{ id }] }), id);
    await database.query({
      text: `delete from fichario.attachment_chunk where position = 2
        and content_id = (select content_id from fichario.attachment where id = $1::text::uuid)`,
      values: [id],
    });
    const origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
    const answer = await fetch(`${origin}${url}`, { headers: { authorization: `Bearer ${admin.token}` } });
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });
});
