/** The screen model of a real registry, as the browser gets it: JSON, everything granted. */
import { createAccess } from '../../../engine/access/access.ts';
import { buildScreenModel } from '../../../engine/contract/build-screen-model.ts';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { staffGrants } from '../../support/grants.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';

const access = createAccess(staffGrants(['all:manage']));

let product: Promise<ReturnType<typeof loadProduct>> | undefined;

/** Compiled once for all tests of a process. */
export const loadRealProduct = (): Promise<ReturnType<typeof loadProduct>> => {
  product ??= readRealFiles().then((files) => loadProduct(files, 'copass', fileMemory));
  return product;
};

export const realScreen = async (path: string): Promise<ScreenModel> => {
  const { model } = await loadRealProduct();
  const screen = model.screens.find((candidate) => candidate.path === path);
  if (screen?.kind !== 'registry') throw new Error(`no registry at ${path}`);
  return JSON.parse(JSON.stringify(buildScreenModel(model, access, screen, () => '/validator.js'))) as ScreenModel;
};
