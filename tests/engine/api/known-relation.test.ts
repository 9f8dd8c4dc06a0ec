/**
 * What one knows of others through one's own records (`x-relation.known`): whoever reads a record, and in it the relation,
 * knows of what it points at id, label and the fields that it lists, by this path and by no other, and learns nothing by
 * writing. That no request tells two databases apart is held by `tests/security/non-interference.test.ts`.
 */
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { checkFile, refusalsOf, sendFile } from '../../src/imports/import-stage.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { registry } from '../../support/fixture-registry.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', maxLength: 40, ...more });
const relation = (title: string, entity: string, more: object = {}) => ({ title, 'x-relation': { entity, ...more } });
const record = (title: string, properties: object) => ({ title, type: 'object', required: ['nome'], properties });

const files: Readonly<Record<string, object>> = {
  'schemas/teste/casas/schema.json': record('Casa', { nome: text('Nome') }),
  'schemas/teste/casas/columns.json': registry('casa', '/casas', 'Casas', { reference: true, columns: ['nome'] }),
  'schemas/teste/pacientes/schema.json': record('Paciente', {
    codigo: text('Código', { 'x-unique': true }),
    nome: text('Nome'),
    cartao: text('Cartão'),
    cpf: text('CPF'),
    email: { title: 'E-mail', type: 'string', format: 'email' },
    divida: { title: 'Dívida', type: 'number', format: 'money' },
    casa: relation('Casa', 'casa'),
    dependentes: {
      title: 'Dependentes',
      type: 'array',
      items: { title: 'Dependente', type: 'object', properties: { nome: text('Nome') } },
    },
  }),
  'schemas/teste/pacientes/columns.json': registry('paciente', '/pacientes', 'Pacientes', {
    scope: [{ role: 'beneficiario', field: 'id' }],
    naturalKey: ['codigo'],
    label: '{nome}',
    columns: ['codigo', 'nome', 'cartao', 'divida'],
    sort: ['codigo'],
    search: ['nome', 'cartao', 'cpf'],
  }),
  'schemas/teste/contas/schema.json': record('Conta', {
    nome: text('Nome', { 'x-unique': true }),
    casa: relation('Casa', 'casa'),
    paciente: relation('Paciente', 'paciente', { known: ['cartao', 'email'] }),
    titular: relation('Titular', 'paciente'),
    origem: relation('Origem', 'conta'),
    copiado: { ...relation('Copiado', 'paciente', { known: true }), 'x-filled-from': 'origem.paciente' },
    revelado: { ...relation('Revelado', 'paciente', { known: true }), 'x-filled-from': 'origem.titular' },
    itens: {
      title: 'Itens',
      type: 'array',
      items: {
        title: 'Item',
        type: 'object',
        properties: { nome: text('Nome'), paciente: relation('Paciente', 'paciente', { known: true }) },
      },
    },
  }),
  'schemas/teste/contas/columns.json': registry('conta', '/contas', 'Contas', {
    columns: ['nome', 'paciente', 'paciente.cartao', 'paciente.divida', 'titular'],
    sort: ['nome'],
    search: ['nome', 'paciente'],
    batch: ['paciente'],
    label: '{nome}',
    scope: [{ role: 'prestador', field: 'casa' }],
    openTo: ['beneficiario'],
  }),
  // met by its name beyond the scope
  'schemas/teste/lotes/schema.json': record('Lote', {
    nome: text('Nome', { 'x-unique': true }),
    casa: relation('Casa', 'casa'),
    paciente: relation('Paciente', 'paciente', { known: true }),
  }),
  'schemas/teste/lotes/columns.json': registry('lote', '/lotes', 'Lotes', {
    columns: ['nome'],
    reference: true,
    referenceBeyondScope: true,
    naturalKey: ['nome'],
    scope: [{ role: 'prestador', field: 'casa' }],
  }),
  'schemas/teste/ressalvas/schema.json': record('Ressalva', {
    nome: text('Nome', { 'x-unique': true }),
    conta: relation('Conta', 'conta'),
    lote: relation('Lote', 'lote'),
  }),
  'schemas/teste/ressalvas/columns.json': registry('ressalva', '/ressalvas', 'Ressalvas', {
    columns: ['nome', 'conta.paciente.nome', 'lote.paciente.nome'],
    sort: ['nome'],
    openTo: ['prestador', 'beneficiario'],
  }),
};

