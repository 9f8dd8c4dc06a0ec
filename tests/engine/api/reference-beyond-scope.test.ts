/**
 * Records that are met by their names beyond the scope that confines the caller (`referenceBeyondScope`): wherever a relation
 * leads to one of others, or one is picked, it has id, natural key, label and the fields that are known of all, and of the rest
 * nothing, nor is anything found out by asking. Whole, changed and remembered are the own ones alone. That no request tells
 * two databases apart is held by `tests/security/non-interference.test.ts`.
 */
import { beforeAll, expect, test } from 'vitest';
import type { BatchPlan } from '../../../engine/contract/batch.ts';
import { providerHeader } from '../../../engine/contract/chosen-provider.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { checkFile, refusalsOf, sendFile } from '../../src/imports/import-stage.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { registry } from '../../support/fixture-registry.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { actFor, administrator, createUser, insertRow, startTestProduct } from '../../support/product.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', maxLength: 40, ...more });
const record = (title: string, properties: object) => ({ title, type: 'object', required: ['nome'], properties });
const casa = (title: string, more: object = {}) => ({ title, 'x-relation': { entity: 'casa', ...more } });

const files: Readonly<Record<string, object>> = {
  'schemas/teste/casas/schema.json': record('Casa', {
    codigo: text('Código', { 'x-unique': true }),
    nome: text('Nome'),
    bairro: text('Bairro'),
    cnpj: text('CNPJ', { 'x-unique': true }),
    email: { title: 'E-mail', type: 'string', format: 'email' },
    receita: { title: 'Receita', type: 'number', format: 'money' },
    matriz: casa('Matriz'),
    contas: {
      title: 'Contas',
      type: 'array',
      items: { title: 'Conta', type: 'object', properties: { banco: text('Banco') } },
    },
    contrato: { title: 'Contrato', 'x-attachment': { types: ['txt'] } },
  }),
  'schemas/teste/casas/columns.json': registry('casa', '/casas', 'Casas', {
    reference: true,
    referenceBeyondScope: ['bairro'],
    scope: [{ role: 'prestador', field: 'id' }],
    naturalKey: ['codigo'],
    label: '{codigo} - {nome}',
    columns: ['codigo', 'nome', 'receita'],
    sort: ['codigo'],
    search: ['nome', 'cnpj'],
  }),
  'schemas/teste/visitas/schema.json': record('Visita', {
    nome: text('Nome', { 'x-unique': true }),
    casa: casa('Casa'),
    selada: casa('Casa de selo', { where: { cnpj: { field: 'selo' } } }),
    bairro: text('Bairro', { 'x-filled-from': 'casa.bairro' }),
    cnpj: text('CNPJ', { 'x-filled-from': 'casa.cnpj' }),
    selo: text('Selo'),
  }),
  'schemas/teste/visitas/columns.json': registry('visita', '/visitas', 'Visitas', {
    columns: ['nome', 'casa', 'casa.receita'],
    sort: ['nome'],
    search: ['nome', 'casa'],
    label: '{nome}',
    batch: ['casa'],
    openTo: ['prestador', 'beneficiario'],
  }),
};

