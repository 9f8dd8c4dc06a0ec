import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, createUser, startTestProduct } from '../../support/product.ts';

forEachDatabase((open) => {
  let admin: Caller;
  let again: Caller;
  let other: Caller;

  beforeAll(async () => {
    const database = await open({ from: 'product' });
    const product = await startTestProduct(database);
    admin = await product.as(administrator.login, administrator.password);
    again = await product.as(administrator.login, administrator.password);
    const user = await createUser(database, 'outra', ['banco:list']);
    other = await product.as(user.login, user.password);
  });

  const keyOf = async (caller: Caller): Promise<string> => {
    const answer = await caller.call('GET', '/api/auth/draft-key');
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    return (answer.json() as { key: string }).key;
  };

  test('the key of the drafts is of the person: the same in each session, another for another person', async () => {
    const key = await keyOf(admin);
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(await keyOf(again)).toBe(key);
    expect(await keyOf(other)).not.toBe(key);
  });

  test('the key of the drafts needs a session', async () => {
    expect((await admin.call('GET', '/api/auth/draft-key', { headers: { authorization: '' } })).statusCode).toBe(401);
  });
});
