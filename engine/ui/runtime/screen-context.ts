import { createContext, use } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';

export const ScreenContext = createContext<ScreenModel | null>(null);

/** The screen model of the registry that is being drawn. */
export const useScreenModel = (): ScreenModel => {
  const model = use(ScreenContext);
  if (model === null) throw new Error('a registry part was drawn outside its screen');
  return model;
};
