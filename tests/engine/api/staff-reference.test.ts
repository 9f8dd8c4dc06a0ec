/** Records that everybody of the staff may name without a right on them (`referenceForStaff`): at each door those, by label, and no more. */
import { beforeAll, expect, test } from 'vitest';
import type { BatchPlan } from '../../../engine/contract/batch.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { checkFile, refusalsOf, sendFile } from '../../src/imports/import-stage.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct, UserParts } from '../../support/product.ts';
import { administrator, createUser, insertRow, startTestProduct } from '../../support/product.ts';

const colleague = {
  'x-relation': { entity: 'usuario', where: { operadora: true, ativo: true, bloqueado: false } },
};

const files: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-tarefa.json': {
    title: 'Situação da tarefa',
    options: ['Aberta', 'Entregue'].map((label) => ({ value: label.toUpperCase(), label })),
  },
  'schemas/teste/tarefas/schema.json': {
    title: 'Tarefa',
    type: 'object',
    required: ['nome', 'situacao'],
    properties: {
      nome: { title: 'Nome', type: 'string', maxLength: 40, 'x-unique': true },
      situacao: { title: 'Situação', type: 'string', 'x-code-list': 'situacao-tarefa' },
      responsavel: { title: 'Responsável', ...colleague },
      passos: {
        title: 'Passos',
        type: 'array',
        items: { title: 'Passo', type: 'object', properties: { feito_por: { title: 'Feito por', ...colleague } } },
      },
    },
  },
  'schemas/teste/tarefas/columns.json': {
    entity: 'tarefa',
    path: '/tarefas',
    title: 'Tarefa',
    icon: 'table',
    permission: { subject: 'tarefa' },
    parent: '/',
    columns: ['nome', 'responsavel'],
    sort: ['nome'],
    search: ['nome', 'responsavel'],
    label: '{nome}',
    batch: ['responsavel'],
    openTo: ['prestador', 'beneficiario'],
    states: {
      field: 'situacao',
      initial: 'ABERTA',
      transitions: [
        {
          name: 'entregar',
          title: 'Entregar',
          icon: 'check',
          from: ['ABERTA'],
          to: 'ENTREGUE',
          action: 'entregar',
          fields: ['responsavel'],
          required: ['responsavel'],
        },
      ],
    },
  },
};

const tarefas = ['list', 'view', 'insert', 'update', 'entregar', 'audit'].map((action) => `tarefa:${action}`);
const people: Readonly<Record<string, UserParts['roles']>> = {
  ana: {},
  'ex-colega': { ativo: false },
  bloqueado: { bloqueado: true },
  clinica: { operadora: false, prestador: true },
  paciente: { operadora: false, beneficiario: true },
};

