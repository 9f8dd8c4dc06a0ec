/** Files that several people, or one in several windows, handle at the same time. */
import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { readAttachment } from '../../../engine/data/attachments.ts';
import type { Database } from '../../../engine/data/database.ts';
import { sweepAttachments } from '../../../engine/data/sweep-attachments.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import type { SentFile } from './attachment-calls.ts';
import { fileAddress, pdfOf, saveRecord, sendFile } from './attachment-calls.ts';
import { attachmentFiles } from './attachment-files.ts';

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

forEachDatabase((open, kind) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;

  const count = async (condition: string): Promise<number> =>
    (
      await database.query<{ n: number }>({
        text: `select count(*)::integer as n from fichario.attachment_content ${condition}`,
        values: [],
      })
    ).rows[0]?.n ?? 0;
  const age = async (): Promise<void> => {
    await database.execute(`update fichario.attachment set uploaded_at = uploaded_at - interval '25 hours';
      update fichario.attachment_content set stored_at = stored_at - interval '25 hours'`);
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: attachmentFiles });
    admin = await product.as(administrator.login, administrator.password);
  });

  test('the same content sent several times at once is kept once, and each is a file of its own', async () => {
    const before = await count('');
    const bytes = pdfOf(randomBytes(400_000));
    const sent = await Promise.all(Array.from({ length: 4 }, (_, n) => sendFile(admin, bytes, `${n}.pdf`)));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(4);
    expect((await count('')) - before).toBe(1);
    for (const { id, name } of sent) {
      const record = await saveRecord(admin, { imagens: [{ id }] });
      const answer = await admin.call('GET', fileAddress(record, id));
      expect([digestOf(answer.rawPayload), answer.headers['content-disposition']]).toEqual([
        digestOf(bytes),
        `attachment; filename=${name}`,
      ]);
    }
  });

  test('one file goes to one record, however many ask for it at once', async () => {
    const { id } = await sendFile(admin, pdfOf('one'));
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        admin.call('POST', '/api/laudos', { body: { titulo: `Um de quatro ${n}`, imagens: [{ id }] } }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409]);
  });

  test('of two who change the files of a record the later is told, and loses neither file', async () => {
    const { password } = await createUser(database, 'colega', ['laudo:list', 'laudo:view', 'laudo:update']);
    const colleague = await product.as('colega', password);
    const record = await saveRecord(admin, {});
    const url = `/api/laudos?id=eq.${record}`;
    const [mine, theirs] = [await sendFile(admin, pdfOf('mine')), await sendFile(colleague, pdfOf('theirs'), 'b.pdf')];
    const etag = async (): Promise<string> =>
      String(
        (await admin.call('GET', url, { headers: { accept: 'application/vnd.pgrst.object+json' } })).headers['etag'],
      );
    const read = await etag();
    const change = (caller: Caller, version: string, imagens: readonly SentFile[]) =>
      caller.call('PATCH', url, { body: { imagens }, headers: { 'if-match': version } });
    expect((await change(admin, read, [mine])).statusCode).toBe(204);
    const refused = await change(colleague, read, [theirs]);
    expect(refusalOf(refused)).toEqual({
      status: 412,
      body: await refusalBody(
        'RECORD_CHANGED',
        { title: 'Laudo', fields: ['Imagens'] },
        { at: { entity: 'laudo', record }, fields: [['imagens', 'RECORD_FIELD_CHANGED', { field: 'Imagens' }]] },
      ),
    });
    expect((await change(colleague, await etag(), [mine, theirs])).statusCode).toBe(204);
    for (const { id } of [mine, theirs])
      expect((await admin.call('GET', fileAddress(record, id))).statusCode).toBe(200);
  });

  test('a file that is taken out while somebody takes it down comes to its end', async () => {
    const bytes = pdfOf(randomBytes(800_000));
    const { id, size } = await sendFile(admin, bytes);
    const record = await saveRecord(admin, { imagens: [{ id }] });
    const pieces = readAttachment(database, id, { start: 0, end: size - 1 });
    const read = [(await pieces.next()).value as Buffer];
    const other = await sendFile(admin, pdfOf('other'));
    await admin.call('PATCH', `/api/laudos?id=eq.${record}`, { body: { imagens: [other] } });
    await age();
    await sweepAttachments(database);
    for await (const piece of pieces) read.push(piece);
    expect(digestOf(Buffer.concat(read))).toBe(digestOf(bytes));
  });

  if (kind === 'postgres')
    test('a sweep leaves alone what another one is sweeping', async () => {
      await sendFile(admin, pdfOf(randomBytes(1000)));
      await age();
      const waiting = () =>
        count('c where exists (select from fichario.attachment a where a.content_id = c.id and a.record_id is null)');
      const before = await waiting();
      expect(before).toBeGreaterThan(0);
      // As the other one does, from its first statement to its commit.
      await database.transaction(async (other) => {
        await other.query({ text: `select pg_advisory_xact_lock(hashtext('fichario.attachment'))`, values: [] });
        await sweepAttachments(database);
        expect(await waiting()).toBe(before);
      });
      await sweepAttachments(database);
      expect(await waiting()).toBe(0);
    });

  test('what several sweep at once goes whole, with the content that only those files used', async () => {
    const bytes = pdfOf(randomBytes(1000));
    const lost = await Promise.all(Array.from({ length: 4 }, () => sendFile(admin, bytes)));
    // More than one sweep takes, so that each has some.
    await database.query({
      text: `insert into fichario.attachment (content_id, entity, field, name, type, size, usuario_id)
        select content_id, entity, field, name, type, size, usuario_id from fichario.attachment, generate_series(1, 150)
        where id = $1::text::uuid`,
      values: [lost[0]?.id ?? ''],
    });
    const kept = await sendFile(admin, pdfOf('kept'));
    const record = await saveRecord(admin, { imagens: [{ id: kept.id }] });
    await age();
    await Promise.all(Array.from({ length: 4 }, () => sweepAttachments(database)));
    for (let round = 0; round < 4; round += 1) await sweepAttachments(database);
    expect(await count('c where not exists (select from fichario.attachment a where a.content_id = c.id)')).toBe(0);
    for (const { id } of lost)
      expect((await admin.call('POST', '/api/laudos', { body: { titulo: id, imagens: [{ id }] } })).statusCode).toBe(
        409,
      );
    expect((await admin.call('GET', fileAddress(record, kept.id))).statusCode).toBe(200);
  });

  test('a content that comes again while its last file is swept is there for the new one', async () => {
    const bytes = pdfOf(randomBytes(1000));
    await sendFile(admin, bytes);
    await age();
    const [sent] = await Promise.all([sendFile(admin, bytes), sweepAttachments(database)]);
    const record = await saveRecord(admin, { imagens: [{ id: sent.id }] });
    expect(digestOf((await admin.call('GET', fileAddress(record, sent.id))).rawPayload)).toBe(digestOf(bytes));
  });
});
