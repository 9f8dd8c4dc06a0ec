/** An import that is cut off at any statement while its rows are looked at, or written: it goes on, and nothing comes twice. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { unlimited } from '../../../engine/access/access.ts';
import { writeEngine } from '../../../engine/api/runtime.ts';
import type { ImportChoices } from '../../../engine/contract/import.ts';
import { applyBatch, readResult } from '../../../engine/data/batch/apply-batch.ts';
import { findBatch, partsOf } from '../../../engine/data/batch/store.ts';
import type { BatchPart } from '../../../engine/data/batch/types.ts';
import type { Database } from '../../../engine/data/database.ts';
import type { ImportCaller, ImportProgress } from '../../../engine/data/import/plan-import.ts';
import { beginImport, endImport, planRows, resumeImport } from '../../../engine/data/import/plan-import.ts';
import { readRecords } from '../../../engine/data/import/read-records.ts';
import { SeenKeys } from '../../../engine/data/import/seen-keys.ts';
import { receiveImport } from '../../../engine/data/import/store.ts';
import { listContext } from '../../../engine/data/plan/context.ts';
import { openTable } from '../../../engine/files/open-table.ts';
import type { TableRow } from '../../../engine/files/table.ts';
import { Cut, cutAt } from '../../support/cut-database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { TestProduct } from '../../support/product.ts';
import { startTestProduct } from '../../support/product.ts';

/** Of each portion new, changed, equal and refused rows; rows of one are repeated in another. */
const file = [
  'Código;Nome',
  '001;Mudado',
  '002;Banco 2',
  '101;Novo',
  '',
  '102;',
  '003;Mudado também',
  '101;Repetido',
  '',
  '103;Novo três',
  '002;Repetido também',
  '104;Novo quatro',
].join('\n');

const choices: ImportChoices = {
  columns: [
    { column: 0, field: 'codigo' },
    { column: 1, field: 'nome' },
  ],
  key: ['codigo'],
  mode: 'upsert',
  whole: false,
};

const counts = { rows: 9, changes: 5, same: 1, refused: 3 };

