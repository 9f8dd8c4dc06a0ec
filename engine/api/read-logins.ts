import type { Access } from '../access/access.ts';
import { readsLogins } from '../access/keeps.ts';
import type { Runtime } from './runtime.ts';

/** Gives the logins of users by their ids, as far as the caller reads logins; the own one in any case. */
export const loginsFor =
  (runtime: Runtime, access: Access) =>
  async (ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    readsLogins(runtime.current.model, access)
      ? runtime.sessions.logins(ids)
      : new Map([[String(access.userId), access.login]]);
