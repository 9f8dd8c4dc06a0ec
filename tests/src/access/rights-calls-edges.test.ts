/** The calls of the matrix of rights and of copies of users where a save says what is so already, and what is nobody's. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { EntityFields, GroupPermissions, StaleRight } from '../../../src/access/permissions.ts';
import type { ClonePreview, Migration } from '../../../src/access/user-copies.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { insertBeneficiary, insertProviders } from '../../support/linked-records.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';

forEachDatabase((open) => {
  let product: TestProduct;
  let chief: Caller;
  /** What a user may be linked to. */
  let links: { readonly prestador_registro_id: number | undefined; readonly beneficiario_registro_id: number };
  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }));
    chief = await product.as(administrator.login, administrator.password);
    const [prestador_registro_id] = await insertProviders(chief, 'C7');
    links = { prestador_registro_id, beneficiario_registro_id: await insertBeneficiary(chief, 'B8') };
  });
  const rowsOf = async <Row = object>(text: string) => (await product.database.query<Row>({ text, values: [] })).rows;
  const get = async <Answer>(path: string, caller = chief): Promise<Answer> =>
    (await caller.call('GET', `/api${path}`)).json<Answer>();

  describe('the rights of a group', () => {
    const permissionsOf = (group: number) => get<GroupPermissions>(`/acesso/permissoes/${group}`);
    const save = (group: number, change: object) =>
      chief.call('PUT', `/api/acesso/permissoes/${group}`, { body: { grant: [], revoke: [], fields: {}, ...change } });

    it('are told in one order, however they were written', async () => {
      const group = await insertRow(chief, '/grupos', { nome: 'Ordem' });
      for (const [acao, campo] of [
        ['view', 'nome'],
        ['list', 'codigo'],
      ])
        await save(group, {
          base: (await permissionsOf(group)).base,
          grant: [`banco:${acao}`],
          fields: { [`banco.${campo}`]: 'hidden' },
        });
      const { pairs, fields } = await permissionsOf(group);
      expect([pairs, Object.keys(fields)]).toEqual([
        ['banco:list', 'banco:view'],
        ['banco.codigo', 'banco.nome'],
      ]);
    });

    it('stay as they are where a save gives what is held and takes what is not', async () => {
      const group = await insertRow(chief, '/grupos', { nome: 'De novo' });
      const rule = await insertRow(chief, '/regras', { grupo_id: group, assunto: 'banco', acao: 'list' });
      const given = { 'banco.nome': 'hidden', 'banco.codigo': 'hidden' };
      await save(group, { base: (await permissionsOf(group)).base, fields: { 'banco.nome': 'masked' } });
      const { base } = await permissionsOf(group);
      const answer = await save(group, {
        base,
        grant: ['banco:list'],
        revoke: ['banco:view', 'banco:audit'],
        fields: { ...given, 'cidade.nome': null },
      });
      expect(answer.statusCode).toBe(200);
      expect(await permissionsOf(group)).toMatchObject({ pairs: ['banco:list'], fields: given });
      expect(Object.keys((await permissionsOf(group)).fields)).toEqual(Object.keys(given).sort());
      expect(await get<readonly object[]>(`/regras/${rule}/historico`)).toHaveLength(1);
    });

    it('are saved by one of two who began from the same', async () => {
      const group = await insertRow(chief, '/grupos', { nome: 'Ao mesmo tempo' });
      const { base } = await permissionsOf(group);
      const answers = await Promise.all(
        ['list', 'view', 'insert', 'update'].map((action) => save(group, { base, grant: [`banco:${action}`] })),
      );
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412, 412]);
      expect((await permissionsOf(group)).pairs).toHaveLength(1);
    });

    it('are asked for by groups in the order of their names; of no group, and by no body, it is said what is meant', async () => {
      await insertRow(chief, '/grupos', { nome: 'ZZ último', ativo: false });
      await insertRow(chief, '/grupos', { nome: 'AA primeiro' });
      const groups = await get<readonly { name: string; active: boolean }[]>('/acesso/permissoes/grupos');
      expect([groups[0], groups.at(-1)]).toEqual([
        { id: expect.any(Number), name: 'AA primeiro', active: true },
        { id: expect.any(Number), name: 'ZZ último', active: false },
      ]);
      expect(refusalOf(await chief.call('GET', '/api/acesso/permissoes/999999'))).toEqual({
        status: 404,
        body: await refusalBody('RECORD_MISSING', { title: 'Grupo' }),
      });
      const problem = "esperados 'base', 'grant', 'revoke' e 'fields'";
      expect(refusalOf(await save(1, { base: 1 }))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_BODY_INVALID', { problem }),
      });
    });

    it('are of fields that can be less than open: neither those that nobody sees nor those that nobody reads', async () => {
      const entities = await get<readonly EntityFields[]>('/acesso/permissoes/campos');
      const { model } = product.runtime.current;
      const usual = Object.values(model.entities).flatMap(({ name, fields }) =>
        fields.filter(({ visible, writeOnly }) => visible && !writeOnly).map((field) => `${name}.${field.name}`),
      );
      expect(entities.flatMap(({ name, fields }) => fields.map((field) => `${name}.${field.name}`))).toEqual(usual);
      expect(entities.filter(({ fields }) => fields.length === 0)).toEqual([]);
      const all = Object.values(model.entities).flatMap(({ fields }) => fields);
      expect([all.some(({ visible }) => !visible), all.some(({ writeOnly }) => writeOnly)]).toEqual([true, true]);
      const user = entities.find(({ name }) => name === 'usuario');
      expect(user).toMatchObject({ title: 'Usuário', module: 'acesso' });
      expect(user?.fields.find(({ name }) => name === 'cpf')).toEqual({
        ...{ name: 'cpf', title: 'CPF', personalData: 'personal' },
      });
    });

    it('are void where nothing near is known either, and those that are good are not among them', async () => {
      const group = await insertRow(chief, '/grupos', { nome: 'Sem par' });
      await rowsOf(`insert into regra (grupo_id, assunto, acao, ativo) values (${group}, 'zzzzzz', 'list', true),
        (${group}, 'banco', 'list', true), (${group}, 'report', 'rep123', true), (${group}, 'sumido', 'list', false)`);
      await rowsOf(`insert into config_permissao (grupo_id, entidade, campo) values (${group}, 'zzzzzz', 'cpf'),
        (${group}, 'usuario', 'zzzzzz'), (${group}, 'usuario', 'cpf'), (${group}, 'usuario', 'grupo')`);
      const stale = await get<readonly StaleRight[]>('/acesso/permissoes/sem-efeito');
      const entry = { id: group, name: 'Sem par', active: true };
      expect(stale).toEqual([
        { group: entry, kind: 'rule', id: expect.any(Number), part: 'assunto', right: 'zzzzzz:list' },
        { group: entry, kind: 'field', id: expect.any(Number), part: 'campo', right: 'usuario.zzzzzz' },
        { group: entry, kind: 'field', id: expect.any(Number), part: 'entidade', right: 'zzzzzz.cpf' },
      ]);
    });
  });

  describe('a copy of a user', () => {
    const preview = (id: number, caller = chief) => get<ClonePreview>(`/acesso/clonar-usuario/${id}`, caller);
    const copy = async (body: object): Promise<number> => {
      const wished = { nome: 'Cópia', grupos: false, configuracoes: false, visoes: false, ...body };
      return (await chief.call('POST', '/api/acesso/clonar-usuario', { body: wished })).json<{ id: number }>().id;
    };

    it('has of settings and views what is wished of each, and of the record what it links to', async () => {
      const origem = await insertRow(chief, '/usuarios', { login: 'fonte', nome: 'Fonte', prestador: true, ...links });
      await rowsOf(`insert into fichario.user_setting (usuario_id, key, value) values (${origem}, 'k', '1')`);
      await rowsOf(`insert into fichario.saved_view (usuario_id, screen, name, shared, content)
        values (${origem}, '/bancos', 'Minha', false, '{}')`);
      const settings = await copy({ origem, login: 'so.config', configuracoes: true });
      const views = await copy({ origem, login: 'so.visoes', visoes: true });
      const bare = { admin: false, roles: ['prestador'], groups: [], settings: 0, views: 0 };
      expect(await preview(settings)).toEqual({ ...bare, login: 'so.config', nome: 'Cópia', settings: 1 });
      expect(await preview(views)).toEqual({ ...bare, login: 'so.visoes', nome: 'Cópia', views: 1 });
      expect(
        await rowsOf(`select prestador_registro_id, beneficiario_registro_id
          from usuario where id in (${settings}, ${views})`),
      ).toEqual([links, links]);
    });

    it('is shown with its groups by name, to nobody from whom a part of the way to a name is kept', async () => {
      const groups = [
        await insertRow(chief, '/grupos', { nome: 'Zelo' }),
        await insertRow(chief, '/grupos', { nome: 'Apoio' }),
      ];
      const id = await insertRow(chief, '/usuarios', {
        ...{ login: 'agrupada', nome: 'Agrupada', admin: true },
        grupo: groups.map((grupo_id) => ({ grupo_id })),
      });
      expect(await preview(id)).toMatchObject({ admin: true, groups: ['Apoio', 'Zelo'] });
      for (const [at, path] of ['usuario.grupo', 'usuario_grupo.grupo', 'grupo.nome', 'usuario.admin'].entries()) {
        const kept = await product.enter(`sem${at}`, ['all:manage'], { hidden: [path] });
        const shown = path === 'usuario.admin' ? { admin: false, groups: ['Apoio', 'Zelo'] } : { groups: [] };
        expect(await preview(id, kept), path).toMatchObject(shown);
      }
    });

    it('is of somebody, and asked for in a body that says what is wished', async () => {
      const missing = { status: 404, body: await refusalBody('RECORD_MISSING', { title: 'Usuário' }) };
      expect(refusalOf(await chief.call('GET', '/api/acesso/clonar-usuario/999999'))).toEqual(missing);
      for (const id of ['x', '1x', 'x1', '1234567890123456'])
        expect(refusalOf(await chief.call('GET', `/api/acesso/clonar-usuario/${id}`))).toEqual({
          status: 404,
          body: await refusalBody('ROUTE_UNKNOWN', { path: `/api/acesso/clonar-usuario/${id}` }),
        });
      const problem = "esperados 'origem', 'login', 'nome', 'grupos', 'configuracoes' e 'visoes'";
      expect(refusalOf(await chief.call('POST', '/api/acesso/clonar-usuario', { body: {} }))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_BODY_INVALID', { problem }),
      });
    });
  });

  describe('another login', () => {
    const move = (body: object, caller = chief) => caller.call('POST', '/api/acesso/migracoes-usuario', { body });
    const migrations = (caller = chief) => get<readonly Migration[]>('/acesso/migracoes-usuario', caller);

    it.each([
      ['dependente', 'BENEFICIARIO'],
      ['beneficiario', 'BENEFICIARIO'],
      ['prestador', 'PRESTADOR'],
      ['prestador_administrativo', 'PRESTADOR'],
      ['operadora', 'OPERADORA'],
    ])('is given to somebody who is %s alone as the login of a %s', async (role, tipo) => {
      const body = { login: `de.${role}`, nome: role, operadora: false, ...links, [role]: true };
      const usuario = await insertRow(chief, '/usuarios', body);
      expect((await move({ usuario, login: `novo.${role}`, tipo })).statusCode).toBe(204);
    });

    it('is noted as an attempt where the record refuses it, not where the caller may not change it', async () => {
      const usuario = await insertRow(chief, '/usuarios', { login: 'parada', nome: 'Parada', operadora: true });
      const noted = (await migrations()).length;
      const clerk = await product.enter('sonota', ['migracaousuario:list', 'migracaousuario:insert']);
      expect((await move({ usuario, login: 'outra', tipo: 'OPERADORA' }, clerk)).statusCode).toBe(403);
      expect(await migrations()).toHaveLength(noted);
      expect((await move({ usuario, login: 'outra', tipo: 'PRESTADOR' })).statusCode).toBe(422);
      const [last] = await migrations();
      expect(last).toMatchObject({ login_novo: 'outra', situacao: 'ERRO', por: administrator.login });
      const kept = await product.enter('semmotivo', ['all:manage'], { hidden: ['migracao_usuario.mensagem'] });
      expect((await migrations(kept))[0]).toEqual({ ...last, mensagem: '•••' });
      await rowsOf('update migracao_usuario set criado_por = null');
      expect((await migrations())[0]).toEqual({ ...last, por: null });
      const covered = await product.enter('semlogin', ['all:manage'], { masked: ['usuario.login'] });
      expect(refusalOf(await move({ usuario, login: 'outra', tipo: 'PRESTADOR' }, covered))).toEqual({
        status: 422,
        body: await refusalBody('RECORD_USER_KIND', { login: '•••' }),
      });
    });

    it('is of somebody, and asked for in a body that says which', async () => {
      expect(refusalOf(await move({ usuario: 999_999, login: 'x', tipo: 'OPERADORA' }))).toEqual({
        status: 404,
        body: await refusalBody('RECORD_MISSING', { title: 'Usuário' }),
      });
      expect(refusalOf(await move({ usuario: 1 }))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_BODY_INVALID', { problem: "esperados 'usuario', 'login' e 'tipo'" }),
      });
    });
  });
});
