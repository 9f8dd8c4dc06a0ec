/**
 * The letters about passwords. In: whose password. Out: the letter, and in the database the digest of the token that it
 * carries: nothing but the mail itself has the token.
 */
import { randomBytes } from 'node:crypto';
import type { Messages } from '../../engine/core/messages.ts';
import { fillText } from '../../engine/core/messages.ts';
import type { Database } from '../../engine/data/database.ts';
import { digest } from '../session/digest.ts';
import type { MailKind, WantedMail } from './outbox.ts';
import type { Letter } from './transport.ts';

/** Minutes that a link is good for. Whoever is invited may not be at the mailbox. */
export const linkMinutes = { reset: 30, invite: 24 * 60 } as const;

export interface LetterParts {
  readonly database: Database;
  readonly messages: () => Messages;
  /** Name of the operator, as people know it. */
  readonly title: () => string;
  /** Address of the product as people open it, without a slash at the end. Never what a request says it is. */
  readonly address: () => string;
}

interface Addressee {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

const makeLink = async (database: Database, user: Addressee, minutes: number, address: string): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  await database.query({
    text: `with over as (delete from fichario.password_reset where expires_at < now())
      insert into fichario.password_reset (token_hash, usuario_id, expires_at)
      values (decode($1::text, 'hex'), $2::text::bigint, now() + make_interval(mins => $3::text::integer))`,
    values: [digest(token), user.id, String(minutes)],
  });
  return `${address}/redefinir-senha#${token}`;
};

const lifeOf: Readonly<Record<MailKind, number | undefined>> = { ...linkMinutes, changed: undefined };

/** undefined: nobody who may come in has the login, or there is no address to write to. */
export const createLetters =
  ({ database, messages, title, address }: LetterParts) =>
  async ({ kind, login }: WantedMail): Promise<Letter | undefined> => {
    const { rows } = await database.query<Addressee>({
      text: `select id::text as id, nome as name, email from usuario
        where login = $1::text and email is not null and ativo and not bloqueado`,
      values: [login],
    });
    const [user] = rows;
    if (!user) return undefined;
    const { texts } = messages();
    const minutes = lifeOf[kind];
    const said = {
      name: user.name,
      login,
      client: title(),
      address: address(),
      ...(minutes === undefined ? {} : { link: await makeLink(database, user, minutes, address()) }),
    };
    return {
      to: { name: user.name, address: user.email },
      subject: fillText(texts[`mail.${kind}.subject`] ?? '', said),
      text: fillText(texts[`mail.${kind}.text`] ?? '', said),
    };
  };
