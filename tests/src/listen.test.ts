import { createServer } from 'node:net';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../engine/core/errors.ts';
import { listen } from '../../src/listen.ts';

/** A server with nothing behind it, and whether it was closed. */
const product = () => {
  const app = fastify();
  const state = { closed: false };
  const close = async () => {
    await app.close();
    state.closed = true;
  };
  return { app, state, close };
};

describe('the address of the product', () => {
  it('is told, with the port that was free where none was asked for', async () => {
    const { app, close } = product();
    expect(await listen({ app, close }, { HOST: '127.0.0.1', PORT: 0 })).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await close();
  });

  it('is refused by name where another program has it, and the product is closed', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const taken = other.address();
    if (taken === null || typeof taken === 'string') throw new Error('no port');
    const { app, state, close } = product();
    await expect(listen({ app, close }, { HOST: '127.0.0.1', PORT: taken.port })).rejects.toEqual(
      new Refusal('START_ADDRESS_TAKEN', { address: `127.0.0.1:${taken.port}` }),
    );
    expect(state.closed).toBe(true);
    await new Promise((resolve) => other.close(resolve));
  });

  it('is refused with its reason where it is none of this machine', async () => {
    const { app, state, close } = product();
    await expect(listen({ app, close }, { HOST: '192.0.2.1', PORT: 0 })).rejects.toEqual(
      new Refusal('START_ADDRESS_REFUSED', { address: '192.0.2.1:0', problem: 'EADDRNOTAVAIL' }),
    );
    expect(state.closed).toBe(true);
  });
});
