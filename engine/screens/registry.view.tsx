import { RegistryPage } from '../ui/list/registry-page.tsx';
import { ScreenContext } from '../ui/runtime/screen-context.ts';
import { useScreenQuery } from '../ui/store/api.ts';
import type { ScreenViewProps } from './contract.ts';

/** The guard has read the model before the view is drawn; meanwhile there is nothing to show. */
const RegistryView = ({ entry }: ScreenViewProps) => {
  const { data: model } = useScreenQuery(entry.path);
  return model === undefined ? null : (
    <ScreenContext value={model}>
      <RegistryPage model={model} />
    </ScreenContext>
  );
};

export default RegistryView;
