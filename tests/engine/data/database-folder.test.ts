import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../engine/data/open-database.ts';
import { lockFolder } from '../../../engine/data/pglite/lock-folder.ts';
import { makeMemoryFolder } from '../../support/memory-folder.ts';

let folder: string;
beforeEach(() => {
  folder = makeMemoryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('keeps rows in the folder, out of the way of a start that was interrupted', async () => {
  mkdirSync(join(folder, 'pglite'));
  writeFileSync(join(folder, 'pglite', 'PG_VERSION'), '18\n');
  const first = await openDatabase({ folder });
  await first.execute('create table t (a integer); insert into t values (7)');
  await expect(openDatabase({ folder })).rejects.toMatchObject({
    code: 'START_DATABASE_LOCKED',
    params: { folder, pid: process.pid },
  });
  await first.close();
  const second = await openDatabase({ folder });
  expect((await second.query({ text: 'select a from t', values: [] })).rows).toEqual([{ a: 7 }]);
  await second.close();
  const names = readdirSync(folder).map((name) => name.replace(/\d+$/, ''));
  expect(names.sort()).toEqual(['initialised', 'pglite', 'pglite.interrupted-']);
});

test('lets one of many starters have the folder, and the next one after its release', async () => {
  const starters = await Promise.allSettled(Array.from({ length: 5 }, () => lockFolder(folder)));
  const [winner, ...others] = starters.filter((starter) => starter.status === 'fulfilled');
  expect(others).toEqual([]);
  winner?.value();
  expect(existsSync(join(folder, 'lock'))).toBe(false);
  (await lockFolder(folder))();
});

const nobodyAlive = 2 ** 22 + 1; // above the largest pid_max of Linux
const stale: Readonly<Record<string, string>> = {
  'a process that is gone': JSON.stringify({ pid: nobodyAlive, started: '1' }),
  'an earlier process of the same number': JSON.stringify({ pid: process.pid, started: '1' }),
  'an owner who wrote nothing sensible': 'lock',
};
// without /proc nobody knows when a process began, and a living one counts as the owner
const known = existsSync('/proc/self/stat')
  ? Object.keys(stale)
  : Object.keys(stale).filter((name) => !/number/.test(name));

test.each(known)('takes over the lock of %s', async (name) => {
  writeFileSync(join(folder, 'lock'), stale[name] ?? '');
  (await lockFolder(folder))();
  expect(readdirSync(folder)).toEqual([]);
});

test('takes over a lock that was made and never written', async () => {
  writeFileSync(join(folder, 'lock'), '');
  utimesSync(join(folder, 'lock'), new Date(0), new Date(0));
  (await lockFolder(folder))();
  expect(readdirSync(folder)).toEqual([]);
});

test('is refused by the lock of a living process, and takes it over once that is killed', async () => {
  const lock = new URL('../../../engine/data/pglite/lock-folder.ts', import.meta.url).href;
  const script = `import { lockFolder } from ${JSON.stringify(lock)}; await lockFolder(process.argv[1]); console.log('locked'); setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(owner.stdout, 'data');
  await expect(lockFolder(folder)).rejects.toMatchObject({ params: { folder, pid: owner.pid } });
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  (await lockFolder(folder))();
});
