import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { watchSources } from '../../../src/workbench/watched-sources.ts';

let folder: string;
const write = (path: string, text: string) => writeFile(join(folder, path), text);
const noted = (path: string) => join(folder, path);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fichario-watched-'));
  for (const name of ['schemas/base', 'schemas/language', 'clients'])
    await mkdir(join(folder, name), { recursive: true });
  await write('schemas/flags.json', 'a');
  await write('schemas/base/menu.json', 'b');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('reads what it is told of, and no other file, until one comes or goes', async () => {
  const { read, note } = watchSources(folder);
  const first = await read();
  expect([...first]).toEqual([
    ['schemas/base/menu.json', 'b'],
    ['schemas/flags.json', 'a'],
  ]);
  await write('schemas/flags.json', 'c');
  await write('schemas/base/menu.json', 'd');
  expect([...(await read())]).toEqual([...first]);
  note('change', noted('schemas/flags.json'));
  expect([...(await read())]).toEqual([
    ['schemas/base/menu.json', 'b'],
    ['schemas/flags.json', 'c'],
  ]);
  // What was given before is not changed under who holds it.
  expect(first.get('schemas/flags.json')).toBe('a');
  await write('clients/acme.json', 'e');
  note('add', noted('clients/acme.json'));
  expect([...(await read()).keys()]).toEqual(['clients/acme.json', 'schemas/base/menu.json', 'schemas/flags.json']);
  expect((await read()).get('schemas/base/menu.json')).toBe('d');
  await rm(join(folder, 'clients/acme.json'));
  note('unlink', noted('clients/acme.json'));
  expect([...(await read()).keys()]).toEqual(['schemas/base/menu.json', 'schemas/flags.json']);
});

it('takes no notice of what is no source', async () => {
  const { read, note } = watchSources(folder);
  const first = await read();
  await write('schemas/language/x.json', 'x');
  note('add', noted('schemas/language/x.json'));
  note('change', noted('schemas/base/.menu.json.swp'));
  expect(await read()).toBe(first);
});
