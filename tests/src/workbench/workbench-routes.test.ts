/** The calls of the workbench: who may, what they answer, and that only a server for development has them. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { createDraftChecker } from '../../../src/workbench/check-drafts.ts';
import type { Previews } from '../../../src/workbench/preview.ts';
import { tagOf } from '../../../src/workbench/project-files.ts';
import { workbenchRoutes } from '../../../src/workbench/workbench-routes.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { startTestProduct } from '../../support/product.ts';
import type { ProjectFolder } from '../../support/project-folder.ts';
import { makeProjectFolder } from '../../support/project-folder.ts';

let project: ProjectFolder;
let product: TestProduct;
let analyst: Caller;
let clerk: Caller;
const shown: unknown[] = [];
const previews: Previews = {
  show: async ({ sources, grants, ...wanted }) => {
    shown.push({ ...wanted, permissions: grants.user.permissions, files: sources.size });
    return { address: 'http://127.0.0.1:1', token: 't', client: wanted.client, login: wanted.login };
  },
  close: async () => undefined,
};

beforeAll(async () => {
  project = await makeProjectFolder();
  const database = await openPglite({ folder: 'memory://', template: inject('pgliteTemplates').product });
  const { root } = project;
  const read = () => readSourceFiles(root);
  const checker = await createDraftChecker();
  const routes = [workbenchRoutes({ root, read, checker, previews })];
  product = await startTestProduct(database, { routes });
  analyst = await product.enter('ana', ['modelagem:manage']);
  clerk = await product.enter('caio', ['banco:list', 'modelagem:list']);
});
afterAll(async () => {
  await product?.close();
  await project?.remove();
});

const schema = 'schemas/loja/caixas/schema.json';
const columns = 'schemas/loja/caixas/columns.json';
const calls: readonly (readonly ['GET' | 'POST' | 'PUT', string, unknown])[] = [
  ['GET', '/api/bancada/arquivos', undefined],
  ['GET', '/api/bancada/linguagem', undefined],
  ['GET', `/api/bancada/arquivo?caminho=${schema}`, undefined],
  ['PUT', '/api/bancada/arquivos', { changes: {} }],
  ['POST', '/api/bancada/conferencia', { drafts: {} }],
  ['POST', '/api/bancada/consertos', { drafts: {} }],
  ['POST', '/api/bancada/sugestoes', { drafts: {}, path: schema, offset: 0 }],
  ['POST', '/api/bancada/ajuda', { drafts: {}, path: schema, offset: 0 }],
  ['POST', '/api/bancada/novo', { drafts: {}, title: 'Gaveta', module: 'loja', sheet: null }],
  ['POST', '/api/bancada/previa', { drafts: {}, client: 'alfa', login: null, path: null }],
];

describe.each(calls)('%s %s', (method, url, body) => {
  it('is for those who model', async () => {
    const asked = { ...(body === undefined ? {} : { body }) };
    expect((await analyst.call(method, url, asked)).statusCode).toBe(200);
    const refused = await clerk.call(method, url, asked);
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: '42501' }]);
    const nobody = await product.app.inject({
      method,
      url,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    expect(nobody.statusCode).toBe(401);
  });
});

it('are not there where the product runs for its users', async () => {
  const database = await openPglite({ folder: 'memory://', template: inject('pgliteTemplates').product });
  const served = await startTestProduct(database);
  const has = ({ app }: TestProduct) =>
    calls.map(([method, address]) => app.hasRoute({ method, url: address.replace(/\?.*/, '') }));
  expect([has(product), has(served)]).toEqual([calls.map(() => true), calls.map(() => false)]);
  await served.close();
});

it('tells of every file with what stands for its content, and of the clients', async () => {
  const { files, ...rest } = (await analyst.call('GET', '/api/bancada/arquivos')).json();
  expect(rest).toEqual({ clients: [{ name: 'alfa', title: 'Alfa' }], client: 'copass' });
  expect(files.map(({ path }: { path: string }) => path)).toEqual([
    'clients/alfa.json',
    'schemas/code-lists/cor.json',
    'schemas/flags.json',
    'schemas/loja/caixas/columns.json',
    'schemas/loja/caixas/schema.json',
    'schemas/loja/menu.json',
    'schemas/loja/vendas/columns.json',
    'schemas/loja/vendas/schema.json',
    'schemas/messages/pt-BR.json',
  ]);
  const text = await project.read(schema);
  expect((await analyst.call('GET', `/api/bancada/arquivo?caminho=${schema}`)).json()).toEqual({
    path: schema,
    tag: tagOf(text),
    text,
  });
  expect(files).toContainEqual({ path: schema, tag: tagOf(text) });
});

