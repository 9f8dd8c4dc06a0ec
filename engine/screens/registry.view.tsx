import { ProviderAsked } from '../ui/list/provider-asked.tsx';
import { RegistryPage } from '../ui/list/registry-page.tsx';
import { chosenProvider } from '../ui/runtime/chosen-provider.ts';
import { ScreenAddress } from '../ui/runtime/screen-address.tsx';
import { ScreenContext } from '../ui/runtime/screen-context.ts';
import { useListAddress } from '../ui/runtime/use-list-address.ts';
import { useScreenQuery } from '../ui/store/api.ts';
import type { ScreenViewProps } from './contract.ts';

/** The guard has read the model before the view is drawn; meanwhile there is nothing to show. */
const RegistryScreen = ({ entry }: ScreenViewProps) => {
  const { data: model } = useScreenQuery(entry.path);
  const { query } = useListAddress();
  if (model?.provider !== undefined && chosenProvider(query, model.provider) === undefined) return <ProviderAsked />;
  return model === undefined ? null : (
    <ScreenContext value={model}>
      <RegistryPage model={model} />
    </ScreenContext>
  );
};

const RegistryView = (props: ScreenViewProps) => (
  <ScreenAddress>
    <RegistryScreen {...props} />
  </ScreenAddress>
);

export default RegistryView;
