/** Development: the screens by Vite, and files of `schemas` and `clients` served as soon as they are saved. */
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ViteDevServer } from 'vite';
import { createServer } from 'vite';
import { Refusal } from '../engine/core/errors.ts';
import type { Database } from '../engine/data/database.ts';
import { openPglite } from '../engine/data/pglite/open-pglite.ts';
import type { SourceFiles } from '../engine/metadata/documents.ts';
import { readConfiguration } from './configuration.ts';
import { buildGallery, galleryAddress } from './gallery/build-gallery.ts';
import type { StartedProduct, StartOptions } from './start-product.ts';
import { createDraftChecker } from './workbench/check-drafts.ts';
import { describeProblems } from './workbench/describe-problems.ts';
import type { FileProblem } from './workbench/file-problem.ts';
import { problemsEvent } from './workbench/file-problem.ts';
import { createPreviews } from './workbench/preview.ts';
import { watchSources } from './workbench/watched-sources.ts';
import { workbenchRoutes } from './workbench/workbench-routes.ts';

/** Bursts of one save (write, rename, format) count as one. Milliseconds. */
const quiet = 20;

export interface Development {
  /** The files, of which those that were saved are read anew. */
  readonly sources: () => Promise<SourceFiles>;
  readonly pages: (app: FastifyInstance) => Promise<void>;
  /** Calls beside those of the product. */
  readonly routes: NonNullable<StartOptions['routes']>;
  /** Watches the files from now on. */
  readonly watch: (product: Pick<StartedProduct, 'reload'>) => void;
  readonly close: () => Promise<void>;
}

const inConsole = ({ place, code, message, hint }: FileProblem): string =>
  `${[place, code, message].filter((part) => part !== null).join(' ')}${hint === null ? '' : `\n    ${hint}`}`;

export interface DevelopmentOptions {
  /** The folder of `schemas` and `clients`. Default: the root. */
  readonly files?: string;
  /** Told what a person at the terminal reads. */
  readonly say?: (text: string) => void;
  /** The database of a preview, which nobody keeps. */
  readonly preview?: () => Promise<Database>;
}

/** The screens are those of `root`; the files may lie elsewhere, as those of tests do. */
export const createDevelopment = async (
  root: string,
  { files = root, say = console.log, preview = () => openPglite({ folder: 'memory://' }) }: DevelopmentOptions = {},
): Promise<Development> => {
  const watched = watchSources(files);
  let vite: ViteDevServer | undefined;
  let problems: readonly FileProblem[] = [];
  const reload = async (product: Pick<StartedProduct, 'reload'>): Promise<void> => {
    const began = performance.now();
    try {
      await product.reload();
      problems = [];
      // The screens listen for this and ask for the model again.
      vite?.ws.send({ type: 'custom', event: 'fichario:model' });
      say(`Arquivos recarregados em ${Math.round(performance.now() - began)} ms`);
    } catch (error) {
      problems = describeProblems(await watched.read(), error);
      say(['Continua valendo a versão anterior dos arquivos.', ...problems.map(inConsole)].join('\n'));
    }
    vite?.ws.send(problemsEvent, problems);
  };
  const configuration = readConfiguration(process.env);
  const serve = (app: FastifyInstance, server: ViteDevServer): void => {
    const gallery = async () => buildGallery(await watched.read(), configuration.CLIENT);
    app.setNotFoundHandler((request, reply) => {
      if (request.url.startsWith('/api/')) throw new Refusal('ROUTE_UNKNOWN', { path: request.url });
      if (request.url === galleryAddress) return gallery();
      reply.hijack();
      server.middlewares(request.raw, reply.raw);
    });
  };
  const checker = await createDraftChecker();
  let main: FastifyInstance | undefined;
  const previews = createPreviews({
    configuration,
    pages: async (app) => {
      if (vite === undefined || main === undefined) throw new Error('a preview stands beside a product that is served');
      serve(app, vite);
      // Its pages hear what is saved from the one who watches, and hold it open no longer than it lives.
      const hearing = new Set<Duplex>();
      app.server.on('upgrade', (request, socket, head) => {
        hearing.add(socket);
        socket.once('close', () => hearing.delete(socket));
        main?.server.emit('upgrade', request, socket, head);
      });
      app.addHook('preClose', async () => {
        for (const socket of hearing) socket.destroy();
      });
    },
    open: preview,
    tell: (port) => vite?.ws.send({ type: 'custom', event: 'fichario:model', data: { port } }),
  });
  return {
    sources: watched.read,
    pages: async (app) => {
      main = app;
      vite = await createServer({
        root,
        appType: 'spa',
        // By the port of the product itself: so any number of them run on one machine.
        server: { middlewareMode: true, hmr: { server: app.server } },
      });
      // A page that comes later asks.
      vite.ws.on(problemsEvent, (_data, client) => client.send(problemsEvent, problems));
      serve(app, vite);
    },
    routes: [workbenchRoutes({ root: files, read: watched.read, checker: checker, previews })],
    watch: (product) => {
      let timer: NodeJS.Timeout | undefined;
      let running: Promise<void> = Promise.resolve();
      const folders = ['schemas', 'clients'].map((folder) => join(files, folder));
      // Vite's own watcher: it follows files by name, also where a save replaces the file by another.
      vite?.watcher.add(folders);
      vite?.watcher.on('all', (event, path) => {
        if (!folders.some((folder) => path.startsWith(folder))) return;
        watched.note(event, path);
        clearTimeout(timer);
        timer = setTimeout(() => {
          running = running.then(() => reload(product)).catch((error: unknown) => say(String(error)));
        }, quiet);
      });
    },
    close: async () => {
      await previews.close();
      await vite?.close();
    },
  };
};
