import { NativeSelect } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { MenuProvider } from '../../contract/screen-model.ts';
import { useTexts } from '../runtime/texts.ts';
import { useActedProvider } from '../runtime/use-acted-provider.ts';
import { api } from '../store/api.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import classes from './provider-selector.module.css';

/** Whoever acts for the chosen one no more is told anew whom for. */
const useRefusals = (): void => {
  const dispatch = useAppDispatch();
  const refusals = useAppSelector((state) => state.provider.refusals);
  const [before] = useState(refusals);
  useEffect(() => {
    if (refusals > before) dispatch(api.util.invalidateTags(['Model']));
  }, [refusals, before, dispatch]);
};

/** In the header, for whoever acts for several providers: one of them, or all, on every screen. */
export const ActedProvider = ({ providers }: { readonly providers: readonly MenuProvider[] }) => {
  const texts = useTexts();
  const { chosen, choose } = useActedProvider();
  useRefusals();
  return (
    <div className={classes.selector} data-acted>
      <label htmlFor="fi-provider" className={classes.label}>
        {texts('provider.label')}
      </label>
      <NativeSelect
        id="fi-provider"
        size="xs"
        value={String(chosen ?? '')}
        onChange={({ currentTarget: { value } }) => choose(value === '' ? undefined : Number(value))}
        data={[
          { value: '', label: texts('provider.all') },
          ...providers.map(({ id, label }) => ({ value: String(id), label })),
        ]}
      />
    </div>
  );
};
