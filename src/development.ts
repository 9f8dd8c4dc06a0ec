/** Development: the screens by Vite, and files of `schemas` and `clients` served as soon as they are saved. */
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { Refusal } from '../engine/core/errors.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { StartedProduct } from './start-product.ts';

/** Bursts of one save (write, rename, format) count as one. Milliseconds. */
const quiet = 60;

export const installDevelopment = async (product: StartedProduct, root: string): Promise<void> => {
  const vite = await createServer({ root, appType: 'spa', server: { middlewareMode: true, hmr: { port: 24_678 } } });
  product.app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    for (const name of ['content-security-policy', 'cross-origin-resource-policy']) reply.raw.removeHeader(name);
    vite.middlewares(request.raw, reply.raw);
  });
  const reload = async (): Promise<void> => {
    const began = performance.now();
    try {
      await product.reload();
      // The screens listen for this and ask for the model again.
      vite.ws.send({ type: 'custom', event: 'fichario:model' });
      console.log(`Arquivos recarregados em ${Math.round(performance.now() - began)} ms`);
    } catch (error) {
      console.error(error instanceof Refusal ? await explainRefusal(root, error) : error);
    }
  };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  for (const folder of ['schemas', 'clients']) {
    watch(join(root, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(reload);
      }, quiet);
    });
  }
};
