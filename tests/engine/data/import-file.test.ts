/** Files of imports on the local disk, and plans of runs that were cut off: nothing of them outlives its use. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { Effects } from '../../../engine/data/batch/effects.ts';
import { findBatch, insertHead, partsOf, putPart } from '../../../engine/data/batch/store.ts';
import type { Database } from '../../../engine/data/database.ts';
import type { ImportCaller } from '../../../engine/data/import/plan-import.ts';
import { resumeImport } from '../../../engine/data/import/plan-import.ts';
import { SeenKeys } from '../../../engine/data/import/seen-keys.ts';
import { receiveImport, setImportBatch, withFile } from '../../../engine/data/import/store.ts';
import { openBytes } from '../../../engine/files/byte-source.ts';
import { forEachDatabase } from '../../support/databases.ts';

forEachDatabase((open) => {
  let database: Database;
  let folder: string;
  const usual = process.env['TMPDIR'];
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fichario-import-file-'));
    process.env['TMPDIR'] = folder;
  });
  afterEach(async () => {
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
    await rm(folder, { recursive: true, force: true });
  });
  const receive = () =>
    receiveImport(database, { userId: 1, login: 'chefe', path: '/bancos', entity: 'banco', name: 'a.csv' });

  test('a file is read whole, as often as one likes, and has no name that a process could leave behind', async () => {
    const receiving = await receive();
    const bytes = Buffer.from(Array.from({ length: 600_000 }, (_, at) => at % 251));
    await receiving.write(bytes);
    await receiving.end();
    const read = await withFile(database, receiving.id, async (file) => {
      expect(await readdir(folder)).toEqual([]);
      const twice: Buffer[] = [];
      for (const _ of [1, 2]) {
        const source = await openBytes(file);
        twice.push(Buffer.from(await source.read(0, source.size)));
        await source.close();
      }
      return twice;
    });
    expect(read.map((one) => one.equals(bytes))).toEqual([true, true]);
    await expect(withFile(database, receiving.id, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await readdir(folder)).toEqual([]);
  });

  test('a plan that is begun anew takes the place of what was half planned', async () => {
    const { id: importId } = await receive();
    const begin = async (): Promise<string> => {
      const id = randomUUID();
      await database.transaction(async (transaction) => {
        const counts = { rows: 0, changes: 0, same: 0, refused: 0 };
        const whose = { path: '/bancos', entity: 'banco', userId: 1, login: 'chefe', filter: undefined, undoes: null };
        await insertHead(transaction, { id, work: { operation: 'import' }, seal: '', ...whose, ...counts }, 'planning');
        await putPart(transaction, id, 0, { operation: 'insert', items: [], skipped: [], refusals: [] });
        await setImportBatch(transaction, importId, id);
      });
      return id;
    };
    await begin();
    const second = await begin();
    const { rows } = await database.query({
      text: `select b.id::text as id, i.batch_id::text as "of", (select count(*)::integer from fichario.batch_part) as parts
        from fichario.batch b left join fichario.import i on i.batch_id = b.id`,
      values: [],
    });
    expect(rows).toEqual([{ id: second, of: second, parts: 1 }]);
    expect(await findBatch(database, second)).toBeUndefined();
  });

  test('a run that goes on where another kept itself drops what that one planned behind it', async () => {
    const { id: importId } = await receive();
    const counts = { rows: 0, changes: 0, same: 0, refused: 0 };
    const whose = { path: '/bancos', entity: 'banco', userId: 1, login: 'chefe', filter: undefined, undoes: null };
    const batchId = randomUUID();
    const head = { id: batchId, work: { operation: 'import' }, seal: '', ...whose, ...counts } as const;
    await insertHead(database, head, 'planning');
    for (const line of [1, 2, 3]) {
      const items = [{ id: line, version: 0, values: { nome: `Linha ${line}` }, line }];
      await putPart(database, batchId, line - 1, { operation: 'insert', items, skipped: [], refusals: [] });
    }
    const caller = { engine: { database }, importId, seen: new SeenKeys() } as unknown as ImportCaller;
    const effects = new Effects([]).state();
    const progress = { batchId, line: 2, parts: 2, ...counts, fresh: 0, changed: 0, digest: '', effects };
    await resumeImport(caller, progress);
    const kept: number[] = [];
    for await (const { items } of partsOf(database, batchId)) kept.push(...items.map(({ id }) => id));
    expect(kept).toEqual([1, 2]);
  });
});
