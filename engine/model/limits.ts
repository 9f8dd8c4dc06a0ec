import { flagValues } from '../overlay/resolve.ts';
import type { ResolvedFiles } from '../overlay/resolved.ts';

/** What entries of the menu, transitions and actions say of who has them. */
export interface Limits {
  readonly clients?: readonly string[] | undefined;
  readonly flag?: string | undefined;
}

/** Whether something is kept from the client. Without a client nothing is: the base is what all clients together can reach. */
export const limitsOf = (files: ResolvedFiles): ((limits: Limits) => boolean) => {
  const client = files.client?.name;
  if (client === undefined) return () => false;
  const flags = flagValues(files);
  return ({ clients, flag }) => clients?.includes(client) === false || (flag !== undefined && flags[flag] !== true);
};