const visits = ['list', 'view', 'insert', 'update', 'audit'].map((action) => `visita:${action}`);
const houses = ['view', 'update', 'audit'].map((action) => `casa:${action}`);

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  /** A provider whose own record is the first house; the same who has the list, too; one whose e-mails are covered. */
  let own: Caller;
  let lister: Caller;
  let covered: Caller;
  /** Whom nothing of houses confines, or is open to. */
  let person: Caller;
  let staff: Caller;
  /** Acts for several. */
  let both: Caller;
  let sessions: TestProduct['runtime']['sessions'];
  let beforehand: string;

  const ask = async (caller: Caller, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await caller.call('GET', `/api${path}`, { headers });
    return answer.statusCode === 200 ? (answer.json() as unknown) : answer.statusCode;
  };
  const write = async (caller: Caller, method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object = {}) => {
    const answer = await caller.call(method, `/api${path}`, { body });
    return [answer.statusCode, answer.body === '' ? '' : (answer.json() as { readonly code?: string }).code];
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files });
    admin = await product.as(administrator.login, administrator.password);
    const upload = await admin.call('POST', '/api/anexos/casas/contrato?name=contrato.txt', {
      bytes: Buffer.from('contrato'),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const contrato = upload.json() as object;
    for (const n of [1, 2, 3])
      await insertRow(admin, '/casas', {
        codigo: `C${n}`,
        nome: `Casa ${n}`,
        bairro: `Bairro ${n}`,
        cnpj: `cnpj ${n}`,
        email: `casa${n}@exemplo.com.br`,
        receita: n * 100,
        matriz_id: n === 1 ? null : 1,
        contas: [{ banco: `Banco ${n}` }],
        ...(n === 2 ? { contrato: [contrato] } : {}),
      });
    for (const n of [1, 2]) await insertRow(admin, '/visitas', { nome: `v${n}`, casa_id: n });
    await admin.call('PATCH', '/api/casas?id=eq.2', { body: { receita: 250 } });
    await admin.call('DELETE', '/api/casas?id=eq.3');
    beforehand = new Date().toISOString();
    const provider = { roles: { operadora: false, prestador: true, prestador_registro: 1 } } as const;
    own = await product.enter('casa', [...visits, ...houses], provider);
    lister = await product.enter('lista', [...visits, ...houses, 'casa:list'], provider);
    covered = await product.enter('coberta', [...visits, ...houses], { ...provider, masked: ['casa.email'] });
    person = await product.enter('pessoa', [...visits, ...houses], {
      roles: { operadora: false, beneficiario: true, beneficiario_registro: 1 },
    });
    staff = await product.enter('equipe', [...visits, ...houses, 'casa:list']);
    both = await product.enter('duas', [...visits, ...houses], provider);
    ({ sessions } = product.runtime);
    await createUser(database, 'sem nada', visits, provider);
  });

  const embed = 'casa(id,versao,codigo,nome,bairro,cnpj,receita,criado_em,matriz(nome),contas(banco))';
  const nameOf = (n: number) => ({ id: n, codigo: `C${n}`, nome: `Casa ${n}`, bairro: `Bairro ${n}` });
  const unknown = { versao: null, cnpj: null, receita: null, criado_em: null, matriz: null, contas: [] };
  const whole = { versao: 1, cnpj: 'cnpj 1', receita: 100, criado_em: expect.any(String), matriz: null };

  test('behind a relation the own record is whole, and one of others its names', async () => {
    for (const when of ['', `&as_of=${beforehand}`]) {
      const read = (caller: Caller) => ask(caller, `/visitas?select=nome,${embed}&order=nome${when}`);
      expect(await read(own)).toEqual([
        { nome: 'v1', casa: { ...nameOf(1), ...whole, contas: [{ banco: 'Banco 1' }] } },
        { nome: 'v2', casa: { ...nameOf(2), ...unknown } },
      ]);
      expect(await read(lister)).toEqual(await read(own));
      expect(await read(person)).toEqual([1, 2].map((n) => ({ nome: `v${n}`, casa: { ...nameOf(n), ...unknown } })));
      expect(await read(staff)).toMatchObject([{ casa: { receita: 100 } }, { casa: { receita: 250, cnpj: 'cnpj 2' } }]);
    }
    expect(await ask(covered, '/visitas?select=casa(email)&order=nome')).toEqual([
      { casa: { email: 'c***@exemplo.com.br' } },
      { casa: { email: null } },
    ]);
  });

  test('to who acts for several each of theirs is whole, and the one that is worked for alone', async () => {
    const read = async (headers = {}) =>
      ((await ask(both, '/visitas?select=casa(nome,receita)&order=nome', headers)) as { casa: object }[]).map(
        ({ casa }) => casa,
      );
    await actFor(database, 'duas', [2, 1]);
    sessions.forget();
    expect(await read()).toEqual([
      { nome: 'Casa 1', receita: 100 },
      { nome: 'Casa 2', receita: 250 },
    ]);
    expect(await read({ 'fichario-provider': '2' })).toEqual([
      { nome: 'Casa 1', receita: null },
      { nome: 'Casa 2', receita: 250 },
    ]);
    await actFor(database, 'duas', [2, 4]);
    sessions.forget();
    expect(await read()).toEqual([
      { nome: 'Casa 1', receita: null },
      { nome: 'Casa 2', receita: 250 },
    ]);
    expect(await ask(both, '/visitas?select=nome&casa.receita=gt.0')).toEqual([{ nome: 'v2' }]);
  });

  test('nothing else of a record of others is found out by asking', async () => {
    const names = async (query: string, caller = own) =>
      ((await ask(caller, `/visitas?select=nome&${query}`)) as { nome: string }[]).map(({ nome }) => nome);
    for (const [query, found] of [
      ['casa.receita=gt.0', ['v1']],
      ['casa.receita=eq.250', []],
      ['casa.receita=is.null&order=nome', ['v2']],
      ['casa.cnpj=has.cnpj&order=nome', ['v1']],
      ['not.or=(casa.cnpj.has.2)&order=nome', ['v1']],
      ['casa.matriz.nome=eq.Casa 1', []],
      ['casa.criado_em=not.is.null', ['v1']],
      ['casa.nome=eq.Casa 2', ['v2']],
      ['casa.bairro=eq.Bairro 2', ['v2']],
      ['order=casa.receita.desc.nullslast,nome', ['v1', 'v2']],
      ['q=casa%202', ['v2']],
      ['q=cnpj%202', []],
      ['q=cnpj%201', ['v1']],
    ] as const)
      expect([query, await names(query)]).toEqual([query, found]);
    expect(await names('casa.receita=eq.250', staff)).toEqual(['v2']);
    expect(await ask(own, '/casas?select=receita.sum(),count()')).toEqual([{ sum: 100, count: 2 }]);
    expect(await ask(own, '/casas?q=cnpj&select=nome')).toEqual([{ nome: 'Casa 1' }]);
  });

  test('who has no list names all, of the list sees the own, and picks among all', async () => {
    const row = (n: number) => ({ id: n, nome: `Casa ${n}`, receita: n === 1 ? 100 : null });
    const select = 'select=id,nome,receita&order=id';
    expect(await ask(own, `/casas?${select}`)).toEqual([row(1), row(2)]);
    expect(await ask(lister, `/casas?${select}`)).toEqual([row(1)]);
    for (const caller of [own, lister])
      expect(await ask(caller, `/casas?${select}&offered_for=visita.casa`)).toEqual([row(1), row(2)]);
    const csv = await own.call('GET', `/api/casas?${select}`, { headers: { accept: 'text/csv' } });
    expect(csv.body.trim().split(/\r?\n/)).toEqual(['id,nome,receita', '1,Casa 1,100.00', '2,Casa 2,']);
    for (const caller of [lister, staff]) {
      const { relations } = (await ask(caller, '/model/screen?path=/visitas')) as ScreenModel;
      expect(relations.map(({ field, offeredFor }) => [field, offeredFor])).toEqual([
        ['casa', 'visita.casa'],
        ['selada', 'visita.selada'],
      ]);
    }
  });

  test('staff that works for a provider lists that one, and picks among all', async () => {
    const chosen = { [providerHeader]: '1' };
    const rows = async (query: string) => ask(staff, `/casas?select=id,receita&order=id${query}`, chosen);
    expect(await rows('')).toEqual([{ id: 1, receita: 100 }]);
    expect(await rows('&offered_for=visita.casa')).toEqual([
      { id: 1, receita: 100 },
      { id: 2, receita: null },
    ]);
  });

  test('the record itself, its history, its files and every write of it stay within the scope', async () => {
    expect(await ask(own, '/casas?id=eq.1&select=receita,contas(banco)')).toEqual([
      { receita: 100, contas: [{ banco: 'Banco 1' }] },
    ]);
    for (const caller of [own, lister]) {
      expect(await ask(caller, '/casas?id=eq.2')).toEqual([]);
      expect(await ask(caller, '/casas/2/historico')).toBe(404);
      expect(((await ask(caller, '/casas/historico/excluidos')) as object[]).length).toBe(0);
      const files = (await ask(admin, '/casas?id=eq.2&select=contrato')) as { contrato: { id: string }[] }[];
      expect(await ask(caller, `/anexos/casas/2/contrato/${files[0]?.contrato[0]?.id}`)).toBe(404);
      expect(await ask(caller, '/visitas?select=casa(contrato)&nome=eq.v2')).toEqual([{ casa: { contrato: null } }]);
      for (const found of ['id=eq.2', 'nome=eq.Casa%202'])
        expect(await write(caller, 'PATCH', `/casas?${found}`, { bairro: 'x' })).toEqual([204, '']);
      const batch = { path: '/casas', operation: 'update', ids: [2], values: { bairro: 'x' } };
      const planned = await caller.call('POST', '/api/alteracoes-em-lote', { body: batch });
      expect([planned.statusCode, (planned.json() as BatchPlan).changes]).toEqual([201, 0]);
    }
    expect(await ask(admin, '/casas?id=eq.2&select=bairro')).toEqual([{ bairro: 'Bairro 2' }]);
    expect(await ask(person, '/casas?id=eq.1')).toEqual([]);
  });

  test('a record of others is pointed at by its name, fills in what is known of it, and is called by its label', async () => {
    const made = await insertRow(own, '/visitas', { nome: 'v9', casa_id: 2 });
    expect(await ask(own, `/visitas?id=eq.${made}&select=casa_id,bairro,cnpj`)).toEqual([
      { casa_id: 2, bairro: 'Bairro 2', cnpj: null },
    ]);
    const mine = await insertRow(own, '/visitas', { nome: 'v10', casa_id: 1 });
    expect(await ask(own, `/visitas?id=eq.${mine}&select=cnpj`)).toEqual([{ cnpj: 'cnpj 1' }]);
    const history = JSON.stringify(await ask(own, `/visitas/${made}/historico`));
    expect(history).toContain('C2 - Casa 2');
    expect(history).not.toContain('cnpj 2');
    // What must be the same there would be found out by trying: as if there were no such record.
    expect(await write(own, 'POST', '/visitas', { nome: 'v11', selada_id: 2, selo: 'cnpj 2' })).toEqual([409, '23503']);
    expect(await write(own, 'POST', '/visitas', { nome: 'v11', selada_id: 2, selo: 'x' })).toEqual([409, '23503']);
    expect((await write(own, 'POST', '/visitas', { nome: 'v12', selada_id: 1, selo: 'cnpj 1' }))[0]).toBe(201);
    expect((await write(own, 'POST', '/visitas', { nome: 'v13', casa_id: 77 }))[0]).toBe(409);
  });

  test('a file names records of others by their names, and by nothing else', async () => {
    const lines = ['C2', 'Casa 2', 'C2 - Casa 2', 'cnpj 2', 'cnpj 1'].map((name, n) => `i${n};${name}`).join('\n');
    const checked = await checkFile(own, await sendFile(own, '/visitas', `Nome;Casa\n${lines}\n`));
    expect(refusalsOf(checked).flatMap(([, places]) => places)).toEqual(['Linha 5']);
  });
});
