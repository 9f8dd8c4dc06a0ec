/**
 * Rights as 'subject:action' pairs, and which of them grants what. Server and screens ask here, so that they cannot
 * answer differently. Isomorphic.
 */

/** `banco:list` taken apart; the action stands behind the last colon. */
export const splitPair = (pair: string): { readonly subject: string; readonly action: string } => {
  const at = pair.lastIndexOf(':');
  return { subject: pair.slice(0, Math.max(at, 0)), action: pair.slice(at + 1) };
};

/**
 * The pair among those held that grants the action, the narrowest first: its own, `manage` on the subject, the action on
 * `all`, `manage` on `all`. Nothing grants what has no name.
 */
export const grantingPair = (held: ReadonlySet<string>, action: string, subject: string): string | undefined =>
  subject === '' || action === ''
    ? undefined
    : [`${subject}:${action}`, `${subject}:manage`, `all:${action}`, 'all:manage'].find((pair) => held.has(pair));

/** The pairs that a session carries to the screens: those of all groups, in order, and an administrator's right to everything. */
export const heldPairs = (
  groups: readonly { readonly pairs: readonly string[] }[],
  administrator: boolean,
): readonly string[] => {
  const pairs = [...new Set(groups.flatMap((group) => group.pairs))].sort();
  return administrator ? ['all:manage', ...pairs.filter((pair) => pair !== 'all:manage')] : pairs;
};

/** Whether the pairs of a session grant the action. */
export const permits = (permissions: readonly string[], action: string, subject: string): boolean =>
  grantingPair(new Set(permissions), action, subject) !== undefined;
