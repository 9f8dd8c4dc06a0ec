import { createHash } from 'node:crypto';

/** What is kept of a token: SHA-256, in hexadecimal. A token is random and long, so that nothing slower is needed. */
export const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