it.each([
  ['no file', '/api/bancada/arquivo', 400, 'WORKBENCH_FILE_REFUSED'],
  ['one outside', '/api/bancada/arquivo?caminho=../../etc/passwd', 400, 'WORKBENCH_FILE_REFUSED'],
  ['one twice', `/api/bancada/arquivo?caminho=${schema}&caminho=${schema}`, 400, 'WORKBENCH_FILE_REFUSED'],
  ['one that is gone', '/api/bancada/arquivo?caminho=schemas/loja/caixas/search.json', 404, 'WORKBENCH_FILE_MISSING'],
])('refuses %s', async (_what, url, status, code) => {
  const answer = await analyst.call('GET', url);
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
});

it.each([
  ['/api/bancada/conferencia', {}],
  ['/api/bancada/conferencia', { drafts: { [schema]: 3 } }],
  ['/api/bancada/sugestoes', { drafts: {}, path: schema, offset: -1 }],
  ['/api/bancada/previa', { drafts: {}, client: 'alfa' }],
])('refuses a body of another form for %s', async (url, body) => {
  const answer = await analyst.call('POST', url, { body });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'PGRST102']);
});

it('says of drafts what validate would say, and of the files nothing', async () => {
  const check = async (drafts: object) =>
    (await analyst.call('POST', '/api/bancada/conferencia', { body: { drafts } })).json();
  const screens = [
    { folder: 'schemas/loja/caixas', path: '/caixas', title: 'Caixas' },
    { folder: 'schemas/loja/vendas', path: '/vendas', title: 'Vendas' },
  ];
  expect(await check({})).toEqual({ issues: [], screens });
  const faulty = (await project.read(columns)).replace('"cor"', '"corr"');
  const { issues } = await check({ [columns]: faulty });
  expect(issues).toEqual([
    expect.objectContaining({
      file: columns,
      code: 'MODEL_FIELD_MISSING',
      severity: 'error',
      hint: expect.stringContaining("Você quis dizer 'cor'?"),
    }),
  ]);
  // What is to go is gone for all that name it.
  const gone = await check({ 'schemas/code-lists/cor.json': null });
  expect(gone.issues.map(({ code, file }: { code: string; file: string }) => [code, file])).toEqual([
    ['MODEL_CODE_LIST_MISSING', schema],
  ]);
  expect(await check({})).toEqual({ issues: [], screens });
  const outside = await analyst.call('POST', '/api/bancada/conferencia', {
    body: { drafts: { 'package.json': '{}' } },
  });
  expect(outside.json().code).toBe('WORKBENCH_FILE_REFUSED');
});

it('mends in drafts what has one answer, and leaves the rest', async () => {
  const client = 'clients/alfa.json';
  const overlay = (fields: object) => JSON.stringify({ name: 'alfa', title: 'Alfa', fields });
  const mend = async (drafts: object) =>
    (await analyst.call('POST', '/api/bancada/consertos', { body: { drafts } })).json();
  expect(await mend({})).toEqual({ files: {}, count: 0 });
  // A name written otherwise, a line that repeats the base, and what the base said of the line that stays.
  const given = { [client]: overlay({ Caixa: { codigo: { label: 'Código' }, cor: { label: 'Tinta' } } }) };
  const { files, count } = await mend(given);
  expect(count).toBe(3);
  expect(JSON.parse(files[client])).toEqual({
    name: 'alfa',
    title: 'Alfa',
    fields: { caixa: { cor: { label: 'Tinta' } } },
    base: { 'caixa.cor.label': 'Cor' },
  });
  // What somebody must decide.
  expect(await mend({ [client]: overlay({ caixa: { tamanho: { label: 'X' } } }) })).toEqual({ files: {}, count: 0 });
  expect(await project.read(client)).not.toContain('fields');
});

it('completes in a draft with the names of another draft', async () => {
  const text = (await project.read(columns)).replace('"cor"', '""');
  const field = (await project.read(schema)).replace('"cor": {', '"tom": {');
  const drafts = { [columns]: text, [schema]: field };
  const body = { drafts, path: columns, offset: text.indexOf('""') + 1 };
  const found = (await analyst.call('POST', '/api/bancada/sugestoes', { body })).json();
  expect(found.map(({ label, detail }: { label: string; detail: string }) => [label, detail])).toEqual([
    ['codigo', 'Código'],
    ['tom', 'Cor'],
  ]);
});

it('completes in a file that is no JSON while it is typed, with the names that it had', async () => {
  const text = (await project.read(columns)).replace('["codigo"', '["" "codigo"');
  const body = { drafts: { [columns]: text }, path: columns, offset: text.indexOf('["" ') + 2 };
  const found = (await analyst.call('POST', '/api/bancada/sugestoes', { body })).json();
  expect(found.map(({ label }: { label: string }) => label)).toEqual(['codigo', 'cor']);
});

