/** List of 50 rows of one million, sorted and filtered, against bare; the page far in against the first. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../engine/data/open-database.ts';
import { startEmbeddedPostgres } from '../support/embedded-postgres.ts';
import { serveProduct } from '../support/served-product.ts';
import type { LoadFigure, Target } from './load.ts';
import { collectCursors, runLoad } from './load.ts';

const root = join(import.meta.dirname, '../..');
const administrator = { ADMIN_LOGIN: 'medida', ADMIN_PASSWORD: 'senha-de-medida' };

const startBare = async (url: string): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), url, '4312'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout as NonNullable<typeof child.stdout>, 'data');
  return child;
};

const stop = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM');
  await once(child, 'exit');
};

/** One million districts over the 5,571 cities; names repeat, as names do. */
const fill = `insert into distrito (codigo, nome, cidade_id, ativo)
  select lpad(i::text, 9, '0'), initcap(md5((i % 700000)::text)), 1 + (i::bigint * 7919) % (select max(id) from cidade), i % 10 > 0
  from generate_series(1, {rows}) i`;

const login = async (url: string): Promise<Record<string, string>> => {
  const answer = await fetch(`${url}/api/auth/token/issue`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId: administrator.ADMIN_LOGIN, password: administrator.ADMIN_PASSWORD }),
  });
  const { token } = (await answer.json()) as { token: string };
  return { authorization: `Bearer ${token}` };
};

const select = 'select=id,versao,codigo,nome,ativo,cidade(id,nome,uf)';
const show = (name: string, figure: LoadFigure): void =>
  console.log(
    `${name.padEnd(34)} ${figure.rate.toFixed(0).padStart(6)}/s  p50 ${figure.p50.toFixed(1)} ms  p95 ${figure.p95.toFixed(1)} ms${figure.failed > 0 ? `  ${figure.failed} FAILED` : ''}`,
  );

const measure = async (kind: 'postgres' | 'pglite', rows: number, seconds: number): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'fichario-bench-'));
  const postgres = kind === 'postgres' ? await startEmbeddedPostgres() : undefined;
  const environment = {
    DATA_FOLDER: join(folder, 'data'),
    LOG_LEVEL: 'error',
    ...administrator,
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  };
  // The first start makes the tables; then the rows go in while nobody serves.
  await (await serveProduct(root, environment)).stop('SIGTERM');
  const database = await openDatabase({ folder: environment.DATA_FOLDER, ...(postgres ? { url: postgres.url } : {}) });
  await database.execute(`set statement_timeout = 0; alter table distrito disable trigger user; ${fill.replace('{rows}', String(rows))};
    alter table distrito enable trigger user; analyze`);
  await database.close();

  const product = await serveProduct(root, environment);
  const headers = await login(product.url);
  const base = `${product.url}/api/distritos?${select}&order=nome.asc&limit=50`;
  const filtered = Array.from(
    { length: 1500 },
    (_, index): Target => ({ url: `${base}&cidade_id=eq.${1 + index * 3}`, headers }),
  );
  const cursors = await collectCursors({ url: base, headers }, kind === 'postgres' ? 10_100 : 2_100);
  const paged = (from: number, count: number): Target[] =>
    cursors
      .slice(from, from + count)
      .map((cursor) => ({ url: `${base}&cursor=${encodeURIComponent(cursor)}`, headers }));
  const near = paged(0, 1000);
  const far = paged(cursors.length - 101, 100);
  const mixed = filtered.flatMap((target, index) => [target, near[index % near.length] as Target]);
  await runLoad(mixed, 2);
  const ours = await runLoad(mixed, seconds);
  show(`${kind}: mixed, product`, ours);
  const first = await runLoad(paged(0, 100), seconds / 2);
  const last = await runLoad(far, seconds / 2);
  show(`${kind}: first 100 pages`, first);
  show(`${kind}: page ${cursors.length - 100} and on`, last);
  console.log(`${kind}: far page costs ${(first.rate / last.rate).toFixed(2)}x the first (bar: at most 1.5)`);

  if (postgres) {
    const bare = await startBare(postgres.url);
    const pages = near.map((_, index) => `http://127.0.0.1:4312/?nome=${(index * 7919).toString(16).slice(0, 3)}&id=0`);
    const targets = filtered.flatMap((_, index): Target[] => [
      { url: `http://127.0.0.1:4312/?cidade=${1 + index * 3}`, headers: {} },
      { url: pages[index % pages.length] as string, headers: {} },
    ]);
    await runLoad(targets, 2);
    const theirs = await runLoad(targets, seconds);
    show('postgres: mixed, bare', theirs);
    const again = await runLoad(mixed, seconds);
    show('postgres: mixed, product again', again);
    console.log(
      `postgres: product / bare = ${((ours.rate + again.rate) / 2 / theirs.rate).toFixed(2)} (bar: at least 0.60)`,
    );
    await stop(bare);
  }
  await product.stop('SIGTERM');
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
};

export const benchList = async ({ rows = 1_000_000, seconds = 6 } = {}): Promise<void> => {
  await measure('postgres', rows, seconds);
  await measure('pglite', Math.min(rows, 200_000), seconds);
};

if (process.argv[1] === import.meta.filename) await benchList();
