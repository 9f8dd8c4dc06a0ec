/**
 * One kept-alive connection that speaks as much HTTP/1.1 as the measured servers need. Node's own client costs about
 * as much as the bare server's whole answer, and would hide a difference between the two behind its own work.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

export interface Ask {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly body: Buffer;
  /** By name in small letters. */
  readonly header: (name: string) => string | undefined;
}

export interface Connection {
  /** One at a time. Rejects where the connection breaks. */
  readonly ask: (ask: Ask) => Promise<Answer>;
  readonly close: () => void;
}

const headEnd = Buffer.from('\r\n\r\n');
const nothing = Buffer.alloc(0);

const write = (host: string, { method, path, headers = {}, body }: Ask): string => {
  const all = {
    host,
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
};

const readHead = (head: string): Pick<Answer, 'status' | 'header'> => ({
  status: Number(head.slice(9, 12)),
  header: (name) => new RegExp(`\r\n${name}: ([^\r]*)`, 'i').exec(head)?.[1],
});

/** Bytes of the body, or undefined where the answer is none that this client can read. */
const bodyLength = ({ method }: Ask, { status, header }: Pick<Answer, 'status' | 'header'>): number | undefined => {
  if (method === 'HEAD' || status === 204 || status === 304) return 0;
  const length = header('content-length');
  return length === undefined ? undefined : Number(length);
};

export const openConnection = async (url: string): Promise<Connection> => {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let asked: { readonly ask: Ask; readonly answer: PromiseWithResolvers<Answer> } | undefined;
  let received = nothing;
  const fail = (reason: string): void => {
    asked?.answer.reject(new Error(`${asked.ask.method} ${asked.ask.path}: ${reason}`));
    asked = undefined;
  };
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = received.indexOf(headEnd);
    if (asked === undefined || end < 0) return;
    const head = readHead(received.toString('latin1', 0, end));
    const length = bodyLength(asked.ask, head);
    if (length === undefined) return fail('the answer does not say its length');
    const start = end + headEnd.length;
    if (received.length < start + length) return;
    const body = received.subarray(start, start + length);
    received = nothing;
    const { answer } = asked;
    asked = undefined;
    answer.resolve({ ...head, body });
  });
  socket.on('error', (error) => fail(error.message));
  socket.on('close', () => fail('the server closed the connection'));
  return {
    ask: (ask) => {
      asked = { ask, answer: Promise.withResolvers<Answer>() };
      socket.write(write(host, ask));
      return asked.answer.promise;
    },
    close: () => socket.destroy(),
  };
};

/** Asks on a connection of its own. */
export const askOnce = async (url: string, ask: Ask): Promise<Answer> => {
  const connection = await openConnection(url);
  try {
    return await connection.ask(ask);
  } finally {
    connection.close();
  }
};
