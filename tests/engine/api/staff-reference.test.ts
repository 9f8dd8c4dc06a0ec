/**
 * Records that everybody of the staff knows by name without a right on them (`referenceForStaff`): at each door those, by label,
 * and no more. Of them a relation may be given those alone that its `where` says: who left is read in old records, and named anew
 * in none.
 */
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
        {
          name: 'lembrar',
          title: 'Lembrar',
          icon: 'bell',
          from: ['ABERTA', 'ENTREGUE'],
          action: 'entregar',
          effects: [{ creates: 'lembrete', fields: { nome: 'nome', tarefa: 'id', responsavel: 'responsavel' } }],
        },
      ],
    },
  },
};

const lembrete = {
  'schemas/teste/lembretes/schema.json': {
    title: 'Lembrete',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: { title: 'Nome', type: 'string', maxLength: 40 },
      tarefa: { title: 'Tarefa', 'x-relation': { entity: 'tarefa' } },
      responsavel: { title: 'Responsável', ...colleague },
    },
  },
  'schemas/teste/lembretes/columns.json': {
    entity: 'lembrete',
    path: '/lembretes',
    title: 'Lembrete',
    icon: 'table',
    permission: { subject: 'lembrete' },
    parent: '/',
    columns: ['nome', 'responsavel'],
    sort: ['nome'],
    indexes: [['nome']],
    label: '{nome}',
  },
};

