/** What the workbench may write, and that it writes all or nothing. */
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkPath, tagOf, writeFiles } from '../../../src/workbench/project-files.ts';
import type { ProjectFolder } from '../../support/project-folder.ts';
import { makeProjectFolder } from '../../support/project-folder.ts';

describe('a path', () => {
  it.each([
    'schemas/loja/caixas/schema.json',
    'schemas/loja/caixas/data.csv',
    'schemas/loja/caixas/query.sql',
    'schemas/loja/menu.json',
    'schemas/code-lists/cor.json',
    'schemas/parts/endereco.json',
    'schemas/flags.json',
    'schemas/changes.json',
    'schemas/messages/pt-BR.json',
    'clients/alfa.json',
  ])('%s is one of the product', (path) => {
    expect(() => checkPath(path)).not.toThrow();
  });

  it.each([
    '',
    'package.json',
    'clients/../package.json',
    'schemas/../../etc/schema.json',
    'schemas/loja/caixas/../schema.json',
    'schemas/loja//schema.json',
    'schemas/loja/caixas/script.js',
    'schemas/.git/hooks/schema.json',
    'schemas/language/registry.schema.json',
    'engine/loja/caixas/schema.json',
    'clients/sub/alfa.json',
    '/schemas/loja/caixas/schema.json',
    'schemas\\loja\\caixas\\schema.json',
    'schemas/loja/cai\0xas/schema.json',
  ])('%j is refused', (path) => {
    expect(() => checkPath(path)).toThrow(expect.objectContaining({ code: 'WORKBENCH_FILE_REFUSED' }));
  });
});

describe('changes', () => {
  let project: ProjectFolder;
  beforeEach(async () => {
    project = await makeProjectFolder();
  });
  afterEach(() => project.remove());

  const columns = 'schemas/loja/caixas/columns.json';
  const schema = 'schemas/loja/caixas/schema.json';
  const search = 'schemas/loja/caixas/search.json';
  const tag = async (path: string): Promise<string> => tagOf(await project.read(path));

  it('are written, new files and folders too, and what goes takes its empty folder along', async () => {
    const given = {
      [columns]: { text: '{}\n', tag: await tag(columns) },
      'schemas/nova/telas/schema.json': { text: '{"a":1}\n', tag: null },
      'schemas/code-lists/cor.json': { text: null, tag: await tag('schemas/code-lists/cor.json') },
    };
    expect(await writeFiles(project.root, given)).toEqual([
      { path: columns, tag: tagOf('{}\n') },
      { path: 'schemas/nova/telas/schema.json', tag: tagOf('{"a":1}\n') },
    ]);
    expect([await project.read(columns), await project.read('schemas/nova/telas/schema.json')]).toEqual([
      '{}\n',
      '{"a":1}\n',
    ]);
    expect((await readdir(join(project.root, 'schemas'))).sort()).toEqual(['flags.json', 'loja', 'messages', 'nova']);
    expect((await readdir(project.root)).sort()).toEqual(['clients', 'schemas']);
  });

  it.each([
    ['changed on disk', async () => ({ [schema]: { text: 'x', tag: tagOf('what it was') } }), schema],
    ['appeared on disk', async () => ({ [schema]: { text: 'x', tag: null } }), schema],
    ['left the disk', async () => ({ [search]: { text: 'x', tag: tagOf('{}') } }), search],
  ])('are refused as a whole where a file %s', async (_what, changesOf, file) => {
    const before = await project.read(columns);
    const given = { [columns]: { text: '{}', tag: await tag(columns) }, ...(await changesOf()) };
    await expect(writeFiles(project.root, given)).rejects.toMatchObject({
      code: 'WORKBENCH_FILE_CHANGED',
      params: { file },
    });
    expect(await project.read(columns)).toBe(before);
    expect((await readdir(project.root)).sort()).toEqual(['clients', 'schemas']);
  });

  it('do not leave the project by a link', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'fichario-outside-'));
    await writeFile(join(outside, 'schema.json'), 'mine');
    await symlink(outside, join(project.root, 'schemas/loja/fora'));
    await expect(
      writeFiles(project.root, { 'schemas/loja/fora/schema.json': { text: 'x', tag: tagOf('mine') } }),
    ).rejects.toMatchObject({ code: 'WORKBENCH_FILE_REFUSED' });
    expect(await readFile(join(outside, 'schema.json'), 'utf8')).toBe('mine');
    await rm(outside, { recursive: true });
  });
});
