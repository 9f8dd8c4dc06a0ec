/** Passwords as Argon2id (RFC 9106), in the PHC string format. Parameters: OWASP's 19 MiB, 2 passes, 1 lane. */
import type { Argon2Parameters } from 'node:crypto';
import { argon2, argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { message: password, nonce, tagLength, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(nonce)}$${unpadded(hash)}`;
};

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface Question {
  readonly parameters: Argon2Parameters;
  readonly matches: (hash: Buffer) => boolean;
}

/** With no hash it takes as long, and nothing matches. */
const questionOf = (password: string, stored: string | null): Question => {
  const match = form.exec(stored ?? '');
  const expected = Buffer.from(match?.[5] ?? '', 'base64');
  return {
    parameters: {
      message: password,
      nonce: match ? Buffer.from(match[4] ?? '', 'base64') : Buffer.alloc(16),
      tagLength: match ? expected.length : tagLength,
      memory: match ? Number(match[1]) : cost.memory,
      passes: match ? Number(match[2]) : cost.passes,
      parallelism: match ? Number(match[3]) : cost.parallelism,
    },
    matches: (hash) => match !== null && timingSafeEqual(hash, expected),
  };
};

/** Whether the password is the one hashed; with no hash it takes as long and is false. */
export const verifyPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const { parameters, matches } = questionOf(password, stored);
  return matches(await derive('argon2id', parameters));
};

/** The same, in the thread that asks. */
export const verifyPasswordHere = (password: string, stored: string | null): boolean => {
  const { parameters, matches } = questionOf(password, stored);
  return matches(argon2Sync('argon2id', parameters));
};
