import type { Grants } from '../../engine/access/access.ts';
import type { WhyPerson } from '../../engine/contract/why.ts';
import type { Queryable } from '../../engine/data/database.ts';
import { readGrants } from '../session/session-store.ts';

/** Somebody who signs in, with the stored rights; undefined where nobody has the login. */
export const findPerson = async (
  database: Queryable,
  login: string,
): Promise<{ readonly person: WhyPerson; readonly grants: Grants } | undefined> => {
  const grants = await readGrants(database, login.trim().toLowerCase());
  if (grants === undefined) return undefined;
  const { rows } = await database.query<{ name: string; blocked: boolean }>({
    text: 'select nome as name, bloqueado or not ativo as blocked from usuario where id = $1::text::bigint',
    values: [String(grants.userId)],
  });
  const { name = '', blocked = true } = rows[0] ?? {};
  return {
    grants,
    person: {
      login: grants.user.principal,
      name,
      blocked,
      administrator: grants.user.admin,
      groups: grants.groups.map((group) => ({ id: group.id, name: group.name })),
    },
  };
};
