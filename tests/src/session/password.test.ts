import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '../../../src/session/password.ts';

test('a password is hashed by Argon2id, each time with salt of its own, in the PHC form', async () => {
  const [one, two] = [await hashPassword('são joão'), await hashPassword('são joão')];
  for (const hash of [one, two])
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect([await verifyPassword('são joão', one), await verifyPassword('sao joao', one)]).toEqual([true, false]);
});

test('a hash made elsewhere, at another cost, is verified by its own parameters', async () => {
  // argon2-cffi: PasswordHasher(time_cost=2, memory_cost=65536, parallelism=1), the vector of RFC 9106's reference tool
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect([await verifyPassword('password', hash), await verifyPassword('Password', hash)]).toEqual([true, false]);
});

test.each([[null], [''], ['x'], ['$2b$10$abcdefghijklmnopqrstuv'], ['$argon2id$v=19$m=19456,t=2,p=1$'], ['password']])(
  'no password opens %j',
  async (stored) => {
    for (const password of ['', 'password', 'x']) expect(await verifyPassword(password, stored)).toBe(false);
  },
);
