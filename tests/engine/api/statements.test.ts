import { expect, inject, it } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { selectOf } from '../../../engine/contract/write-select.ts';
import type { Statement } from '../../../engine/data/database.ts';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';
import { loadSamples } from '../../../engine/data/samples/load-samples.ts';
import { sampleRecipes } from '../../../src/demo/index.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { notedDatabase } from '../../support/noted-database.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { readRealFiles } from '../../support/real-files.ts';

/** Jobs look for work by the clock, whoever asks for what. */
const ofJobs = /\bfichario(_fila|\.job)/;

forEachDatabase((open) => {
  it('asks the database once for a list with relations, and once more where the session is not known yet', async () => {
    const { database, said } = notedDatabase(await open({ from: 'product' }));
    const product = await startTestProduct(database);
    const admin = await product.as(administrator.login, administrator.password);
    const url = '/api/distritos?select=id,codigo,nome,cidade(nome,uf)&order=cidade(nome).asc&cidade.uf=eq.MG&limit=50';
    // Any change of rights makes the process forget what sessions grant.
    await product.database.query({ text: "insert into grupo (nome) values ('outro')", values: [] });
    const asked: (readonly string[])[] = [];
    // The notification may come while these are under way; then nothing is asked but the list itself.
    await expect
      .poll(async () => {
        said.length = 0;
        expect((await admin.call('GET', url)).statusCode).toBe(200);
        asked.push(said.filter((text) => !ofJobs.test(text)));
        return asked.slice(-2).map(({ length }) => length);
      })
      .toEqual([1, 1]);
    expect(asked.filter(({ length }) => length > 2)).toEqual([]);
    await product.app.close();
  });

  it('writes a new record with one statement, and one that is stored once with two more', async () => {
    const { database, said } = notedDatabase(await open({ from: 'product' }));
    const product = await startTestProduct(database);
    const admin = await product.as(administrator.login, administrator.password);
    const post = async (codigo: string, key?: string) => {
      said.length = 0;
      const headers = { prefer: 'return=representation', ...(key === undefined ? {} : { 'idempotency-key': key }) };
      const answer = await admin.call('POST', '/api/bancos', { body: { codigo, nome: 'Banco' }, headers });
      return [answer.statusCode, said.filter((text) => !ofJobs.test(text)).length];
    };
    // What the process knows of the session it asks for with the first.
    await post('001');
    expect(await post('002')).toEqual([201, 1]);
    expect(await post('003', '"a"')).toEqual([201, 3]);
    // The key, what was written by it, and that as it is now.
    expect(await post('003', '"a"')).toEqual([201, 3]);
    await product.app.close();
  });

  it('asks for rows and count at once, so that neither waits for the other', async () => {
    const opened = await open({ from: 'product' });
    let rowsAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      rowsAsked = resolve;
    });
    const product = await startTestProduct({
      ...opened,
      kind: opened.kind,
      query: async (statement: Statement) => {
        // The count is held back until the rows have been asked for.
        if (statement.text.startsWith('select count(*)::integer as n from (select 1 from public."cidade"')) await asked;
        if (statement.text.includes('from public."cidade" t order by')) rowsAsked();
        return opened.query(statement);
      },
      execute: (sql) => opened.execute(sql),
      transaction: (run) => opened.transaction(run),
      listen: (channel, handler, lost) => opened.listen(channel, handler, lost),
      close: () => opened.close(),
    });
    const admin = await product.as(administrator.login, administrator.password);
    const answer = await admin.call('GET', '/api/cidades', { headers: { prefer: 'count=exact' } });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([200, '*/0']);
    await product.app.close();
  });
});

/** Records of each entity: what is asked for each record anew would be asked so often. Of the accounts the fifth is the second to book on. */
const records = 5;

it('asks the database at most twice for the list of any screen, with all that its columns need and with every column', {
  timeout: 120_000,
}, async () => {
  const { database, said } = notedDatabase(
    await openPglite({ folder: 'memory://', template: inject('pgliteTemplates').product }),
  );
  const { model } = loadProduct(await readRealFiles(), 'copass');
  const count = { small: records, medium: records, large: records };
  const entities = Object.fromEntries(
    Object.keys(model.entities).map((name) => [name, { ...sampleRecipes.entities[name], count }]),
  );
  await loadSamples(
    database,
    model,
    { ...sampleRecipes, entities },
    { size: 'small', seed: 7, timeZone: 'America/Sao_Paulo', step: 100 },
  );
  const product = await startTestProduct(database);
  const admin = await product.as(administrator.login, administrator.password);
  const paths = model.screens.flatMap((screen) => (screen.kind === 'registry' ? [screen.path] : []));
  expect(paths.length).toBeGreaterThan(200);
  const beyond: unknown[] = [];
  const empty: string[] = [];
  for (const path of paths) {
    const screen = (await admin.call('GET', `/api/model/screen?path=${path}`)).json() as ScreenModel;
    const every = selectOf(screen, [...screen.columns, ...screen.moreColumns]);
    for (const select of new Set([screen.select, every])) {
      const query = new URLSearchParams({ select, ...(screen.order === '' ? {} : { order: screen.order }) });
      const list = async () => {
        said.length = 0;
        const answer = await admin.call('GET', `/api${path}?${query}`);
        return { answer, asked: said.filter((text) => !ofJobs.test(text)) };
      };
      // What clocks ask for meanwhile, as the use of a session that is noted, they do not ask for each time.
      let { answer, asked } = await list();
      for (let again = 0; again < 3 && asked.length > 2; again += 1) ({ answer, asked } = await list());
      if (answer.statusCode !== 200 || asked.length > 2)
        beyond.push([path, answer.statusCode, answer.body.slice(0, 200), asked]);
      if (answer.body === '[]') empty.push(path);
    }
  }
  expect(beyond).toEqual([]);
  // A list without rows would tell nothing of what is asked for each of them.
  expect(empty.length).toBeLessThan(paths.length / 5);
  await product.close();
});
