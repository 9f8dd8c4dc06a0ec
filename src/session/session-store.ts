/**
 * Sessions and rights over the tables of `schemas/acesso`. Tokens are random and kept only as SHA-256; what a token
 * grants is remembered in this process until a NOTIFY says that sessions or rights have changed, whoever changed them.
 */
import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Grants, GroupGrants } from '../../engine/access/access.ts';
import type { Person, SessionStore } from '../../engine/api/session-store.ts';
import type { Credentials } from '../../engine/contract/session.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { Database, Queryable } from '../../engine/data/database.ts';
import { recordEvent, recordSeldom } from './access-events.ts';
import { accessChannel } from './access-triggers.ts';
import { digest } from './digest.ts';
import type { HashGate } from './hash-gate.ts';
import type { RightsMemory } from './held-rights.ts';
import { createRightsMemory } from './held-rights.ts';
import type { Attempt, LoginAttempts } from './login-attempts.ts';
import { verifyPassword } from './password.ts';
import type { PatientVerifier } from './patient-verifier.ts';
import { createSessionEnds } from './session-ends.ts';
import { createSessionList } from './session-list.ts';

/** Sessions end this long after the login, whatever happens. */
const lifetime = '12 hours';
/** Seconds after which the use of a session is noted again. */
const seenStep = 60;
/** Of what a browser says it is. */
const longestAgent = 300;

interface UserRow {
  readonly id: string;
  readonly senha_hash: string | null;
  /** Neither blocked nor inactive. */
  readonly open: boolean;
}

/** What group `g` holds. */
const groupObject = `json_build_object('id', g.id, 'name', g.nome, 'personal', g.dados_pessoais, 'sensitive', g.dados_sensiveis,
    'pairs', (select coalesce(json_agg(r.assunto || ':' || r.acao order by r.assunto, r.acao), '[]') from regra r where r.grupo_id = g.id and r.ativo),
    'fields', (select coalesce(json_agg(json_build_array(c.entidade || '.' || c.campo, c.visivel, c.mascarado, c.somente_leitura)), '[]')
      from config_permissao c where c.grupo_id = g.id))`;

/** What user `u` is granted; what each of the user's active groups holds. */
const grantColumns = `u.id::text as id, u.login, u.operadora, u.prestador, u.prestador_administrativo,
  u.dependente, u.beneficiario, u.ouvidoria,
  u.auditor, u.admin,
  u.senha_expirada or coalesce(coalesce(u.senha_alterada_em, u.criado_em) + make_interval(days => m.days) < now(), false) as senha_expirada,
  (select coalesce(json_agg(p.id order by p.id is distinct from u.prestador_registro_id, p.id), '[]')::text from (
    select u.prestador_registro_id as id where u.prestador_registro_id is not null
    union select a.prestador_id from usuario_prestadores a where a.usuario_id = u.id) p) as providers,
  u.beneficiario_registro_id,
  coalesce(m.valida_senha, false) as valida_senha,
  coalesce((select json_agg(${groupObject} order by g.id) from grupo g where g.id = any(m.groups)), '[]')::text as groups`;
const grantGroups = `left join lateral (select array_agg(g.id) as groups, bool_or(g.valida_senha) as valida_senha, min(g.dias_expiracao_senha) as days
  from usuario_grupo ug join grupo g on g.id = ug.grupo_id where ug.usuario_id = u.id and g.ativo) m on true`;

