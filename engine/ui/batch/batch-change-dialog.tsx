import type { ListAction } from '../../contract/screen-model.ts';
import { ActionChanges } from '../list/action-changes.tsx';
import { countedTitle } from '../runtime/counted-title.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useBatch } from '../runtime/use-batch.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { BatchDialog } from './batch-dialog.tsx';

interface Props {
  readonly action: ListAction;
  readonly list: RegistryList;
  readonly onClose: () => void;
}

/** Sets the values that a button declares on the chosen records: what, on how many, and what became of each. */
const BatchChangeDialog = ({ action, list, onClose }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const batch = useBatch(model, list, 'batch.done', onClose);
  const values = action.effect.kind === 'change' ? action.effect.values : {};
  return (
    <BatchDialog
      batch={batch}
      title={countedTitle(texts, model, 'listButton.title', batch.ids.length, { action: action.title })}
      size="md"
      submit={action.title}
      onSubmit={() => batch.start({ operation: 'update', values })}
      onClose={onClose}
    >
      <ActionChanges model={model} values={values} />
    </BatchDialog>
  );
};

export default BatchChangeDialog;
