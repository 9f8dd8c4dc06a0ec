import { countedTitle } from '../runtime/counted-title.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import { useBatch } from '../runtime/use-batch.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { useRowLabels } from '../runtime/use-row-labels.ts';
import classes from './batch-delete-dialog.module.css';
import { BatchDialog } from './batch-dialog.tsx';

/** Records named before they are deleted. */
const sampleSize = 5;

interface Props {
  readonly list: RegistryList;
  readonly onClose: () => void;
}

/** Deletes the chosen records: the thing, the number, some of them by name, and what became of each. */
const BatchDeleteDialog = ({ list, onClose }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const batch = useBatch(model, list, 'delete.done', onClose, true);
  const { ids } = batch;
  const named = ids.slice(0, sampleSize);
  const labels = useRowLabels(batch.phase === 'ask' ? named : []);
  return (
    <BatchDialog
      batch={batch}
      title={ids.length === 0 ? texts('delete.title') : countedTitle(texts, model, 'delete.title', ids.length)}
      size="md"
      submit={texts('delete.confirm')}
      danger
      onSubmit={() => batch.start({ operation: 'delete' })}
      onClose={onClose}
    >
      <ul className={classes.sample} aria-label={texts('delete.sample')}>
        {named.map((id) => (
          <li key={id}>{labels.get(id) ?? '…'}</li>
        ))}
        {ids.length > named.length && (
          <li className={classes.more}>
            {texts.count('delete.more', ids.length - named.length, {
              count: formatCount(ids.length - named.length),
            })}
          </li>
        )}
      </ul>
      <p className={classes.text}>{texts.count('delete.text.selected', ids.length)}</p>
    </BatchDialog>
  );
};

export default BatchDeleteDialog;
