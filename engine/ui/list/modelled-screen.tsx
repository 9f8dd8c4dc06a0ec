import type { ReactNode } from 'react';
import { useMemo } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { AsOfContext, modelOfThen, useAddressedMoment } from '../runtime/as-of.ts';
import { chosenProvider } from '../runtime/chosen-provider.ts';
import { ScreenAddress } from '../runtime/screen-address.tsx';
import { ScreenContext } from '../runtime/screen-context.ts';
import { useListAddress } from '../runtime/use-list-address.ts';
import { useWorkingProvider } from '../runtime/use-working-provider.ts';
import { useScreenQuery } from '../store/api.ts';
import { ProviderAsked } from './provider-asked.tsx';

interface Props {
  readonly path: string;
  readonly draw: (model: ScreenModel) => ReactNode;
}

/** The guard has read the model before the view is drawn; meanwhile there is nothing to show. */
const Addressed = ({ path, draw }: Props) => {
  const { data: model } = useScreenQuery(path);
  const { query } = useListAddress();
  const provider = model?.provider === undefined ? null : chosenProvider(query, model.provider);
  const working = useWorkingProvider(provider ?? null);
  const moment = useAddressedMoment();
  const shown = useMemo(() => (model && moment !== undefined ? modelOfThen(model) : model), [model, moment]);
  if (provider === undefined) return <ProviderAsked />;
  return shown === undefined || !working ? null : (
    <AsOfContext value={moment}>
      <ScreenContext value={shown}>{draw(shown)}</ScreenContext>
    </AsOfContext>
  );
};

/** A screen drawn from its model, as its address says: for which provider, and as of which moment. */
export const ModelledScreen = (props: Props) => {
  const { data: model } = useScreenQuery(props.path);
  return (
    <ScreenAddress parameters={model?.parameters}>
      <Addressed {...props} />
    </ScreenAddress>
  );
};
