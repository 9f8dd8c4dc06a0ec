/**
 * Own passwords, forgotten ones and those that an administrator gives. In: the password and whose it is. Out: its hash in
 * the user's record, the sessions that must end ended, and a row of the record of accesses.
 */
import { randomInt } from 'node:crypto';
import type { PasswordOwner, PasswordStore, Person } from '../../engine/api/session-store.ts';
import type { AccessEventKind } from '../../engine/contract/session.ts';
import { writeOrigin } from '../../engine/contract/write-origin.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { networkOf } from '../../engine/core/network-of.ts';
import type { Database, Queryable } from '../../engine/data/database.ts';
import { wantMail } from '../mail/outbox.ts';
import { recordEvent, recordSeldom } from './access-events.ts';

import { isCommonPassword } from './common-passwords.ts';
import { digest } from './digest.ts';
import type { HashGate } from './hash-gate.ts';
import type { LoginAttempts } from './login-attempts.ts';
import { hashPassword, verifyPassword } from './password.ts';
import type { PasswordFault } from './password-rules.ts';
import { passwordFaults } from './password-rules.ts';

/** Minutes from the confirmation of the old password within which the new one is set. */
const confirmed = 5;
/** Letters with a link in an hour, for one login and from one address. */
const linksAnHour = { login: 3, address: 20 } as const;

interface Owner {
  readonly id: string;
  readonly login: string;
  readonly senha_hash: string | null;
  /** Whether a group of the user wants strong passwords. */
  readonly strict: boolean;
}

const ownerColumns = `u.id::text as id, u.login, u.senha_hash, exists (select from usuario_grupo ug join grupo g on g.id = ug.grupo_id
  where ug.usuario_id = u.id and g.ativo and g.valida_senha) as strict`;

/** Without letters and digits that look alike. Three groups with a small letter, a capital and a digit each. */
const alphabets = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const;
const temporaryPassword = (): string =>
  Array.from({ length: 3 }, () =>
    [...alphabets, alphabets.join('')].map((letters) => letters[randomInt(letters.length)]).join(''),
  ).join('-');

export interface PasswordParts {
  readonly attempts: LoginAttempts;
  readonly gate: HashGate;
  /** This process feels at once what the others are told. */
  readonly forget: () => void;
}

