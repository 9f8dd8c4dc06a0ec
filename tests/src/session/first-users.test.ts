import { beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '../../../engine/core/errors.ts';
import type { Database } from '../../../engine/data/database.ts';
import { readConfiguration } from '../../../src/configuration.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { createFirstUsers, demonstrationUsers, pairsOf } from '../../../src/session/first-users.ts';
import { verifyPassword } from '../../../src/session/password.ts';
import { startProduct } from '../../../src/start-product.ts';
import type { OpenFresh } from '../../support/databases.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';

const sources = await readRealFiles();
const { model } = loadProduct(sources, 'copass', fileMemory);
const administrator = { login: 'Chefe', password: 'senha-do-chefe' };

interface UserRow {
  readonly login: string;
  readonly admin: boolean;
  readonly blocked: boolean;
  readonly hash: string;
  readonly groups: number;
}

const usersOf = async (database: Database): Promise<readonly UserRow[]> =>
  (
    await database.query<UserRow>({
      text: `select login, admin, bloqueado is true as blocked, senha_hash as hash,
        (select count(*)::integer from usuario_grupo where usuario_id = usuario.id) as groups from usuario order by id`,
      values: [],
    })
  ).rows;
const loginsOf = async (database: Database): Promise<string[]> => (await usersOf(database)).map(({ login }) => login);
const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof Refusal ? [error.code, error.params] : error),
  );

