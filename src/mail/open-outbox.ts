/** The outbox as the installation has it. In: the configuration and what is served. Out: letters on their way. */
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../../engine/api/runtime.ts';
import type { Configuration } from '../configuration.ts';
import type { Outbox } from './outbox.ts';
import { startOutbox } from './outbox.ts';
import type { Transport } from './transport.ts';
import { fileTransport, smtpTransport } from './transport.ts';
import { createLetters } from './write-letter.ts';

const transportOf = ({ SMTP_URL: url, MAIL_FROM: from, DATA_FOLDER: folder }: Configuration): Transport =>
  url !== undefined && from !== undefined
    ? smtpTransport(url, from)
    : fileTransport(join(folder, 'outbox'), from ?? 'nao-responda@localhost');

/** Where people open the product: never what a request says, which whoever asks for somebody else's link would choose. */
const addressOf = ({ PUBLIC_URL: given, PORT: port }: Configuration, app: FastifyInstance): string => {
  if (given !== undefined) return given.replace(/\/+$/, '');
  const listening = app.server.address() as AddressInfo | null;
  return `http://localhost:${listening?.port ?? port}`;
};

export const openOutbox = (
  runtime: Runtime,
  app: FastifyInstance,
  configuration: Configuration,
  transport = transportOf(configuration),
): Promise<Outbox> =>
  startOutbox({
    database: runtime.database,
    transport,
    write: createLetters({
      database: runtime.database,
      messages: () => runtime.current.messages,
      title: () => runtime.current.model.client?.title ?? '',
      address: () => addressOf(configuration, app),
    }),
    giveUp: ({ id, kind }, problem) => app.log.error({ mail: id, kind, problem }, 'a letter was given up'),
  });
