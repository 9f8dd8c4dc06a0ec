import type { ResolvedFiles } from '../../overlay/resolved.ts';
import { limitsOf } from '../limits.ts';
import type { Entry } from './list-entries.ts';

/**
 * The entries that this client has: not limited to others, their flag on, enabled, and hanging on entries that it has.
 * Without a client there are no limits: the base is what all clients together can reach.
 */
export const limitEntries = (entries: readonly Entry[], files: ResolvedFiles): readonly Entry[] => {
  if (files.client === undefined) return entries;
  const isLimited = limitsOf(files);
  const own = entries.filter((entry) => entry.enabled && !isLimited(entry));
  const known = new Map(own.map((entry) => [entry.path, entry]));
  const all = new Set(entries.map((entry) => entry.path));
  const hangs = (entry: Entry, seen: ReadonlySet<string>): boolean => {
    if (entry.parent === '/' || !all.has(entry.parent) || seen.has(entry.path)) return true;
    const above = known.get(entry.parent);
    return above !== undefined && hangs(above, new Set([...seen, entry.path]));
  };
  return own.filter((entry) => hangs(entry, new Set()));
};
