/**
 * Sessions and rights over the tables of `schemas/acesso`. Tokens are random and kept only as SHA-256; what a token
 * grants is remembered in this process until a NOTIFY says that sessions or rights have changed, whoever changed them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Grants } from '../../engine/access/access.ts';
import type { SessionStore } from '../../engine/api/session-store.ts';
import type { Credentials } from '../../engine/contract/session.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { Database, Queryable } from '../../engine/data/database.ts';
import { verifyPassword } from './password.ts';

/** Sessions end this long after the login, whatever happens. */
const lifetime = '12 hours';
/** Failed logins, by login name and by address, that are let through in `attemptWindow`. */
const attemptLimits = { login: 10, address: 60 } as const;
const attemptWindow = 15 * 60;
const accessChannel = 'fichario_access';

const digest = (token: string): string => createHash('sha256').update(token).digest('hex');

interface UserRow {
  readonly id: string;
  readonly senha_hash: string | null;
}

/** What a session grants, in one statement; active rules of the user's active groups, fields hidden by every one of these. */
const grantsQuery = `
select u.id::text as id, u.login, u.operadora, u.prestador, u.prestador_administrativo,
  u.dependente, u.beneficiario, u.ouvidoria,
  u.auditor, u.admin, u.senha_expirada,
  u.prestador_registro, u.beneficiario_registro,
  extract(epoch from s.expires_at)::float8 as expires,
  coalesce(m.valida_senha, false) as valida_senha,
  coalesce((select json_agg(distinct r.assunto || ':' || r.acao) from regra r where r.grupo_id = any(m.groups) and r.ativo), '[]')::text as permissions,
  coalesce((select json_agg(h.name) from (
    select c.entidade || '.' || c.campo as name from config_permissao c
    where c.grupo_id = any(m.groups) and not c.visivel group by 1 having count(*) = cardinality(m.groups)) h), '[]')::text as hidden
from fichario.session s join usuario u on u.id = s.usuario_id
left join lateral (select array_agg(g.id) as groups, bool_or(g.valida_senha) as valida_senha
  from usuario_grupo ug join grupo g on g.id = ug.grupo_id where ug.usuario_id = u.id and g.ativo) m on true
where s.token_hash = decode($1::text, 'hex') and s.expires_at > now() and not u.bloqueado and u.ativo`;

interface GrantsRow {
  readonly id: string;
  readonly login: string;
  readonly operadora: boolean;
  readonly prestador: boolean;
  readonly prestador_administrativo: boolean;
  readonly dependente: boolean;
  readonly beneficiario: boolean;
  readonly ouvidoria: boolean;
  readonly auditor: boolean;
  readonly admin: boolean;
  readonly senha_expirada: boolean;
  readonly prestador_registro: number | null;
  readonly beneficiario_registro: number | null;
  readonly expires: number;
  readonly valida_senha: boolean;
  readonly permissions: string;
  readonly hidden: string;
}

const grantsOf = (row: GrantsRow): Grants => {
  const permissions = JSON.parse(row.permissions) as string[];
  return {
    userId: Number(row.id),
    prestadorId: row.prestador_registro ?? undefined,
    beneficiarioId: row.beneficiario_registro ?? undefined,
    hiddenFields: row.admin ? [] : (JSON.parse(row.hidden) as string[]),
    user: {
      principal: row.login,
      operadora: row.operadora,
      prestador: row.prestador,
      prestadorAdministrativo: row.prestador_administrativo,
      dependente: row.dependente,
      beneficiario: row.beneficiario,
      ouvidoria: row.ouvidoria,
      auditor: row.auditor,
      admin: row.admin,
      permissions: row.admin ? ['all:manage', ...permissions.filter((pair) => pair !== 'all:manage')] : permissions,
      grupoValidaSenha: row.valida_senha,
      senhaExpirada: row.senha_expirada,
    },
  };
};

/** Whoever writes to these tables, every process forgets what it remembers of sessions and rights. */
const watchedTables = ['usuario', 'grupo', 'regra', 'usuario_grupo', 'config_permissao'] as const;
const watchSql = `
create or replace function fichario.announce_access() returns trigger language plpgsql as $$
begin perform pg_notify('${accessChannel}', ''); return null; end $$;
${watchedTables
  .map(
    (
      table,
    ) => `create or replace trigger announce_access after insert or update or delete or truncate on public.${table}
  for each statement execute function fichario.announce_access();`,
  )
  .join('\n')}`;

interface Remembered {
  readonly grants: Grants;
  /** Epoch milliseconds. */
  readonly expires: number;
}