/** What a session grants, in one statement. */
const grantsQuery = `
select ${grantColumns}, extract(epoch from s.expires_at)::float8 as expires, extract(epoch from now() - s.seen_at)::float8 as unused
from fichario.session s join usuario u on u.id = s.usuario_id ${grantGroups}
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
  /** Ids, as JSON. */
  readonly providers: string;
  readonly beneficiario_registro_id: number | null;
  readonly valida_senha: boolean;
  readonly groups: string;
}

interface SessionRow extends GrantsRow {
  readonly expires: number;
  /** Seconds since its last use was noted. */
  readonly unused: number;
}

const grantsOf = (row: GrantsRow, rights: RightsMemory): Grants => {
  const { groups, permissions } = rights.read(row.groups, row.admin);
  return {
    userId: Number(row.id),
    prestadorIds: JSON.parse(row.providers) as readonly number[],
    beneficiarioId: row.beneficiario_registro_id ?? undefined,
    groups,
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
      permissions,
      grupoValidaSenha: row.valida_senha,
      senhaExpirada: row.senha_expirada,
    },
  };
};

/** The stored rights of a login, in a session or not; undefined: nobody has it. */
export const readGrants = async (database: Queryable, login: string): Promise<Grants | undefined> => {
  const { rows } = await database.query<GrantsRow>({
    text: `select ${grantColumns} from usuario u ${grantGroups} where u.login = $1::text`,
    values: [login],
    name: 'user-grants',
  });
  return rows[0] && grantsOf(rows[0], createRightsMemory());
};

/** What each active group holds, by name. */
export const readGroupGrants = async (database: Queryable): Promise<readonly GroupGrants[]> => {
  const { rows } = await database.query<{ readonly groups: string }>({
    text: `select coalesce(json_agg(${groupObject} order by g.nome), '[]')::text as groups from grupo g where g.ativo`,
    values: [],
  });
  return createRightsMemory().read(rows[0]?.groups ?? '[]', false).groups;
};

/** The same for who may come in, by id. */
const readOpenGrants = async (database: Queryable, userId: number): Promise<Grants | undefined> => {
  const { rows } = await database.query<GrantsRow>({
    text: `select ${grantColumns} from usuario u ${grantGroups}
      where u.id = $1::text::bigint and not u.bloqueado and u.ativo`,
    values: [String(userId)],
    name: 'user-grants-now',
  });
  return rows[0] && grantsOf(rows[0], createRightsMemory());
};

interface Remembered {
  readonly grants: Grants;
  /** Epoch milliseconds. */
  readonly expires: number;
}

export interface SessionParts {
  readonly attempts: LoginAttempts;
  readonly gate: HashGate;
  /** Looks at the passwords of a crowd. */
  readonly patient: Pick<PatientVerifier, 'verify'>;
  /** Minutes without use after which a session is over. */
  readonly idleMinutes: number;
}

/** Listens, and gives the store. The tables of `schemas/acesso` and their triggers must exist. */
export const createSessionStore = async (
  database: Database,
  { attempts, gate, patient, idleMinutes }: SessionParts,
): Promise<SessionStore> => {
  // A short life besides NOTIFY bounds what a lost notification could cost.
  const remembered = new LRUCache<string, Remembered>({ max: 10_000, ttl: 30_000 });
  const rights = createRightsMemory();
  // What was read before something changed is not remembered after it.
  let generation = 0;
  const ends = createSessionEnds(database, idleMinutes);
  const forget = () => {
    ends.changed();
    generation += 1;
    remembered.clear();
    attempts.forget();
  };
  await database.listen(accessChannel, forget, forget);

  const { remove, ...lists } = createSessionList(database, idleMinutes);

  /** The user whose password it is. Raises ACCESS_LOGIN_REFUSED; a login that nobody has costs as much as any. */
  const checkCredentials = async (
    login: string,
    password: string,
    known: boolean,
    person: Person,
  ): Promise<UserRow> => {
    const { rows } = await database.query<UserRow>({
      text: 'select id::text as id, senha_hash, not bloqueado and ativo as open from usuario where login = $1::text',
      values: [login],
      name: 'session-user',
    });
    const [user] = rows;
    const stored = user?.open ? user.senha_hash : null;
    const right = await gate.run((crowd) => (crowd ? patient.verify : verifyPassword)(password, stored), known);
    if (user && right) return user;
    const reason = user === undefined ? 'unknown' : user.open ? 'password' : 'closed';
    await recordEvent(database, { kind: 'loginRefused', login, person, detail: { reason } });
    throw new Refusal('ACCESS_LOGIN_REFUSED', {});
  };

  const begin = async (login: string, person: Person): Promise<Attempt> => {
    const attempter = await attempts.recognise(login, person.address);
    gate.check(attempter.known);
    try {
      return await attempts.begin(attempter);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'ACCESS_LOGIN_LIMITED')
        await recordSeldom(database, { kind: 'loginLimited', login, person });
      throw error;
    }
  };

  /**
   * Raises ACCESS_LOGIN_REFUSED where the password that was right is no longer the account's: whoever resets it ends the
   * sessions that there are, and this one is not yet. Before anything else is locked, as a reset does.
   */
  const holdPassword = async (transaction: Queryable, user: UserRow): Promise<void> => {
    const { rows } = await transaction.query({
      text: `select 1 from usuario where id = $1::text::bigint and senha_hash = $2::text and ativo and not bloqueado for share`,
      values: [user.id, user.senha_hash],
      name: 'session-password',
    });
    if (rows.length === 0) throw new Refusal('ACCESS_LOGIN_REFUSED', {});
  };

  const open = (user: UserRow, login: string, token: string, attempt: Attempt, person: Person): Promise<void> =>
    database.transaction(async (transaction) => {
      await holdPassword(transaction, user);
      await attempts.succeed(transaction, attempt);
      await transaction.query({
        text: `with expired as (delete from fichario.session where expires_at < now())
          insert into fichario.session (token_hash, usuario_id, issued_at, expires_at, seen_at, address, agent)
          values (decode($1::text, 'hex'), $2::text::bigint, now(), now() + interval '${lifetime}', now(), $3::text, $4::text)`,
        values: [digest(token), user.id, person.address, person.agent?.slice(0, longestAgent) ?? null],
      });
      await recordEvent(transaction, { kind: 'login', login, person });
    });

  return {
    ...lists,
    issue: async (credentials: Credentials, person) => {
      const login = credentials.userId.trim().toLowerCase();
      const attempt = await begin(login, person);
      const user = await checkCredentials(login, credentials.password, attempt.known, person);
      const token = randomBytes(32).toString('base64url');
      await open(user, login, token, attempt, person);
      const grants = await load(digest(token));
      if (!grants) throw new Refusal('ACCESS_LOGIN_REFUSED', {});
      return { token, grants };
    },
    resolve: (token) => load(digest(token)),
    left: (token, seconds, givenUp) => ends.left(digest(token), seconds, givenUp),
    forget,
    userOf: (token) => ends.userOf(digest(token)),
    grantsNow: (userId) => readOpenGrants(database, userId),
    grantsOf: (login) => readGrants(database, login),
    revoke: async (token, person) => {
      const { rows } = await database.query<{ login: string }>({
        text: `with gone as (delete from fichario.session where token_hash = decode($1::text, 'hex') returning usuario_id)
          select u.login, pg_notify('${accessChannel}', '') from gone join usuario u on u.id = gone.usuario_id`,
        values: [digest(token)],
      });
      forget();
      for (const { login } of rows) await recordEvent(database, { kind: 'logout', login, person });
    },
    end: async (userId, session, person) => {
      const login = await remove(userId, session);
      await database.query({ text: `select pg_notify('${accessChannel}', '')`, values: [] });
      forget();
      await recordEvent(database, { kind: 'sessionEnded', login, person });
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
    const { rows } = await database.query<SessionRow>({ text: grantsQuery, values: [hash], name: 'session-grants' });
    const row = rows[0];
    if (!row) return undefined;
    if (row.unused >= idleMinutes * 60) throw new Refusal('ACCESS_SESSION_IDLE', {});
    if (row.unused >= seenStep) await noteUse(hash);
    const grants = grantsOf(row, rights);
    if (asked === generation) remembered.set(hash, { grants, expires: row.expires * 1000 });
    return grants;
  }

  async function noteUse(hash: string): Promise<void> {
    await database.query({
      text: `update fichario.session set seen_at = now()
        where token_hash = decode($1::text, 'hex') and seen_at < now() - interval '${seenStep} seconds'`,
      values: [hash],
      name: 'session-seen',
    });
  }
};
