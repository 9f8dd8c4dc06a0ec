import { useMemo } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { useAppSelector } from '../store/hooks.ts';
import { begunForProvider } from './begun-for-provider.ts';
import { useScreenModel } from './screen-context.ts';

/** The screen as new records begin on it: for the provider that whoever acts for several has chosen. */
export const useBegunModel = (): ScreenModel => {
  const model = useScreenModel();
  const chosen = useAppSelector((state) => state.provider.chosen);
  return useMemo(() => begunForProvider(model, chosen), [model, chosen]);
};
