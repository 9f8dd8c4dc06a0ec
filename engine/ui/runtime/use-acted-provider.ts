import { useAppSelector } from '../store/hooks.ts';
import { keptProvider, providerSetting } from './chosen-provider.ts';
import { useSetting } from './use-setting.ts';

const noProvider: number | undefined = undefined;

/** The one that a person who acts for several providers works for, on all screens; null and undefined: for all of them. */
export const useActedProvider = () => {
  const chosen = useAppSelector((state) => state.provider.chosen);
  const { set } = useSetting<number | undefined>(providerSetting, keptProvider, noProvider);
  return { chosen, choose: (id: number | undefined): void => set(id) };
};
