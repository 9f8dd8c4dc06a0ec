import type { Access } from '../engine/access/access.ts';

/**
 * The access with the right to read one subject: for a call of the product that chooses the rows itself. What fields the
 * person's groups are kept from, and which rows the roles are confined to, stays as it is. `purpose` tells its plans apart.
 */
export const readingAccess = (access: Access, subject: string, purpose: string): Access => {
  const decide: Access['decide'] = (action, of) => {
    const pair = `${of}:${action}`;
    return of === subject && (action === 'list' || action === 'view')
      ? { granted: true, pair, reason: { kind: 'rule', group: purpose, pair } }
      : access.decide(action, of);
  };
  return { ...access, decide, can: (action, of) => decide(action, of).granted, key: `${access.key} ${purpose}` };
};
