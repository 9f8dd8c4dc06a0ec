/**
 * Requests that never end. Headers are Node's to bound; here is the body: one that falls silent, or takes longer than
 * honest networks do, is answered 408 and its connection closed, so that nobody holds connections for nothing.
 */
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds. */
export interface RequestTimes {
  /** Until the headers are there. */
  readonly headers: number;
  /** Between two bytes of a body, once those before were read: while they are not, its sender waits for us. */
  readonly silence: number;
  /** Until a body is there: 8 MB at a megabit a second. */
  readonly body: number;
  /** The same of a file, of which its sender is known by then: 100 MB at half a megabit a second. */
  readonly file: number;
}

export const requestTimes: RequestTimes = { headers: 20_000, silence: 30_000, body: 90_000, file: 30 * 60_000 };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which may take its time. */
    readonly file?: true;
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** `giveUp` answers on the socket itself: the request has an answer of its own no more. */
export const watchBodies = (
  app: FastifyInstance,
  { silence, body, file }: RequestTimes,
  giveUp: (socket: Socket) => void,
): void => {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const { socket } = raw;
    // A request that was injected has all of its body.
    if (socket instanceof Socket && hasBody(raw)) {
      const ends = Date.now() + (request.routeOptions.config.file ? file : body);
      let heard = -1;
      let timer: NodeJS.Timeout;
      const look = (): void => {
        if (raw.complete || socket.destroyed || reply.raw.closed) return;
        const left = ends - Date.now();
        const isRead = raw.readableLength === 0;
        if (left <= 0 || (isRead && socket.bytesRead === heard)) {
          giveUp(socket);
          // What reads the body is told; what was written goes out first.
          socket.destroySoon();
          return;
        }
        // What fills the buffer keeps the socket from being read, and its sender from sending.
        heard = isRead ? socket.bytesRead : -1;
        // Once what came was met: where this process stood still, timers are due before it.
        timer = setTimeout(() => setImmediate(look), Math.min(silence, left));
      };
      look();
      reply.raw.once('close', () => clearTimeout(timer));
    }
    done();
  });
};