/** Installs the triggers, listens, and gives the store. The tables of `schemas/acesso` must exist. */
export const createSessionStore = async (database: Database): Promise<SessionStore> => {
  await database.execute(watchSql);
  // A short life besides NOTIFY bounds what a lost notification could cost.
  const remembered = new LRUCache<string, Remembered>({ max: 10_000, ttl: 30_000 });
  // What was read before something changed is not remembered after it.
  let generation = 0;
  const forget = () => {
    generation += 1;
    remembered.clear();
  };
  await database.listen(accessChannel, forget, forget);

  const checkAttempts = async (queryable: Queryable, key: string, limit: number): Promise<void> => {
    const { rows } = await queryable.query<{ n: number; seconds: number }>({
      text: `select count(*)::integer as n, coalesce(ceil(extract(epoch from min(at) + make_interval(secs => ${attemptWindow}) - now())), 0)::integer as seconds
        from fichario.login_attempt where key = $1::text and at > now() - make_interval(secs => ${attemptWindow})`,
      values: [key],
    });
    const found = rows[0];
    if (found && found.n >= limit) throw new Refusal('ACCESS_LOGIN_LIMITED', { seconds: Math.max(1, found.seconds) });
  };

  /**
   * Notes the attempt before the password is looked at, one caller at a time, so that attempts sent together are counted
   * too. Gives its moment, by which success takes it back.
   */
  const countAttempt = (login: string, address: string): Promise<string> =>
    database.transaction(async (transaction) => {
      const keys = `{${[address, login].map((key) => JSON.stringify(key)).join(',')}}`;
      await transaction.query({
        text: 'select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest($1::text::text[]) key',
        values: [keys],
      });
      await checkAttempts(transaction, login, attemptLimits.login);
      await checkAttempts(transaction, address, attemptLimits.address);
      const { rows } = await transaction.query<{ at: string }>({
        text: 'insert into fichario.login_attempt (key, at) select unnest($1::text::text[]), now() returning at::text as at',
        values: [keys],
      });
      return rows[0]?.at ?? '';
    });

  return {
    issue: async (credentials: Credentials, address: string) => {
      const login = credentials.userId.trim().toLowerCase();
      const keys = [`login:${login}`, `address:${address}`] as const;
      const attempted = await countAttempt(...keys);
      const { rows } = await database.query<UserRow>({
        text: 'select id::text as id, senha_hash from usuario where login = $1::text and not bloqueado and ativo',
        values: [login],
      });
      const user = rows[0];
      if (!(await verifyPassword(credentials.password, user?.senha_hash ?? null)) || !user)
        throw new Refusal('ACCESS_LOGIN_REFUSED', {});
      const token = randomBytes(32).toString('base64url');
      await database.query({
        text: `with cleared as (delete from fichario.login_attempt where key = $4::text or (key = $5::text and at = $6::text::timestamptz) or at < now() - make_interval(secs => ${attemptWindow})),
          expired as (delete from fichario.session where expires_at < now())
          insert into fichario.session (token_hash, usuario_id, issued_at, expires_at, seen_at, address)
          values (decode($1::text, 'hex'), $2::text::bigint, now(), now() + interval '${lifetime}', now(), $3::text)`,
        values: [digest(token), user.id, address, ...keys, attempted],
      });
      const grants = await load(digest(token));
      if (!grants) throw new Refusal('ACCESS_LOGIN_REFUSED', {});
      return { token, grants };
    },
    resolve: (token) => load(digest(token)),
    revoke: async (token) => {
      await database.query({
        text: `with gone as (delete from fichario.session where token_hash = decode($1::text, 'hex') returning 1)
          select pg_notify('${accessChannel}', '') from gone`,
        values: [digest(token)],
      });
      forget();
    },
    logins: async (ids) => {
      if (ids.length === 0) return new Map();
      const { rows } = await database.query<{ id: string; login: string }>({
        text: 'select id::text as id, login from usuario where id = any($1::text::bigint[])',
        values: [`{${ids.join(',')}}`],
      });
      return new Map(rows.map((row) => [row.id, row.login]));
    },
  };

  async function load(hash: string): Promise<Grants | undefined> {
    const known = remembered.get(hash);
    if (known && known.expires > Date.now()) return known.grants;
    const asked = generation;
    const { rows } = await database.query<GrantsRow>({ text: grantsQuery, values: [hash], name: 'session-grants' });
    const row = rows[0];
    if (!row) return undefined;
    const grants = grantsOf(row);
    if (asked === generation) remembered.set(hash, { grants, expires: row.expires * 1000 });
    return grants;
  }
};
