import { beforeAll, describe, expect, it } from 'vitest';
import type { GroupPermissions, PermissionCatalogue, StaleRight } from '../../../src/access/permissions.ts';
import { reportCodes } from '../../../src/access/report-codes.ts';
import type { ClonePreview, Migration } from '../../../src/access/user-copies.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import {
  administrator,
  createUser,
  insertRow,
  refusalBody,
  refusalOf,
  startTestProduct,
} from '../../support/product.ts';

forEachDatabase((open) =>
  describe('the calls of the module of users and rights', () => {
    let product: TestProduct;
    let chief: Caller;
    beforeAll(async () => {
      product = await startTestProduct(await open({ from: 'product' }));
      chief = await product.as(administrator.login, administrator.password);
    });
    const permissionsOf = async (group: number, caller = chief): Promise<GroupPermissions> =>
      (await caller.call('GET', `/api/acesso/permissoes/${group}`)).json();
    const save = (group: number, change: object, caller = chief) =>
      caller.call('PUT', `/api/acesso/permissoes/${group}`, { body: { grant: [], revoke: [], fields: {}, ...change } });
    const rowsOf = async (text: string) => (await product.database.query({ text, values: [] })).rows;

    it('tell the subjects of all screens and records, and the actions [permissions-actions]', async () => {
      const answer = await chief.call('GET', '/api/acesso/permissoes');
      const { subjects, actions, reports }: PermissionCatalogue = answer.json();
      const ofScreens = product.runtime.current.model.screens.flatMap(({ permission }) => permission?.action ?? []);
      const codes = ofScreens.filter((action) => /^rep\d{3}$/.test(action));
      expect(codes).toContain('rep526');
      const specified = [
        ...['list', 'view', 'insert', 'manage', 'all', 'exportacao', 'ura', 'removecartoes', 'analisecomsc'],
        ...['estornoremessa', 'autanexo', 'autrealizadas', 'autconsulta', 'autguiasemonus'],
        ...['autguiacomprovantepresencial', 'authistorico', 'autinternacao', 'autodonto', 'autspsadt', 'orcamento'],
        ...['preautorizar', 'acompanharautorizacaobeneficiario', 'update', 'delete', 'audit', 'carga'],
      ];
      const entities = Object.values(product.runtime.current.model.entities);
      const moves = entities.flatMap(({ states }) => states?.transitions.map(({ action }) => action) ?? []);
      expect(moves).toContain('pagar');
      expect(actions).toEqual([
        ...specified,
        ...[...new Set(moves)].filter((action) => !specified.includes(action)).sort(),
        ...[...new Set([...reportCodes, ...codes])].sort(),
      ]);
      expect(Object.keys(reports).sort()).toEqual([...new Set(codes)].sort());
      expect(reports['rep526']).toBe('Faturamento - Glosa');
      expect([reportCodes.length, reportCodes[0], reportCodes.at(-1)]).toEqual([126, 'rep004', 'rep380']);
      expect(subjects.find(({ name }) => name === 'banco')).toEqual({
        name: 'banco',
        titles: ['Banco'],
        paths: ['/bancos'],
        module: 'base',
        actions: ['list', 'view', 'insert', 'manage', 'update', 'delete', 'audit'],
      });
      expect(subjects.map(({ name }) => name)).toEqual(expect.arrayContaining(['all', 'report', 'acesso', 'grupo']));
      expect(
        (
          await chief.call('GET', '/api/acesso/permissoes', {
            headers: { 'if-none-match': String(answer.headers.etag) },
          })
        ).statusCode,
      ).toBe(304);
    });

    it('save what is given, taken away and said of fields in one go, with its history', async () => {
      const group = await insertRow(chief, '/grupos', { nome: 'Matriz' });
      const sleeping = await insertRow(chief, '/regras', {
        grupo_id: group,
        assunto: 'cidade',
        acao: 'list',
        ativo: false,
      });
      await insertRow(chief, '/regras', { grupo_id: group, assunto: 'banco', acao: 'list' });
      const before = await permissionsOf(group);
      expect(before).toEqual({
        group: { id: group, name: 'Matriz', active: true },
        personal: 'open',
        sensitive: 'masked',
        pairs: ['banco:list'],
        fields: {},
        base: before.base,
      });
      const answer = await save(group, {
        base: before.base,
        grant: ['cidade:list', 'cidade:view', 'report:rep279'],
        revoke: ['banco:list'],
        fields: { 'usuario.cpf': 'hidden', 'banco.nome': 'readOnly' },
      });
      expect(answer.statusCode).toBe(200);
      const after = await permissionsOf(group);
      expect(answer.json()).toEqual(after);
      expect(after.pairs).toEqual(['cidade:list', 'cidade:view', 'report:rep279']);
      expect(after.fields).toEqual({ 'usuario.cpf': 'hidden', 'banco.nome': 'readOnly' });
      expect((await chief.call('GET', `/api/regras/${sleeping}/historico`)).json()).toHaveLength(2);
      await save(group, { base: after.base, fields: { 'usuario.cpf': 'masked', 'banco.nome': null } });
      // Of which nothing was said.
      const { base } = await permissionsOf(group);
      expect((await save(group, { base, fields: { 'cidade.nome': null } })).statusCode).toBe(200);
      expect((await permissionsOf(group)).fields).toEqual({ 'usuario.cpf': 'masked' });
    });

    it('refuse to save over what somebody else has changed, and nothing of a save that fails is kept', async () => {
      const group = await insertRow(chief, '/grupos', { nome: 'Disputa' });
      const { base } = await permissionsOf(group);
      expect((await save(group, { base, grant: ['banco:list'] })).statusCode).toBe(200);
      expect(refusalOf(await save(group, { base, grant: ['banco:view'] }))).toEqual({
        status: 412,
        body: await refusalBody('RECORD_CHANGED_UNSEEN', { title: 'Disputa' }),
      });
      const now = await permissionsOf(group);
      const half = await save(group, { base: now.base, grant: ['banco:view', 'bnaco:list'], revoke: ['banco:list'] });
      expect(half.statusCode).toBe(422);
      expect(await permissionsOf(group)).toEqual(now);
    });

    it('ask for the rights of the registries that they write', async () => {
      const group = await insertRow(chief, '/grupos', { nome: 'Leitores' });
      const reader = await product.enter('leitora', ['configpermissao:list', 'banco:list']);
      const { base } = await permissionsOf(group, reader);
      expect((await save(group, { base, grant: ['banco:list'] }, reader)).statusCode).toBe(403);
      expect((await save(group, { base, fields: { 'banco.nome': 'hidden' } }, reader)).statusCode).toBe(403);
      const outsider = await product.enter('alheio', ['banco:list']);
      for (const path of ['', '/grupos', '/campos', '/sem-efeito', `/${group}`])
        expect((await outsider.call('GET', `/api/acesso/permissoes${path}`)).statusCode).toBe(403);
    });

    it.each([
      [{ grant: ['semacao'] }],
      [{ fields: { 'banco.nome': 'claro' } }],
      [{ fields: { banco: 'hidden' } }],
      [{ more: 1 }],
    ])('refuse a body like %j', async (change) => {
      const group = await insertRow(chief, '/grupos', { nome: JSON.stringify(change) });
      expect((await save(group, { base: 'x', ...change })).statusCode).toBe(400);
    });

    it('answer for no group, and for what is no number, that there is none', async () => {
      expect((await chief.call('GET', '/api/acesso/permissoes/999999')).statusCode).toBe(404);
      for (const name of ['outro', '1a', 'a1', '1234567890123456'])
        expect(refusalOf(await chief.call('GET', `/api/acesso/permissoes/${name}`))).toEqual({
          status: 404,
          body: await refusalBody('ROUTE_UNKNOWN', { path: `/api/acesso/permissoes/${name}` }),
        });
    });

    it('report rights on what no longer exists, with what may have been meant', async () => {
      const group = await insertRow(chief, '/grupos', { nome: 'Sumidos' });
      const { rows } = await product.database.query<{ of: string; id: number }>({
        text: `with r as (insert into regra (grupo_id, assunto, acao) values
            ($1::text::bigint, 'bancos', 'list'), ($1::text::bigint, 'banco', 'lits') returning id, assunto),
          c as (insert into config_permissao (grupo_id, entidade, campo) values
            ($1::text::bigint, 'usuario', 'cpff'), ($1::text::bigint, 'usuarix', 'cpf') returning id, entidade)
          select assunto as of, id::integer as id from r union all select entidade, id::integer from c`,
        values: [String(group)],
      });
      const id = (of: string) => rows.find((row) => row.of === of)?.id;
      const entry = { id: group, name: 'Sumidos', active: true };
      const stale: readonly StaleRight[] = (await chief.call('GET', '/api/acesso/permissoes/sem-efeito')).json();
      const expected = [
        { kind: 'rule', id: id('banco'), part: 'acao', right: 'banco:lits', suggestion: 'banco:list' },
        { kind: 'rule', id: id('bancos'), part: 'assunto', right: 'bancos:list', suggestion: 'banco:list' },
        { kind: 'field', id: id('usuario'), part: 'campo', right: 'usuario.cpff', suggestion: 'usuario.cpf' },
        { kind: 'field', id: id('usuarix'), part: 'entidade', right: 'usuarix.cpf', suggestion: 'usuario.cpf' },
      ].map((right) => ({ group: entry, ...right }));
      expect(stale).toEqual(expected);
      const { base } = await permissionsOf(group);
      await save(group, {
        base,
        revoke: ['bancos:list', 'banco:lits'],
        fields: { 'usuario.cpff': null, 'usuarix.cpf': null },
      });
      expect((await chief.call('GET', '/api/acesso/permissoes/sem-efeito')).json()).toEqual([]);
    });

    it('make a user after another one, with what is wished of it, and show that first', async () => {
      const group = await insertRow(chief, '/grupos', { nome: 'Modelo' });
      const original = await insertRow(chief, '/usuarios', {
        login: 'modelo',
        nome: 'Modelo',
        operadora: true,
        auditor: true,
        admin: true,
        grupo: [{ grupo_id: group }],
      });
      await product.database.query({
        text: `with s as (insert into fichario.user_setting (usuario_id, key, value) values ($1::text::bigint, 'k', '1'))
          insert into fichario.saved_view (usuario_id, screen, name, shared, content)
          values ($1::text::bigint, '/bancos', 'Minha', false, '{}'), ($1::text::bigint, '/bancos', 'De todos', true, '{}')`,
        values: [String(original)],
      });
      const preview: ClonePreview = (await chief.call('GET', `/api/acesso/clonar-usuario/${original}`)).json();
      expect(preview).toEqual({
        login: 'modelo',
        nome: 'Modelo',
        admin: true,
        roles: ['operadora', 'auditor'],
        groups: ['Modelo'],
        settings: 1,
        views: 2,
      });
      const copy = { origem: original, nome: 'Cópia', grupos: true, configuracoes: true, visoes: true };
      const made = await chief.call('POST', '/api/acesso/clonar-usuario', {
        body: { ...copy, login: 'copia', email: 'copia@exemplo.com.br' },
      });
      expect(made.statusCode).toBe(201);
      const { id } = made.json() as { readonly id: number };
      const select = 'login,nome,email,operadora,auditor,admin,senha_expirada,grupo(grupo_id)';
      expect((await chief.call('GET', `/api/usuarios?id=eq.${id}&select=${select}`)).json()).toEqual([
        {
          login: 'copia',
          nome: 'Cópia',
          email: 'copia@exemplo.com.br',
          operadora: true,
          auditor: true,
          admin: false,
          senha_expirada: true,
          grupo: [{ grupo_id: group }],
        },
      ]);
      expect(await rowsOf(`select name, shared from fichario.saved_view where usuario_id = ${id}`)).toEqual([
        { name: 'Minha', shared: false },
      ]);
      expect(await rowsOf(`select key from fichario.user_setting where usuario_id = ${id}`)).toEqual([{ key: 'k' }]);

      const bare = { ...copy, grupos: false, configuracoes: false, visoes: false };
      const second = await chief.call('POST', '/api/acesso/clonar-usuario', { body: { ...bare, login: 'nua' } });
      const { id: other } = second.json() as { readonly id: number };
      expect((await chief.call('GET', `/api/usuarios?id=eq.${other}&select=grupo(grupo_id)`)).json()).toEqual([
        { grupo: [] },
      ]);
      expect(await rowsOf(`select 1 from fichario.user_setting where usuario_id = ${other}`)).toEqual([]);
      const again = await chief.call('POST', '/api/acesso/clonar-usuario', { body: { ...bare, login: 'nua' } });
      expect(again.statusCode).toBe(409);
      expect(
        (await chief.call('POST', '/api/acesso/clonar-usuario', { body: { ...bare, login: '' } })).statusCode,
      ).toBe(400);
      expect((await chief.call('GET', '/api/acesso/clonar-usuario/999999')).statusCode).toBe(404);
      const staff = await product.enter('quasetudo', ['usuario:list', 'usuario:insert']);
      expect((await staff.call('GET', `/api/acesso/clonar-usuario/${original}`)).statusCode).toBe(403);
      expect(
        (await staff.call('POST', '/api/acesso/clonar-usuario', { body: { ...bare, login: 'x' } })).statusCode,
      ).toBe(403);
    });

    it('give a user another login: the record stays, the sessions end, every attempt is told', async () => {
      const { login, password } = await createUser(product.database, 'antiga', ['banco:list']);
      const session = await product.as(login, password);
      const [{ id } = { id: 0 }] = (await chief.call('GET', '/api/usuarios?login=eq.antiga&select=id')).json() as {
        readonly id: number;
      }[];
      const move = (body: object, caller = chief) => caller.call('POST', '/api/acesso/migracoes-usuario', { body });
      expect(refusalOf(await move({ usuario: id, login: 'nova', tipo: 'PRESTADOR' }))).toEqual({
        status: 422,
        body: await refusalBody('RECORD_USER_KIND', { login: 'antiga' }),
      });
      expect((await move({ usuario: id, login: administrator.login, tipo: 'OPERADORA' })).statusCode).toBe(409);
      expect((await session.call('GET', '/api/bancos')).statusCode).toBe(200);
      expect((await move({ usuario: id, login: 'nova', tipo: 'OPERADORA' })).statusCode).toBe(204);
      await expect.poll(async () => (await session.call('GET', '/api/bancos')).statusCode).toBe(401);
      await product.as('nova', password);
      await expect(product.as('antiga', password)).rejects.toThrow('login of antiga');
      const migrations: readonly Migration[] = (await chief.call('GET', '/api/acesso/migracoes-usuario')).json();
      expect(
        migrations.map(({ usuario, login_antigo, login_novo, tipo, situacao, por }) => [
          usuario === id,
          login_antigo,
          login_novo,
          tipo,
          situacao,
          por,
        ]),
      ).toEqual([
        [true, 'antiga', 'nova', 'OPERADORA', 'MIGRADO', administrator.login],
        [true, 'antiga', administrator.login, 'OPERADORA', 'ERRO', administrator.login],
        [true, 'antiga', 'nova', 'PRESTADOR', 'ERRO', administrator.login],
      ]);
      expect(migrations.map(({ mensagem }) => mensagem === null)).toEqual([true, false, false]);
      expect((await move({ usuario: 999_999, login: 'x', tipo: 'OPERADORA' })).statusCode).toBe(404);
      expect((await move({ usuario: id, login: 'x', tipo: 'OUTRO' })).statusCode).toBe(400);
      const reader = await product.enter('sovelista', ['migracaousuario:list']);
      expect((await move({ usuario: id, login: 'x', tipo: 'OPERADORA' }, reader)).statusCode).toBe(403);
      const outsider = await product.enter('nemlista', ['usuario:update']);
      expect((await outsider.call('GET', '/api/acesso/migracoes-usuario')).statusCode).toBe(403);
    });

    it('let nobody write or read the hash of a password', async () => {
      const body = { login: 'esperta', nome: 'Esperta', senha_hash: 'x' };
      const answers = [
        await chief.call('POST', '/api/usuarios', { body }),
        await chief.call('PATCH', '/api/usuarios?login=eq.nova', { body: { senha_hash: 'x' } }),
        await chief.call('GET', '/api/usuarios?select=senha_hash'),
        await chief.call('GET', '/api/usuarios?senha_hash=like.*a*'),
        await chief.call('GET', '/api/usuarios?order=senha_hash'),
      ];
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 400, 400, 400]);
      expect(answers.map(({ body: text }) => text.includes('senha_hash'))).toEqual(answers.map(() => true));
    });

    it('give what the caller reads of the fields that they come from, and no matrix where one of them is kept', async () => {
      const { login } = await createUser(product.database, 'alvo', [], {
        roles: { prestador: true, prestador_registro: 9 },
      });
      const [{ id } = {}] = (await chief.call('GET', `/api/usuarios?select=id&login=eq.${login}`)).json() as {
        id: number;
      }[];
      const moved = { usuario: id, login: 'alvo.novo', tipo: 'PRESTADOR' };
      expect((await chief.call('POST', '/api/acesso/migracoes-usuario', { body: moved })).statusCode).toBe(204);
      const clone = `/api/acesso/clonar-usuario/${id}`;
      const last = async (caller: Caller): Promise<Migration | undefined> =>
        ((await caller.call('GET', '/api/acesso/migracoes-usuario')).json() as Migration[])[0];
      const whole = { login: 'alvo.novo', nome: 'alvo', groups: ['alvo'], roles: ['operadora', 'prestador'] };
      expect((await chief.call('GET', clone)).json()).toMatchObject(whole);
      expect(await last(chief)).toMatchObject({
        login_antigo: 'alvo',
        login_novo: 'alvo.novo',
        por: administrator.login,
      });
      const covered = await product.enter('encoberta', ['all:manage'], { masked: ['usuario.login', 'usuario.nome'] });
      expect((await covered.call('GET', clone)).json()).toMatchObject({ ...whole, login: '•••', nome: '•••' });
      expect(await last(covered)).toMatchObject({ login_antigo: '•••', login_novo: '•••', por: '•••' });
      const kept = await product.enter('vendada', ['all:manage'], {
        hidden: ['usuario.nome', 'usuario.prestador', 'grupo.nome', 'migracao_usuario.login_antigo'],
      });
      expect((await kept.call('GET', clone)).json()).toMatchObject({
        ...{ login: 'alvo.novo', nome: '•••', groups: [], roles: ['operadora'] },
      });
      expect(await last(kept)).toMatchObject({ login_antigo: '•••', login_novo: 'alvo.novo' });
      const denied = await refusalBody('ACCESS_DENIED', { action: 'list', title: 'Config Permissão' });
      for (const path of ['', '/grupos', '/campos', '/sem-efeito', '/1'])
        expect(refusalOf(await kept.call('GET', `/api/acesso/permissoes${path}`))).toEqual({
          status: 403,
          body: denied,
        });
      expect(refusalOf(await save(1, { base: 'x' }, kept))).toEqual({ status: 403, body: denied });
    });
  }),
);