forEachDatabase((open, kind) => {
  let database: Database;
  let product: TestProduct;
  let portions: readonly (readonly TableRow[])[];

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database);
    const rows: TableRow[] = [];
    for await (const row of (await openTable(Buffer.from(file))).rows) rows.push(row);
    portions = [rows.slice(0, 3), rows.slice(3, 6), rows.slice(6)];
  });
  beforeEach(async () => {
    await database.query({ text: 'delete from banco', values: [] });
    await database.query({
      text: `insert into banco (codigo, nome) select lpad(n::text, 3, '0'), 'Banco ' || n from generate_series(1, 5) n`,
      values: [],
    });
  });

  const callerOn = (on: Database, importId: string): ImportCaller => {
    const { current } = product.runtime;
    const [screen] = current.screens.get('/bancos') ?? [];
    if (screen === undefined) throw new Error('no screen of banks');
    return {
      engine: { ...writeEngine(product.runtime), database: on },
      context: listContext(current.model, unlimited, screen, 'UTC'),
      origin: 'screen 127.0.0.1',
      tell: ({ code }) => code,
      sizes: { part: 5, whole: 1 },
      importId,
      choices,
      seen: new SeenKeys(),
    };
  };
  const sent = async (): Promise<string> =>
    (await receiveImport(database, { userId: 1, login: 'chefe', path: '/bancos', entity: 'banco', name: 'a.csv' })).id;

  /** As the job does: what was kept is where a run that was cut off goes on. */
  const look = async (importId: string, on: (run: number) => Database): Promise<ImportProgress> => {
    let kept: { readonly progress: ImportProgress; readonly portion: number } | undefined;
    for (let run = 1; ; run += 1) {
      const caller = callerOn(on(run), importId);
      try {
        if (kept !== undefined) await resumeImport(caller, kept.progress);
        kept ??= { progress: await beginImport(caller), portion: 0 };
        for (const portion of portions.slice(kept.portion))
          kept = {
            progress: await planRows(
              caller,
              kept.progress,
              await readRecords(caller, choices, new Map(), new Date('2026-11-22T12:00:00Z'), portion),
            ),
            portion: kept.portion + 1,
          };
        await endImport(caller, kept.progress);
        return kept.progress;
      } catch (error) {
        if (!(error instanceof Cut)) throw error;
      }
    }
  };
  const partsIn = async (batchId: string): Promise<readonly BatchPart[]> => {
    const parts: BatchPart[] = [];
    for await (const part of partsOf(database, batchId)) parts.push(part);
    return parts;
  };
  const names = async () =>
    (
      await database.query<{ codigo: string; nome: string }>({
        text: 'select codigo, nome from banco order by codigo',
        values: [],
      })
    ).rows.map(({ codigo, nome }) => `${codigo} ${nome}`);

  test('while its rows are looked at: the plan is the same', { timeout: 240_000 }, async () => {
    const whole = cutAt(database, 0);
    const plain = await look(await sent(), () => whole.database);
    const parts = await partsIn(plain.batchId);
    expect(await findBatch(database, plain.batchId)).toMatchObject(counts);
    expect(parts.flatMap(({ refusals }) => refusals.map(({ line, message }) => [line, message]))).toEqual([
      [6, 'RECORD_INVALID'],
      [8, 'RECORD_IMPORT_REPEATED'],
      [11, 'RECORD_IMPORT_REPEATED'],
    ]);
    for (let at = 1; at <= whole.statements(); at += 1) {
      const cut = cutAt(database, at);
      const progress = await look(await sent(), (run) => (run === 1 ? cut.database : database));
      expect([at, await findBatch(database, progress.batchId), await partsIn(progress.batchId)]).toEqual([
        at,
        expect.objectContaining(counts),
        parts,
      ]);
      expect(progress.effects).toEqual(plain.effects);
    }
    expect(await names()).toEqual(['001 Banco 1', '002 Banco 2', '003 Banco 3', '004 Banco 4', '005 Banco 5']);
  });

  test('while it is written: all or nothing on a server, whole parts on the embedded database', {
    timeout: 240_000,
  }, async () => {
    const importId = await sent();
    const written = [
      '001 Mudado',
      '002 Banco 2',
      '003 Mudado também',
      '004 Banco 4',
      '005 Banco 5',
      '101 Novo',
      '103 Novo três',
      '104 Novo quatro',
    ];
    for (let at = 1; ; at += 1) {
      await database.query({ text: `delete from banco where codigo like '1%'`, values: [] });
      await database.query({
        text: `update banco set nome = 'Banco ' || codigo::integer, versao = versao + 1`,
        values: [],
      });
      const before = await names();
      const { batchId } = await look(importId, () => database);
      const batch = await findBatch(database, batchId);
      if (batch === undefined) throw new Error('planned just now');
      const done = await applyBatch(callerOn(cutAt(database, at).database, importId), batch, batch.seal).catch(
        (error: unknown) => {
          if (!(error instanceof Cut)) throw error;
          return undefined;
        },
      );
      if (done !== undefined) {
        expect([done, await names()]).toEqual([expect.objectContaining({ written: 5, refused: 3 }), written]);
        expect(at).toBeGreaterThan(10);
        return;
      }
      const told = await readResult(callerOn(database, importId), batchId);
      const there = (await names()).filter((name) => !before.includes(name)).length;
      expect([at, told.written]).toEqual([at, there]);
      if (kind === 'postgres' && told.state !== 'applied') expect([at, there]).toEqual([at, 0]);
      if (told.state === 'applied') continue;
      await applyBatch(callerOn(database, importId), (await findBatch(database, batchId)) ?? batch, batch.seal);
      expect([at, await names()]).toEqual([at, written]);
    }
  });

  test('and given up while it is written: nothing on a server, the parts before on the embedded database, which go on', async () => {
    const importId = await sent();
    const { batchId } = await look(importId, () => database);
    const batch = await findBatch(database, batchId);
    if (batch === undefined) throw new Error('planned just now');
    const before = await names();
    const giving = new AbortController();
    const caller = callerOn(database, importId);
    const given: number[] = [];
    const stopped = applyBatch(
      {
        ...caller,
        signal: giving.signal,
        progress: (records) => {
          given.push(records);
          if (given.length === 2) giving.abort();
        },
      },
      batch,
      batch.seal,
    );
    await expect(stopped).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
    const [one, other] = await partsIn(batchId);
    expect(given).toEqual([one, other].map((part) => part?.items.length));
    const written = (await names()).filter((name) => !before.includes(name));
    expect(written).toEqual(kind === 'postgres' ? [] : ['001 Mudado', '101 Novo']);
    expect(await readResult(caller, batchId)).toMatchObject({
      state: kind === 'postgres' ? 'planned' : 'applying',
      written: written.length,
    });
    expect(await applyBatch(caller, (await findBatch(database, batchId)) ?? batch, batch.seal)).toMatchObject({
      state: 'applied',
      written: 5,
      refused: 3,
    });
  });
});
