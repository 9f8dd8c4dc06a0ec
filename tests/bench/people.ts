/** Users of the measured registry beside its administrator: one with many groups and closed fields, one with own rows. */
import type { Database } from '../../engine/data/database.ts';
import { hashPassword } from '../../src/session/password.ts';

export const people = {
  /** In many groups; fields hidden and masked by all of them. */
  clerk: { login: 'medida-atendente', password: 'senha-de-medida' },
  /** A provider: the rows of one city. */
  provider: { login: 'medida-prestadora', password: 'senha-de-medida' },
} as const;

const groups = 25;
const rulesOfGroup = 100;

export const createPeople = async (database: Database, city: number): Promise<void> => {
  const hash = await hashPassword(people.clerk.password);
  await database.query({
    text: `with staff as (insert into usuario (login, nome, senha_hash, operadora) values ($1::text, $1::text, $2::text, true) returning id),
      g as (insert into grupo (nome) select 'Medida ' || n from generate_series(1, ${groups}) n returning id),
      m as (insert into usuario_grupo (usuario_id, grupo_id) select staff.id, g.id from staff, g),
      r as (insert into regra (grupo_id, assunto, acao)
        select g.id, assunto, acao from g, (select 'assunto' || n as assunto, 'list' as acao from generate_series(1, ${rulesOfGroup}) n
          union all select assunto, acao from unnest(array['amostra', 'cidade']) assunto, unnest(array['list', 'view']) acao) p)
      insert into config_permissao (grupo_id, entidade, campo, visivel, mascarado)
      select g.id, 'amostra', campo, campo = 'observacao', campo = 'observacao' from g, unnest(array['pontos', 'grupo', 'observacao']) campo`,
    values: [people.clerk.login, hash],
  });
  await database.transaction(async (transaction) => {
    // The samples are seen by the id of a city: no provider of that id is needed.
    await transaction.query({ text: 'set local session_replication_role = replica', values: [] });
    await transaction.query({
      text: `with u as (insert into usuario (login, nome, senha_hash, operadora, prestador, prestador_registro_id)
        values ($1::text, $1::text, $2::text, false, true, $3::text::bigint) returning id),
      g as (insert into grupo (nome) values ('Medida, prestadores') returning id),
      m as (insert into usuario_grupo (usuario_id, grupo_id) select u.id, g.id from u, g)
      insert into regra (grupo_id, assunto, acao)
      select g.id, assunto, acao from g, unnest(array['amostra', 'cidade']) assunto, unnest(array['list', 'view']) acao`,
      values: [people.provider.login, hash, String(city)],
    });
  });
};
