/** Where the demonstration logins exist, and where they are locked; what stops a start. */
import { expect, inject, test } from 'vitest';
import { Refusal } from '../../engine/core/errors.ts';
import type { Database } from '../../engine/data/database.ts';
import { openDatabase } from '../../engine/data/open-database.ts';
import { openPglite } from '../../engine/data/pglite/open-pglite.ts';
import { readSourceFiles } from '../../engine/metadata/load-files.ts';
import { readConfiguration } from '../../src/configuration.ts';
import { explainRefusal } from '../../src/explain-refusal.ts';
import { demonstrationUsers } from '../../src/session/first-users.ts';
import { startProduct } from '../../src/start-product.ts';
import { createPostgresDatabase } from '../support/databases.ts';
import { administrator } from '../support/product.ts';

const root = new URL('../..', import.meta.url).pathname;
const files = readSourceFiles(root).then((all) => new Map([...all].filter(([path]) => !path.endsWith('.csv'))));

/** Starts the product over the database, and gives whether it is a demonstration, and whose logins are open then. */
const start = async (
  database: Database,
  environment: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string | object>> = {},
): Promise<unknown> => {
  const product = await startProduct({
    sources: async () =>
      new Map([
        ...(await files),
        ...Object.entries(more).map(([path, text]): [string, string] => [
          path,
          typeof text === 'string' ? text : JSON.stringify(text),
        ]),
      ]),
    // The next start finds it open.
    open: async () => ({ ...database, close: async () => {} }),
    configuration: readConfiguration({
      LOG_LEVEL: 'silent',
      ADMIN_LOGIN: administrator.login,
      ADMIN_PASSWORD: administrator.password,
      ...environment,
    }),
    pages: undefined,
  });
  await product.close();
  const { rows } = await database.query<{ login: string }>({
    text: 'select login from usuario where not bloqueado order by login',
    values: [],
  });
  return [product.demonstration, rows.map(({ login }) => login)];
};

const everybody = [...demonstrationUsers.map(({ login }) => login), administrator.login].sort();

test('an embedded database is a demonstration where it is reached from this machine alone', async () => {
  const database = await openPglite({ folder: 'memory://', template: inject('pgliteTemplates').product });
  try {
    for (const environment of [
      { HOST: '0.0.0.0' },
      { HOST: '127.0.0.1.example' },
      { HOST: '127.0.0.1', TRUST_PROXY: 'true' },
    ])
      expect([environment, await start(database, environment)]).toEqual([environment, [false, [administrator.login]]]);
    for (const HOST of ['127.10.0.99', '::1'])
      expect([HOST, await start(database, { HOST })]).toEqual([HOST, [true, everybody]]);
    // The same database, opened to others: the known passwords are worth nothing.
    expect(await start(database, { HOST: '127.0.0.1', TRUST_PROXY: 'true' })).toEqual([false, [administrator.login]]);
  } finally {
    await database.close();
  }
});

test('a server is none, wherever it listens', async () => {
  const { url, drop } = await createPostgresDatabase();
  const database = await openDatabase({ url, folder: '', poolSize: 2 });
  try {
    expect(await start(database, { HOST: '127.0.0.1' })).toEqual([false, [administrator.login]]);
  } finally {
    await database.close();
    await drop();
  }
});

const folder = 'schemas/teste/escalas';
const schedule = (more: object): Readonly<Record<string, object>> => ({
  [`${folder}/schema.json`]: {
    title: 'Escala',
    type: 'object',
    required: ['codigo', 'inicio'],
    properties: {
      codigo: { title: 'Código', type: 'string', maxLength: 10, 'x-unique': true },
      tecnico: { title: 'Técnico', type: 'string', maxLength: 80 },
      inicio: { title: 'Início', type: 'string', format: 'date' },
      fim: { title: 'Fim', type: 'string', format: 'date' },
      ...more,
    },
  },
  [`${folder}/columns.json`]: { entity: 'escala', noOverlap: [{ key: ['tecnico'], ranges: [['inicio', 'fim']] }] },
});

test('a row of data.csv that meets a record in use stops the start before anything is changed', async () => {
  const database = await openPglite({ folder: 'memory://', template: inject('pgliteTemplates').product });
  const ask = async (text: string) => (await database.query({ text, values: [] })).rows;
  try {
    await start(database, {}, schedule({}));
    await database.execute("insert into escala (codigo, tecnico, inicio) values ('E1', 'Ana', '2026-02-01')");
    const next = {
      ...schedule({ sala: { title: 'Sala', type: 'string', maxLength: 10 } }),
      [`${folder}/data.csv`]: 'codigo,tecnico,inicio,fim\nE2,Bia,2026-02-01,\nE3,Ana,2026-03-01,\n',
    };
    const refusal = await start(database, {}, next).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(Refusal);
    expect(await explainRefusal(root, refusal as Refusal)).toBe(
      [
        "A linha 3 de schemas/teste/escalas/data.csv não cabe entre os registros de 'escala' que já existem: 'inicio', 'fim' se sobrepõem aos do registro 'E1' (id 1), com o mesmo valor em 'tecnico'.",
        'Corrija ou retire a linha. Se é o registro que está errado, retire a linha, inicie, acerte-o nas telas e traga a linha de volta.',
      ].join('\n'),
    );
    const columns =
      "select column_name from information_schema.columns where table_name = 'escala' and column_name = 'sala'";
    expect([await ask(columns), await ask('select codigo from escala')]).toEqual([[], [{ codigo: 'E1' }]]);
    await database.execute("update escala set fim = '2026-02-28'");
    await start(database, {}, next);
    expect(await ask('select codigo from escala order by 1')).toEqual([
      { codigo: 'E1' },
      { codigo: 'E2' },
      { codigo: 'E3' },
    ]);
  } finally {
    await database.close();
  }
});
