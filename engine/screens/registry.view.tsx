import { useMemo } from 'react';
import { ProviderAsked } from '../ui/list/provider-asked.tsx';
import { RegistryPage } from '../ui/list/registry-page.tsx';
import { AsOfContext, modelOfThen, useAddressedMoment } from '../ui/runtime/as-of.ts';
import { chosenProvider } from '../ui/runtime/chosen-provider.ts';
import { later } from '../ui/runtime/later.tsx';
import { ScreenAddress } from '../ui/runtime/screen-address.tsx';
import { ScreenContext } from '../ui/runtime/screen-context.ts';
import { useListAddress } from '../ui/runtime/use-list-address.ts';
import { useWorkingProvider } from '../ui/runtime/use-working-provider.ts';
import { useScreenQuery } from '../ui/store/api.ts';
import type { ScreenViewProps } from './contract.ts';

const ReportPage = later(() => import('../ui/report/report-page.tsx'));

/** The guard has read the model before the view is drawn; meanwhile there is nothing to show. */
const RegistryScreen = ({ entry }: ScreenViewProps) => {
  const { data: model } = useScreenQuery(entry.path);
  const { query } = useListAddress();
  const provider = model?.provider === undefined ? null : chosenProvider(query, model.provider);
  const working = useWorkingProvider(provider ?? null);
  const moment = useAddressedMoment();
  const shown = useMemo(() => (model && moment !== undefined ? modelOfThen(model) : model), [model, moment]);
  if (provider === undefined) return <ProviderAsked />;
  return shown === undefined || !working ? null : (
    <AsOfContext value={moment}>
      <ScreenContext value={shown}>
        {shown.report === undefined ? (
          <RegistryPage model={shown} />
        ) : (
          <ReportPage key={shown.screen.path} model={shown} />
        )}
      </ScreenContext>
    </AsOfContext>
  );
};

const RegistryView = (props: ScreenViewProps) => {
  const { data: model } = useScreenQuery(props.entry.path);
  return (
    <ScreenAddress parameters={model?.parameters}>
      <RegistryScreen {...props} />
    </ScreenAddress>
  );
};

export default RegistryView;
