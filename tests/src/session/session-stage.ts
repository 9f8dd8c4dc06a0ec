/** Calls of the session and users of a test's own, for the tests of logins, sessions and what is kept of them. */
import type { LightMyRequestResponse } from 'fastify';
import type { TokenIssued } from '../../../engine/contract/session.ts';
import type { TestProduct } from '../../support/product.ts';
import { createUser } from '../../support/product.ts';

export const issue = (
  product: TestProduct,
  userId: unknown,
  password: unknown,
  remoteAddress = '127.0.0.1',
): Promise<LightMyRequestResponse> =>
  product.app.inject({
    method: 'POST',
    url: '/api/auth/token/issue',
    payload: { userId, password } as object,
    remoteAddress,
  });
export const tokenOf = async (product: TestProduct, user: { login: string; password: string }): Promise<string> =>
  ((await issue(product, user.login, user.password)).json() as TokenIssued).token;
export const me = (product: TestProduct, token: string): Promise<LightMyRequestResponse> =>
  product.app.inject({ method: 'GET', url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
export const revoke = (product: TestProduct, token: string): Promise<LightMyRequestResponse> =>
  product.app.inject({ method: 'POST', url: '/api/auth/token/revoke', headers: { authorization: `Bearer ${token}` } });

/** What another process says may take a while on a busy machine. */
export const patient = { timeout: 20_000 };

/** What a test does with the product that runs by then. */
export const sessionStage = (product: () => TestProduct) => {
  let users = 0;
  return {
    run: async <Row = Readonly<Record<string, unknown>>>(text: string, ...values: string[]) =>
      (await product().database.query<Row>({ text, values })).rows,
    /** A user of its own, so that attempts of one test are not those of another. */
    newUser: async (
      permissions: readonly string[] = [],
      more: Parameters<typeof createUser>[3] = {},
    ): Promise<{ readonly login: string; readonly password: string }> => {
      users += 1;
      return createUser(product().database, `pessoa${users}`, permissions, more);
    },
    statusOf: async (token: string): Promise<number> => (await me(product(), token)).statusCode,
  };
};
