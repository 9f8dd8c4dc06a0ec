import type { MenuProvider, ScreenModel } from '../../contract/screen-model.ts';
import { ActedProvider } from './acted-provider.tsx';
import { ProviderSelector } from './provider-selector.tsx';

interface Props {
  readonly model: ScreenModel | undefined;
  readonly providers: readonly MenuProvider[];
}

/** One selector alone: that of a screen which asks for a provider goes before the one of all screens. */
export const HeaderProvider = ({ model, providers }: Props) =>
  model?.provider === undefined ? <ActedProvider providers={providers} /> : <ProviderSelector model={model} />;
