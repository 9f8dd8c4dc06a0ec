/** What the API needs of sessions; the product implements it over its own user tables. */
import type { Grants } from '../access/access.ts';
import type { Credentials } from '../contract/session.ts';

export interface SessionStore {
  /** Raises ACCESS_LOGIN_REFUSED (the same for an unknown login and a wrong password) and ACCESS_LOGIN_LIMITED. */
  issue(credentials: Credentials, address: string): Promise<{ readonly token: string; readonly grants: Grants }>;
  /** undefined where the token is unknown, expired or revoked. */
  resolve(token: string): Promise<Grants | undefined>;
  revoke(token: string): Promise<void>;
  /** Login names by user id, for the history. */
  logins(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
