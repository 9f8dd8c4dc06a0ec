/** The users that exist before anybody has made one. */
import { Refusal } from '../../engine/core/errors.ts';
import type { Database, Queryable } from '../../engine/data/database.ts';
import { hashPassword } from './password.ts';

interface DemonstrationUser {
  readonly login: string;
  readonly name: string;
  readonly password: string;
  readonly admin: boolean;
  readonly group: string | undefined;
  /** 'subject:action' pairs of the group. */
  readonly permissions: readonly string[];
}

const subjects = ['banco', 'feriado', 'cidade', 'distrito'] as const;
const places = ['cadastro', 'base', 'localizacao'] as const;
const grant = (actions: readonly string[]): string[] => [
  ...places.map((subject) => `${subject}:list`),
  ...subjects.flatMap((subject) => actions.map((action) => `${subject}:${action}`)),
];

/** Fixed and documented; they exist only on the embedded database of an installation that listens on loopback. */
export const demonstrationUsers: readonly DemonstrationUser[] = [
  {
    login: 'admin',
    name: 'Administração da demonstração',
    password: 'admin-demo',
    admin: true,
    group: undefined,
    permissions: [],
  },
  {
    login: 'operador',
    name: 'Equipe da operadora',
    password: 'operador-demo',
    admin: false,
    group: 'Cadastro (demonstração)',
    permissions: grant(['list', 'view', 'insert', 'update', 'delete', 'audit']),
  },
  {
    login: 'consulta',
    name: 'Somente consulta',
    password: 'consulta-demo',
    admin: false,
    group: 'Consulta (demonstração)',
    permissions: grant(['list', 'view']),
  },
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
      text: `with new_group as (insert into grupo (nome) values ($1::text) returning id),
        member as (insert into usuario_grupo (usuario_id, grupo_id) select $2::text::bigint, id from new_group)
        insert into regra (grupo_id, assunto, acao)
        select new_group.id, split_part(pair, ':', 1), split_part(pair, ':', 2) from new_group, unnest($3::text::text[]) as pair`,
      values: [user.group, id, `{${user.permissions.join(',')}}`],
    });
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
    for (const user of demonstrationUsers) await createDemonstrationUser(database, user);
    return;
  }
  if (database.kind === 'pglite') await blockDemonstrationUsers(database);
  const { rows } = await database.query({
    text: 'select 1 from usuario where admin and not bloqueado and ativo limit 1',
    values: [],
  });
  if (rows.length === 0) throw new Refusal('START_ADMINISTRATOR_MISSING', {});
};
