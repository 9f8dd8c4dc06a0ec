/** What is written for the labelled spreadsheets: files as the project's own, that it takes without a word. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { reportIssue } from '../../../engine/core/issues.ts';
import { writeRegistry } from '../../../engine/inference/write-registry.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { loadMessages } from '../../../engine/metadata/load-messages.ts';
import { validate } from '../../../engine/model/validate.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { readRealFiles } from '../../support/real-files.ts';
import { proposeFor, readLabels, realRegistries } from './labelled-sheets.ts';

const root = join(import.meta.dirname, '../../..');
const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const known = await realRegistries();
const taken = new Set(known.codeLists.map(({ name }) => name));
const written = new Map<string, string>();
for (const [index, { file }] of (await readLabels()).entries()) {
  const place = {
    entity: `planilha_${index}`,
    folder: `planilha-${index}`,
    title: file,
    module: 'base',
    parent: '/base',
  };
  for (const [path, text] of writeRegistry(await proposeFor(file), place, taken)) written.set(path, text);
}

it('passes validate with every spreadsheet in the project, rows included', async () => {
  const sources = await readRealFiles();
  const { messages } = loadMessages(sources);
  const issues = validate(loadFiles(new Map([...sources, ...written])), catalogues);
  expect(issues.map((issue) => reportIssue(issue, messages)).map(({ file, message }) => `${file}: ${message}`)).toEqual(
    [],
  );
});

it('is formatted as the files of the project', async () => {
  const folder = await mkdtemp(join(root, '.written-'));
  folders.push(folder);
  const json = [...written].filter(([path]) => path.endsWith('.json'));
  expect(json.length).toBeGreaterThan(100);
  for (const [path, text] of json) await writeFile(join(folder, path.replaceAll('/', '_')), text);
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout } = await promisify(execFile)(process.execPath, [biome, 'format', folder]);
  expect(stdout).toMatch(/No fixes applied/);
});