export const createPasswordStore = (database: Database, { attempts, gate, forget }: PasswordParts): PasswordStore => {
  const faultsOf = async (
    { login, strict, senha_hash }: Owner,
    password: string,
  ): Promise<readonly PasswordFault[]> => {
    const faults = passwordFaults(password, { strict, login });
    if (faults.length > 0) return faults;
    if (await isCommonPassword(password)) return ['VALIDATION_PASSWORD_COMMON'];
    return (await gate.run(() => verifyPassword(password, senha_hash), true)) ? ['VALIDATION_PASSWORD_SAME'] : [];
  };
  /** The hash of a password that keeps the rules. Raises ACCESS_PASSWORD_REFUSED. */
  const hashOf = async (owner: Owner, password: string): Promise<string> => {
    const faults = await faultsOf(owner, password);
    if (faults.length === 0) return gate.run(() => hashPassword(password), true);
    throw new Refusal(
      'ACCESS_PASSWORD_REFUSED',
      {},
      { failures: faults.map((code) => ({ code, params: {}, at: { field: 'senha' } })) },
    );
  };

  /** Sets the password and ends what the old one had opened: sessions but `kept`, and links. */
  const setPassword = async (
    transaction: Queryable,
    { owner, hash, kind, expired = false, kept, person, by }: Setting,
  ): Promise<void> => {
    await transaction.query({
      text: `select set_config('fichario.usuario', $1::text, true), set_config('fichario.origem', $2::text, true)`,
      values: [by, writeOrigin(person)],
    });
    await transaction.query({
      text: `update usuario set senha_hash = $2::text, senha_expirada = $3::text::boolean, versao = versao + 1,
        alterado_em = now(), alterado_por = $4::text::bigint where id = $1::text::bigint`,
      values: [owner.id, hash, String(expired), by],
    });
    await transaction.query({
      text: `with links as (delete from fichario.password_reset where usuario_id = $1::text::bigint)
        delete from fichario.session where usuario_id = $1::text::bigint
        and encode(token_hash, 'hex') is distinct from $2::text`,
      values: [owner.id, kept ?? null],
    });
    await recordEvent(transaction, { kind, login: owner.login, person });
    await wantMail(transaction, { kind: 'changed', login: owner.login, address: person.address });
  };

  const ownerOf = async (userId: number): Promise<Owner> => {
    const { rows } = await database.query<Owner>({
      text: `select ${ownerColumns} from usuario u where u.id = $1::text::bigint`,
      values: [String(userId)],
    });
    const [owner] = rows;
    if (!owner) throw new Refusal('RECORD_MISSING', { title: 'Usuário' });
    return owner;
  };

  /** Of a one-time link that is good still. */
  const linkOwner = async (token: string): Promise<Owner> => {
    const { rows } = await database.query<Owner>({
      text: `select ${ownerColumns} from fichario.password_reset r join usuario u on u.id = r.usuario_id
        where r.token_hash = decode($1::text, 'hex') and r.expires_at > now() and u.ativo and not u.bloqueado`,
      values: [digest(token)],
    });
    const [owner] = rows;
    if (!owner) throw new Refusal('ACCESS_RESET_INVALID', {});
    return owner;
  };

  return {
    confirm: async ({ userId, login, token }, password, person) => {
      const attempter = await attempts.recognise(login, person.address);
      gate.check(true);
      const attempt = await attempts.begin(attempter);
      const owner = await ownerOf(userId);
      if (!(await gate.run(() => verifyPassword(password, owner.senha_hash), true))) {
        await recordEvent(database, { kind: 'passwordRefused', login, person });
        throw new Refusal(
          'ACCESS_PASSWORD_WRONG',
          {},
          { failures: [{ code: 'ACCESS_PASSWORD_WRONG', params: {}, at: { field: 'senhaAtual' } }] },
        );
      }
      await attempts.succeed(database, attempt);
      await database.query({
        text: `update fichario.session set password_confirmed_at = now() where token_hash = decode($1::text, 'hex')`,
        values: [digest(token)],
      });
    },

    change: async ({ userId, token }: PasswordOwner, password, person) => {
      const { rows } = await database.query({
        text: `select 1 from fichario.session where token_hash = decode($1::text, 'hex')
          and password_confirmed_at > now() - interval '${confirmed} minutes'`,
        values: [digest(token)],
      });
      if (rows.length === 0) throw new Refusal('ACCESS_PASSWORD_UNCONFIRMED', {});
      const owner = await ownerOf(userId);
      const hash = await hashOf(owner, password);
      await database.transaction(async (transaction) => {
        // One confirmation is for one change, and a session that has ended meanwhile changes nothing.
        const { affected } = await transaction.query({
          text: `update fichario.session set password_confirmed_at = null
            where token_hash = decode($1::text, 'hex') and password_confirmed_at is not null`,
          values: [digest(token)],
        });
        if (affected === 0) throw new Refusal('ACCESS_PASSWORD_UNCONFIRMED', {});
        await setPassword(transaction, {
          owner,
          hash,
          kind: 'passwordChanged',
          kept: digest(token),
          person,
          by: owner.id,
        });
      });
      forget();
    },

    forgotten: async (given, person) => {
      const login = given.trim().toLowerCase();
      const network = networkOf(person.address);
      await database.transaction(async (transaction) => {
        await transaction.query({
          text: `select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(array['mail ' || $2::text, 'mail ' || $1::text]) key`,
          values: [login, network],
        });
        const { rows } = await transaction.query<{ own: number; here: number; seconds: number }>({
          text: `select (select count(*)::integer from fichario.mail where kind = 'reset' and login = $1::text
              and created_at > now() - interval '1 hour') as own, count(*)::integer as here,
              coalesce(ceil(extract(epoch from min(created_at) + interval '1 hour' - now())), 1)::integer as seconds
            from fichario.mail where kind = 'reset' and network = $2::text and created_at > now() - interval '1 hour'`,
          values: [login, network],
        });
        const { own = 0, here = 0, seconds = 1 } = rows[0] ?? {};
        if (here >= linksAnHour.address) throw new Refusal('REQUEST_TOO_MANY', { seconds: Math.max(1, seconds) });
        // Beyond it the answer is the same: it must not say who asks for whom. What is asked in vain is kept once a minute.
        if (own >= linksAnHour.login) return recordSeldom(transaction, { kind: 'passwordResetAsked', login, person });
        await recordEvent(transaction, { kind: 'passwordResetAsked', login, person });
        await wantMail(transaction, { kind: 'reset', login, address: person.address });
      });
    },

    strictFor: async (token) => (await linkOwner(token)).strict,

    reset: async (token, password, person) => {
      const owner = await linkOwner(token);
      const hash = await hashOf(owner, password);
      await database.transaction(async (transaction) => {
        const { affected } = await transaction.query({
          text: `delete from fichario.password_reset where token_hash = decode($1::text, 'hex') and expires_at > now()`,
          values: [digest(token)],
        });
        if (affected === 0) throw new Refusal('ACCESS_RESET_INVALID', {});
        await setPassword(transaction, { owner, hash, kind: 'passwordReset', person, by: owner.id });
        // Who has the mailbox waits for no one who has guessed at the account.
        await attempts.forgive(transaction, owner.login);
      });
      forget();
    },

    issueTemporary: async (userId, person) => {
      const owner = await ownerOf(userId);
      const password = temporaryPassword();
      const hash = await gate.run(() => hashPassword(password), true);
      await database.transaction(async (transaction) => {
        const { rows } = await transaction.query<{ id: string }>({
          text: 'select id::text as id from usuario where login = $1::text',
          values: [person.actor ?? ''],
        });
        const by = rows[0]?.id ?? null;
        await setPassword(transaction, { owner, hash, kind: 'passwordIssued', expired: true, person, by });
        await attempts.forgive(transaction, owner.login);
      });
      forget();
      return password;
    },

    invite: async (userId, person) => {
      const { login } = await ownerOf(userId);
      await database.transaction(async (transaction) => {
        const { rows } = await transaction.query({
          text: 'select 1 from usuario where id = $1::text::bigint and email is not null',
          values: [String(userId)],
        });
        if (rows.length === 0) throw new Refusal('ACCESS_MAIL_MISSING', { login });
        await recordEvent(transaction, { kind: 'invited', login, person });
        await wantMail(transaction, { kind: 'invite', login, address: person.address });
      });
    },
  };
};

interface Setting {
  readonly owner: Owner;
  readonly hash: string;
  readonly kind: AccessEventKind;
  /** Must be changed at the next login. */
  readonly expired?: boolean;
  /** Digest of the token of the session that goes on. */
  readonly kept?: string;
  readonly person: Person;
  /** Id of the user who sets it. */
  readonly by: string | null;
}
