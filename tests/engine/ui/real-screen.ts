/** The screen model of a real registry, as the browser gets it: JSON, everything granted. */
import { join } from 'node:path';
import { createAccess } from '../../../engine/access/access.ts';
import { buildScreenModel } from '../../../engine/contract/build-screen-model.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { staffGrants } from '../../support/grants.ts';

const root = join(import.meta.dirname, '../../..');
const access = createAccess(staffGrants(['all:manage']));

let product: Promise<ReturnType<typeof loadProduct>> | undefined;

/** Compiled once for all tests of a process. */
export const loadRealProduct = (): Promise<ReturnType<typeof loadProduct>> => {
  product ??= readSourceFiles(root).then((files) => loadProduct(files, 'copass'));
  return product;
};

export const realScreen = async (path: string): Promise<ScreenModel> => {
  const { model } = await loadRealProduct();
  const screen = model.screens.find((candidate) => candidate.path === path);
  if (screen?.kind !== 'registry') throw new Error(`no registry at ${path}`);
  return JSON.parse(JSON.stringify(buildScreenModel(model, access, screen, () => '/validator.js'))) as ScreenModel;
};
