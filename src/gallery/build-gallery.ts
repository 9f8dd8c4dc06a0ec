/** The gallery as its page draws it. In: the product's files. Out: a screen model compiled as any other, and its states. */
import { unlimited } from '../../engine/access/access.ts';
import { buildScreenModel } from '../../engine/contract/build-screen-model.ts';
import type { ScreenModel } from '../../engine/contract/screen-model.ts';
import type { SourceFiles } from '../../engine/metadata/documents.ts';
import { loadProduct } from '../load-product.ts';
import type { GalleryState } from './gallery-files.ts';
import { galleryFailure, galleryFiles, galleryStates } from './gallery-files.ts';

export interface Gallery {
  readonly model: ScreenModel;
  readonly states: readonly GalleryState[];
  readonly failure: string;
}

/** Where the page finds it, in development alone. */
export const galleryAddress = '/galeria/modelo.json';

export const buildGallery = (sources: SourceFiles, client: string): Gallery => {
  const { model } = loadProduct(
    new Map([
      ...sources,
      ...Object.entries(galleryFiles).map(([path, file]): [string, string] => [path, JSON.stringify(file)]),
    ]),
    client,
  );
  const screen = model.screens.find((one) => one.path === '/galeria');
  if (screen?.kind !== 'registry') throw new Error('the gallery has no screen');
  return {
    model: buildScreenModel(model, unlimited, screen, () => ''),
    states: galleryStates,
    failure: galleryFailure,
  };
};
