import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fixFiles } from '../../engine/commands/fix-files.ts';
import { loadFiles } from '../../engine/metadata/load-files.ts';
import { openSqlParser } from '../../engine/metadata/parse-query.ts';
import { validate } from '../../engine/model/validate.ts';
import { catalogues } from '../../src/catalogues.ts';
import { forEachDatabase } from '../support/databases.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';
import { readRealFiles } from '../support/real-files.ts';

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
/** The example of the README, as a person copies it: each block under the name of its file. */
const files: Readonly<Record<string, string>> = Object.fromEntries(
  [...readme.matchAll(/^`((?:schemas|clients)\/[^`]+)`\n\n```json\n([\s\S]*?)```$/gm)].map(
    ([, path = '', text = '']) => [path, text],
  ),
);

it('is what the README shows as a registry in two files, and of a client', async () => {
  await openSqlParser();
  expect(Object.keys(files)).toEqual([
    'schemas/base/moedas/schema.json',
    'schemas/base/moedas/columns.json',
    'clients/exemplo.json',
  ]);
  const sources = new Map([...(await readRealFiles()), ...Object.entries(files)]);
  expect(validate(loadFiles(sources), catalogues).map(({ code }) => code)).toEqual(['OVERLAY_BASE_UNNOTED']);
  const fixed = fixFiles(sources, catalogues).files.get('clients/exemplo.json') ?? '';
  expect(JSON.parse(fixed).base).toEqual({ 'moeda.pais.label': 'País', 'moeda.pais.required': false });
});

forEachDatabase((open) => {
  it('makes table, API, menu entry, screen and history of two files in a new folder, on a database already in use', async () => {
    const database = await open({ from: 'product' });
    const before = await startTestProduct(database);
    const missing = await (await before.as(administrator.login, administrator.password)).call('GET', '/api/moedas');
    expect(missing.statusCode).toBe(404);
    await before.app.close();

    const product = await startTestProduct(database, { files });
    const admin = await product.as(administrator.login, administrator.password);
    const created = await admin.call('POST', '/api/moedas?select=id,codigo,nome,versao', {
      body: { codigo: 'BRL', nome: 'Real' },
      headers: { prefer: 'return=representation' },
    });
    expect([created.statusCode, created.json()]).toEqual([201, [{ id: 1, codigo: 'BRL', nome: 'Real', versao: 1 }]]);
    const listed = await admin.call('GET', '/api/moedas?select=codigo,nome&q=real');
    expect(listed.json()).toEqual([{ codigo: 'BRL', nome: 'Real' }]);
    const refused = await admin.call('POST', '/api/moedas', { body: { codigo: 'brl' } });
    expect([refused.statusCode, refused.json().fields]).toEqual([
      422,
      [
        { field: 'codigo', message: expect.stringContaining('Código') },
        { field: 'nome', message: expect.stringContaining('Nome') },
      ],
    ]);
    const menu = await admin.call('GET', '/api/model');
    expect(menu.json().entries).toContainEqual({
      path: '/moedas',
      title: 'Moeda',
      icon: 'coins',
      parent: '/base',
      writes: true,
      kind: 'registry',
      hidden: false,
    });
    const screen = await admin.call('GET', '/api/model/screen?path=/moedas');
    expect(screen.json().columns.map((column: { key: string }) => column.key)).toEqual(['codigo', 'nome', 'pais']);
    const history = await admin.call('GET', '/api/moedas/1/historico');
    expect(history.json()).toMatchObject([{ operation: 'insert', by: administrator.login, version: 1 }]);
    await product.app.close();
  });

  it('asks the client of the README for the country, which a picker finds', async () => {
    const product = await startTestProduct(await open({ from: 'product' }), { client: 'exemplo', files });
    const admin = await product.as(administrator.login, administrator.password);
    const refused = await admin.call('POST', '/api/moedas', { body: { codigo: 'BRL', nome: 'Real' } });
    expect([refused.statusCode, refused.json().fields]).toEqual([
      422,
      [{ field: 'pais_id', message: expect.stringContaining('País de origem') }],
    ]);
    const pais_id = await insertRow(admin, '/paises', { codigo: '1058', nome: 'Brasil', iso2: 'BR', iso3: 'BRA' });
    const found = await admin.call('GET', '/api/paises/bras');
    expect(found.json()).toEqual([expect.objectContaining({ id: pais_id })]);
    await insertRow(admin, '/moedas', { codigo: 'BRL', nome: 'Real', pais_id });
    const read = await admin.call('GET', '/api/moedas?select=codigo,pais(nome)');
    expect(read.json()).toEqual([{ codigo: 'BRL', pais: { nome: 'Brasil' } }]);
    await product.app.close();
  });
});
