import type { TransitionModel } from '../../contract/screen-model.ts';
import { countedTitle } from '../runtime/counted-title.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useAskedFields } from '../runtime/use-asked-fields.ts';
import type { BatchList } from '../runtime/use-batch.ts';
import { useBatch } from '../runtime/use-batch.ts';
import { AskedFields } from '../states/asked-fields.tsx';
import { BatchDialog } from './batch-dialog.tsx';

interface Props {
  readonly transition: TransitionModel;
  readonly list: BatchList;
  readonly onClose: () => void;
}

/** A transition of the chosen records: what it asks for, once for all, and what became of each. */
const BatchTransitionDialog = ({ transition, list, onClose }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const batch = useBatch(model, list, 'batch.done', onClose);
  const asked = useAskedFields(model, transition, undefined, (values) =>
    batch.start({ operation: 'update', values, transition: transition.name }),
  );
  return (
    <BatchDialog
      batch={batch}
      title={countedTitle(texts, model, 'listButton.title', batch.ids.length, { action: transition.title })}
      size={transition.form === null ? 'md' : 'lg'}
      submit={transition.title}
      dismiss="action.back"
      disabled={!asked.ready}
      takesTyped
      onSubmit={asked.submit}
      onClose={onClose}
    >
      <AskedFields asked={asked} from={undefined} />
    </BatchDialog>
  );
};

export default BatchTransitionDialog;
