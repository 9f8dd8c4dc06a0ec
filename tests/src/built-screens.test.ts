/** Whether a start builds the screens. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildScreens } from '../../src/built-screens.ts';

let root: string;
let builds: number;
const write = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
};
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fichario-built-'));
  builds = 0;
  for (const path of [
    'engine/ui/list.tsx',
    'src/main.tsx',
    'src/shell/mark.svg',
    'index.html',
    'package.json',
    'package-lock.json',
    'schemas/messages/pt-BR.json',
    'tsconfig.json',
    'vite.config.ts',
  ])
    await write(path, path);
});
afterEach(() => rm(root, { recursive: true }));

/** As Vite: what was there is gone before anything is written. */
const build = async (): Promise<void> => {
  builds += 1;
  await rm(join(root, 'dist'), { recursive: true, force: true });
  await write('dist/index.html', `build ${builds}`);
};
const start = (by = build): Promise<void> => buildScreens(root, by);

test('the first start builds them, and the next finds them', async () => {
  await start();
  await start();
  expect(builds).toBe(1);
});

test.each([
  ['a script', 'src/main.tsx'],
  ['a style that is new', 'engine/ui/new.module.css'],
  ['a picture', 'src/shell/mark.svg'],
  ['the page', 'index.html'],
  ['the packages', 'package-lock.json'],
  ['a text of the sign-in', 'schemas/messages/pt-BR.json'],
  ['how they are built', 'vite.config.ts'],
])('they are built anew after a change of %s', async (_what, path) => {
  await start();
  await write(path, 'another');
  await start();
  await start();
  expect(builds).toBe(2);
});

test('they are built anew where a file is gone, and where they are', async () => {
  await write('src/more.ts', '');
  await start();
  await rm(join(root, 'src/more.ts'));
  await start();
  expect(builds).toBe(2);
  await rm(join(root, 'dist'), { recursive: true });
  await start();
  expect(builds).toBe(3);
});

test('a registry, a client and a test are no part of them', async () => {
  await start();
  for (const path of ['schemas/base/bancos/schema.json', 'clients/copass.json', 'tests/a.test.ts'])
    await write(path, '{}');
  await start();
  expect(builds).toBe(1);
});

test('what somebody else built, or a build that a file was saved under, is not taken for theirs', async () => {
  await start();
  await build();
  await start();
  expect(builds).toBe(3);
  await write('src/main.tsx', 'first');
  await start(async () => {
    await build();
    await write('src/main.tsx', 'second');
  });
  await start();
  expect(builds).toBe(5);
});

test('a build that fails is said, and tried again', async () => {
  const failing = async (): Promise<void> => {
    await build();
    throw new Error('a script is wrong');
  };
  await expect(start(failing)).rejects.toThrow('a script is wrong');
  expect(await readdir(join(root, 'dist'))).toEqual(['index.html']);
  await start();
  expect(builds).toBe(2);
});
