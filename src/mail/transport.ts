/**
 * The way out of a letter: an SMTP server where one is configured, else a file that a person can open. In: a letter. Out:
 * nothing, or what the server said no with.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';

export interface Letter {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  /** Plain text; a mail of ours has nothing to load and nothing to run. */
  readonly text: string;
}

export interface Transport {
  readonly send: (letter: Letter) => Promise<void>;
  readonly close: () => void;
}

const plain = { disableFileAccess: true, disableUrlAccess: true } as const;

export const smtpTransport = (url: string, from: string): Transport => {
  const mailer = createTransport(url, { ...plain, from });
  return {
    send: async (letter) => {
      await mailer.sendMail({ ...letter, to: { ...letter.to } });
    },
    close: () => mailer.close(),
  };
};

/** Headers as a server would get them; the text as it was written, so that a link in it can be followed. */
export const fileTransport = (folder: string, from: string): Transport => {
  const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { ...plain, from });
  return {
    send: async (letter) => {
      const { message, messageId } = await mailer.sendMail({ ...letter, to: { ...letter.to } });
      const [head = ''] = message.toString().split('\n\n');
      const headers = head.replace(/^Content-Transfer-Encoding:.*$/m, 'Content-Transfer-Encoding: 8bit');
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${messageId.replaceAll(/[^\w]/g, '').slice(0, 12)}.eml`;
      await writeFile(join(folder, name), `${headers}\n\n${letter.text}\n`, { mode: 0o600 });
    },
    close: () => mailer.close(),
  };
};
