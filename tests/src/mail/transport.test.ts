/** The two ways out of a letter: a file, and a mail server, which here is a socket that says what a server says. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileTransport, smtpTransport } from '../../../src/mail/transport.ts';

const letter = {
  to: { name: 'José da Silva', address: 'jose@exemplo.com.br' },
  subject: 'Copass Saúde: nova senha',
  text: `Olá, José.\n\n${'x'.repeat(90)}\n\nFim.`,
};

test('a letter without a mail server is a file that its owner alone may read, with the text as it was written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outbox-'));
  try {
    const { send, close } = fileTransport(join(folder, 'outbox'), 'Fichário <nao-responda@localhost>');
    await send(letter);
    await send(letter);
    close();
    const files = await readdir(join(folder, 'outbox'));
    expect(files).toHaveLength(2);
    const file = join(folder, 'outbox', files[0] ?? '');
    expect(file).toMatch(/\.eml$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [head = '', ...body] = (await readFile(file, 'utf8')).split('\n\n');
    expect(body.join('\n\n')).toBe(`${letter.text}\n`);
    expect(head.split('\n').filter((line) => !/^(Date|Message-ID):/.test(line))).toEqual([
      'From: =?UTF-8?Q?Fich=C3=A1rio?= <nao-responda@localhost>',
      'To: =?UTF-8?Q?Jos=C3=A9_da_Silva?= <jose@exemplo.com.br>',
      'Subject: =?UTF-8?Q?Copass_Sa=C3=BAde=3A_nova_senha?=',
      'Content-Transfer-Encoding: 8bit',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Takes mails and keeps what was said; `refuse` is what it answers to a recipient. */
const mailServer = async (refuse?: string) => {
  const said: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.setEncoding('utf8').write('220 exemplo\r\n');
    socket.on('data', (chunk: string) => {
      for (const line of chunk.split('\r\n')) {
        if (line === '' && !inData) continue;
        said.push(line);
        if (inData) {
          if (line !== '.') continue;
          inData = false;
          socket.write('250 ok\r\n');
        } else if (line === 'DATA') {
          inData = true;
          socket.write('354 go on\r\n');
        } else if (line.startsWith('RCPT') && refuse !== undefined) socket.write(`${refuse}\r\n`);
        else if (line === 'QUIT') socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, said, close: () => server.close() };
};

test('a letter goes to the mail server, from the sender to the one addressee', async () => {
  const server = await mailServer();
  const { send, close } = smtpTransport(server.url, 'nao-responda@exemplo.com.br');
  try {
    await send(letter);
    expect(server.said.filter((line) => /^(MAIL|RCPT)/.test(line))).toEqual([
      'MAIL FROM:<nao-responda@exemplo.com.br>',
      'RCPT TO:<jose@exemplo.com.br>',
    ]);
    expect(server.said).toContain('Subject: =?UTF-8?Q?Copass_Sa=C3=BAde=3A_nova_senha?=');
  } finally {
    close();
    server.close();
  }
});

test('what the mail server refuses is an error, and so is one that is not there', async () => {
  const server = await mailServer('550 nobody');
  const { send, close } = smtpTransport(server.url, 'nao-responda@exemplo.com.br');
  try {
    await expect(send(letter)).rejects.toMatchObject({ responseCode: 550 });
  } finally {
    close();
    server.close();
  }
  await expect(send(letter)).rejects.toMatchObject({ code: 'ESOCKET' });
});
