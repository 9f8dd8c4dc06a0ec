import { useEffect, useState } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { chosenProvider, keptProvider, providerSetting, withProvider } from './chosen-provider.ts';
import { useListAddress } from './use-list-address.ts';
import { useSetting } from './use-setting.ts';

const noProvider: number | undefined = undefined;

/** The provider of the screen and its choice. The last one chosen is proposed on the next screen that asks for one. */
export const useProvider = (model: ScreenModel) => {
  const { query, change } = useListAddress();
  const { value: last, set: keep } = useSetting<number | undefined>(providerSetting, keptProvider, noProvider);
  const [touched, setTouched] = useState(false);
  const column = model.provider ?? '';
  const value = chosenProvider(query, column);
  const proposed = column !== '' && value === undefined && !touched ? last : undefined;
  useEffect(() => {
    if (proposed !== undefined) change((now) => withProvider(now, column, proposed), true);
  }, [proposed, column, change]);
  return {
    value,
    missing: touched && value === undefined,
    touch: () => setTouched(true),
    choose: (id: number | undefined): void => {
      setTouched(true);
      if (id !== undefined) keep(id);
      change((now) => withProvider(now, column, id));
    },
  };
};