forEachDatabase((open: OpenFresh, kind) => {
  describe('the first users', () => {
    let database: Database;
    beforeAll(async () => {
      database = await open({ from: 'product' });
    });
    const reset = (): Promise<void> =>
      database.execute('truncate usuario, grupo, usuario_grupo, regra, config_permissao cascade');

    test('are the one whom the environment names, where nobody is, and again nobody new', async () => {
      await reset();
      for (let start = 0; start < 2; start += 1)
        await createFirstUsers(database, model, { demonstration: false, administrator });
      const users = await usersOf(database);
      expect(users).toEqual([{ login: 'chefe', admin: true, blocked: false, hash: expect.any(String), groups: 0 }]);
      expect(await verifyPassword('senha-do-chefe', users[0]?.hash ?? '')).toBe(true);
      await createFirstUsers(database, model, {
        demonstration: false,
        administrator: { login: 'chefe', password: 'outra-senha' },
      });
      expect((await usersOf(database))[0]?.hash).toBe(users[0]?.hash);
    });

    test('are refused where nobody could administer: none, none who is an administrator, all blocked or inactive', async () => {
      await reset();
      const refused = ['START_ADMINISTRATOR_MISSING', {}];
      const start = (): Promise<unknown> =>
        codeOf(createFirstUsers(database, model, { demonstration: false, administrator: undefined }));
      expect(await start()).toEqual(refused);
      await database.execute(`insert into usuario (login, nome, senha_hash) values ('comum', 'Comum', '-')`);
      expect(await start()).toEqual(refused);
      for (const state of ['bloqueado = true', 'bloqueado = false, ativo = false']) {
        await database.execute(`update usuario set admin = true, ${state}`);
        expect(await start()).toEqual(refused);
      }
      await database.execute('update usuario set bloqueado = false, ativo = true');
      expect(await start()).toBeUndefined();
    });

    test('of a demonstration are those documented, with passwords that open them', async () => {
      await reset();
      for (let start = 0; start < 2; start += 1)
        await createFirstUsers(database, model, { demonstration: true, administrator: undefined });
      const users = await usersOf(database);
      expect(users.map(({ login, admin, groups }) => [login, admin, groups])).toEqual([
        ['admin', true, 0],
        ['operador', false, 1],
        ['consulta', false, 1],
        ['atendente', false, 1],
        ['auditor', false, 1],
        ['prestador', false, 1],
        ['faturista', false, 1],
        ['beneficiario', false, 1],
      ]);
      const { rows } = await database.query<{ email: string }>({
        text: 'select email from usuario order by id',
        values: [],
      });
      expect(rows.map(({ email }) => email)).toEqual(users.map(({ login }) => `${login}@example.org`));
      for (const [index, user] of demonstrationUsers.entries())
        expect(await verifyPassword(user.password, users[index]?.hash ?? '')).toBe(true);
    });

    test('of a demonstration are left in peace by a start that has nothing new for them', async () => {
      await reset();
      const start = (): Promise<unknown> =>
        codeOf(createFirstUsers(database, model, { demonstration: true, administrator: undefined }));
      await start();
      // Nobody waits for a record of theirs.
      await database.execute(
        'update usuario set prestador = false, prestador_administrativo = false, beneficiario = false',
      );
      // A statement that changes no row has its triggers run, and by them every process forgets whom it knows.
      await database.execute(`
        create function public.incomodo() returns trigger language plpgsql as 'begin raise exception ''written''; end';
        create trigger incomodo before insert or update on public.usuario for each statement execute function public.incomodo();
        create trigger incomodo before insert or update on public.regra for each statement execute function public.incomodo();
        create trigger incomodo before insert or update on public.config_permissao for each statement execute function public.incomodo()`);
      try {
        expect(await start()).toBeUndefined();
      } finally {
        await database.execute('drop function public.incomodo() cascade');
      }
    });

    test('of a demonstration have none of the pairs on all, which screens of administrators ask for', () => {
      expect(model.screens.some(({ permission }) => permission?.subject === 'all')).toBe(true);
      const groups = demonstrationUsers.flatMap(({ group }) => (group === undefined ? [] : [group]));
      expect(groups.flatMap((group) => pairsOf(model, group)).filter((pair) => pair.startsWith('all:'))).toEqual([]);
    });

    test('of a demonstration may do what is documented on every screen but those of users and rights', async () => {
      await reset();
      const bank = model.screens.find(({ path }) => path === '/bancos');
      if (bank?.kind !== 'registry') throw new Error('no banks');
      // The tables of users and rights, should they get a screen.
      const users = { ...bank, path: '/usuarios', module: 'acesso', entity: 'usuario' };
      const permission = { subject: 'usuario', action: 'list' };
      const whole = { ...model, screens: [...model.screens, { ...users, permission }] };
      const start = (): Promise<void> =>
        createFirstUsers(database, whole, { demonstration: true, administrator: undefined });
      const rights = async (group: string): Promise<string[]> =>
        (
          await database.query<{ pair: string }>({
            text: `select r.assunto || ':' || r.acao as pair from regra r join grupo g on g.id = r.grupo_id
              where g.nome like $1::text || '%' order by 1`,
            values: [group],
          })
        ).rows.map(({ pair }) => pair);
      await start();
      const reader = await rights('Consulta');
      for (const screen of model.screens)
        if (screen.permission && screen.permission.subject !== 'all')
          expect([screen.path, reader.includes(`${screen.permission.subject}:${screen.permission.action}`)]).toEqual([
            screen.path,
            screen.module !== 'acesso' && screen.permission.action !== 'ura',
          ]);
      // Beside reading, what opens a route by an action of its own.
      const routes = new Set(model.screens.map(({ permission }) => `${permission?.subject}:${permission?.action}`));
      expect(reader.filter((pair) => !/:(list|view)$/.test(pair) && !routes.has(pair))).toEqual([]);
      expect(await rights('Beneficiário')).toEqual([
        'ajuda:list',
        'autorizacao:acompanharautorizacaobeneficiario',
        'autorizacao:authistorico',
        'autorizacao:view',
        'beneficiario:view',
        'beneficiariologado:list',
        'cadastro:list',
        'feriado:list',
        'lancamentocoparticipacao:list',
        'lancamentocoparticipacao:view',
        'manifestacao:insert',
        'manifestacao:view',
        'manifestacaobeneficiario:list',
        'ouvidoria:list',
        'programasaude:list',
        'solicitacaoreembolso:insert',
        'solicitacaoreembolso:view',
        'solicitacaoreembolsobeneficiario:list',
      ]);
      expect(await rights('Atendimento')).toEqual(expect.arrayContaining(['cidade:update', 'protocolodocumento:ura']));
      for (const group of ['Consulta', 'Cadastro'])
        expect((await rights(group)).filter((pair) => pair.startsWith('usuario:'))).toEqual([]);
      expect(await rights('Cadastro')).toEqual(
        expect.arrayContaining(
          ['list', 'view', 'insert', 'update', 'delete', 'audit'].map((action) => `banco:${action}`),
        ),
      );
      const fields = async (): Promise<unknown> =>
        (
          await database.query({
            text: `select c.entidade || '.' || c.campo as field, c.visivel, c.mascarado, c.somente_leitura
              from config_permissao c join grupo g on g.id = c.grupo_id where g.nome like 'Atendimento%'
              and c.campo in ('ibge', 'conta', 'titular_cpf_cnpj') order by 1`,
            values: [],
          })
        ).rows;
      const kept = [
        { field: 'cidade.ibge', visivel: true, mascarado: false, somente_leitura: true },
        { field: 'intercambio.conta', visivel: false, mascarado: false, somente_leitura: false },
        { field: 'intercambio.titular_cpf_cnpj', visivel: true, mascarado: true, somente_leitura: false },
      ];
      expect(await fields()).toEqual(kept);
      // A right taken away stays away; one that is new for the group comes.
      await database.execute(`delete from regra where assunto = 'banco' and acao = 'view'`);
      await database.execute(`delete from config_permissao where campo = 'ibge'`);
      await start();
      expect(await rights('Consulta')).toEqual(reader.filter((pair) => pair !== 'banco:view'));
      expect(await fields()).toEqual(kept.slice(1));
    });

    test('of a demonstration are blocked where an embedded database is reached from outside', async () => {
      await reset();
      await createFirstUsers(database, model, { demonstration: true, administrator });
      await createFirstUsers(database, model, { demonstration: false, administrator });
      expect((await usersOf(database)).map(({ login, blocked }) => [login, blocked])).toEqual(
        ['chefe', ...demonstrationUsers.map((user) => user.login)].map((login) => [
          login,
          kind === 'pglite' && login !== 'chefe',
        ]),
      );
    });
  });

  test.each([
    ['127.0.0.1', kind === 'pglite'],
    ['0.0.0.0', false],
    ...(kind === 'pglite'
      ? ([
          ['localhost', true],
          ['127.exemplo.com.br', false],
        ] as const)
      : []),
  ] as const)('a product that listens on %s has demonstration logins: %s', async (HOST, demonstration) => {
    const database = await open({ from: 'product' });
    const product = await startProduct({
      sources: async () => new Map([...sources].filter(([path]) => !path.endsWith('.csv'))),
      remember: fileMemory,
      open: async () => database,
      configuration: readConfiguration({
        HOST,
        LOG_LEVEL: 'silent',
        ADMIN_LOGIN: 'chefe',
        ADMIN_PASSWORD: 'senha-do-chefe',
      }),
      pages: undefined,
    });
    expect(product.demonstration).toBe(demonstration);
    expect(await loginsOf(database)).toEqual([
      'chefe',
      ...(demonstration ? demonstrationUsers.map((user) => user.login) : []),
    ]);
  });
});
