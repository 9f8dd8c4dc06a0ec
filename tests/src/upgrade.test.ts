/** A database of an earlier product is brought up by today's start, and nothing that was in it is lost. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { digest } from '../../src/session/digest.ts';
import { forEachDatabase } from '../support/databases.ts';
import { administrator, startTestProduct } from '../support/product.ts';

const before = await readFile(new URL('upgrade.before-access.sql', import.meta.url), 'utf8');
const token = 'a-token-from-before-the-upgrade';

/** Each of a transaction of its own, as people wrote them. */
const written = [
  "insert into grupo (nome) values ('Leitura'), ('Perguntas')",
  `insert into regra (grupo_id, assunto, acao) values
    (1, 'questionario', 'list'), (1, 'questionario', 'view'), (2, 'questionario', 'update'), (2, 'questionario', 'audit')`,
  `insert into usuario (login, nome, operadora, senha_hash) values ('ana', 'Ana', true,
    '$argon2id$v=19$m=19456,t=2,p=1$mlQS6MBZ5q5ozrVmI5pg/g$DXvKpRLwqTE4Ntmsw/5a+cUmhcqkdmueLSGM4BsMXfk')`,
  'insert into usuario_grupo (usuario_id, grupo_id) values (1, 2)',
  'insert into usuario_grupo (usuario_id, grupo_id) values (1, 1)',
  "insert into questionario (nome, finalidade, inicio, criado_por) values ('Saúde', 'DECLARACAO_SAUDE', '2026-01-05', 1)",
  `insert into questionario_perguntas (questionario_id, posicao, enunciado) values (1, 0, 'Fuma?'), (1, 1, 'Bebe?')`,
  "update questionario_perguntas set enunciado = 'Bebe álcool?', versao = versao + 1 where posicao = 1",
  'delete from usuario_grupo where grupo_id = 2',
  'insert into usuario_grupo (usuario_id, grupo_id) values (1, 2)',
  `create function fichario.note_roles() returns trigger language plpgsql as $$
    begin perform from changed where prestador_registro is not null; return null; end $$`,
  `create trigger note_roles after update on public.usuario referencing new table as changed
    for each statement execute function fichario.note_roles()`,
  `insert into fichario.session (token_hash, usuario_id, expires_at) values (decode('${digest(token)}', 'hex'), 1, now() + interval '1 hour')`,
];
const histories = ['usuario', 'grupo', 'usuario_grupo', 'regra', 'questionario', 'questionario_perguntas'];

forEachDatabase((open) => {
  test('sessions, passwords, groups, rules, records with their rows and histories outlive a new version', async () => {
    const database = await open({ from: 'blank' });
    await database.execute(before);
    for (const sql of written) await database.execute(sql);
    const rowsOf = async (text: string) => (await database.query<Record<string, unknown>>({ text, values: [] })).rows;
    const versions = (table: string) =>
      rowsOf(
        `select id::text as id, _operacao, _de::text as de, _ate::text as ate from historico.${table} order by _de, id`,
      );
    const kept = await Promise.all(histories.map(versions));

    const product = await startTestProduct(database);
    const inject = async (url: string, bearer: string) => {
      const answer = await product.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${bearer}` } });
      return [answer.statusCode, answer.json()];
    };
    const asked = '/questionarios?select=nome,inicio,versao,criado_por,perguntas(enunciado,versao)';
    const perguntas = [
      { enunciado: 'Fuma?', versao: 1 },
      { enunciado: 'Bebe álcool?', versao: 2 },
    ];
    expect(await inject(asked, token)).toEqual([
      200,
      [{ nome: 'Saúde', inicio: '2026-01-05', versao: 1, criado_por: 1, perguntas }],
    ]);
    const [, { user }] = await inject('/auth/me', token);
    expect([user.principal, user.permissions]).toEqual([
      'ana',
      ['audit', 'list', 'update', 'view'].map((action) => `questionario:${action}`),
    ]);
    for (const [index, table] of histories.entries())
      expect((await versions(table)).slice(0, kept[index]?.length)).toEqual(kept[index]);
    const ana = await product.as('ana', 'senha-antiga');
    const chief = await product.as(administrator.login, administrator.password);
    expect((await chief.call('GET', '/api/usuarios?login=eq.ana&select=login,grupo(grupo_id)')).json()).toEqual([
      { login: 'ana', grupo: [{ grupo_id: 1 }, { grupo_id: 2 }] },
    ]);
    const change = await ana.call('PATCH', '/api/questionarios?id=eq.1', { body: { nome: 'Saúde e hábitos' } });
    expect(change.statusCode).toBe(204);
    const entries: readonly { operation: string }[] = (await ana.call('GET', '/api/questionarios/1/historico')).json();
    expect(entries.map(({ operation }) => operation)).toEqual(['update', 'update', 'update', 'insert']);
  });
});