const tarefas = ['list', 'view', 'insert', 'update', 'entregar', 'audit']
  .map((action) => `tarefa:${action}`)
  .concat('lembrete:insert', 'lembrete:list');
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
  const send = async (
    caller: Caller,
    method: 'POST' | 'PATCH',
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const answer = await caller.call(method, `/api${path}`, { body, headers });
    const { code, fields } = (answer.body === '' ? {} : answer.json()) as Told;
    if (answer.statusCode < 400) return [answer.statusCode];
    return [answer.statusCode, ...(fields?.map(({ field, message }) => `${field}: ${message}`) ?? [code])];
  };
  const nameOf = async (made: number): Promise<unknown> =>
    ((await ask(staff, `/tarefas?id=eq.${made}&select=nome`)).body as { nome: unknown }[])[0]?.nome;
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
      ({ field, path, call, select, opens, create, label, offeredFor, where }) => [
        field,
        { path, call, select, opens, create, label, offeredFor, where },
      ],
    );
  };

  const strangers = ['clinica', 'paciente'];
  /** They may be read of, and not be named anew. */
  const former = ['ex-colega', 'bloqueado'];
  const colleagues = ['ana', 'balcao', 'chefe', 'leitor', 'olheiro', 'recursos', 'sem responsavel'];
  const known = [...colleagues, ...former].toSorted();
  const nobody = [409, '23503'];
  const notOffered = (field: string, title: string) => [
    422,
    `${field}: ${title} não aceita o registro escolhido: não é um dos que podem ser escolhidos aqui.`,
  ];
  const pickers = ['tarefa.responsavel', 'tarefa.passos.feito_por', 'tarefa.responsavel!entregar'];

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: { ...files, ...lembrete } });
    admin = await product.as(administrator.login, administrator.password);
    for (const [login, roles] of Object.entries(people))
      await createUser(database, login, tarefas, roles ? { roles } : {});
    staff = await product.enter('balcao', tarefas);
    await createUser(database, 'olheiro', [...tarefas, 'usuario:view']);
    await createUser(database, 'leitor', ['tarefa:list', 'tarefa:view']);
    await createUser(database, 'sem responsavel', tarefas, { hidden: ['tarefa.responsavel'] });
    await createUser(database, 'recursos', [...tarefas, 'usuario:list', 'usuario:view']);
    await database.execute("update usuario set email = login || '@casa.example', cpf = '52998224725'");
    const { rows } = await database.query<{ id: number; login: string }>({
      text: 'select id::int as id, login from usuario',
      values: [],
    });
    for (const row of rows) ids.set(row.login, row.id);
  });

  test('the picker of the staff has an address that is narrowed by the server, and of the records their label alone', async () => {
    const target = {
      path: '/usuarios',
      call: '/usuarios',
      select: 'id,login,nome',
      opens: false,
      create: false,
      label: [{ field: 'login', spare: true }, { text: ' - ', spare: true }, { field: 'nome' }],
      where: [],
    };
    expect(await targetOf(staff)).toEqual([
      ['responsavel', { ...target, offeredFor: 'tarefa.responsavel' }],
      ['feito_por', { ...target, offeredFor: 'tarefa.passos.feito_por' }],
    ]);
    expect(await logins(staff, '/usuarios?select=login&order=login')).toEqual(known);
    for (const field of pickers) {
      const asked = `offered_for=${encodeURIComponent(field)}`;
      expect(await logins(staff, `/usuarios?select=login&order=login&${asked}`)).toEqual(colleagues);
      for (const login of ['ana', ...former, ...strangers])
        expect([login, (await ask(staff, `/usuarios/${login}?${asked}`)).body]).toMatchObject([
          login,
          login === 'ana' ? [{ id: id(login), login }] : [],
        ]);
    }
    const [row] = (await ask(staff, `/usuarios?id=eq.${id('ana')}`)).body as object[];
    expect(Object.keys(row ?? {}).toSorted()).toEqual(['id', 'login', 'nome', 'versao']);
    // As the picker asks while somebody types.
    expect((await ask(staff, '/usuarios/ana')).body).toMatchObject([{ id: id('ana'), login: 'ana', nome: 'ana' }]);
    for (const login of former) expect((await ask(staff, `/usuarios/${login}`)).body).toMatchObject([{ login }]);
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
    const picked = '&offered_for=tarefa.responsavel';
    for (const [asked, met] of [
      ['', known],
      [picked, colleagues],
    ] as const) {
      // The planner knows of the whole table.
      for (const count of ['planned', 'exact'])
        expect((await ask(staff, `/usuarios?limit=1${asked}`, { prefer: `count=${count}` })).range).toBe(
          `0-0/${met.length}`,
        );
      const counted = await staff.call('HEAD', `/api/usuarios?limit=1${asked}`, { headers: { prefer: 'count=exact' } });
      expect(counted.headers['content-range']).toBe(`0-0/${met.length}`);
      expect((await ask(staff, `/usuarios?select=count()${asked}`)).body).toEqual([{ count: met.length }]);
      expect(await logins(staff, `/usuarios?order=login&as_of=${new Date().toISOString()}${asked}`)).toEqual(met);
      const csv = await staff.call('GET', `/api/usuarios?order=login${asked}`, { headers: { accept: 'text/csv' } });
      expect(csv.body.split(/\r?\n/)[0]).toBe('id,versao,login,nome');
      expect(csv.body.split(/\r?\n/).slice(1, -1)).toHaveLength(met.length);
    }
    // A page of the narrowed list goes on in it, and in no other.
    const first = await staff.call('GET', `/api/usuarios?select=login&order=login&limit=2${picked}`);
    const cursor = encodeURIComponent(String(first.headers['fichario-next-cursor']));
    const next = `/usuarios?select=login&order=login&limit=9&cursor=${cursor}`;
    expect(await logins(staff, `${next}${picked}`)).toEqual(colleagues.slice(2));
    expect(await statusOf(staff, next)).toBe(400);
    for (const path of ['historico', 'ligados'])
      expect([path, await statusOf(staff, `/usuarios/${id('ana')}/${path}`)]).toEqual([path, 403]);
    expect((await staff.call('PATCH', `/api/usuarios?id=eq.${id('ana')}`, { body: { nome: 'x' } })).statusCode).toBe(
      403,
    );
  });

  test('what points at who left tells of him by name, at somebody else of nobody, and stays as it is', async () => {
    for (const login of ['ana', ...former, ...strangers]) {
      const made = await pointed(login);
      const told = strangers.includes(login) ? null : { login, nome: login };
      expect((await ask(staff, `/tarefas?id=eq.${made}&select=responsavel(login,nome)`)).body).toEqual([
        { responsavel: told },
      ]);
      const found = told === null ? [] : [{ id: made }];
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
    const known = await nameOf(made);
    const refusals: readonly (readonly [number, unknown, unknown])[] = [
      ...[...strangers.map(id), 999_999].map((target) => [target, nobody, nobody] as const),
      ...former.map(
        (login) =>
          [
            id(login),
            notOffered('responsavel_id', 'Responsável'),
            notOffered('passos.0.feito_por_id', 'Feito por (Passos, linha 1)'),
          ] as const,
      ),
    ];
    for (const [target, refused, refusedRow] of refusals) {
      const body = { nome: fresh(), responsavel_id: target };
      expect(await send(staff, 'POST', '/tarefas', body)).toEqual(refused);
      expect(await send(staff, 'POST', '/tarefas', { nome: fresh(), passos: [{ feito_por_id: target }] })).toEqual(
        refusedRow,
      );
      expect(await send(staff, 'PATCH', `/tarefas?id=eq.${made}`, { responsavel_id: target })).toEqual(refused);
      const upsert = '/tarefas?on_conflict=nome';
      const merge = { prefer: 'resolution=merge-duplicates' };
      expect(await send(staff, 'POST', upsert, { nome: known, responsavel_id: target }, merge)).toEqual(refused);
      const each = (
        await staff.call('PATCH', `/api/tarefas?id=in.(${made})`, {
          body: { responsavel_id: target },
          headers: { prefer: 'outcome=each' },
        })
      ).json();
      expect(each).toMatchObject([{ id: made, status: refused === nobody ? 409 : 422 }]);
      const move = `/tarefas?id=eq.${made}&transition=entregar`;
      expect(await send(staff, 'PATCH', move, { responsavel_id: target })).toEqual(refused);
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

  test('an old record of who left is changed, kept and moved on, and names him nowhere else', async () => {
    for (const login of former) {
      const made = await pointed(login);
      const own = `/tarefas?id=eq.${made}`;
      await database.query({
        text: `insert into tarefa_passos (tarefa_id, posicao, feito_por_id) values ($1::text::bigint, 0, $2::text::bigint)`,
        values: [String(made), String(id(login))],
      });
      const read = async () =>
        ((await ask(staff, `${own}&select=nome,responsavel_id,passos(id,feito_por_id)`)).body as object[])[0] as {
          nome: string;
          responsavel_id: number;
          passos: { id: number; feito_por_id: number }[];
        };
      const whole = await read();
      // As a form sends it, whole; another field alone; by the key; by a batch; by a transition that asks for the field.
      expect(await send(staff, 'PATCH', own, { ...whole, nome: fresh() })).toEqual([204]);
      expect(await send(staff, 'PATCH', own, { nome: fresh() })).toEqual([204]);
      const merge = { prefer: 'resolution=merge-duplicates' };
      const { nome } = await read();
      const upserted = { nome, responsavel_id: whole.responsavel_id };
      expect(await send(staff, 'POST', '/tarefas?on_conflict=nome', upserted, merge)).toEqual([200]);
      const batch = { path: '/tarefas', operation: 'update', ids: [made], values: { responsavel_id: id(login) } };
      const planned = await staff.call('POST', '/api/alteracoes-em-lote', { body: batch });
      expect([planned.statusCode, (planned.json() as BatchPlan).refusals]).toEqual([201, []]);
      // Another row of the list is one anew.
      const passos = [...whole.passos, { feito_por_id: id(login) }];
      expect(await send(staff, 'PATCH', own, { passos })).toEqual(
        notOffered('passos.1.feito_por_id', 'Feito por (Passos, linha 2)'),
      );
      // What follows from a transition names him in a record that is new.
      expect((await send(staff, 'PATCH', `${own}&transition=lembrar`, {}))[0]).toBe(422);
      expect((await ask(staff, '/lembretes')).body).toEqual([]);
      expect(await send(staff, 'PATCH', `${own}&transition=entregar`, {})).toEqual([204]);
      expect(await read()).toEqual({ ...whole, nome });
    }
    const fine = await insertRow(staff, '/tarefas', { nome: fresh(), responsavel_id: id('ana') });
    expect(await send(staff, 'PATCH', `/tarefas?id=eq.${fine}&transition=lembrar`, {})).toEqual([204]);
  });

  test('what is no field for the caller, or leads elsewhere, is refused as a name that does not exist', async () => {
    const told = async (caller: Caller, field: string) => {
      const { status, body } = await ask(caller, `/usuarios?offered_for=${encodeURIComponent(field)}`);
      return [status, body];
    };
    const refusal = (field: string, suggestion?: string) => [
      400,
      expect.objectContaining({
        code: 'REQUEST_OFFERED_UNKNOWN',
        message: `Em 'offered_for', '${field}' não é um campo que aponte para 'Usuário'.`,
        hint: expect.stringContaining(suggestion === undefined ? 'x-offered-for' : `'${suggestion}'`),
      }),
    ];
    expect(await told(staff, 'tarefa.responsave')).toEqual(refusal('tarefa.responsave', 'tarefa.responsavel'));
    for (const field of [
      'tarefa.nome',
      'tarefa',
      'nada.responsavel',
      'tarefa.passos.feito_por.login',
      'tarefa_passos.feito_por',
      'tarefa.responsavel!lembrar',
      'tarefa.responsavel!nada',
      // Of others than the caller.
      'protocolo_documento.responsavel',
    ])
      expect(await told(staff, field)).toEqual([
        400,
        expect.objectContaining({
          code: 'REQUEST_OFFERED_UNKNOWN',
          message: `Em 'offered_for', '${field}' não é um campo que aponte para 'Usuário'.`,
        }),
      ]);
    const kept = await product.as('sem responsavel', 'senha-de-teste');
    for (const field of ['tarefa.responsavel', 'tarefa.responsavel!entregar'])
      expect((await told(kept, field))[0]).toBe(400);
    expect((await told(kept, 'tarefa.passos.feito_por'))[0]).toBe(200);
    for (const field of ['', '.', 'tarefa.', "tarefa.responsavel'--", 'tarefa.responsavel!', 'tarefa.responsavel!x y'])
      expect([field, await told(staff, field)]).toMatchObject([field, [400, { code: 'PGRST100' }]]);
    const at = '?id=eq.1&offered_for=tarefa.responsavel';
    expect(await send(staff, 'PATCH', `/tarefas${at}`, { nome: 'x' })).toEqual([400, 'PGRST100']);
    expect(await statusOf(staff, `/tarefas/1/historico${at}`)).toBe(400);
    const batch = {
      path: '/tarefas',
      operation: 'update',
      filter: 'offered_for=tarefa.responsavel',
      values: { nome: 'x' },
    };
    expect((await staff.call('POST', '/api/alteracoes-em-lote', { body: batch })).statusCode).toBe(400);
  });

  test('who only reads the field is told nothing by it of what may not be asked about', async () => {
    const reader = await product.as('leitor', 'senha-de-teste');
    const asked = '/usuarios?select=login&order=login&offered_for=tarefa.responsavel';
    expect(await logins(reader, asked)).toEqual(await logins(reader, asked.split('&offered')[0] ?? ''));
    expect(await logins(reader, asked)).toContain('ex-colega');
  });

  test('a file names them by login, and nobody else', async () => {
    const lines = ['ana', 'clinica', 'ex-colega', 'ninguem'].map((login) => `${fresh()};${login}`).join('\n');
    const checked = await checkFile(staff, await sendFile(staff, '/tarefas', `Nome;Responsável\n${lines}\n`));
    expect(refusalsOf(checked).flatMap(([, places]) => places)).toEqual(['Linha 3', 'Linha 4', 'Linha 5']);
  });

  test('to who may list them all the refusal says why', async () => {
    const recursos = await product.as('recursos', 'senha-de-teste');
    expect((await logins(recursos, '/usuarios')).toSorted()).toEqual([...known, ...strangers].toSorted());
    expect(await logins(recursos, '/usuarios?order=login&offered_for=tarefa.responsavel')).toEqual(colleagues);
    for (const caller of [recursos, admin]) {
      const tried = [];
      for (const login of [...former, ...strangers])
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

  test('who may view each by its id, and not list them, lists those that all of the staff know', async () => {
    const olheiro = await product.as('olheiro', 'senha-de-teste');
    expect(await logins(olheiro, '/usuarios?select=login&order=login')).toEqual(known);
    expect(await logins(olheiro, '/usuarios?select=login&email=ilike.*casa*&order=login')).toEqual(known);
    expect(await logins(olheiro, `/usuarios?select=login&id=eq.${id('clinica')}`)).toEqual(['clinica']);
    expect((await ask(olheiro, '/usuarios?select=count()')).body).toEqual([{ count: known.length }]);
  });

  test('portal users see and name nobody', async () => {
    for (const login of ['clinica', 'paciente']) {
      const guest = await product.as(login, 'senha-de-teste');
      expect(await statusOf(guest, '/usuarios')).toBe(403);
      expect(await statusOf(guest, '/usuarios/ana')).toBe(403);
      expect(await statusOf(guest, '/usuarios?offered_for=tarefa.responsavel')).toBe(403);
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
