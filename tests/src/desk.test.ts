import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFiles } from '../../src/desk.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fichario-desk-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const tree = async (): Promise<readonly string[]> => (await readdir(root, { recursive: true })).sort();

it('writes every file, with the folders that are missing, and leaves nothing else', async () => {
  expect(
    await createFiles(
      root,
      new Map([
        ['a/b/c.json', 'um'],
        ['a/d.json', 'dois'],
      ]),
    ),
  ).toEqual([]);
  expect(await tree()).toEqual(['a', 'a/b', 'a/b/c.json', 'a/d.json']);
  expect(await readFile(join(root, 'a/b/c.json'), 'utf8')).toBe('um');
});

it('writes none where one exists, and names it', async () => {
  await mkdir(join(root, 'a'));
  await writeFile(join(root, 'a/d.json'), 'meu');
  expect(
    await createFiles(
      root,
      new Map([
        ['a/b/c.json', 'um'],
        ['a/d.json', 'dois'],
      ]),
    ),
  ).toEqual(['a/d.json']);
  expect(await tree()).toEqual(['a', 'a/d.json']);
  expect(await readFile(join(root, 'a/d.json'), 'utf8')).toBe('meu');
});

it('takes back what it wrote where a later file cannot be written', async () => {
  await writeFile(join(root, 'folder'), 'a file where a folder would be');
  await expect(
    createFiles(
      root,
      new Map([
        ['a/b/c.json', 'um'],
        ['folder/d.json', 'dois'],
      ]),
    ),
  ).rejects.toThrow();
  expect(await tree()).toEqual(['folder']);
});
