import { beforeAll, describe, expect, it } from 'vitest';
import { lockRights } from '../../../src/access/rights-guard.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { insertProviders } from '../../support/linked-records.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import {
  administrator,
  createUser,
  insertRow,
  refusalBody,
  refusalOf,
  startTestProduct,
} from '../../support/product.ts';

const each = { prefer: 'outcome=each' };
const merge = { prefer: 'resolution=merge-duplicates' };
const administers = [
  ...['usuario', 'grupo', 'regra', 'configpermissao'].flatMap((subject) =>
    ['list', 'view', 'insert', 'update', 'delete'].map((action) => `${subject}:${action}`),
  ),
  'banco:list',
];

forEachDatabase((open, kind) =>
  describe('the guard of users, groups and rules', () => {
    let product: TestProduct;
    let chief: Caller;
    let keeper: Caller;
    let providers: readonly number[];
    const idOf = async (table: string, column: string, value: string): Promise<number> => {
      const { rows } = await product.database.query<{ id: string }>({
        text: `select id::text as id from ${table} where ${column} = $1::text`,
        values: [value],
      });
      return Number(rows[0]?.id);
    };
    beforeAll(async () => {
      product = await startTestProduct(await open({ from: 'product' }));
      chief = await product.as(administrator.login, administrator.password);
      keeper = await product.enter('zeladora', administers);
      providers = await insertProviders(chief, 'C7', 'C8');
    });

    it('refuses to give a right that one does not have, by every door', async () => {
      const grupo_id = await insertRow(keeper, '/grupos', { nome: 'Portas' });
      const held = await insertRow(keeper, '/regras', { grupo_id, assunto: 'banco', acao: 'list' });
      const wanted = { grupo_id, assunto: 'banco', acao: 'update' };
      const refused = { status: 403, body: await refusalBody('RECORD_RIGHT_NOT_HELD', { right: 'banco:update' }) };
      const plain = [
        await keeper.call('POST', '/api/regras', { body: wanted }),
        await keeper.call('POST', '/api/regras', { body: [{ ...wanted, acao: 'list', assunto: 'regra' }, wanted] }),
        await keeper.call('POST', '/api/regras', {
          text: `grupo_id,assunto,acao\n${grupo_id},banco,update\n`,
          headers: { 'content-type': 'text/csv' },
        }),
        await keeper.call('POST', '/api/regras?on_conflict=grupo_id,assunto,acao', { body: wanted, headers: merge }),
        await keeper.call('POST', '/api/regras', { body: wanted, headers: { prefer: 'tx=rollback' } }),
        await keeper.call('PATCH', `/api/regras?id=eq.${held}`, { body: { acao: 'update' } }),
        await keeper.call('PATCH', `/api/regras?assunto=eq.banco&grupo_id=eq.${grupo_id}`, {
          body: { acao: 'update' },
        }),
      ];
      for (const answer of plain) expect(refusalOf(answer)).toEqual(refused);
      const rowByRow = await keeper.call('POST', '/api/regras', {
        body: [{ ...wanted, assunto: 'usuario', acao: 'list' }, wanted],
        headers: each,
      });
      expect(rowByRow.json().map(({ status }: { status: number }) => status)).toEqual([201, 403]);
      const changed = await keeper.call('PATCH', `/api/regras?id=in.(${held})`, {
        body: { acao: 'update' },
        headers: each,
      });
      expect(changed.json().map(({ status }: { status: number }) => status)).toEqual([403]);
      const rules = await keeper.call('GET', `/api/regras?grupo_id=eq.${grupo_id}&select=assunto,acao&order=assunto`);
      expect(rules.json()).toEqual([
        { assunto: 'banco', acao: 'list' },
        { assunto: 'usuario', acao: 'list' },
      ]);
    });

    it('refuses it through rules that sleep and groups that are off', async () => {
      const grupo_id = await insertRow(chief, '/grupos', { nome: 'Adormecido' });
      const rule = await insertRow(chief, '/regras', { grupo_id, assunto: 'banco', acao: 'delete', ativo: false });
      const refused = { status: 403, body: await refusalBody('RECORD_RIGHT_NOT_HELD', { right: 'banco:delete' }) };
      expect(refusalOf(await keeper.call('PATCH', `/api/regras?id=eq.${rule}`, { body: { ativo: true } }))).toEqual(
        refused,
      );
      await chief.call('PATCH', `/api/grupos?id=eq.${grupo_id}`, { body: { ativo: false } });
      await chief.call('PATCH', `/api/regras?id=eq.${rule}`, { body: { ativo: true } });
      expect(refusalOf(await keeper.call('PATCH', `/api/grupos?id=eq.${grupo_id}`, { body: { ativo: true } }))).toEqual(
        refused,
      );
      expect(
        (await keeper.call('PATCH', `/api/grupos?id=eq.${grupo_id}`, { body: { descricao: 'x' } })).statusCode,
      ).toBe(204);
      expect((await keeper.call('PATCH', `/api/regras?id=eq.${rule}`, { body: { ativo: false } })).statusCode).toBe(
        204,
      );
      // What sleeps in it gives nothing, neither to the group that wakes nor to who is put into it.
      const wake = await keeper.call('PATCH', `/api/grupos?id=eq.${grupo_id}`, { body: { ativo: true } });
      const member = { login: 'sonolenta', nome: 'Sonolenta', grupo: [{ grupo_id }] };
      const put = await keeper.call('POST', '/api/usuarios', { body: member });
      expect([wake.statusCode, put.statusCode]).toEqual([204, 201]);
      await chief.call('PATCH', `/api/regras?id=eq.${rule}`, { body: { ativo: true } });
      await chief.call('PATCH', `/api/grupos?id=eq.${grupo_id}`, { body: { ativo: false } });
      expect(
        (await keeper.call('PATCH', '/api/usuarios?login=eq.sonolenta', { body: { nome: 'Desperta' } })).statusCode,
      ).toBe(204);
    });

    it('refuses to ask something else of the passwords of who may do more', async () => {
      const grupo_id = await insertRow(chief, '/grupos', { nome: 'Senhas', valida_senha: true });
      await insertRow(chief, '/regras', { grupo_id, assunto: 'cidade', acao: 'update' });
      await insertRow(chief, '/usuarios', { login: 'severa', nome: 'Severa', grupo: [{ grupo_id }] });
      const change = async (body: object) =>
        refusalOf(await keeper.call('PATCH', `/api/grupos?id=eq.${grupo_id}`, { body }));
      const above = {
        status: 403,
        body: await refusalBody('RECORD_USER_ABOVE', { login: 'severa', right: 'cidade:update' }),
      };
      expect(await change({ valida_senha: false })).toEqual(above);
      expect(await change({ dias_expiracao_senha: 1 })).toEqual(above);
      expect(
        (await keeper.call('PATCH', `/api/grupos?id=eq.${grupo_id}`, { body: { descricao: 'x' } })).statusCode,
      ).toBe(204);
      // Asleep it asks nothing, whoever writes it; what it would ask when it wakes is another write.
      await chief.call('PATCH', `/api/grupos?id=eq.${grupo_id}`, { body: { ativo: false } });
      expect(
        (await keeper.call('PATCH', `/api/grupos?id=eq.${grupo_id}`, { body: { dias_expiracao_senha: 1 } })).statusCode,
      ).toBe(204);
      const own = await insertRow(keeper, '/grupos', { nome: 'Senhas de iguais' });
      await insertRow(keeper, '/usuarios', { login: 'igual', nome: 'Igual', grupo: [{ grupo_id: own }] });
      expect(
        (await keeper.call('PATCH', `/api/grupos?id=eq.${own}`, { body: { valida_senha: true } })).statusCode,
      ).toBe(204);
    });

    it('refuses to put a person into a group that may do more, and to touch who may do more', async () => {
      const grupo_id = await insertRow(chief, '/grupos', { nome: 'Cidades' });
      await insertRow(chief, '/regras', { grupo_id, assunto: 'cidade', acao: 'update' });
      const above = (login: string, right: string) => refusalBody('RECORD_USER_ABOVE', { login, right });
      const plain = await insertRow(keeper, '/usuarios', { login: 'simples', nome: 'Simples' });
      expect(
        refusalOf(
          await keeper.call('POST', '/api/usuarios', { body: { login: 'novo', nome: 'Novo', grupo: [{ grupo_id }] } }),
        ),
      ).toEqual({
        status: 403,
        body: await above('novo', 'cidade:update'),
      });
      expect(
        refusalOf(await keeper.call('PATCH', `/api/usuarios?id=eq.${plain}`, { body: { grupo: [{ grupo_id }] } })),
      ).toEqual({
        status: 403,
        body: await above('simples', 'cidade:update'),
      });
      expect(refusalOf(await keeper.call('PATCH', `/api/usuarios?id=eq.${plain}`, { body: { admin: true } }))).toEqual({
        status: 403,
        body: await above('simples', 'all:manage'),
      });
      await createUser(product.database, 'urbanista', ['cidade:update']);
      const planner = await idOf('usuario', 'login', 'urbanista');
      const [{ grupo: member }] = (
        await keeper.call('GET', `/api/usuarios?id=eq.${planner}&select=grupo(id)`)
      ).json() as [{ grupo: [{ id: number }] }];
      const weak = await insertRow(keeper, '/grupos', { nome: 'Fracos' });
      for (const body of [
        { email: 'eu@exemplo.com.br' },
        { bloqueado: true },
        { grupo: [] },
        // The row stays, and belongs to another group from now on.
        { grupo: [{ id: member[0].id, grupo_id: weak }] },
      ])
        expect(refusalOf(await keeper.call('PATCH', `/api/usuarios?id=eq.${planner}`, { body }))).toEqual({
          status: 403,
          body: await above('urbanista', 'cidade:update'),
        });
      expect(refusalOf(await keeper.call('DELETE', `/api/usuarios?id=eq.${planner}`))).toEqual({
        status: 403,
        body: await above('urbanista', 'cidade:update'),
      });
      const root = await idOf('usuario', 'login', administrator.login);
      expect(
        refusalOf(await keeper.call('PATCH', `/api/usuarios?id=eq.${root}`, { body: { email: 'eu@exemplo.com.br' } })),
      ).toEqual({
        status: 403,
        body: await above(administrator.login, 'all:manage'),
      });
      expect(
        (await chief.call('PATCH', `/api/usuarios?id=eq.${plain}`, { body: { grupo: [{ grupo_id }] } })).statusCode,
      ).toBe(204);
    });

    it('keeps who sees own rows alone from making anybody who sees more', async () => {
      const [own = 0, other] = providers;
      const clinic = await product.enter('clinica', administers, {
        roles: { operadora: false, prestador: true, prestador_registro: own },
      });
      const provider = { prestador: true, prestador_registro_id: own };
      const make = async (login: string, more: object) =>
        (await clinic.call('POST', '/api/usuarios', { body: { login, nome: login, ...more } })).statusCode;
      expect(await make('recepcao', provider)).toBe(201);
      expect(await make('alheia', { ...provider, prestador_registro_id: other })).toBe(403);
      expect(await make('interna', { ...provider, operadora: true })).toBe(403);
      expect(await make('semvinculo', {})).toBe(403);
      // Nor does such a one take over who sees more: of them it sees nobody.
      for (const [login, more] of [
        ['atendente.a', { operadora: true }],
        ['atendente.b', { prestador: true, prestador_registro_id: other }],
      ] as const) {
        const id = await insertRow(chief, '/usuarios', { login, nome: login, ...more });
        const answer = await clinic.call('PATCH', `/api/usuarios?id=eq.${id}`, {
          body: { ...provider, operadora: false },
        });
        expect([login, answer.statusCode, answer.headers['content-range']]).toEqual([login, 204, '*/0']);
        const kept = await chief.call(
          'GET',
          `/api/usuarios?id=eq.${id}&select=operadora,prestador,prestador_registro_id`,
        );
        expect(kept.json()).toEqual([{ operadora: false, prestador: false, prestador_registro_id: null, ...more }]);
      }
      // Of its own clinic it makes nobody more than it is itself.
      const id = await idOf('usuario', 'login', 'recepcao');
      for (const body of [{ operadora: true }, { prestador_registro_id: other }])
        expect([body, (await clinic.call('PATCH', `/api/usuarios?id=eq.${id}`, { body })).statusCode]).toEqual([
          body,
          403,
        ]);
    });

    it('leaves an administrator who can sign in, and everybody his own access', async () => {
      const me = await idOf('usuario', 'login', administrator.login);
      const last = { status: 409, body: await refusalBody('RECORD_LAST_ADMINISTRATOR', {}) };
      for (const body of [{ admin: false }, { bloqueado: true }, { ativo: false }])
        expect(refusalOf(await chief.call('PATCH', `/api/usuarios?id=eq.${me}`, { body }))).toEqual(last);
      expect(refusalOf(await chief.call('DELETE', `/api/usuarios?id=eq.${me}`))).toEqual(last);
      expect(
        refusalOf(await chief.call('PATCH', '/api/usuarios?admin=is.true', { body: { bloqueado: true } })),
      ).toEqual(last);
      await insertRow(chief, '/usuarios', { login: 'segunda', nome: 'Segunda', admin: true });
      const own = { status: 409, body: await refusalBody('RECORD_OWN_ACCESS', {}) };
      for (const body of [{ admin: false }, { bloqueado: true }, { ativo: false }])
        expect(refusalOf(await chief.call('PATCH', `/api/usuarios?id=eq.${me}`, { body }))).toEqual(own);
      const warden = await product.enter('guarda', administers);
      const rule = (
        await warden.call('GET', '/api/regras?select=id&grupo.nome=eq.guarda&assunto=eq.regra&acao=eq.delete')
      ).json()[0];
      expect(refusalOf(await warden.call('DELETE', `/api/regras?id=eq.${rule.id}`))).toEqual(own);
      expect(
        refusalOf(
          await warden.call('PATCH', '/api/regras?grupo_id.nome=eq.guarda&assunto=eq.regra&acao=eq.update', {
            body: { ativo: false },
          }),
        ),
      ).toEqual(own);
      const group = await idOf('grupo', 'nome', 'guarda');
      expect(refusalOf(await warden.call('PATCH', `/api/grupos?id=eq.${group}`, { body: { ativo: false } }))).toEqual(
        own,
      );
    });

    // PGlite writes one after the other anyway.
    if (kind === 'postgres')
      it('is asked about one write at a time', async () => {
        await insertRow(chief, '/usuarios', { login: 'vez', nome: 'Vez' });
        const waiting = async (): Promise<number | undefined> => {
          const { rows } = await product.database.query<{ count: number }>({
            text: `select count(*)::integer as count from pg_locks l join pg_database d on d.oid = l.database
              where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`,
            values: [],
          });
          return rows[0]?.count;
        };
        let change: ReturnType<Caller['call']> | undefined;
        await product.database.transaction(async (transaction) => {
          await lockRights(transaction);
          change = chief.call('PATCH', '/api/usuarios?login=eq.vez', { body: { nome: 'Sua vez' } });
          await expect.poll(waiting).toBe(1);
        });
        expect((await change)?.statusCode).toBe(204);
      });

    it('leaves one of two administrators who take each other away at once', async () => {
      const made = await createUser(product.database, 'terceira', []);
      const fourth = await createUser(product.database, 'quarta', []);
      await product.database.query({
        text: "update usuario set admin = login in ('terceira', 'quarta')",
        values: [],
      });
      const [one, other] = [
        await product.as(made.login, made.password),
        await product.as(fourth.login, fourth.password),
      ];
      const answers = await Promise.all([
        one.call('PATCH', '/api/usuarios?login=eq.quarta', { body: { bloqueado: true } }),
        other.call('PATCH', '/api/usuarios?login=eq.terceira', { body: { bloqueado: true } }),
      ]);
      const { rows } = await product.database.query({
        text: 'select 1 from usuario where admin and not bloqueado',
        values: [],
      });
      await product.database.query({
        text: "update usuario set admin = login not in ('terceira', 'quarta') and login in ('segunda', $1::text)",
        values: [administrator.login],
      });
      expect(rows).toHaveLength(1);
      expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 204)).toHaveLength(1);
    });

    it('refuses a rule on what does not exist, with the nearest that does', async () => {
      const grupo_id = await insertRow(chief, '/grupos', { nome: 'Enganos' });
      const told = async (assunto: string, acao: string) =>
        refusalOf(await chief.call('POST', '/api/regras', { body: { grupo_id, assunto, acao } }));
      const unknown = async (right: string, field: string, suggestion?: string) => ({
        status: 422,
        body: await refusalBody(
          'RECORD_RIGHT_UNKNOWN',
          { right },
          { at: { entity: 'regra', field }, ...(suggestion === undefined ? {} : { suggestion }) },
        ),
      });
      expect(await told('bnaco', 'list')).toEqual(await unknown('bnaco:list', 'assunto', 'banco:list'));
      expect(await told('banco', 'lits')).toEqual(await unknown('banco:lits', 'acao', 'banco:list'));
      expect(await told('report', 'rep1')).toEqual(await unknown('report:rep1', 'acao'));
      expect(await told('zzz', 'list')).toEqual(await unknown('zzz:list', 'assunto'));
      expect(
        (await chief.call('POST', '/api/regras', { body: { grupo_id, assunto: 'report', acao: 'rep279' } })).statusCode,
      ).toBe(201);
      expect(
        (await chief.call('POST', '/api/regras', { body: { grupo_id, assunto: 'zzz', acao: 'list', ativo: false } }))
          .statusCode,
      ).toBe(201);
      // One that was on something once keeps nobody from using its group.
      await chief.call('PATCH', `/api/grupos?id=eq.${grupo_id}`, { body: { ativo: false } });
      await product.database.query({
        text: "update regra set ativo = true where assunto = 'zzz' and grupo_id = $1::text::bigint",
        values: [String(grupo_id)],
      });
      expect((await chief.call('PATCH', `/api/grupos?id=eq.${grupo_id}`, { body: { ativo: true } })).statusCode).toBe(
        204,
      );
    });

    it('refuses to open a field further than it is open to oneself', async () => {
      const narrow = await product.enter('estreita', administers, { hidden: ['usuario.cpf'], masked: ['banco.nome'] });
      const grupo_id = await insertRow(chief, '/grupos', { nome: 'Campos' });
      const refused = async (right: string) => ({
        status: 403,
        body: await refusalBody('RECORD_RIGHT_NOT_HELD', { right }),
      });
      const base = async () => (await narrow.call('GET', `/api/acesso/permissoes/${grupo_id}`)).json().base;
      const say = async (fields: object) =>
        narrow.call('PUT', `/api/acesso/permissoes/${grupo_id}`, {
          body: { base: await base(), grant: [], revoke: [], fields },
        });
      expect(refusalOf(await say({ 'usuario.cpf': 'masked' }))).toEqual(await refused('usuario.cpf'));
      expect(refusalOf(await say({ 'banco.nome': 'readOnly' }))).toEqual(await refused('banco.nome'));
      expect((await say({ 'usuario.cpf': 'hidden', 'banco.nome': 'masked' })).statusCode).toBe(200);
      expect(refusalOf(await say({ 'usuario.cpf': null }))).toEqual(await refused('usuario.cpf'));
      const member = { login: 'membro', nome: 'Membro', grupo: [{ grupo_id }] };
      expect((await narrow.call('POST', '/api/usuarios', { body: member })).statusCode).toBe(201);
      const open = await insertRow(chief, '/grupos', { nome: 'Abertos' });
      expect(
        refusalOf(
          await narrow.call('POST', '/api/usuarios', {
            body: { login: 'aberto', nome: 'Aberto', grupo: [{ grupo_id: open }] },
          }),
        ),
      ).toEqual({
        status: 403,
        body: await refusalBody('RECORD_USER_ABOVE', { login: 'aberto', right: 'usuario.cpf' }),
      });
      expect((await narrow.call('PATCH', `/api/grupos?id=eq.${open}`, { body: { descricao: 'x' } })).statusCode).toBe(
        204,
      );
      await chief.call('PATCH', `/api/grupos?id=eq.${grupo_id}`, { body: { dados_pessoais: 'OCULTO' } });
      expect(
        (await narrow.call('PATCH', `/api/grupos?id=eq.${grupo_id}`, { body: { dados_sensiveis: 'OCULTO' } }))
          .statusCode,
      ).toBe(204);
      expect(
        refusalOf(await narrow.call('PATCH', `/api/grupos?id=eq.${open}`, { body: { dados_sensiveis: 'ABERTO' } })),
      ).toEqual(await refused('usuario.cpf'));
      // Nor by a group that sleeps while people are put into it.
      await chief.call('PATCH', `/api/grupos?id=eq.${open}`, { body: { ativo: false } });
      const sleeper = { login: 'dormente', nome: 'Dormente', grupo: [{ grupo_id }, { grupo_id: open }] };
      expect((await narrow.call('POST', '/api/usuarios', { body: sleeper })).statusCode).toBe(201);
      expect(refusalOf(await narrow.call('PATCH', `/api/grupos?id=eq.${open}`, { body: { ativo: true } }))).toEqual({
        status: 403,
        body: await refusalBody('RECORD_USER_ABOVE', { login: 'dormente', right: 'usuario.cpf' }),
      });
    });

    it('refuses to take from others what one does not have', async () => {
      const narrow = await product.enter('podadora', administers, { hidden: ['banco.nome'] });
      const refused = async (right: string) => ({
        status: 403,
        body: await refusalBody('RECORD_RIGHT_NOT_HELD', { right }),
      });
      const grupo_id = await insertRow(chief, '/grupos', { nome: 'Planejamento' });
      const rule = (assunto: string, acao: string) => insertRow(chief, '/regras', { grupo_id, assunto, acao });
      const above = await rule('cidade', 'update');
      const beside = await rule('cidade', 'view');
      await rule('banco', 'list');
      await rule('regra', 'update');
      const patch = (path: string, body: object, caller = narrow) => caller.call('PATCH', `/api${path}`, { body });
      const sleeps = { ativo: false };
      const wakes = { ativo: true };
      const base = async () => (await chief.call('GET', `/api/acesso/permissoes/${grupo_id}`)).json().base;
      const save = async (change: object) =>
        narrow.call('PUT', `/api/acesso/permissoes/${grupo_id}`, {
          body: { base: await base(), grant: [], revoke: [], fields: {}, ...change },
        });
      // Nobody is in the group, and then administrators alone: nobody loses anything.
      expect((await patch(`/regras?id=eq.${above}`, sleeps)).statusCode).toBe(204);
      expect((await patch(`/regras?id=eq.${above}`, wakes, chief)).statusCode).toBe(204);
      const member = { login: 'planejadora', nome: 'Planejadora', grupo: [{ grupo_id }], admin: true };
      const id = await insertRow(chief, '/usuarios', member);
      expect((await patch(`/grupos?id=eq.${grupo_id}`, sleeps)).statusCode).toBe(204);
      expect((await patch(`/grupos?id=eq.${grupo_id}`, wakes, chief)).statusCode).toBe(204);
      expect((await patch(`/usuarios?id=eq.${id}`, { admin: false }, chief)).statusCode).toBe(204);
      // By every door: the rule sleeps, is another's, another one or gone, or the group sleeps.
      const elsewhere = await insertRow(chief, '/grupos', { nome: 'Planejamento antigo' });
      for (const body of [sleeps, { grupo_id: elsewhere }, { assunto: 'regra', acao: 'list' }])
        expect(refusalOf(await patch(`/regras?id=eq.${above}`, body))).toEqual(await refused('cidade:update'));
      expect(refusalOf(await narrow.call('DELETE', `/api/regras?grupo_id=eq.${grupo_id}`))).toEqual(
        await refused('cidade:update'),
      );
      expect(refusalOf(await save({ revoke: ['banco:list', 'cidade:update'] }))).toEqual(
        await refused('cidade:update'),
      );
      expect(refusalOf(await patch(`/grupos?id=eq.${grupo_id}`, sleeps))).toEqual(await refused('cidade:update'));
      expect(refusalOf(await save({ fields: { 'banco.nome': 'hidden' } }))).toEqual(await refused('banco.nome'));
      // What one has may be taken.
      expect((await save({ revoke: ['banco:list'] })).statusCode).toBe(200);
      expect((await patch(`/grupos?id=eq.${grupo_id}`, { descricao: 'Mudou' })).statusCode).toBe(204);
      // Of a group that gives only what one has, all may be taken; but not the sight of a field.
      expect((await chief.call('DELETE', `/api/regras?id=in.(${above},${beside})`)).statusCode).toBe(204);
      expect(refusalOf(await patch(`/grupos?id=eq.${grupo_id}`, sleeps))).toEqual(await refused('banco.nome'));
      // A rule that sleeps gave nothing, and so is not taken when its group falls asleep too.
      await insertRow(chief, '/regras', { grupo_id, assunto: 'distrito', acao: 'update', ativo: false });
      expect((await patch(`/grupos?id=eq.${grupo_id}`, sleeps, keeper)).statusCode).toBe(204);
      // Nothing is taken from who sleeps already.
      await insertRow(chief, '/regras', { grupo_id, assunto: 'cidade', acao: 'list' });
      expect((await narrow.call('DELETE', `/api/regras?grupo_id=eq.${grupo_id}`)).statusCode).toBe(204);
    });

    it('keeps who sees own rows alone from taking anything from who sees more', async () => {
      const clinic = await product.enter('consultorio', administers, {
        roles: { operadora: false, prestador: true, prestador_registro: providers[0] ?? 0 },
      });
      const make = async (nome: string, more: object) => {
        const grupo_id = await insertRow(chief, '/grupos', { nome });
        await insertRow(chief, '/usuarios', { login: nome, nome, grupo: [{ grupo_id }], ...more });
        await insertRow(chief, '/regras', { grupo_id, assunto: 'banco', acao: 'list' });
        return grupo_id;
      };
      const own = await make('secretaria', { prestador: true, prestador_registro_id: providers[0] });
      const staff = await make('cadastro', { operadora: true, prestador: true, prestador_registro_id: providers[0] });
      const other = await make('vizinha', { prestador: true, prestador_registro_id: providers[1] });
      const take = async (group: number) =>
        (await clinic.call('DELETE', `/api/regras?grupo_id=eq.${group}`)).statusCode;
      expect([await take(own), await take(staff), await take(other)]).toEqual([204, 403, 403]);
      const narrow = async (group: number) =>
        (await clinic.call('PATCH', `/api/grupos?id=eq.${group}`, { body: { dados_pessoais: 'OCULTO' } })).statusCode;
      expect([await narrow(own), await narrow(staff)]).toEqual([204, 403]);
    });

    it('refuses a field right on a field that there is not, with the nearest', async () => {
      const grupo_id = await insertRow(chief, '/grupos', { nome: 'Campos trocados' });
      const { base } = (await chief.call('GET', `/api/acesso/permissoes/${grupo_id}`)).json();
      const answer = await chief.call('PUT', `/api/acesso/permissoes/${grupo_id}`, {
        body: { base, grant: [], revoke: [], fields: { 'usuario.cfp': 'hidden' } },
      });
      expect(refusalOf(answer)).toEqual({
        status: 422,
        body: await refusalBody(
          'RECORD_RIGHT_UNKNOWN',
          { right: 'usuario.cfp' },
          { at: { entity: 'config_permissao', field: 'campo' }, suggestion: 'usuario.cpf' },
        ),
      });
    });

    it('asks for the record that a role points at', async () => {
      const answer = await chief.call('POST', '/api/usuarios', {
        body: { login: 'semcodigo', nome: 'x', prestador: true, dependente: true },
      });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().fields.map(({ field }: { field: string }) => field)).toEqual([
        'prestador_registro_id',
        'beneficiario_registro_id',
      ]);
    });
  }),
);
