/** Imports in their order, of lines and of steps: what was looked at before, what is still going on, and what a run with other rights had kept. */
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Import } from '../../../engine/contract/import.ts';
import { importLimits } from '../../../engine/contract/import-kinds.ts';
import type { Database } from '../../../engine/data/database.ts';
import { clinicFiles } from '../../engine/api/clinic-files.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { applyFile, checkFile, door, post, readImport, refusalsOf, sendFile, whenOver } from './import-stage.ts';

const file = 'Código;Nome\n 101 ;Novo nome\n103;Banco Três\n';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let chief: Caller;

  const run = (text: string, ...values: readonly string[]) =>
    database.query<Record<string, unknown>>({ text, values: [...values] });
  const banks = async () => (await run('select codigo, nome from banco order by codigo')).rows;
  const first = [{ codigo: '101', nome: 'Antigo' }];

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: clinicFiles });
    chief = await product.as(administrator.login, administrator.password);
  });
  beforeEach(async () => {
    await run('delete from banco');
    await run(`insert into banco (codigo, nome) values ('101', 'Antigo')`);
  });

  it('are written as they were looked at last, and by no look before that', async () => {
    const before = await checkFile(chief, await sendFile(chief, '/bancos', file), { mode: 'upsert' });
    const again = await chief.call('POST', `${door}/${before.id}/conferir`, {
      body: { ...before.choices, mode: 'insert' },
    });
    expect(again.statusCode).toBe(202);
    expect((again.json() as Import).batch?.id).not.toBe(before.batch?.id);
    const now = await whenOver(chief, again.json() as Import);
    expect((await chief.call('GET', `/api/alteracoes-em-lote/${before.batch?.id}`)).statusCode).toBe(404);
    expect([before.batch?.changes, now.batch?.changes]).toEqual([2, 1]);
    const answer = await chief.call('POST', `${door}/${now.id}/aplicar`, { body: { seal: before.batch?.seal } });
    expect(refusalOf(answer)).toEqual({
      status: 412,
      body: await refusalBody('BATCH_SEAL', { number: now.batch?.number ?? 0 }),
    });
    expect(await banks()).toEqual(first);
    await applyFile(chief, now);
    // Blanks around a value are none of it: the first line is the record that is there.
    expect(await banks()).toEqual([...first, { codigo: '103', nome: 'Banco Três' }]);
  });

  it('are written whole, where it was so asked, through whatever door', async () => {
    const wrong = `${file}12;Código curto\n`;
    const planned = await checkFile(chief, await sendFile(chief, '/bancos', wrong), { mode: 'upsert', whole: true });
    expect(planned.batch).toMatchObject({ rows: 3, changes: 2, refused: 1 });
    const body = { seal: planned.batch?.seal };
    const refused = { status: 409, body: await refusalBody('IMPORT_WHOLE', { count: 1 }) };
    for (const path of [`${door}/${planned.id}`, `/api/alteracoes-em-lote/${planned.batch?.id}`])
      expect(refusalOf(await chief.call('POST', `${path}/aplicar`, { body }))).toEqual(refused);
    expect(await banks()).toEqual(first);
  });

  it('are looked at, written and thrown away one after the other', async () => {
    const planned = await checkFile(chief, await sendFile(chief, '/bancos', file));
    // As if the job were still at it.
    await run(`update fichario.job set state = 'running' where id = $1::text::uuid`, planned.job?.id ?? '');
    const busy = { status: 409, body: await refusalBody('IMPORT_BUSY', { name: planned.file.name }) };
    for (const answer of [
      await chief.call('POST', `${door}/${planned.id}/conferir`, { body: planned.choices }),
      await chief.call('POST', `${door}/${planned.id}/aplicar`, { body: { seal: planned.batch?.seal } }),
      await chief.call('DELETE', `${door}/${planned.id}`),
    ])
      expect(refusalOf(answer)).toEqual(busy);
    expect((await readImport(chief, planned)).batch).toEqual(planned.batch);
    expect(await banks()).toEqual(first);
  });

  it('are looked at from the beginning where the run that was cut off had other rights', async () => {
    const lines = Array.from({ length: 5_100 }, (_, at) => `${100_000 + at};Nome ${at}`);
    const detail = await sendFile(chief, '/cbos', `Código;Descrição\n${lines.join('\n')}\n`);
    const planned = await checkFile(chief, detail);
    const whole = { rows: lines.length, changes: lines.length, refused: 0 };
    expect(planned.batch).toMatchObject(whole);
    const job = planned.job?.id ?? '';
    // What that run kept is of nobody's rights here, and is not what this one comes to.
    await run(
      `update fichario.job set state = 'failed', problem = 'cortado', checkpoint = checkpoint
          || jsonb_build_object('key', 'de outros direitos', 'progress', checkpoint -> 'progress' || '{"refused":7}')
        where id = $1::text::uuid`,
      job,
    );
    const answer = await chief.call('POST', `/api/trabalhos/${job}/repetir`);
    const again = await whenOver(chief, { ...planned, job: answer.json() as NonNullable<Import['job']> });
    expect(again.batch).toMatchObject(whole);
  });

  it('know what they met before they were cut off: a line that says it again is refused', async () => {
    const lines = Array.from({ length: 5_100 }, (_, at) => `${200_000 + at};Nome ${at}`);
    // Of a part that the run had kept, and after it.
    lines.push('204990;Outra vez');
    const detail = await sendFile(chief, '/cbos', `Código;Descrição\n${lines.join('\n')}\n`);
    const planned = await checkFile(chief, detail);
    const whole = { rows: lines.length, changes: lines.length - 1, refused: 1 };
    expect(planned.batch).toMatchObject(whole);
    const job = planned.job?.id ?? '';
    await run(`update fichario.job set state = 'failed', problem = 'cortado' where id = $1::text::uuid`, job);
    const answer = await chief.call('POST', `/api/trabalhos/${job}/repetir`);
    const again = await whenOver(chief, { ...planned, job: answer.json() as NonNullable<Import['job']> });
    expect([again.batch, refusalsOf(again)]).toEqual([expect.objectContaining(whole), refusalsOf(planned)]);
  });

  it('are given back with what is wrong in each line, whatever was to become of it', async () => {
    for (const diagnostico of ['a', 'b']) await insertRow(chief, '/fichas', { numero: `F${diagnostico}`, diagnostico });
    const long = 'x'.repeat(101);
    // New, known, and new again: those that are there are told of apart.
    const lines = ['Número;Diagnóstico', `N1;${long}`, 'Fa;b', `N2;${long}`, 'N3;c'];
    const planned = await checkFile(chief, await sendFile(chief, '/fichas', `${lines.join('\n')}\n`));
    const told = new Map(refusalsOf(planned).flatMap(([message, places]) => places.map((place) => [place, message])));
    expect([...told.keys()].sort()).toEqual(['Linha 2', 'Linha 3', 'Linha 4']);
    expect(new Set(told.values()).size).toBe(2);
    const answer = await chief.call('GET', `${door}/${planned.id}/problemas`);
    expect(answer.body.replaceAll('"', '').trimEnd().split('\n')).toEqual([
      `${lines[0]};Problemas`,
      ...[2, 3, 4].map((line) => `${lines[line - 1]};${told.get(`Linha ${line}`)}`),
      lines[4],
    ]);
  });

  it('are as many a minute as a person sends, and so are plans of batches', async () => {
    for (const [kind, most] of [
      ['import', '30'],
      ['batch', '600'],
    ] as const)
      await run(
        `insert into fichario.turn as t (key, turns, began) select $1::text || ':' || id, $2::text::integer, now() from usuario
          where login = $3::text on conflict (key) do update set turns = excluded.turns, began = excluded.began`,
        kind,
        most,
        administrator.login,
      );
    const wanted = { path: '/bancos', operation: 'update', filter: 'id=gt.0', values: { nome: 'Outro' } };
    const answers = [
      await post(chief, '/bancos', file),
      await chief.call('POST', '/api/alteracoes-em-lote', { body: wanted }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429]);
    await run('delete from fichario.turn');
    expect((await post(chief, '/bancos', file)).statusCode).toBe(201);
  });

  it('of more bytes than are taken are refused before they come', async () => {
    const answer = await chief.call('POST', `${door}?path=/bancos&name=grande.csv`, {
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(importLimits.bytes + 1) },
      bytes: Buffer.from(file),
    });
    expect(refusalOf(answer)).toEqual({
      status: 413,
      body: await refusalBody('IMPORT_TOO_LARGE', { name: 'grande.csv', limit: '100 MB' }),
    });
  });
});
