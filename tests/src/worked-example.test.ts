/** The worked example of clients/README.md, as a person copies it: a relation, a mask, and a client for whom they differ. */
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

const readme = await readFile(new URL('../../clients/README.md', import.meta.url), 'utf8');
const files: Readonly<Record<string, string>> = Object.fromEntries(
  [...readme.matchAll(/^`((?:schemas|clients)\/[^`]+)`\n\n```json\n([\s\S]*?)```$/gm)].map(
    ([, path = '', text = '']) => [path, text],
  ),
);

it('is sound, and its base noted by validate --fix', async () => {
  await openSqlParser();
  expect(Object.keys(files)).toEqual([
    'schemas/base/agencias/schema.json',
    'schemas/base/agencias/columns.json',
    'clients/exemplo.json',
  ]);
  const sources = new Map([...(await readRealFiles()), ...Object.entries(files)]);
  expect(validate(loadFiles(sources), catalogues).map(({ code }) => code)).toEqual(['OVERLAY_BASE_UNNOTED']);
  const fixed = fixFiles(sources, catalogues).files.get('clients/exemplo.json') ?? '';
  expect(JSON.parse(fixed).base).toEqual({
    'agencia.codigo.label': 'Código',
    'agencia.codigo.mask': '####',
    'agencia.nome.required': false,
    'agencias.title': 'Agência',
    'agencias.columns': ['banco', 'codigo', 'nome'],
  });
});

forEachDatabase((open) => {
  it.each([
    ['exemplo', 'Agências bancárias', ['Número', 'Nome', 'Nome'], '12345', 422],
    ['copass', 'Agência', ['Banco', 'Código', 'Nome'], '1234', 201],
  ] as const)('is for %s what the README says', async (client, title, columns, codigo, withoutName) => {
    const product = await startTestProduct(await open({ from: 'product' }), { client, files });
    const admin = await product.as(administrator.login, administrator.password);
    const banco_id = await insertRow(admin, '/bancos', { codigo: '001', nome: 'Banco do Brasil' });
    const refused = await admin.call('POST', '/api/agencias', { body: { banco_id, codigo: '1', nome: 'Centro' } });
    expect([refused.statusCode, refused.json().fields.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      ['codigo'],
    ]);
    const id = await insertRow(admin, '/agencias', { banco_id, codigo, nome: 'Centro' });
    const { statusCode } = await admin.call('POST', '/api/agencias', {
      body: { banco_id, codigo: codigo.replace('1', '9') },
    });
    expect(statusCode).toBe(withoutName);
    const read = await admin.call('GET', `/api/agencias?select=codigo,banco(codigo,nome)&id=eq.${id}`);
    expect(read.json()).toEqual([{ codigo, banco: { codigo: '001', nome: 'Banco do Brasil' } }]);
    const screen = (await admin.call('GET', '/api/model/screen?path=/agencias')).json();
    expect(screen.columns.map((column: { title: string }) => column.title)).toEqual(columns);
    const { entries } = (await admin.call('GET', '/api/model')).json();
    expect(entries).toContainEqual(expect.objectContaining({ path: '/agencias', title }));
    await product.app.close();
  });
});
