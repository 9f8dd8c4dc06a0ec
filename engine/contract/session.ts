/** The session calls, as document 1 sections 3 and 7 give them. */

import type { Static } from 'typebox';
import Type from 'typebox';
import type { SessionUser } from '../access/access.ts';

/** What the document says of passwords. */
const secret = { format: 'password', writeOnly: true } as const;

export const Credentials = Type.Object(
  // PostgreSQL holds no U+0000.
  {
    userId: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*$' }),
    password: Type.String({ minLength: 1, maxLength: 200, ...secret }),
  },
  { additionalProperties: false },
);
export type Credentials = Static<typeof Credentials>;

/** Body of `PUT /usuarios/validar-senha` and `PUT /usuarios/alterar-senha`. */
export const OwnPassword = Type.Object(
  {
    login: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*$' }),
    senha: Type.String({ maxLength: 200, ...secret }),
  },
  { additionalProperties: false },
);

/** Body of `POST /auth/password/forgotten`. */
export const ForgottenPassword = Type.Object(
  { userId: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*$' }) },
  { additionalProperties: false },
);

/** The token of a one-time link, as `POST /auth/password/reset/check` has it alone. */
const linkToken = Type.String({ minLength: 1, maxLength: 200 });
export const ResetToken = Type.Object({ token: linkToken }, { additionalProperties: false });

/** Body of `POST /auth/password/reset`. */
export const PasswordReset = Type.Object(
  { token: linkToken, senha: Type.String({ maxLength: 200, ...secret }) },
  { additionalProperties: false },
);

/** The client as the page knows it before anybody has signed in. */
export interface PageClient {
  readonly title: string;
  readonly accent: string;
  readonly logo: string;
}

/** The client as the browser knows it. */
export interface SessionClient extends PageClient {
  readonly name: string;
  readonly defaults: Readonly<Record<string, string | number>>;
  readonly flags: Readonly<Record<string, boolean>>;
}

/** Answer of `GET /auth/me`. */
export interface Me {
  readonly user: SessionUser;
  readonly client: SessionClient;
}

/** Answer of `GET /auth/session`: seconds until the session ends by itself. */
export interface SessionLeft {
  /** If nobody uses it. */
  readonly unused: number;
  /** Whatever anybody does. */
  readonly whole: number;
}

/** Answer of `GET /auth/draft-key`: 32 bytes in base64, always the same for one person of one installation. */
export interface DraftKey {
  readonly key: string;
}

/** Answer of `POST /auth/token/issue`. */
export interface TokenIssued extends Me {
  readonly token: string;
}

/** One of `GET /auth/sessions`, the one used last first. Moments are UTC. */
export interface OwnSession {
  readonly id: string;
  readonly issuedAt: string;
  readonly seenAt: string;
  readonly address: string | null;
  /** What the browser said it is. */
  readonly agent: string | null;
  /** The one that asks. */
  readonly current: boolean;
}

/** Answer of `GET /auth/account`. Moments are UTC. */
export interface Account {
  readonly login: string;
  readonly name: string;
  readonly groups: readonly { readonly name: string; readonly description: string | null }[];
  readonly passwordChangedAt: string | null;
  /** null: no group of the user lets passwords expire. */
  readonly passwordExpiresAt: string | null;
  /** The one before this session. */
  readonly lastSignIn: { readonly at: string; readonly address: string | null } | null;
}

/** What happens to accounts. A code of the record: its words are the screens'. */
export const accessEventKinds = [
  'login',
  'loginRefused',
  'loginLimited',
  'logout',
  'passwordRefused',
  'passwordChanged',
  'passwordResetAsked',
  'passwordReset',
  'passwordIssued',
  'invited',
  'sessionEnded',
  'rightsChanged',
  'fileErased',
] as const;
export type AccessEventKind = (typeof accessEventKinds)[number];

/** One of `GET /acesso/eventos`, the newest first. */
export interface AccessEvent {
  readonly id: number;
  readonly at: string;
  readonly kind: AccessEventKind;
  /** Of the account; null where nobody has the login that was tried, or several are concerned. */
  readonly login: string | null;
  /** Who did it to somebody else's account, or changed rights. */
  readonly actor: string | null;
  readonly address: string | null;
  readonly agent: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}
