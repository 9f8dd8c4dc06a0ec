import { useLocation } from 'react-router';
import { later } from '../../engine/ui/runtime/later.tsx';
import { ScreenAddress } from '../../engine/ui/runtime/screen-address.tsx';
import { useMenu } from '../../engine/ui/runtime/use-menu.ts';
import { useScreenQuery } from '../../engine/ui/store/api.ts';

const ProviderSelector = later(async () => ({
  default: (await import('../../engine/ui/list/provider-selector.tsx')).ProviderSelector,
}));

/** The provider selector, on a screen that works for one. */
export const ProviderPlace = () => {
  const { entryAt } = useMenu();
  const { pathname } = useLocation();
  const { data: model } = useScreenQuery(pathname, { skip: entryAt(pathname)?.kind !== 'registry' });
  return model?.provider === undefined ? null : (
    // The header stands outside the screen, and reads the same address.
    <ScreenAddress parameters={model.parameters}>
      <ProviderSelector model={model} />
    </ScreenAddress>
  );
};
