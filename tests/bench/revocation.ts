/**
 * What is taken from a person until the person is refused: asked again and again at one process of the product, while an
 * administrator takes it at another one of the same PostgreSQL; on PGlite, which is one process's, at the same.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../engine/data/database.ts';
import { openDatabase } from '../../engine/data/open-database.ts';
import { hashPassword } from '../../src/session/password.ts';
import { startEmbeddedPostgres } from '../support/embedded-postgres.ts';
import { startChild } from './child.ts';
import { askOnce, openConnection } from './connection.ts';
import { percentile } from './measure.ts';
import type { Report } from './report.ts';
import { find, ms } from './report.ts';

const root = join(import.meta.dirname, '../..');
const administrator = { ADMIN_LOGIN: 'medida', ADMIN_PASSWORD: 'senha-de-medida' };
const password = 'senha-de-medida';
const turns = 30;
const bar = 1000;
/** Between two questions of the person, milliseconds. */
const pause = 2;
/** The person is not refused at all. */
const patience = 20_000;

interface Person {
  readonly login: string;
  readonly id: number;
  readonly group: number;
  readonly rule: number;
}

/** What the administrator sends, what the person goes on asking, and the answer that it comes to. */
const takings: readonly {
  readonly what: string;
  readonly take: (person: Person) => { readonly method: string; readonly path: string; readonly body?: object };
  readonly asks: string;
  readonly refused: number;
}[] = [
  {
    what: 'the sessions of a person are ended',
    take: ({ id }) => ({ method: 'DELETE', path: `/usuarios/${id}/sessoes` }),
    asks: '/auth/me',
    refused: 401,
  },
  {
    what: 'a user is blocked',
    take: ({ id }) => ({ method: 'PATCH', path: `/usuarios?id=eq.${id}`, body: { bloqueado: true } }),
    asks: '/auth/me',
    refused: 401,
  },
  {
    what: 'a rule of the group is deleted',
    take: ({ rule }) => ({ method: 'DELETE', path: `/regras?id=eq.${rule}` }),
    asks: '/feriados?limit=1',
    refused: 403,
  },
  {
    what: 'a group is switched off',
    take: ({ group }) => ({ method: 'PATCH', path: `/grupos?id=eq.${group}`, body: { ativo: false } }),
    asks: '/feriados?limit=1',
    refused: 403,
  },
];

/** A person in a group of one rule for each turn. */
const createPeople = async (database: Database): Promise<readonly Person[]> => {
  const { rows } = await database.query<Person>({
    text: `with u as (insert into usuario (login, nome, senha_hash, operadora)
        select 'medida' || n, 'Medida ' || n, $1::text, true from generate_series(1, $2::text::integer) n returning id, login),
      g as (insert into grupo (nome) select u.login from u returning id, nome),
      m as (insert into usuario_grupo (usuario_id, grupo_id) select u.id, g.id from u join g on g.nome = u.login),
      r as (insert into regra (grupo_id, assunto, acao) select g.id, 'feriado', 'list' from g returning id, grupo_id)
      select u.login, u.id::integer as id, g.id::integer as group, r.id::integer as rule
      from u join g on g.nome = u.login join r on r.grupo_id = g.id order by u.id`,
    values: [await hashPassword(password), String(turns * takings.length)],
  });
  return rows;
};

const signIn = async (url: string, userId: string, secret: string): Promise<string> => {
  const { body } = await askOnce(url, {
    method: 'POST',
    path: '/api/auth/token/issue',
    body: JSON.stringify({ userId, password: secret }),
  });
  const { token } = JSON.parse(body.toString('utf8')) as { token?: string };
  if (token === undefined) throw new Error(`login of ${userId}: ${body.toString('utf8')}`);
  return `Bearer ${token}`;
};

/** From the answer that says it is done to the first refusal, milliseconds; 0 where the refusal was there before. */
const measure = async (
  at: { readonly administrator: string; readonly person: string },
  authorization: string,
  who: Person,
  { take, asks, refused }: (typeof takings)[number],
): Promise<number> => {
  const connection = await openConnection(at.person);
  const headers = { authorization: await signIn(at.person, who.login, password) };
  const ask = async (): Promise<number> =>
    (await connection.ask({ method: 'GET', path: `/api${asks}`, headers })).status;
  try {
    const before = await ask();
    if (before !== 200) throw new Error(`${who.login} is refused before: ${before}`);
    const { method, path, body } = take(who);
    let done = Number.POSITIVE_INFINITY;
    const taking = fetch(`${at.administrator}/api${path}`, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).then((answer) => {
      done = performance.now();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
    });
    for (const began = performance.now(); performance.now() - began < patience; ) {
      const status = await ask();
      const now = performance.now();
      if (status === refused) {
        await taking;
        return Math.max(0, now - done);
      }
      if (status !== 200) throw new Error(`${asks}: ${status}`);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    await taking;
    throw new Error(`${who.login} was not refused within ${ms(patience)}`);
  } finally {
    connection.close();
  }
};

const benchDatabase = async (report: Report, url: string | undefined): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'fichario-revocation-'));
  const data = join(folder, 'data');
  const start = () =>
    startChild(join(import.meta.dirname, '../support/serve.ts'), [root], {
      PORT: '0',
      LOG_LEVEL: 'error',
      DATA_FOLDER: data,
      ...administrator,
      ...(url === undefined ? {} : { DATABASE_URL: url, JOBS_APART: 'true' }),
    });
  // The first start makes the tables.
  await (await start()).stop();
  const database = await openDatabase({ folder: data, poolSize: 1, ...(url === undefined ? {} : { url }) });
  const people = await createPeople(database);
  await database.close();
  const first = await start();
  const second = url === undefined ? first : await start();
  try {
    const authorization = await signIn(first.url, administrator.ADMIN_LOGIN, administrator.ADMIN_PASSWORD);
    for (const [index, taking] of takings.entries()) {
      const took: number[] = [];
      for (const who of people.slice(index * turns, (index + 1) * turns))
        took.push(await measure({ administrator: first.url, person: second.url }, authorization, who, taking));
      const [usual, worst] = [percentile(took, 0.5), Math.max(...took)];
      find(report, {
        what: `Until a person is refused when ${taking.what}, ${url === undefined ? 'PGlite' : 'at another process, PostgreSQL'}, the slowest of ${turns}`,
        measured: `${ms(worst)} after the answer; usually ${ms(usual)}`,
        bar: `below ${bar} ms`,
        met: worst < bar,
      });
    }
  } finally {
    await first.stop();
    if (second !== first) await second.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

export const benchRevocation = async (report: Report): Promise<void> => {
  await benchDatabase(report, undefined);
  const server = await startEmbeddedPostgres();
  try {
    await benchDatabase(report, server.url);
  } finally {
    await server.stop();
  }
};
