/** The process that runs jobs beside the one that serves: begun with it, again where it ended, and gone with it. */
import type { ChildProcess } from 'node:child_process';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { JobDetail } from '../../../engine/contract/job.ts';
import { isOver } from '../../../engine/contract/job.ts';
import { cacheFolder } from '../../../src/cache-folder.ts';
import { openJobProcess } from '../../../src/jobs/job-process.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { fingerprintOf } from '../../../src/product-fingerprint.ts';
import { createPostgresDatabase } from '../../support/databases.ts';
import { makeMemoryFolder } from '../../support/memory-folder.ts';
import { administrator } from '../../support/product.ts';
import { readRealFiles } from '../../support/real-files.ts';
import { askOn } from '../../support/run-on.ts';

const root = join(import.meta.dirname, '../../..');

describe('the process beside', () => {
  let folder: string;
  let diary: string;
  let failures: unknown[];
  let told: PromiseWithResolvers<void>;
  beforeEach(() => {
    folder = makeMemoryFolder();
    diary = join(folder, 'diary');
    writeFileSync(diary, '');
    failures = [];
    told = Promise.withResolvers();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const open = (script: string, more: object = {}) => {
    const path = join(folder, 'script.mjs');
    writeFileSync(path, `import { appendFileSync } from 'node:fs';\n${script}`);
    return openJobProcess({
      script: path,
      args: [diary],
      pauses: { first: 1, longest: 60_000 },
      fail: ({ cause }) => {
        failures.push(cause);
        appendFileSync(diary, 'told\n');
        if (failures.length === 3) told.resolve();
      },
      ...more,
    });
  };
  const lines = (): readonly string[] => readFileSync(diary, 'utf8').trimEnd().split('\n');
  const begun = `appendFileSync(process.argv[2], 'begun\\n');`;

  it('is begun anew each time it ends, and each end is told', async () => {
    const { close } = open(`${begun} process.exit(7);`);
    await told.promise;
    await close();
    expect(failures.slice(0, 3)).toEqual([7, 7, 7]);
    expect(lines().slice(0, 6)).toEqual(['begun', 'told', 'begun', 'told', 'begun', 'told']);
  });

  it('that cannot be begun at all is told of as well, and ends nothing', async () => {
    const { close } = open('', { script: '\0' });
    await told.promise;
    await close();
    expect(failures.slice(0, 3)).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ code: 'ERR_INVALID_ARG_VALUE' })),
    );
  });

  it('ends in its own time where it is let go of, and nobody is told', async () => {
    const { close } = open(
      `${begun} process.send('up');
      process.once('disconnect', () => setTimeout(() => { appendFileSync(process.argv[2], 'ended\\n'); process.exit(0); }, 50));`,
    );
    await expect.poll(lines).toEqual(['begun']);
    await close();
    expect(lines()).toEqual(['begun', 'ended']);
    expect(failures).toEqual([]);
  });

  it('is asked where it says that it answers, elsewhere each time, and no more once it is gone', async () => {
    const { socket, close } = open(
      `${begun} process.send('up');
      process.once('disconnect', () => process.exit(0));
      setTimeout(() => process.send('answers'), 20);
      setTimeout(() => { appendFileSync(process.argv[2], process.argv[3] + '\\n'); process.exit(7); }, 60);`,
    );
    expect(socket()).toBeUndefined();
    const seen = new Set<string | undefined>();
    await expect.poll(() => seen.add(socket()).size, { interval: 1 }).toBe(3);
    await close();
    const [nowhere, first, second] = seen;
    expect([nowhere, socket()]).toEqual([undefined, undefined]);
    expect(lines()).toEqual(expect.arrayContaining([first]));
    expect(first).not.toBe(second);
    expect(existsSync(dirname(String(first)))).toBe(false);
  });

  it('is begun also where there is no place for a socket, which is told', async () => {
    vi.stubEnv('TMPDIR', join(folder, 'nowhere'));
    try {
      const { socket, close } = open(
        `appendFileSync(process.argv[2], process.argv.length + '\\n'); process.send('answers');
        process.once('disconnect', () => process.exit(0));`,
      );
      await expect.poll(lines).toEqual(['told', '3']);
      expect(socket()).toBeUndefined();
      await close();
      expect(failures).toEqual([expect.objectContaining({ code: 'ENOENT' })]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('is told where compiled code lies and to give memory back, unless the machine says otherwise', async () => {
    vi.stubEnv('NODE_COMPILE_CACHE', undefined);
    vi.stubEnv('MALLOC_MMAP_THRESHOLD_', undefined);
    const script = `const { NODE_COMPILE_CACHE, MALLOC_MMAP_THRESHOLD_ } = process.env;
      appendFileSync(process.argv[2], NODE_COMPILE_CACHE + ' ' + MALLOC_MMAP_THRESHOLD_ + '\\n');
      process.once('disconnect', () => process.exit(0));`;
    try {
      const usual = open(script);
      await expect.poll(lines).toEqual([`${cacheFolder} 131072`]);
      await usual.close();
      const own = join(folder, 'own');
      vi.stubEnv('NODE_COMPILE_CACHE', own);
      vi.stubEnv('MALLOC_MMAP_THRESHOLD_', '65536');
      const told = open(script);
      await expect.poll(lines).toEqual([`${cacheFolder} 131072`, `${own} 65536`]);
      await told.close();
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('is ended where it takes too long', async () => {
    const { close } = open(`setInterval(() => undefined, 1000); process.on('disconnect', () => undefined); ${begun}`, {
      patience: 20,
    });
    await expect.poll(lines).toEqual(['begun']);
    await close();
    expect(failures).toEqual([]);
  });
});

describe('run-jobs', () => {
  const run = async (args: readonly string[], environment: Readonly<Record<string, string>>) => {
    const child = fork(join(import.meta.dirname, '../../../src/run-jobs.ts'), args, {
      env: { ...process.env, NODE_OPTIONS: '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
    });
    return { child, gone: once(child, 'exit').then(([code]) => [code, said]) };
  };

  it.each([0, 100, 250])('ends where it was let go of while it began, after %i ms', async (moment) => {
    const { url, drop } = await createPostgresDatabase({ from: 'product' });
    const { login: ADMIN_LOGIN, password: ADMIN_PASSWORD } = administrator;
    const product = loadProduct(await readRealFiles(), 'copass');
    const { child, gone } = await run([root, fingerprintOf(product)], {
      DATABASE_URL: url,
      ADMIN_LOGIN,
      ADMIN_PASSWORD,
    });
    await wait(moment);
    child.disconnect();
    expect(await gone).toEqual([0, '']);
    await drop();
  });

  it.each([
    ['other', ['other']],
    ['unnamed', []],
  ])('does not begin on %s files, and changes nothing', async (_which, named) => {
    const { url, drop } = await createPostgresDatabase({ from: 'blank' });
    const { gone } = await run([root, ...named], { DATABASE_URL: url, JOBS: 'true' });
    expect(await gone).toEqual([1, expect.stringContaining('Os arquivos não são mais os que o servidor lê')]);
    expect(await askOn(url, "select 1 from pg_namespace where nspname = 'fichario'")).toEqual([]);
    await drop();
  });
});

describe('npm start on a server', () => {
  const started: ChildProcess[] = [];
  const drops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
    for (const drop of drops.splice(0)) await drop();
  });

  /** `shell`: as npm does it, by one that stays beside it. */
  const serve = async (level = 'error', shell = false) => {
    const { url, drop } = await createPostgresDatabase({ from: 'product' });
    drops.push(drop);
    const script = join(import.meta.dirname, '../../../src/server.ts');
    const [command, words] = shell
      ? ['sh', ['-c', `'${process.execPath}' '${script}'; exit $?`]]
      : [process.execPath, [script]];
    const child = spawn(command, words, {
      env: {
        ...process.env,
        ...(shell && { npm_lifecycle_event: 'start' }),
        NODE_OPTIONS: '',
        DATABASE_URL: url,
        PORT: '0',
        LOG_LEVEL: level,
        ADMIN_LOGIN: administrator.login,
        ADMIN_PASSWORD: administrator.password,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    let said = '';
    const address = await new Promise<string>((resolve, reject) => {
      const hear = (chunk: Buffer): void => {
        said += chunk.toString('utf8');
        const found = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
        if (found !== undefined) resolve(found);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', () => reject(new Error(said)));
    });
    const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
      const answer = await fetch(`${address}/api${path}`, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${text}`);
      return JSON.parse(text);
    };
    let token: string | undefined;
    const { login: userId, password } = administrator;
    token = ((await call('POST', '/auth/token/issue', { userId, password })) as { token: string }).token;
    const connections = async (): Promise<number> => {
      const name = new URL(url).pathname.slice(1);
      const rows = await askOn<{ n: number }>(
        inject('postgresUrl'),
        `select count(*)::integer as n from pg_stat_activity where datname = '${name}'`,
      );
      return rows[0]?.n ?? -1;
    };
    const logged = () =>
      said
        .split('\n')
        .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Readonly<Record<string, unknown>>] : []));
    return { child, call, connections, said: () => said, logged };
  };
  const asked = { kind: 'exportar-csv', input: { path: '/bancos', search: '', columns: ['codigo', 'nome'] } };

  it('runs its jobs in a process beside, and ends with it', async () => {
    const { child, call, connections, said } = await serve();
    const { id } = (await call('POST', '/trabalhos', asked)) as JobDetail;
    const detail = async (): Promise<JobDetail> => (await call('GET', `/trabalhos/${id}`)) as JobDetail;
    await expect.poll(async () => isOver((await detail()).state), { timeout: 30_000 }).toBe(true);
    expect((await detail()).state).toBe('done');
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    // A server notices a moment later that a client has gone.
    await expect.poll(connections, { timeout: 10_000 }).toBe(0);
    expect(said()).not.toContain('"level":50');
  });

  it('has calls of many records answered by that process, under their own ids', async () => {
    const { child, call, logged } = await serve('info');
    const body = { path: '/bancos', operation: 'update', filter: 'id=gt.0', values: { nome: 'Banco' } };
    const askers = async (): Promise<readonly unknown[]> => {
      await call('POST', '/alteracoes-em-lote', body);
      const asked = logged().filter(
        ({ req }) => (req as { path?: string } | undefined)?.path === '/api/alteracoes-em-lote',
      );
      const last = asked.at(-1);
      return asked.filter(({ reqId }) => reqId === last?.['reqId']).map(({ pid }) => pid === child.pid);
    };
    // Until it is there the server answers itself.
    await expect.poll(askers, { timeout: 30_000 }).toEqual([true, false]);
    const beside = logged().find(({ pid }) => pid !== child.pid)?.['pid'] as number;
    // Of Linux every thread has its own.
    const threads = process.platform === 'linux' ? readdirSync(`/proc/${beside}/task`).map(Number) : [beside];
    expect(new Set(threads.map(getPriority))).toEqual(new Set([constants.priority.PRIORITY_LOW]));
    expect(getPriority(child.pid)).toBe(getPriority());
  });

  it('ends where npm is stopped, whose shell tells it nothing', async () => {
    const { child, connections, said } = await serve('error', true);
    expect(await connections()).toBeGreaterThan(0);
    child.kill('SIGTERM');
    await expect.poll(connections, { timeout: 30_000 }).toBe(0);
    expect(said()).not.toContain('"level":50');
  });

  it('that is killed leaves no process behind', async () => {
    const { child, call, connections } = await serve();
    const { id } = (await call('POST', '/trabalhos', asked)) as JobDetail;
    await expect
      .poll(async () => isOver(((await call('GET', `/trabalhos/${id}`)) as JobDetail).state), { timeout: 30_000 })
      .toBe(true);
    child.kill('SIGKILL');
    await expect.poll(connections, { timeout: 30_000 }).toBe(0);
  });
});
