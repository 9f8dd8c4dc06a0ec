/** A password as `hashPassword` keeps it, at the least cost that there is: tests log in thousands of times. */
import { argon2Sync } from 'node:crypto';

const nonce = Buffer.from('sal-dos-testes-1');

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

export const cheapHash = (password: string): string => {
  const hash = argon2Sync('argon2id', {
    message: password,
    nonce,
    tagLength: 32,
    memory: 8,
    passes: 1,
    parallelism: 1,
  });
  return `$argon2id$v=19$m=8,t=1,p=1$${unpadded(nonce)}$${unpadded(hash)}`;
};
