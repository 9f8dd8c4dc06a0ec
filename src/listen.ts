/** Where the product answers, or why it cannot, in words for the person who starts it. */

import { Refusal } from '../engine/core/errors.ts';
import type { Configuration } from './configuration.ts';
import type { StartedProduct } from './start-product.ts';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Gives the address. A product that cannot listen is closed. Raises START_ADDRESS_TAKEN, START_ADDRESS_REFUSED. */
export const listen = async (
  { app, close }: Pick<StartedProduct, 'app' | 'close'>,
  { HOST: host, PORT: port }: Pick<Configuration, 'HOST' | 'PORT'>,
): Promise<string> => {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    await close();
    const problem = codeOf(cause);
    const address = `${host}:${port}`;
    throw problem === 'EADDRINUSE'
      ? new Refusal('START_ADDRESS_TAKEN', { address })
      : new Refusal('START_ADDRESS_REFUSED', { address, problem });
  }
};
