/**
 * The product with drafts in it, beside the one that is served: an address of its own, a database in memory that nobody
 * keeps, demonstration records, and the rights of whoever is chosen. Nothing that is tried there reaches data or people.
 *
 *   drafts ─► sources ─► startProduct (first) or reload (then) ─► demonstration records of the screen ─► address, token
 */
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Grants } from '../../engine/access/access.ts';
import type { SessionStore } from '../../engine/api/session-store.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { Database } from '../../engine/data/database.ts';
import { loadSamples } from '../../engine/data/samples/load-samples.ts';
import { sampleNeeds } from '../../engine/data/samples/sample-order.ts';
import type { SourceFiles } from '../../engine/metadata/documents.ts';
import { createFileMemory } from '../../engine/metadata/file-memory.ts';
import type { Configuration } from '../configuration.ts';
import { sampleRecipes } from '../demo/index.ts';
import type { StartedProduct } from '../start-product.ts';
import { startProduct } from '../start-product.ts';
import type { Preview } from './workbench.ts';

interface PreviewWanted {
  readonly sources: SourceFiles;
  readonly client: string;
  readonly login: string;
  readonly grants: Grants;
  /** Of the screen that is looked at. */
  readonly path: string | undefined;
}

export interface PreviewParts {
  readonly configuration: Configuration;
  readonly pages: (app: FastifyInstance) => Promise<void>;
  /** A database that nobody keeps. */
  readonly open: () => Promise<Database>;
  /** Hears the port of a preview that serves something else than before. */
  readonly tell: (port: string) => void;
}

export interface Previews {
  /**
   * Serves the sources to that client's person; one at a time, the last one asked for. Raises START_CLIENT_UNKNOWN, and
   * WORKBENCH_PREVIEW_FAULTY where the sources have errors: what was served before is then served on.
   */
  readonly show: (wanted: PreviewWanted) => Promise<Preview>;
  readonly close: () => Promise<void>;
}

interface Running {
  readonly product: StartedProduct;
  readonly address: string;
  readonly serve: (wanted: PreviewWanted) => Promise<void>;
  readonly signIn: (login: string, grants: Grants) => string;
}

/** Letters of a preview go nowhere. */
const nowhere = { send: async () => undefined, close: () => undefined };

/** Seconds. */
const day = 24 * 60 * 60;

/** Sessions without a password, one a person, for as long as the preview lasts. */
const openSessions = () => {
  const tokens = new Map<string, string>();
  const granted = new Map<string, Grants>();
  return {
    over: (own: SessionStore): SessionStore => ({
      ...own,
      resolve: async (token) => granted.get(token) ?? own.resolve(token),
      userOf: async (token) => granted.get(token)?.userId ?? own.userOf(token),
      grantsNow: async (userId) => [...granted.values()].find((one) => one.userId === userId) ?? own.grantsNow(userId),
      left: async (token, seconds, givenUp) => {
        if (!granted.has(token)) return own.left(token, seconds, givenUp);
        await setTimeout(seconds * 1000, undefined, { signal: givenUp, ref: false }).catch(() => undefined);
        return { unused: day, whole: day };
      },
    }),
    signIn: (login: string, grants: Grants): string => {
      const token = tokens.get(login) ?? randomBytes(32).toString('base64url');
      tokens.set(login, token);
      granted.set(token, grants);
      return token;
    },
  };
};

const start = async ({ configuration, pages, open }: PreviewParts, first: PreviewWanted): Promise<Running> => {
  let { sources } = first;
  const sessions = openSessions();
  const { DATABASE_URL: _url, DATABASE_DIRECT_URL: _direct, SMTP_URL: _smtp, ...rest } = configuration;
  const product = await startProduct({
    sources: async () => sources,
    remember: createFileMemory(),
    open,
    configuration: { ...rest, CLIENT: first.client, HOST: '127.0.0.1' },
    transport: nowhere,
    sessions: sessions.over,
    pages,
  });
  const address = await product.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    product,
    address,
    signIn: sessions.signIn,
    serve: async (wanted) => {
      ({ sources } = wanted);
      await product.reload(wanted.client);
    },
  };
};

/** So that there is something to see: records of the screen's entity, and of what they point at. */
const fillScreen = async ({ product }: Running, path: string | undefined): Promise<void> => {
  const { model } = product.runtime.current;
  const screen = model.screens.find((one) => one.path === path);
  if (screen?.kind !== 'registry') return;
  await loadSamples(product.database, model, sampleRecipes, {
    size: 'small',
    seed: 1,
    timeZone: product.runtime.timeZone,
    step: 50,
    only: sampleNeeds(model, screen.entity),
  }).catch((error: unknown) => {
    // Whoever typed records into the preview already goes on with those.
    if (!(error instanceof Refusal && error.code === 'SAMPLES_ROWS_PRESENT')) throw error;
  });
};

const isOfSchema = (error: unknown): boolean => error instanceof Refusal && error.code.startsWith('SCHEMA_');

const asFaulty = (error: unknown): unknown =>
  error instanceof Refusal && error.code === 'START_FILES_INVALID'
    ? new Refusal('WORKBENCH_PREVIEW_FAULTY', error.params as { count: number }, { cause: error })
    : error;

export const createPreviews = (parts: PreviewParts): Previews => {
  let running: Running | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const stop = async (): Promise<void> => {
    const ended = running;
    running = undefined;
    const closed = ended?.product.close();
    // Its pages ask on and on.
    ended?.product.app.server.closeAllConnections();
    await closed;
  };
  const serve = async (wanted: PreviewWanted): Promise<Running> => {
    if (running === undefined) return start(parts, wanted);
    try {
      await running.serve(wanted);
      return running;
    } catch (error) {
      // The tables of before cannot become those of now: nobody misses them.
      if (!isOfSchema(error)) throw error;
      await stop();
      return start(parts, wanted);
    }
  };
  const show = async (wanted: PreviewWanted): Promise<Preview> => {
    try {
      running = await serve(wanted);
    } catch (error) {
      throw asFaulty(error);
    }
    await fillScreen(running, wanted.path);
    parts.tell(new URL(running.address).port);
    return {
      address: running.address,
      token: running.signIn(wanted.login, wanted.grants),
      client: wanted.client,
      login: wanted.login,
    };
  };
  const inTurn = <Done>(run: () => Promise<Done>): Promise<Done> => {
    const done = last.then(run);
    last = done.catch(() => undefined);
    return done;
  };
  return { show: (wanted) => inTurn(() => show(wanted)), close: () => inTurn(stop) };
};
