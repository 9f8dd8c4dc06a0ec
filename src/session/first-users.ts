/** The users that exist before anybody has made one. */
import { Refusal } from '../../engine/core/errors.ts';
import type { Database, Queryable } from '../../engine/data/database.ts';
import type { Model } from '../../engine/model/types.ts';
import { hashPassword } from './password.ts';

interface DemonstrationUser {
  readonly login: string;
  readonly name: string;
  readonly password: string;
  readonly admin: boolean;
  /** What its group may do with every record of the registries; undefined: it has no group. */
  readonly group: { readonly name: string; readonly actions: readonly string[] } | undefined;
}

/** Fixed and documented; they exist only on the embedded database of an installation that listens on loopback. */
export const demonstrationUsers: readonly DemonstrationUser[] = [
  {
    login: 'admin',
    name: 'Administração da demonstração',
    password: 'admin-demo',
    admin: true,
    group: undefined,
  },
  {
    login: 'operador',
    name: 'Equipe da operadora',
    password: 'operador-demo',
    admin: false,
    group: { name: 'Cadastro (demonstração)', actions: ['view', 'insert', 'update', 'delete', 'audit'] },
  },
  {
    login: 'consulta',
    name: 'Somente consulta',
    password: 'consulta-demo',
    admin: false,
    group: { name: 'Consulta (demonstração)', actions: ['view'] },
  },
];

/** The module of users and rights: administrators alone. */
const closedModule = 'acesso';

/** 'subject:action' pairs: the route of every screen outside the closed module, and the actions on its records. */
const pairsOf = (model: Model, actions: readonly string[]): readonly string[] => [
  ...new Set(
    model.screens
      .filter((screen) => screen.module !== closedModule)
      .flatMap((screen) => [
        ...(screen.permission ? [`${screen.permission.subject}:${screen.permission.action}`] : []),
        ...(screen.kind === 'registry'
          ? actions.map((action) => `${model.entities[screen.entity]?.subject}:${action}`)
          : []),
      ]),
  ),
];

const insertUser = async (
  database: Queryable,
  user: { readonly login: string; readonly name: string; readonly password: string; readonly admin: boolean },
): Promise<string | undefined> => {
  const hash = await hashPassword(user.password);
  const { rows } = await database.query<{ id: string }>({
    text: `insert into usuario (login, nome, senha_hash, admin, operadora) values ($1::text, $2::text, $3::text, $4::text::boolean, true)
      on conflict (login) do nothing returning id::text as id`,
    values: [user.login, user.name, hash, String(user.admin)],
  });
  return rows[0]?.id;
};

const exists = async (database: Queryable, login: string): Promise<boolean> =>
  (await database.query({ text: 'select 1 from usuario where login = $1::text', values: [login] })).rows.length > 0;

const createDemonstrationUser = async (database: Database, user: DemonstrationUser): Promise<void> => {
  if (await exists(database, user.login)) return;
  await database.transaction(async (transaction) => {
    const id = await insertUser(transaction, user);
    if (id === undefined || user.group === undefined) return;
    await transaction.query({
      text: `with new_group as (insert into grupo (nome) values ($1::text) returning id)
        insert into usuario_grupo (usuario_id, grupo_id) select $2::text::bigint, id from new_group`,
      values: [user.group.name, id],
    });
  });
};

/** Gives the group what is new among the screens; a rule that somebody took away stays away. */
const grantDemonstrationGroup = async (
  database: Database,
  model: Model,
  { name, actions }: NonNullable<DemonstrationUser['group']>,
): Promise<void> => {
  await database.query({
    text: `insert into regra (grupo_id, assunto, acao)
      select g.id, split_part(pair, ':', 1), split_part(pair, ':', 2)
      from grupo g, unnest($2::text::text[]) as pair
      where g.nome = $1::text and not exists (select from historico.regra r
        where r.grupo_id = g.id and r.assunto = split_part(pair, ':', 1) and r.acao = split_part(pair, ':', 2))`,
    values: [name, `{${pairsOf(model, actions).join(',')}}`],
  });
};

/** Locks the demonstration logins where the product can be reached from outside, whoever made the database. */
const blockDemonstrationUsers = async (database: Database): Promise<void> => {
  await database.query({
    text: 'update usuario set bloqueado = true, versao = versao + 1 where login = any($1::text::text[]) and not bloqueado',
    values: [`{${demonstrationUsers.map((user) => user.login).join(',')}}`],
  });
};

export interface FirstUsersOptions {
  /** Embedded database and loopback address: a demonstration. */
  readonly demonstration: boolean;
  readonly administrator: { readonly login: string; readonly password: string } | undefined;
}

/**
 * Makes the demonstration logins, or the administrator that the environment names; an existing login is left as it is.
 * Raises START_ADMINISTRATOR_MISSING where nobody could ever administer.
 */
export const createFirstUsers = async (
  database: Database,
  model: Model,
  { demonstration, administrator }: FirstUsersOptions,
): Promise<void> => {
  if (administrator && !(await exists(database, administrator.login.toLowerCase()))) {
    await insertUser(database, {
      ...administrator,
      login: administrator.login.toLowerCase(),
      name: 'Administração',
      admin: true,
    });
  }
  if (demonstration) {
    for (const user of demonstrationUsers) {
      await createDemonstrationUser(database, user);
      if (user.group !== undefined) await grantDemonstrationGroup(database, model, user.group);
    }
    return;
  }
  if (database.kind === 'pglite') await blockDemonstrationUsers(database);
  const { rows } = await database.query({
    text: 'select 1 from usuario where admin and not bloqueado and ativo limit 1',
    values: [],
  });
  if (rows.length === 0) throw new Refusal('START_ADMINISTRATOR_MISSING', {});
};
