/** Development: the screens by Vite, and files of `schemas` and `clients` served as soon as they are saved. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import { Refusal } from '../engine/core/errors.ts';
import { openPglite } from '../engine/data/pglite/open-pglite.ts';
import { readSourceFiles } from '../engine/metadata/load-files.ts';
import { readConfiguration } from './configuration.ts';
import { explainRefusal } from './explain-refusal.ts';
import { buildGallery, galleryAddress } from './gallery/build-gallery.ts';
import type { StartedProduct, StartOptions } from './start-product.ts';
import { createDraftChecker } from './workbench/check-drafts.ts';
import { createPreviews } from './workbench/preview.ts';
import { workbenchRoutes } from './workbench/workbench-routes.ts';

/** Bursts of one save (write, rename, format) count as one. Milliseconds. */
const quiet = 60;

export interface Development {
  readonly pages: (app: FastifyInstance) => Promise<void>;
  readonly routes: NonNullable<StartOptions['routes']>;
  /** Watches the files from now on. */
  readonly watch: (product: StartedProduct) => void;
  readonly close: () => Promise<void>;
}

export const createDevelopment = async (root: string): Promise<Development> => {
  const vite = await createServer({ root, appType: 'spa', server: { middlewareMode: true, hmr: { port: 24_678 } } });
  const reload = async (product: StartedProduct): Promise<void> => {
    const began = performance.now();
    try {
      await product.reload();
      // The screens listen for this and ask for the model again.
      vite.ws.send({ type: 'custom', event: 'fichario:model' });
      console.log(`Arquivos recarregados em ${Math.round(performance.now() - began)} ms`);
    } catch (error) {
      console.error('Continua valendo a versão anterior dos arquivos.');
      console.error(error instanceof Refusal ? await explainRefusal(root, error) : error);
    }
  };
  const configuration = readConfiguration(process.env);
  const pages: Development['pages'] = async (app) => {
    const gallery = async () => buildGallery(await readSourceFiles(root), configuration.CLIENT);
    app.setNotFoundHandler((request, reply) => {
      if (request.url.startsWith('/api/')) throw new Refusal('ROUTE_UNKNOWN', { path: request.url });
      if (request.url === galleryAddress) return gallery();
      reply.hijack();
      vite.middlewares(request.raw, reply.raw);
    });
  };
  const previews = createPreviews({
    configuration,
    pages,
    open: () => openPglite({ folder: 'memory://' }),
    tell: (port) => vite.ws.send({ type: 'custom', event: 'fichario:model', data: { port } }),
  });
  return {
    pages,
    routes: [workbenchRoutes({ root, checker: await createDraftChecker(), previews })],
    close: previews.close,
    watch: (product) => {
      let timer: NodeJS.Timeout | undefined;
      let running: Promise<void> = Promise.resolve();
      const folders = ['schemas', 'clients'].map((folder) => join(root, folder));
      // Vite's own watcher: it follows files by name, also where a save replaces the file by another.
      vite.watcher.add(folders);
      vite.watcher.on('all', (_event, path) => {
        if (!folders.some((folder) => path.startsWith(folder))) return;
        clearTimeout(timer);
        timer = setTimeout(() => {
          running = running.then(() => reload(product));
        }, quiet);
      });
    },
  };
};
