/** The files behind what is served: read when asked for, kept a while, and no others. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import type { Product } from '../../../src/load-product.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { readServedFiles } from '../../../src/workbench/served-files.ts';
import type { ProjectFolder } from '../../support/project-folder.ts';
import { makeProjectFolder } from '../../support/project-folder.ts';

let project: ProjectFolder;
/** Of the title that the first screen has. */
const load = async (title = 'Caixas'): Promise<Product> => {
  const sources = new Map(await readSourceFiles(project.root));
  const file = 'schemas/loja/caixas/columns.json';
  sources.set(file, sources.get(file)?.replace('"Caixas"', JSON.stringify(title)) ?? '');
  return loadProduct(sources, 'alfa');
};

beforeEach(async () => {
  project = await makeProjectFolder();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await project.remove();
});

test('are read once for questions that follow each other, and again where none came for a while', async () => {
  const product = await load();
  const reads: Product[] = [];
  const files = readServedFiles(product, async () => {
    reads.push(await load());
    return reads.at(-1) as Product;
  });
  expect(reads).toEqual([]);
  const [one, other] = await Promise.all([files(), files()]);
  vi.advanceTimersByTime(4 * 60_000);
  const third = await files();
  vi.advanceTimersByTime(4 * 60_000);
  const fourth = await files();
  expect([one, other, third, fourth].map((given) => reads.indexOf(given as Product))).toEqual([0, 0, 0, 0]);
  vi.advanceTimersByTime(5 * 60_000);
  expect(reads.indexOf((await files()) as Product)).toBe(1);
});

test('are refused where they have come to something else, and told of as soon as they are the same again', async () => {
  const product = await load();
  let title = 'Gavetas';
  const files = readServedFiles(product, () => load(title));
  const refusal = { code: 'WORKBENCH_FILES_OTHER', params: {} };
  await expect(files()).rejects.toMatchObject(refusal);
  await expect(files()).rejects.toMatchObject(refusal);
  title = 'Caixas';
  expect((await files()).model).toEqual(product.model);
});

test('tell what is wrong where they cannot be read any more', async () => {
  const product = await load();
  const files = readServedFiles(product, () => Promise.reject(new Error('the folder is gone')));
  await expect(files()).rejects.toThrow('the folder is gone');
});
