import { LabelCard } from './label-card.tsx';
import { useAskedLabel } from './use-asked-label.ts';

/** For who models: a label that is asked for has a card of who set it. Loaded when needed, hence the default export. */
const AskedLabels = () => {
  const { label, close } = useAskedLabel();
  return label && <LabelCard label={label} onClose={close} />;
};

export default AskedLabels;
