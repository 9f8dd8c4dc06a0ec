import { useAppSelector } from '../../../engine/ui/store/hooks.ts';
import { mayModel } from '../may-model.ts';
import { FileProblems } from './file-problems.tsx';
import { LabelCard } from './label-card.tsx';
import { useAskedLabel } from './use-asked-label.ts';

/** Loaded in development alone, hence the default export. */
const DevelopmentParts = () => {
  const models = useAppSelector(mayModel);
  const { label, close } = useAskedLabel(models);
  return (
    <>
      <FileProblems />
      {label && <LabelCard label={label} onClose={close} />}
    </>
  );
};

export default DevelopmentParts;