interface Told {
  readonly code?: string;
  readonly fields?: readonly { readonly field: string; readonly message: string }[];
}

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let staff: Caller;
  const ids = new Map<string, number>();
  const id = (login: string): number => ids.get(login) ?? 0;
  let count = 0;
  const fresh = (): string => {
    count += 1;
    return `tarefa ${count}`;
  };
  const ask = async (caller: Caller, path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await caller.call('GET', `/api${path}`, { headers });
    return { status: answer.statusCode, body: answer.json() as unknown, range: answer.headers['content-range'] };
  };
  const statusOf = async (caller: Caller, path: string): Promise<number> => (await ask(caller, path)).status;
  const logins = async (caller: Caller, path: string): Promise<readonly string[]> =>
    ((await ask(caller, path)).body as { login: string }[]).map(({ login }) => login);
  /** What a write says: its status, with the code of a refusal or what it tells of fields. */
  const send = async (caller: Caller, method: 'POST' | 'PATCH', path: string, body: object) => {
    const answer = await caller.call(method, `/api${path}`, { body });
    const { code, fields } = (answer.body === '' ? {} : answer.json()) as Told;
    if (answer.statusCode < 400) return [answer.statusCode];
    return [answer.statusCode, ...(fields?.map(({ field, message }) => `${field}: ${message}`) ?? [code])];
  };
  /** A record as it came to be before the relation was narrowed. */
  const pointed = async (login: string): Promise<number> => {
    const made = await insertRow(admin, '/tarefas', { nome: fresh() });
    await database.query({
      text: 'update tarefa set responsavel_id = $1::text::bigint where id = $2::text::bigint',
      values: [String(id(login)), String(made)],
    });
    return made;
  };
  const targetOf = async (caller: Caller) => {
    const { relations, childRelations } = (await ask(caller, '/model/screen?path=/tarefas')).body as ScreenModel;
    return [...relations, ...(childRelations['passos'] ?? [])].map(
      ({ field, path, call, select, opens, create, label, where }) => [
        field,
        { path, call, select, opens, create, label, where },
      ],
    );
  };

  const strangers = ['ex-colega', 'bloqueado', 'clinica', 'paciente'];
  const colleagues = ['ana', 'balcao', 'chefe', 'olheiro', 'recursos'];

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files });
    admin = await product.as(administrator.login, administrator.password);
    for (const [login, roles] of Object.entries(people))
      await createUser(database, login, tarefas, roles ? { roles } : {});
    staff = await product.enter('balcao', tarefas);
    await createUser(database, 'olheiro', [...tarefas, 'usuario:view']);
    await createUser(database, 'recursos', [...tarefas, 'usuario:list', 'usuario:view']);
    await database.execute("update usuario set email = login || '@casa.example', cpf = '52998224725'");
    const { rows } = await database.query<{ id: number; login: string }>({
      text: 'select id::int as id, login from usuario',
      values: [],
    });
    for (const row of rows) ids.set(row.login, row.id);
  });

  test('the picker of the staff has an address, and of the records their label alone', async () => {
    const target = {
      path: '/usuarios',
      call: '/usuarios',
      select: 'id,login,nome',
      opens: false,
      create: false,
      label: [{ field: 'login' }, { text: ' - ' }, { field: 'nome' }],
      where: [],
    };
    expect(await targetOf(staff)).toEqual([
      ['responsavel', target],
      ['feito_por', target],
    ]);
    expect(await logins(staff, '/usuarios?select=login&order=login')).toEqual(colleagues);
    const [row] = (await ask(staff, `/usuarios?id=eq.${id('ana')}`)).body as object[];
    expect(Object.keys(row ?? {}).toSorted()).toEqual(['id', 'login', 'nome', 'versao']);
    // As the picker asks while somebody types.
    expect((await ask(staff, '/usuarios/ana')).body).toMatchObject([{ id: id('ana'), login: 'ana', nome: 'ana' }]);
    for (const login of strangers) expect((await ask(staff, `/usuarios/${login}`)).body).toEqual([]);
  });

  test('nothing beside the label is read, asked about, sorted or searched by, and of other records nothing at all', async () => {
    for (const field of ['cpf', 'email', 'admin', 'operadora', 'ativo', 'bloqueado', 'criado_em'])
      for (const query of [`select=${field}`, `${field}=not.is.null`, `order=${field}`, `select=${field}.count()`])
        expect([query, await statusOf(staff, `/usuarios?${query}`)]).toEqual([query, 400]);
    expect(await logins(staff, '/usuarios?q=ana')).toEqual(['ana']);
    expect(await logins(staff, '/usuarios?q=casa')).toEqual([]);
    expect((await ask(staff, '/usuarios?select=grupo(*)')).status).toBe(400);
    for (const login of strangers) {
      expect(await logins(staff, `/usuarios?login=eq.${login}`)).toEqual([]);
      expect(await logins(staff, `/usuarios?id=eq.${id(login)}`)).toEqual([]);
      expect(await logins(staff, `/usuarios?q=${login}`)).toEqual([]);
    }
    // The planner knows of the whole table.
    expect((await ask(staff, '/usuarios?limit=1', { prefer: 'count=planned' })).range).toBe(`0-0/${colleagues.length}`);
    expect((await ask(staff, '/usuarios?limit=1', { prefer: 'count=exact' })).range).toBe(`0-0/${colleagues.length}`);
    expect((await ask(staff, '/usuarios?select=count()')).body).toEqual([{ count: colleagues.length }]);
    expect(await logins(staff, `/usuarios?order=login&as_of=${new Date().toISOString()}`)).toEqual(colleagues);
    const csv = await staff.call('GET', '/api/usuarios?order=login', { headers: { accept: 'text/csv' } });
    expect(csv.body.split(/\r?\n/)[0]).toBe('id,versao,login,nome');
    expect(csv.body.split(/\r?\n/).slice(1, -1)).toHaveLength(colleagues.length);
    for (const path of ['historico', 'ligados'])
      expect([path, await statusOf(staff, `/usuarios/${id('ana')}/${path}`)]).toEqual([path, 403]);
    expect((await staff.call('PATCH', `/api/usuarios?id=eq.${id('ana')}`, { body: { nome: 'x' } })).statusCode).toBe(
      403,
    );
  });

  test('what points at somebody else tells nobody of him, and stays as it is', async () => {
    for (const login of ['ana', ...strangers]) {
      const made = await pointed(login);
      const known = login === 'ana' ? { login, nome: login } : null;
      expect((await ask(staff, `/tarefas?id=eq.${made}&select=responsavel(login,nome)`)).body).toEqual([
        { responsavel: known },
      ]);
      const found = known === null ? [] : [{ id: made }];
      for (const query of [`responsavel.login=eq.${login}`, `q=${login}`])
        expect([query, (await ask(staff, `/tarefas?select=id&id=eq.${made}&${query}`)).body]).toEqual([query, found]);
      expect(await statusOf(staff, `/tarefas?responsavel.cpf=eq.52998224725`)).toBe(400);
      expect(await statusOf(staff, `/tarefas?select=responsavel(email)`)).toBe(400);
      expect((await staff.call('GET', `/api/tarefas/${made}/historico`)).body).not.toContain('casa.example');
      const patch = { nome: fresh(), responsavel_id: id(login) };
      expect(await send(staff, 'PATCH', `/tarefas?id=eq.${made}`, patch)).toEqual([204]);
    }
  });

  test('no door lets the staff point at whom the picker does not offer, and the answer is that of nobody', async () => {
    const made = await insertRow(staff, '/tarefas', { nome: fresh(), responsavel_id: id('ana') });
    const nobody = [409, '23503'];
    for (const target of [...strangers.map(id), 999_999]) {
      const body = { nome: fresh(), responsavel_id: target };
      expect(await send(staff, 'POST', '/tarefas', body)).toEqual(nobody);
      expect(await send(staff, 'POST', '/tarefas', { nome: fresh(), passos: [{ feito_por_id: target }] })).toEqual(
        nobody,
      );
      expect(await send(staff, 'PATCH', `/tarefas?id=eq.${made}`, { responsavel_id: target })).toEqual(nobody);
      const move = `/tarefas?id=eq.${made}&transition=entregar`;
      expect(await send(staff, 'PATCH', move, { responsavel_id: target })).toEqual(nobody);
      const planned = await staff.call('POST', '/api/alteracoes-em-lote', {
        body: { path: '/tarefas', operation: 'update', ids: [made], values: { responsavel_id: target } },
      });
      expect(planned.statusCode === 409 || (planned.json() as BatchPlan).changes === 0, planned.body).toBe(true);
    }
    expect(
      await send(staff, 'PATCH', `/tarefas?id=eq.${made}&transition=entregar`, { responsavel_id: id('chefe') }),
    ).toEqual([204]);
    const passos = [{ feito_por_id: id('ana') }];
    expect(await send(staff, 'POST', '/tarefas', { nome: fresh(), passos })).toEqual([201]);
  });

  test('a file names them by login, and nobody else', async () => {
    const lines = ['ana', 'clinica', 'ex-colega', 'ninguem'].map((login) => `${fresh()};${login}`).join('\n');
    const checked = await checkFile(staff, await sendFile(staff, '/tarefas', `Nome;Responsável\n${lines}\n`));
    expect(refusalsOf(checked).flatMap(([, places]) => places)).toEqual(['Linha 3', 'Linha 4', 'Linha 5']);
  });

  test('to who may list them all the refusal says why', async () => {
    const recursos = await product.as('recursos', 'senha-de-teste');
    expect((await logins(recursos, '/usuarios')).toSorted()).toEqual([...colleagues, ...strangers].toSorted());
    for (const caller of [recursos, admin]) {
      const tried = [];
      for (const login of strangers)
        tried.push(await send(caller, 'POST', '/tarefas', { nome: fresh(), responsavel_id: id(login) }));
      expect(tried).toMatchObject(
        [
          'Ativo tem de ser sim',
          'Bloqueado tem de ser não',
          'Equipe da operadora tem de ser sim',
          'Equipe da operadora tem de ser sim',
        ].map((reason) => [422, expect.stringContaining(reason)]),
      );
    }
  });

  test('who may view each by its id, and not list them, lists those that may be named', async () => {
    const olheiro = await product.as('olheiro', 'senha-de-teste');
    expect(await logins(olheiro, '/usuarios?select=login&order=login')).toEqual(colleagues);
    expect(await logins(olheiro, '/usuarios?select=login&email=ilike.*casa*&order=login')).toEqual(colleagues);
    expect(await logins(olheiro, `/usuarios?select=login&id=eq.${id('clinica')}`)).toEqual(['clinica']);
    expect((await ask(olheiro, '/usuarios?select=count()')).body).toEqual([{ count: colleagues.length }]);
  });

  test('portal users see and name nobody', async () => {
    for (const login of ['clinica', 'paciente']) {
      const guest = await product.as(login, 'senha-de-teste');
      expect(await statusOf(guest, '/usuarios')).toBe(403);
      expect(await statusOf(guest, '/usuarios/ana')).toBe(403);
      expect(await statusOf(guest, '/tarefas?select=responsavel(login)')).toBe(400);
      expect((await targetOf(guest)).map(([, target]) => target)).toMatchObject([{ path: null }, { path: null }]);
      expect(await send(guest, 'POST', '/tarefas', { nome: fresh(), responsavel_id: id('ana') })).toEqual([
        409,
        '23503',
      ]);
    }
  });

  test('where the login is kept from a group, nothing names a colleague', async () => {
    const kept = await product.enter('reservado', tarefas, { personal: 'OCULTO' });
    expect((await ask(kept, `/usuarios?id=eq.${id('ana')}`)).body).toEqual([{ id: id('ana'), versao: 1 }]);
    expect(await statusOf(kept, '/usuarios?login=eq.ana')).toBe(400);
  });

  test('the description of the API offers the staff the list, and guests nothing of it', async () => {
    const listed = async (caller: Caller) =>
      '/usuarios' in ((await ask(caller, '/openapi.json')).body as { paths: object }).paths;
    expect([await listed(staff), await listed(await product.as('clinica', 'senha-de-teste'))]).toEqual([true, false]);
  });
});
