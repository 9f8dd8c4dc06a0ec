/** Files that were taken off their records: who still gets them, and how they are erased for ever. */
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import type { SentFile } from './attachment-calls.ts';
import { fileAddress, pdfOf, saveRecord, sendFile } from './attachment-calls.ts';
import { attachmentFiles } from './attachment-files.ts';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: attachmentFiles });
    admin = await product.as(administrator.login, administrator.password);
  });

  const contents = async (): Promise<number> =>
    (
      await database.query<{ n: number }>({
        text: 'select count(*)::integer as n from fichario.attachment_content',
        values: [],
      })
    ).rows[0]?.n ?? 0;
  const put = (record: number, imagens: readonly { readonly id: string }[]) =>
    admin.call('PATCH', `/api/laudos?id=eq.${record}`, { body: { imagens } });
  /** A record that had the file and has it no more. */
  const takenOff = async (bytes: Buffer): Promise<{ readonly record: number; readonly file: SentFile }> => {
    const file = await sendFile(admin, bytes);
    const record = await saveRecord(admin, { imagens: [file] });
    expect((await put(record, [])).statusCode).toBe(204);
    return { record, file };
  };
  const today = (): string => new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date());

  test('a file that was taken off its record is given to who may audit the record, and to nobody else', async () => {
    const bytes = pdfOf('taken off');
    const { record, file } = await takenOff(bytes);
    const reader = await product.enter('so-le', ['laudo:list', 'laudo:view']);
    expect(refusalOf(await reader.call('GET', fileAddress(record, file.id)))).toEqual({
      status: 404,
      body: await refusalBody('ATTACHMENT_MISSING', { title: 'Laudo' }),
    });
    const auditor = await product.enter('audita', ['laudo:list', 'laudo:audit']);
    const given = await auditor.call('GET', fileAddress(record, file.id));
    expect([given.statusCode, given.rawPayload.equals(bytes)]).toEqual([200, true]);
    // Nor through another record, another field, or one that is hidden.
    const other = await saveRecord(admin, {});
    for (const address of [fileAddress(other, file.id), fileAddress(record, file.id, 'planilha')])
      expect((await auditor.call('GET', address)).statusCode).toBe(404);
    expect((await auditor.call('GET', fileAddress(record, file.id, 'sigilo'))).statusCode).toBe(400);
    // A record that is gone has a history still.
    expect((await admin.call('DELETE', `/api/laudos?id=eq.${record}`)).statusCode).toBe(204);
    expect((await auditor.call('GET', fileAddress(record, file.id))).statusCode).toBe(200);
    const confined = await product.enter('de-fora', ['laudo:list', 'laudo:view', 'laudo:audit'], {
      roles: { operadora: false, prestador: true, prestador_registro: 1 },
    });
    expect((await confined.call('GET', fileAddress(record, file.id))).statusCode).toBe(404);
  });

  test('an administrator erases it for ever: no door gives it, the record of it stays, and who did it is kept', async () => {
    const before = await contents();
    const { record, file } = await takenOff(pdfOf('to be erased'));
    const address = fileAddress(record, file.id);
    expect((await admin.call('DELETE', address)).statusCode).toBe(204);
    expect(await contents()).toBe(before);
    const gone = { status: 410, body: await refusalBody('ATTACHMENT_ERASED', { day: today() }) };
    expect(refusalOf(await admin.call('GET', address))).toEqual(gone);
    expect((await admin.call('HEAD', address)).statusCode).toBe(410);
    // Once more changes nothing, and the record does not take it back.
    expect(refusalOf(await admin.call('DELETE', address))).toEqual(gone);
    expect((await put(record, [file])).statusCode).toBe(409);
    const entries = (await admin.call('GET', `/api/laudos/${record}/historico`)).json() as {
      changes: { field: string; before: SentFile[] | null }[];
    }[];
    expect(entries[0]?.changes.find(({ field }) => field === 'imagens')?.before).toEqual([file]);
    const { rows } = await database.query<{ readonly detail: string }>({
      text: `select kind, login, actor, address, detail from fichario.access_event where kind = 'fileErased'`,
      values: [],
    });
    expect(rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) }))).toEqual([
      {
        kind: 'fileErased',
        login: null,
        actor: administrator.login,
        address: '127.0.0.1',
        detail: { entity: 'laudo', record: String(record), field: 'imagens', file: file.id, name: file.name },
      },
    ]);
  });

  test('the bytes stay where another file has the same ones', async () => {
    const bytes = pdfOf('the same twice');
    const { record, file } = await takenOff(bytes);
    const twin = await sendFile(admin, bytes);
    const other = await saveRecord(admin, { imagens: [twin] });
    expect((await admin.call('DELETE', fileAddress(record, file.id))).statusCode).toBe(204);
    expect((await admin.call('GET', fileAddress(record, file.id))).statusCode).toBe(410);
    expect((await admin.call('GET', fileAddress(other, twin.id))).rawPayload.equals(bytes)).toBe(true);
    // The last of them takes the content along.
    const before = await contents();
    expect((await put(other, [])).statusCode).toBe(204);
    expect((await admin.call('DELETE', fileAddress(other, twin.id))).statusCode).toBe(204);
    expect(await contents()).toBe(before - 1);
  });

  test('a file that the record still has is not erased, nor by who does not administer', async () => {
    const file = await sendFile(admin, pdfOf('in use'));
    const record = await saveRecord(admin, { imagens: [file] });
    expect(refusalOf(await admin.call('DELETE', fileAddress(record, file.id)))).toEqual({
      status: 409,
      body: await refusalBody('ATTACHMENT_IN_USE', { name: file.name }),
    });
    const { record: former, file: taken } = await takenOff(pdfOf('kept'));
    const manager = await product.enter('gere-laudos', ['laudo:list', 'laudo:manage']);
    expect((await manager.call('DELETE', fileAddress(former, taken.id))).statusCode).toBe(403);
    expect((await admin.call('GET', fileAddress(record, file.id))).statusCode).toBe(200);
    expect((await manager.call('GET', fileAddress(former, taken.id))).statusCode).toBe(200);
  });
});
