import { ModelledScreen } from '../ui/list/modelled-screen.tsx';
import { RegistryPage } from '../ui/list/registry-page.tsx';
import type { ScreenViewProps } from './contract.ts';

const RegistryView = ({ entry }: ScreenViewProps) => (
  <ModelledScreen path={entry.path} draw={(model) => <RegistryPage model={model} />} />
);

export default RegistryView;