const all = (...subjects: readonly string[]) =>
  subjects.flatMap((subject) =>
    ['list', 'view', 'insert', 'update', 'delete', 'audit'].map((action) => `${subject}:${action}`),
  );
const pairs = all('conta', 'ressalva', 'lote');

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  /** A provider with no right on patients; the same with names covered, and with them hidden. */
  let provider: Caller;
  let covered: Caller;
  let hidden: Caller;
  /** A member with every right on the own record. */
  let member: Caller;
  /** Staff with no right on patients, and with all. */
  let clerk: Caller;
  let staff: Caller;

  const ask = async (caller: Caller, path: string) => {
    const answer = await caller.call('GET', `/api${path}`);
    return answer.statusCode === 200 ? (answer.json() as unknown) : answer.statusCode;
  };
  const write = async (caller: Caller, method: 'POST' | 'PATCH' | 'PUT', path: string, body: unknown) => {
    const answer = await caller.call(method, `/api${path}`, { body });
    return [answer.statusCode, answer.body === '' ? '' : (answer.json() as { readonly code?: string }).code];
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files });
    admin = await product.as(administrator.login, administrator.password);
    for (const n of [1, 2]) await insertRow(admin, '/casas', { nome: `Casa ${n}` });
    for (const n of [1, 2, 3])
      await insertRow(admin, '/pacientes', {
        codigo: `P${n}`,
        nome: `Paciente ${n}`,
        cartao: `cartao ${n}`,
        cpf: `cpf ${n}`,
        email: `paciente${n}@exemplo.com.br`,
        divida: n * 100,
        casa_id: 1,
        dependentes: [{ nome: `Filho ${n}` }],
      });
    for (const [nome, casa_id, paciente_id] of [
      ['c1', 1, 1],
      ['c2', 1, 2],
      ['c3', 2, 3],
    ] as const) {
      await insertRow(admin, '/contas', { nome, casa_id, paciente_id, titular_id: 2, itens: [{ nome, paciente_id }] });
      await insertRow(admin, '/lotes', { nome: `l${nome}`, casa_id, paciente_id });
    }
    for (const n of [1, 2, 3]) await insertRow(admin, '/ressalvas', { nome: `g${n}`, conta_id: n, lote_id: n });
    const roles = { operadora: false, prestador: true, prestador_registro: 1 };
    provider = await product.enter('casa', pairs, { roles });
    covered = await product.enter('coberta', pairs, { roles, masked: ['paciente.email'] });
    hidden = await product.enter('oculta', pairs, { roles, hidden: ['paciente.nome'] });
    member = await product.enter('pessoa', [...pairs, ...all('paciente')], {
      roles: { operadora: false, beneficiario: true, beneficiario_registro: 1 },
    });
    clerk = await product.enter('balcao', pairs);
    staff = await product.enter('equipe', [...pairs, ...all('paciente')]);
  });

  const named = (n: number) => ({
    id: n,
    nome: `Paciente ${n}`,
    cartao: `cartao ${n}`,
    email: `paciente${n}@exemplo.com.br`,
  });

  test('whoever reads the record knows id, label and what is listed, and nothing else', async () => {
    const rows = [1, 2].map((n) => ({ nome: `c${n}`, paciente: named(n) }));
    expect(await ask(provider, '/contas?select=nome,paciente(*)')).toEqual(rows);
    expect(await ask(clerk, '/contas?select=nome,paciente(*)')).toEqual([...rows, { nome: 'c3', paciente: named(3) }]);
    expect(await ask(provider, '/contas?select=itens(nome,paciente(*))&id=eq.2')).toEqual([
      { itens: [{ nome: 'c2', paciente: { id: 2, nome: 'Paciente 2' } }] },
    ]);
    for (const name of ['codigo', 'cpf', 'divida', 'versao', 'criado_em', 'casa_id', 'casa(nome)', 'dependentes(nome)'])
      for (const caller of [provider, clerk])
        expect([name, await ask(caller, `/contas?select=paciente(${name})`)]).toEqual([name, 400]);
    expect(await ask(covered, '/contas?select=paciente(nome,email)&id=eq.2')).toEqual([
      { paciente: { nome: 'Paciente 2', email: 'p***@exemplo.com.br' } },
    ]);
    expect(await ask(covered, '/contas?select=nome&paciente.email=eq.paciente2@exemplo.com.br')).toBe(400);
    expect(await ask(hidden, '/contas?select=paciente(*)&id=eq.1')).toEqual([
      { paciente: { id: 1, cartao: 'cartao 1', email: 'paciente1@exemplo.com.br' } },
    ]);
    expect(await ask(hidden, '/contas?select=nome&paciente.nome=eq.Paciente 1')).toBe(400);
  });

  test('another relation to the same entity, and every door of the entity itself, stays as it is', async () => {
    expect(await ask(provider, '/contas?select=titular(nome)')).toBe(400);
    expect(await ask(provider, '/contas?select=nome&titular.nome=eq.Paciente 2')).toBe(400);
    for (const path of ['', '?id=eq.1', '?select=id,nome&id=eq.1', '?select=count()', '?offered_for=conta.paciente'])
      for (const caller of [provider, clerk])
        expect([path, await ask(caller, `/pacientes${path}`)]).toEqual([path, 403]);
    expect(await ask(provider, '/pacientes/1/historico')).toBe(403);
    expect(await ask(provider, '/pacientes/Paciente')).toBe(403);
  });

  test('who sees the own record whole meets others by what is known', async () => {
    const select = 'nome,paciente(id,versao,codigo,nome,cartao,cpf,divida,casa(nome),dependentes(nome))';
    const closed = { versao: null, codigo: null, cpf: null, divida: null, casa: null, dependentes: [] };
    const { email: _1, ...first } = named(1);
    const { email: _2, ...second } = named(2);
    expect(await ask(member, `/contas?select=${select}&id=lt.3`)).toEqual([
      {
        nome: 'c1',
        paciente: {
          ...first,
          versao: 1,
          codigo: 'P1',
          cpf: 'cpf 1',
          divida: 100,
          casa: { nome: 'Casa 1' },
          dependentes: [{ nome: 'Filho 1' }],
        },
      },
      { nome: 'c2', paciente: { ...second, ...closed } },
    ]);
    expect(await ask(member, '/contas?select=nome,titular(nome)')).toEqual(
      ['c1', 'c2', 'c3'].map((nome) => ({ nome, titular: null })),
    );
    expect(await ask(member, '/contas?select=nome&paciente.divida=gt.0')).toEqual([{ nome: 'c1' }]);
    expect(await ask(member, '/contas?select=nome&paciente.cpf=has.cpf')).toEqual([{ nome: 'c1' }]);
    expect(await ask(member, '/contas?select=nome&q=cpf%202')).toEqual([]);
    expect(await ask(member, '/contas?select=nome&q=cpf%201')).toEqual([{ nome: 'c1' }]);
    expect(await ask(member, '/pacientes?select=nome')).toEqual([{ nome: 'Paciente 1' }]);
    expect(await ask(staff, '/contas?select=paciente(cpf)&id=eq.3')).toEqual([{ paciente: { cpf: 'cpf 3' } }]);
  });

  test('it is filtered, sorted, searched, grouped and exported by', async () => {
    const names = async (query: string) => {
      const rows = await ask(provider, `/contas?select=nome&${query}`);
      return Array.isArray(rows) ? (rows as { nome: string }[]).map(({ nome }) => nome) : rows;
    };
    for (const [query, found] of [
      ['paciente.nome=eq.Paciente 2', ['c2']],
      ['paciente.nome=has.paciente&order=paciente.nome.desc', ['c2', 'c1']],
      ['paciente.cartao=has.3', []],
      ['q=paciente%202', ['c2']],
      ['q=cpf%202', []],
      ['q=paciente%203', []],
      ['order=paciente.divida', 400],
      ['paciente.cpf=eq.cpf 1', 400],
      ['not.or=(paciente.nome.has.2)', ['c1']],
    ] as const)
      expect([query, await names(query)]).toEqual([query, found]);
    expect(await ask(provider, '/contas?select=nome,paciente!inner(nome)&paciente.nome=eq.Paciente 2')).toEqual([
      { nome: 'c2', paciente: { nome: 'Paciente 2' } },
    ]);
    expect(await ask(provider, '/contas?select=count()&paciente.nome=has.paciente')).toEqual([{ count: 2 }]);
    expect(await ask(provider, '/contas?select=count(),paciente!inner()&paciente.nome=eq.Paciente 2')).toEqual([
      { count: 1 },
    ]);
    const csv = await provider.call('GET', '/api/contas?select=nome,...paciente(cartao)', {
      headers: { accept: 'text/csv' },
    });
    expect(csv.body.trim().split(/\r?\n/)).toEqual(['nome,cartao', 'c1,cartao 1', 'c2,cartao 2']);
  });

  test('through two steps it is known where each of them is read', async () => {
    const select = 'nome,conta(paciente(nome)),lote(nome,paciente(nome))';
    const own = (n: number) => ({
      nome: `g${n}`,
      conta: { paciente: { nome: `Paciente ${n}` } },
      lote: { nome: `lc${n}`, paciente: { nome: `Paciente ${n}` } },
    });
    expect(await ask(provider, `/ressalvas?select=${select}`)).toEqual([
      own(1),
      own(2),
      { nome: 'g3', conta: null, lote: { nome: 'lc3', paciente: null } },
    ]);
    expect(await ask(provider, '/ressalvas?select=nome&conta.paciente.nome=has.paciente')).toEqual([
      { nome: 'g1' },
      { nome: 'g2' },
    ]);
    expect(await ask(provider, '/ressalvas?select=nome&lote.paciente.nome=has.3')).toEqual([]);
    expect(await ask(clerk, '/ressalvas?select=conta(paciente(nome))&nome=eq.g3')).toEqual([
      { conta: { paciente: { nome: 'Paciente 3' } } },
    ]);
  });

  test('from what is met by its name nothing leads back or further', async () => {
    expect(await ask(provider, '/contas?select=nome,paciente(nome,contas!paciente(nome))')).toEqual(
      ['1', '2'].map((n) => ({ nome: `c${n}`, paciente: { nome: `Paciente ${n}`, contas: [] } })),
    );
    expect(await ask(member, '/contas?select=nome,paciente(contas!paciente(nome))&id=lt.3')).toEqual([
      { nome: 'c1', paciente: { contas: [{ nome: 'c1' }] } },
      { nome: 'c2', paciente: { contas: [] } },
    ]);
  });

  test('nobody learns a name by writing: who may not see a record does not point at it anew', async () => {
    const closed = [409, '23503'];
    const conta = (nome: string, more: object) => ({ nome, casa_id: 1, ...more });
    expect(await write(provider, 'POST', '/contas', conta('n1', { paciente_id: 3 }))).toEqual(closed);
    expect(await write(provider, 'POST', '/contas', conta('n1', { paciente_id: 77 }))).toEqual(closed);
    expect(await write(provider, 'POST', '/contas', [conta('n1', { paciente_id: 3 })])).toEqual(closed);
    expect(await write(provider, 'POST', '/contas', conta('n1', { itens: [{ nome: 'x', paciente_id: 3 }] }))).toEqual(
      closed,
    );
    expect(await write(provider, 'PATCH', '/contas?id=eq.1', { paciente_id: 3 })).toEqual(closed);
    expect(await write(provider, 'PATCH', '/contas?id=eq.1', { paciente_id: 2 })).toEqual(closed);
    expect(await write(member, 'PATCH', '/contas?id=eq.1', { paciente_id: 3 })).toEqual(closed);
    expect(await write(clerk, 'PATCH', '/contas?id=eq.1', { paciente_id: 3 })).toEqual(closed);
    for (const conflict of ['', '?on_conflict=nome']) {
      const answer = await provider.call('POST', `/api/contas${conflict}`, {
        body: conta('c1', { paciente_id: 3 }),
        headers: { prefer: 'resolution=merge-duplicates' },
      });
      expect([answer.statusCode, (answer.json() as { code: string }).code]).toEqual(closed);
    }
    const dry = await provider.call('POST', '/api/contas?select=paciente(nome)', {
      body: conta('n1', { paciente_id: 3 }),
      headers: { prefer: 'return=representation, tx=rollback' },
    });
    expect(dry.statusCode).toBe(409);
    // what stands there may stay, and goes
    expect(await write(provider, 'PATCH', '/contas?id=eq.1', { nome: 'c1', paciente_id: 1 })).toEqual([204, '']);
    expect((await write(provider, 'POST', '/contas', conta('n2', {})))[0]).toBe(201);
    // of a relation that makes nothing known nothing changes
    expect((await write(provider, 'POST', '/contas', conta('n3', { titular_id: 3 })))[0]).toBe(201);
    expect((await write(member, 'PATCH', '/contas?id=eq.1', { paciente_id: 1 }))[0]).toBe(204);
    expect((await write(staff, 'PATCH', '/contas?id=eq.3', { paciente_id: 3 }))[0]).toBe(204);
    await admin.call('DELETE', '/api/contas?nome=in.(n2,n3)');
  });

  test('what fills a relation is known where it is known there, and refused where it is not', async () => {
    const made = await provider.call('POST', '/api/contas?select=copiado(nome)', {
      body: { nome: 'f1', casa_id: 1, origem_id: 2, revelado_id: null },
      headers: { prefer: 'return=representation' },
    });
    expect([made.statusCode, made.json()]).toEqual([201, [{ copiado: { nome: 'Paciente 2' } }]]);
    const revealed = { nome: 'f2', casa_id: 1, origem_id: 2, copiado_id: null };
    expect(await write(provider, 'POST', '/contas', revealed)).toEqual([409, '23503']);
    expect(await write(provider, 'POST', '/contas', { ...revealed, origem_id: 3 })).toEqual([201, '']);
    await admin.call('DELETE', '/api/contas?nome=in.(f1,f2)');
  });

  test('neither a batch nor a file points at whom the caller does not see, or resolves a name', async () => {
    const batch = { path: '/contas', operation: 'update', ids: [1], values: { paciente_id: 3 } };
    const planned = await provider.call('POST', '/api/alteracoes-em-lote', { body: batch });
    expect(planned.body).not.toContain('Paciente 3');
    expect(planned.body).not.toContain('cartao 3');
    const file = 'Nome;Casa;Paciente\ni1;Casa 1;P3\ni2;Casa 1;Paciente 3\ni3;Casa 1;cartao 3\ni4;Casa 1;\n';
    const checked = await checkFile(provider, await sendFile(provider, '/contas', file));
    expect(refusalsOf(checked)).toEqual(
      ['P3', 'Paciente 3', 'cartao 3'].map((name, index) => [
        `Paciente: não há '${name}', ou você não pode vê-lo.`,
        [`Linha ${index + 2}`],
      ]),
    );
  });

  test('the history of the own record tells old and new names', async () => {
    const id = await insertRow(admin, '/contas', { nome: 'h1', casa_id: 1, paciente_id: 3, titular_id: 3 });
    await admin.call('PATCH', `/api/contas?id=eq.${id}`, { body: { paciente_id: 2 } });
    const history = JSON.stringify(await ask(provider, `/contas/${id}/historico`));
    for (const told of ['Paciente 3', 'Paciente 2', '#3']) expect(history).toContain(told);
    for (const kept of ['cpf', 'P3', 'cartao 3']) expect(history).not.toContain(kept);
    const before = new Date().toISOString();
    expect(await ask(provider, `/contas?select=paciente(nome)&id=eq.${id}&as_of=${before}`)).toEqual([
      { paciente: { nome: 'Paciente 2' } },
    ]);
    await admin.call('DELETE', `/api/contas?id=eq.${id}`);
    const gone = JSON.stringify(await ask(provider, `/contas/${id}/historico`));
    expect(gone).toContain('Paciente 2');
    expect(gone).not.toContain('cpf');
  });
});
