import { ActionIcon, Button } from '@mantine/core';
import { CopyPlus, History, Pencil, ScanEye, Trash2 } from 'lucide-react';
import { use } from 'react';
import { Link } from 'react-router';
import { recordLabel } from '../../contract/column-text.ts';
import { RefusalTip } from '../controls/refusal-tip.tsx';
import { FieldValue } from '../list/column-value.tsx';
import { AsOfContext } from '../runtime/as-of.ts';
import { openAddress } from '../runtime/list-action.ts';
import { selectWithAuthors } from '../runtime/record-authors.ts';
import { RecordPanelContext } from '../runtime/record-panel-context.ts';
import { refused } from '../runtime/refused.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useOpenRecord } from '../runtime/use-opened-record.ts';
import { useRecordActions } from '../runtime/use-record-actions.ts';
import { useViewKeys } from '../runtime/use-view-keys.ts';
import { useWaiting } from '../runtime/use-waiting.ts';
import { StateBar } from '../states/state-bar.tsx';
import { useRecordQuery } from '../store/api.ts';
import { LinkedRecords } from './linked-records.tsx';
import { RecordActionsMenu } from './record-actions-menu.tsx';
import { RecordAuthors } from './record-authors.tsx';
import { RecordPanel } from './record-drawer.tsx';
import { RecordFailure } from './record-failure.tsx';
import { RecordFields } from './record-fields.tsx';

/** One record, to read. */
export const RecordView = ({ id }: { readonly id: number }) => {
  const texts = useTexts();
  const model = useScreenModel();
  const { openRecord, openPeek, closeRecord } = useOpenRecord();
  const actions = useRecordActions(model, closeRecord);
  const { above: Above, below: Below } = use(RecordPanelContext)[model.entity.name] ?? {};
  const then = use(AsOfContext);
  const { currentData, error, refetch } = useRecordQuery(
    { path: model.screen.path, id, select: selectWithAuthors(model), asOf: then },
    { refetchOnMountOrArgChange: true },
  );
  useWaiting(currentData === undefined && error === undefined);
  const row = currentData?.row;
  const state = model.entity.fields.find(({ column }) => column === model.state);
  const refusal = (action: string) => row && actions.refusal(action, row);
  /** In the place of the view; what is refused the action itself tells. */
  const edit =
    row &&
    actions.edit &&
    (() => (refusal('edit') === undefined ? openRecord({ mode: 'edit', id }, true) : actions.edit?.(row)));
  const history = row && actions.history && (() => openRecord({ mode: 'history', id }, true));
  useViewKeys({ edit, history });
  return (
    <RecordPanel
      reading
      title={model.ownRecord ? model.screen.title : model.entity.title}
      label={row && recordLabel(model, row)}
      state={row && state && <FieldValue field={state} value={row[state.column]} />}
      tools={
        row && (
          <>
            {actions.copy && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts('row.duplicate')}
                title={texts('row.duplicate')}
                onClick={() => openRecord({ mode: 'copy', id }, true)}
              >
                <CopyPlus size={16} />
              </ActionIcon>
            )}
            {history && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts('row.history')}
                aria-keyshortcuts="h"
                title={texts('row.history')}
                onClick={history}
              >
                <History size={16} />
              </ActionIcon>
            )}
            {model.readers && (
              <ActionIcon
                variant="subtle"
                color="gray"
                component={Link}
                to={openAddress(model.readers, row)}
                aria-label={texts('row.readers')}
                title={texts('row.readers')}
              >
                <ScanEye size={16} />
              </ActionIcon>
            )}
            {actions.remove && (
              <RefusalTip reason={refusal('remove')}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={texts('row.remove')}
                  title={texts('row.remove')}
                  {...refused(refusal('remove'))}
                  onClick={() => actions.remove?.(row)}
                >
                  <Trash2 size={16} />
                </ActionIcon>
              </RefusalTip>
            )}
            {edit && (
              <RefusalTip reason={refusal('edit')}>
                <Button
                  size="compact-md"
                  variant="default"
                  leftSection={<Pencil size={14} />}
                  aria-keyshortcuts="e"
                  {...refused(refusal('edit'))}
                  onClick={edit}
                >
                  {texts('row.edit')}
                </Button>
              </RefusalTip>
            )}
            {then === undefined && <RecordActionsMenu row={row} />}
          </>
        )
      }
    >
      {error && <RecordFailure failure={error} onRetry={refetch} />}
      {row && <StateBar row={row} />}
      {row && Above && <Above id={id} />}
      {row && model.linked && then === undefined && <LinkedRecords path={model.screen.path} id={id} />}
      {row && <RecordFields model={model} row={row} onPeek={openPeek} />}
      {row && Below && <Below id={id} />}
      {row && <RecordAuthors row={row} />}
    </RecordPanel>
  );
};
