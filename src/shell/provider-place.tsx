import { useLocation } from 'react-router';
import { later } from '../../engine/ui/runtime/later.tsx';
import { ScreenAddress } from '../../engine/ui/runtime/screen-address.tsx';
import { useMenu } from '../../engine/ui/runtime/use-menu.ts';
import { useMenuQuery, useScreenQuery } from '../../engine/ui/store/api.ts';

const HeaderProvider = later(async () => ({
  default: (await import('../../engine/ui/list/header-provider.tsx')).HeaderProvider,
}));

/** The provider that is worked for: on a screen that asks for one, and everywhere for whoever acts for several. */
export const ProviderPlace = () => {
  const { entryAt } = useMenu();
  const { pathname } = useLocation();
  const kind = entryAt(pathname)?.kind;
  const { data: model } = useScreenQuery(pathname, { skip: kind !== 'registry' && kind !== 'report' });
  const { providers = [] } = useMenuQuery().data ?? {};
  return model?.provider === undefined && providers.length < 2 ? null : (
    // The header stands outside the screen, and reads the same address.
    <ScreenAddress parameters={model?.parameters}>
      <HeaderProvider model={model} providers={providers} />
    </ScreenAddress>
  );
};