describe('a new registry', () => {
  const make = (body: object) =>
    analyst.call('POST', '/api/bancada/novo', { body: { drafts: {}, module: 'loja', sheet: null, ...body } });
  const errorsWith = async (drafts: object) => {
    const { issues } = (await analyst.call('POST', '/api/bancada/conferencia', { body: { drafts } })).json();
    return (issues as { severity: string }[]).filter(({ severity }) => severity === 'error');
  };

  it('begins with a code and a name', async () => {
    const { files, path, report } = (await make({ title: 'Gaveta' })).json();
    expect([path, Object.keys(files)]).toEqual([
      '/gavetas',
      ['schemas/loja/gavetas/schema.json', 'schemas/loja/gavetas/columns.json', 'schemas/loja/gavetas/search.json'],
    ]);
    expect(JSON.parse(files['schemas/loja/gavetas/schema.json'])).toMatchObject({
      title: 'Gaveta',
      required: ['codigo', 'nome'],
      properties: { codigo: { maxLength: 20, 'x-unique': true }, nome: { maxLength: 100 } },
    });
    expect(report).toContain('Gaveta: entidade gaveta, rota /gavetas, módulo loja');
    expect(await errorsWith(files)).toEqual([]);
    // Nothing of it is on disk.
    await expect(project.read('schemas/loja/gavetas/schema.json')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('comes of a spreadsheet, with what was found in it', async () => {
    const csv = ['código;placa;valor', '1;ABC1D23;10,50', '2;XYZ9A87;7,00', '3;QWE4R56;1,00'].join('\n');
    const sheet = { name: 'Planilha (2).csv', base64: Buffer.from(csv).toString('base64') };
    const { files, report } = (await make({ title: 'Moto', sheet })).json();
    expect(Object.keys(files).sort()).toEqual([
      'schemas/loja/motos/columns.json',
      'schemas/loja/motos/data.csv',
      'schemas/loja/motos/schema.json',
      'schemas/loja/motos/search.json',
    ]);
    expect(report).toContain('Planilha (2).csv: CSV');
    expect(await errorsWith(files)).toEqual([]);
  });

  it.each([
    ['a name that is taken', { title: 'Caixa' }, 'WORKBENCH_NEW_REFUSED'],
    ['no title', { title: '' }, 'WORKBENCH_NEW_REFUSED'],
    ['a module that cannot be one', { title: 'Gaveta', module: '../fora' }, 'WORKBENCH_NEW_REFUSED'],
    ['no table', { title: 'Gaveta', sheet: { name: 'x.csv', base64: '' } }, 'WORKBENCH_NEW_REFUSED'],
  ])('is refused for %s', async (_what, body, code) => {
    const answer = await make(body);
    expect([answer.statusCode, answer.json().code]).toEqual([400, code]);
  });

  it('is not made over files with errors', async () => {
    const answer = await make({ title: 'Gaveta', drafts: { [schema]: '{' } });
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'WORKBENCH_FILES_FAULTY']);
  });
});

it('shows a preview with the rights of the person asked for', async () => {
  shown.length = 0;
  const ask = (body: object) =>
    analyst.call('POST', '/api/bancada/previa', { body: { drafts: {}, client: 'alfa', path: '/caixas', ...body } });
  expect((await ask({ login: null })).json()).toEqual({
    address: 'http://127.0.0.1:1',
    token: 't',
    client: 'alfa',
    login: 'ana',
  });
  expect((await ask({ login: 'caio', path: null })).json().login).toBe('caio');
  const nobody = await ask({ login: 'ninguem' });
  expect([nobody.statusCode, nobody.json().code]).toEqual([404, 'RECORD_MISSING']);
  expect(shown).toEqual([
    { client: 'alfa', login: 'ana', path: '/caixas', permissions: ['modelagem:manage'], files: 9 },
    { client: 'alfa', login: 'caio', path: undefined, permissions: ['banco:list', 'modelagem:list'], files: 9 },
  ]);
});

it('saves what was before the person, and refuses what changed meanwhile', async () => {
  const before = await project.read(schema);
  const text = before.replace('"title": "Código"', '"title": "Número da caixa"');
  const save = (tag: string) =>
    analyst.call('PUT', '/api/bancada/arquivos', { body: { changes: { [schema]: { text, tag } } } });
  const refused = await save(tagOf('other'));
  expect([refused.statusCode, refused.json().code]).toEqual([412, 'WORKBENCH_FILE_CHANGED']);
  expect(await project.read(schema)).toBe(before);
  expect((await save(tagOf(before))).json()).toEqual({ files: [{ path: schema, tag: tagOf(text) }] });
  expect(await project.read(schema)).toBe(text);
});
