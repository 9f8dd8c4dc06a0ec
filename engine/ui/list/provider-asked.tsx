import { Stethoscope } from 'lucide-react';
import { EmptyState } from '../controls/empty-state.tsx';
import { useTexts } from '../runtime/texts.ts';

/** In place of a list whose provider is not chosen yet. */
export const ProviderAsked = () => {
  const texts = useTexts();
  return <EmptyState level={1} icon={Stethoscope} title={texts('provider.missing')} text={texts('provider.asked')} />;
};
