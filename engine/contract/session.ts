/** The session calls, as document 1 sections 3 and 7 give them. */

import type { Static } from 'typebox';
import Type from 'typebox';
import type { SessionUser } from '../access/access.ts';

export const Credentials = Type.Object(
  // PostgreSQL holds no U+0000.
  {
    userId: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*$' }),
    password: Type.String({ minLength: 1, maxLength: 200 }),
  },
  { additionalProperties: false },
);
export type Credentials = Static<typeof Credentials>;

/** The client as the browser knows it. */
export interface SessionClient {
  readonly name: string;
  readonly title: string;
  readonly accent: string;
  readonly logo: string;
  readonly defaults: Readonly<Record<string, string | number>>;
  readonly flags: Readonly<Record<string, boolean>>;
}

/** Answer of `GET /auth/me`. */
export interface Me {
  readonly user: SessionUser;
  readonly client: SessionClient;
}

/** Answer of `GET /auth/draft-key`: 32 bytes in base64, always the same for one person of one installation. */
export interface DraftKey {
  readonly key: string;
}

/** Answer of `POST /auth/token/issue`. */
export interface TokenIssued extends Me {
  readonly token: string;
}
