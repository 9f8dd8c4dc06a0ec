/** Open sessions and what there is to know of an account, for the person and for whoever administers. In: user ids. Out: answers of the API. */
import type { EventsWanted, SessionStore } from '../../engine/api/session-store.ts';
import type { AccessEvent, Account, OwnSession } from '../../engine/contract/session.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { Queryable } from '../../engine/data/database.ts';
import { digest } from './digest.ts';

/** A moment as ISO 8601 in UTC, to the second. */
const utc = (moment: string): string => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** When the password of user `u` expires: the shortest time that one of the active groups gives it; null: never. */
export const passwordEndSql = `(coalesce(u.senha_alterada_em, u.criado_em) + make_interval(days => (select min(g.dias_expiracao_senha)
  from usuario_grupo ug join grupo g on g.id = ug.grupo_id where ug.usuario_id = u.id and g.ativo)))`;

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface AccountRow extends Omit<Account, 'groups' | 'lastSignIn'> {
  readonly groups: string;
  readonly lastAt: string | null;
  readonly lastAddress: string | null;
}

/** `idle`: minutes without use after which a session is over. */
export const createSessionList = (
  database: Queryable,
  idle: number,
): Pick<SessionStore, 'list' | 'account' | 'events'> & {
  /** Whose session it was; raises ACCESS_SESSION_MISSING. */
  readonly remove: (userId: number, session: string | undefined) => Promise<string>;
} => ({
  list: async (userId, token) => {
    const { rows } = await database.query<OwnSession>({
      text: `select id::text as id, ${utc('issued_at')} as "issuedAt", ${utc('seen_at')} as "seenAt", address, agent,
        encode(token_hash, 'hex') is not distinct from $2::text as current
        from fichario.session where usuario_id = $1::text::bigint and expires_at > now()
        and seen_at > now() - make_interval(mins => ${idle}) order by seen_at desc, issued_at desc, id limit 200`,
      values: [String(userId), token === undefined ? null : digest(token)],
    });
    return rows;
  },
  remove: async (userId, session) => {
    if (session !== undefined && !idPattern.test(session)) throw new Refusal('ACCESS_SESSION_MISSING', {});
    const { rows } = await database.query<{ login: string | null; count: number }>({
      text: `with gone as (delete from fichario.session where usuario_id = $1::text::bigint
          and ($2::text is null or id = $2::text::uuid) returning 1)
        select count(*)::integer as count, (select login from usuario where id = $1::text::bigint) as login from gone`,
      values: [String(userId), session ?? null],
    });
    if (session !== undefined && rows[0]?.count !== 1) throw new Refusal('ACCESS_SESSION_MISSING', {});
    return rows[0]?.login ?? '';
  },
  account: async (userId, token) => {
    const { rows } = await database.query<AccountRow>({
      text: `select u.login, u.nome as name,
        (select coalesce(json_agg(json_build_object('name', g.nome, 'description', g.descricao) order by g.nome), '[]')::text
          from usuario_grupo ug join grupo g on g.id = ug.grupo_id where ug.usuario_id = u.id and g.ativo) as groups,
        ${utc('coalesce(u.senha_alterada_em, u.criado_em)')} as "passwordChangedAt",
        ${utc(passwordEndSql)} as "passwordExpiresAt", ${utc('e.at')} as "lastAt", e.address as "lastAddress"
        from usuario u left join lateral (select e.at, e.address from fichario.access_event e
          where e.login = u.login and e.kind = 'login' and e.at < coalesce((select issued_at from fichario.session
            where token_hash = decode($2::text, 'hex')), now()) order by e.id desc limit 1) e on true
        where u.id = $1::text::bigint`,
      values: [String(userId), token === undefined ? null : digest(token)],
    });
    const [row] = rows;
    if (!row) throw new Refusal('ACCESS_UNAUTHENTICATED', {});
    const { groups, lastAt, lastAddress, ...rest } = row;
    return {
      ...rest,
      groups: JSON.parse(groups) as Account['groups'],
      lastSignIn: lastAt === null ? null : { at: lastAt, address: lastAddress },
    };
  },
  events: async ({ login, kind, before, limit }: EventsWanted) => {
    const { rows } = await database.query<{ event: string }>({
      text: `select json_build_object('id', id, 'at', ${utc('at')}, 'kind', kind, 'login', login, 'actor', actor, 'address', address,
          'agent', agent, 'detail', detail)::text as event
        from fichario.access_event where ($1::text is null or login = $1::text) and ($2::text is null or kind = $2::text)
        and ($3::text is null or id < $3::text::bigint) order by id desc limit $4::text::integer`,
      values: [login ?? null, kind ?? null, before ?? null, String(limit)],
    });
    return rows.map(({ event }) => JSON.parse(event) as AccessEvent);
  },
});
