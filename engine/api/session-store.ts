/** What the API needs of sessions and passwords; the product implements it over its own user tables. */
import type { Grants } from '../access/access.ts';
import type { AccessEvent, Account, Credentials, OwnSession, SessionLeft } from '../contract/session.ts';
import type { WriteOrigin } from '../contract/write-origin.ts';

/** Where a call about sessions or passwords comes from, for the record of such events. */
export interface Person extends WriteOrigin {
  /** What the browser says it is. */
  readonly agent?: string | undefined;
  /** Login of who does it to somebody else's account. */
  readonly actor?: string | undefined;
}

/** One page of events, the newest first. */
export interface EventsWanted {
  readonly login?: string | undefined;
  readonly kind?: string | undefined;
  /** Events older than the one of this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface SessionStore {
  /**
   * Raises ACCESS_LOGIN_REFUSED (the same for an unknown login and a wrong password), ACCESS_LOGIN_LIMITED and
   * ACCESS_LOGIN_BUSY.
   */
  issue(credentials: Credentials, person: Person): Promise<{ readonly token: string; readonly grants: Grants }>;
  /** undefined where the token is unknown, expired or revoked. Raises ACCESS_SESSION_IDLE. */
  resolve(token: string): Promise<Grants | undefined>;
  /**
   * What is left of a session after `seconds`, or as soon as it ends or `givenUp`; no use of it. undefined where the token
   * is unknown, expired or revoked. Raises ACCESS_SESSION_IDLE.
   */
  left(token: string, seconds: number, givenUp: AbortSignal): Promise<SessionLeft | undefined>;
  /** Whose session it is, without using it; undefined where it is over. */
  userOf(token: string): Promise<number | undefined>;
  /** What somebody may do now, in a session or not; undefined: nobody is it, or may not come in. */
  grantsNow(userId: number): Promise<Grants | undefined>;
  /** What somebody may do, in a session or not, by login; undefined: nobody has it. */
  grantsOf(login: string): Promise<Grants | undefined>;
  revoke(token: string, person: Person): Promise<void>;
  /** Open sessions of a user, the one used last first; `token` is that of the caller. */
  list(userId: number, token: string | undefined): Promise<readonly OwnSession[]>;
  /** Ends one session of a user, or all. Raises ACCESS_SESSION_MISSING. */
  end(userId: number, session: string | undefined, person: Person): Promise<void>;
  account(userId: number, token: string | undefined): Promise<Account>;
  events(wanted: EventsWanted): Promise<readonly AccessEvent[]>;
  /** Whatever this process remembers of sessions and rights is read anew; the others hear of a change by NOTIFY. */
  forget(): void;
  /** Login names by user id, for the history. */
  logins(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Who changes the own password, in which session. */
export interface PasswordOwner {
  readonly userId: number;
  readonly login: string;
  readonly token: string;
}

/** New passwords raise ACCESS_PASSWORD_REFUSED with the broken rules; every hash may raise ACCESS_LOGIN_BUSY. */
export interface PasswordStore {
  /** Opens the session for a change. Raises ACCESS_PASSWORD_WRONG and, as a login does, ACCESS_LOGIN_LIMITED. */
  confirm(owner: PasswordOwner, password: string, person: Person): Promise<void>;
  /** Ends all other sessions of the user. Raises ACCESS_PASSWORD_UNCONFIRMED. */
  change(owner: PasswordOwner, password: string, person: Person): Promise<void>;
  /** Has a one-time link sent, where somebody has the login. Raises REQUEST_TOO_MANY by address. */
  forgotten(login: string, person: Person): Promise<void>;
  /** Whether the user of a one-time link needs a strong password. Raises ACCESS_RESET_INVALID. */
  strictFor(token: string): Promise<boolean>;
  /** Sets the password of the link's user and ends all their sessions. Raises ACCESS_RESET_INVALID. */
  reset(token: string, password: string, person: Person): Promise<void>;
  /** Gives a password that must be changed at the next login, and ends all sessions. Raises RECORD_MISSING. */
  issueTemporary(userId: number, person: Person): Promise<string>;
  /** Has the link for a first password sent. Raises ACCESS_MAIL_MISSING. */
  invite(userId: number, person: Person): Promise<void>;
}
