/**
 * The first page of every list over a database that `fichario demo --size medium|large` has filled, as an administrator who
 * clicks on its entry of the menu asks for it: usual columns, usual order. The product listens in this process, so that
 * the statement behind each page is seen, and its plan with it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScreenModel } from '../../engine/contract/screen-model.ts';
import type { Database, Statement } from '../../engine/data/database.ts';
import { openDatabase } from '../../engine/data/open-database.ts';
import { readSourceFiles } from '../../engine/metadata/load-files.ts';
import { readConfiguration } from '../../src/configuration.ts';
import type { StartedProduct } from '../../src/start-product.ts';
import { startProduct } from '../../src/start-product.ts';
import type { Connection } from './connection.ts';
import { openConnection } from './connection.ts';
import type { ListPlan } from './list-plan.ts';
import { planOf } from './list-plan.ts';
import { percentile } from './measure.ts';
import type { Report } from './report.ts';
import { find, heading, ms, number } from './report.ts';

const root = join(import.meta.dirname, '../..');
const administrator = { ADMIN_LOGIN: 'medida', ADMIN_PASSWORD: 'senha-de-medida' };
const warmUp = 5;
const turns = 30;
const bar = 60;
/** A page of 50 rows whose plan reads more of one table than this grows with the table. */
const mostRows = 20_000;
const rowsOfPage = 50;

interface Measured {
  readonly path: string;
  readonly times: readonly number[];
  readonly plan: ListPlan;
}

/** Writes down what is asked outside of transactions, which is where lists are read. */
const watched = (database: Database, seen: Statement[]): Database => ({
  ...database,
  query: (statement) => {
    seen.push(statement);
    return database.query(statement);
  },
});

const json = async (
  connection: Connection,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> => {
  const { status, body } = await connection.ask({ method: 'GET', path, headers });
  if (status !== 200) throw new Error(`${path}: ${status} ${body.toString('utf8')}`);
  return JSON.parse(body.toString('utf8'));
};

const signIn = async (connection: Connection): Promise<Readonly<Record<string, string>>> => {
  const { ADMIN_LOGIN: userId, ADMIN_PASSWORD: password } = administrator;
  const { body } = await connection.ask({
    method: 'POST',
    path: '/api/auth/token/issue',
    body: JSON.stringify({ userId, password }),
  });
  const { token } = JSON.parse(body.toString('utf8')) as { readonly token?: string };
  if (token === undefined) throw new Error(`login: ${body.toString('utf8')}`);
  return { authorization: `Bearer ${token}` };
};

const listsOf = ({ runtime }: StartedProduct): readonly string[] =>
  runtime.current.model.screens.flatMap((screen) => (screen.kind === 'registry' ? [screen.path] : []));

const measureList = async (
  connection: Connection,
  headers: Readonly<Record<string, string>>,
  path: string,
  database: Database,
  seen: Statement[],
): Promise<Measured> => {
  const screen = (await json(connection, `/api/model/screen?path=${encodeURIComponent(path)}`, headers)) as ScreenModel;
  const query = new URLSearchParams({ select: screen.select, order: screen.order, limit: String(rowsOfPage) });
  const address = `/api${path}?${query}`;
  for (let turn = 0; turn < warmUp; turn += 1) await json(connection, address, headers);
  seen.length = 0;
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const start = performance.now();
    await json(connection, address, headers);
    times.push(performance.now() - start);
  }
  const statement = seen.findLast(({ text }) => text.startsWith('select') || text.startsWith('with'));
  if (statement === undefined) throw new Error(`${path}: no statement was seen`);
  return { path, times, plan: await planOf(database, statement) };
};

/** The plans of slow lists go to a file of the temporary folder. Throws where `DATABASE_URL` names no server. */
export const benchListsLarge = async (report: Report): Promise<void> => {
  const url = process.env['DATABASE_URL'];
  if (url === undefined) throw new Error('DATABASE_URL names a database that `fichario demo --size medium` has filled');
  const folder = await mkdtemp(join(tmpdir(), 'fichario-lists-'));
  const database = await openDatabase({ url, folder, poolSize: 2 });
  const seen: Statement[] = [];
  const product = await startProduct({
    sources: () => readSourceFiles(root),
    open: async () => watched(database, seen),
    configuration: readConfiguration({ ...process.env, ...administrator, DATA_FOLDER: folder, LOG_LEVEL: 'error' }),
    pages: undefined,
  });
  try {
    await database.execute('analyze');
    const connection = await openConnection(await product.app.listen({ host: '127.0.0.1', port: 0 }));
    const headers = await signIn(connection);
    const measured: Measured[] = [];
    for (const path of listsOf(product)) measured.push(await measureList(connection, headers, path, database, seen));
    connection.close();
    await tell(report, measured);
  } finally {
    await product.close();
    await rm(folder, { recursive: true, force: true });
  }
};

const tell = async (report: Report, measured: readonly Measured[]): Promise<void> => {
  const p95 = ({ times }: Measured): number => percentile(times, 0.95);
  const sorted = measured.toSorted((a, b) => p95(b) - p95(a));
  for (const one of sorted.slice(0, 15)) {
    const half = ms(percentile(one.times, 0.5)).padStart(8);
    heading(
      `  ${one.path.padEnd(36)} p50 ${half}  p95 ${ms(p95(one)).padStart(8)}  ${number(one.plan.most)} rows of ${one.plan.table}`,
    );
  }
  const [slowest] = sorted;
  const slow = sorted.filter((one) => p95(one) >= bar);
  const hungry = sorted.filter(({ plan }) => plan.most > mostRows);
  const named = (some: readonly Measured[]): string => some.map(({ path }) => path).join(', ');
  find(report, {
    what: `First page of ${measured.length} lists, ${turns} times each, slowest p95`,
    measured:
      slowest === undefined
        ? 'none'
        : `${ms(p95(slowest))} (${slowest.path})${slow.length > 1 ? `; slow: ${named(slow)}` : ''}`,
    bar: `each below ${bar} ms`,
    met: slow.length === 0,
  });
  find(report, {
    what: `Plans of ${measured.length} lists that read more than ${number(mostRows)} rows of a table`,
    measured: hungry.length === 0 ? 'none' : named(hungry),
    bar: 'none',
    met: hungry.length === 0,
  });
  const told = [...new Set([...slow, ...hungry])];
  if (told.length === 0) return;
  const file = join(tmpdir(), `fichario-plans-${process.pid}.txt`);
  await writeFile(file, told.map(({ path, plan }) => `${path}\n${plan.text}\n`).join('\n'));
  heading(`  Their plans: ${file}`);
};
