import { modals } from '@mantine/modals';
import { useCallback } from 'react';
import { labelSelect, namedRecord, recordLabel } from '../../contract/column-text.ts';
import type { ListAction } from '../../contract/screen-model.ts';
import { ActionChanges } from '../list/action-changes.tsx';
import type { ApiFailure, Row } from '../store/api.ts';
import { api, useUpdateMutation } from '../store/api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { describeFailure } from './describe-failure.ts';
import { useScreenModel } from './screen-context.ts';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';
import { useWaiting } from './use-waiting.ts';

type Change = Extract<ListAction['effect'], { kind: 'change' }>;

/** Asks, sets the declared values on one row as it was seen, says so. */
export const useRowChange = () => {
  const model = useScreenModel();
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const [update, { isLoading }] = useUpdateMutation();
  useWaiting(isLoading);
  const { path } = model.screen;

  return useCallback(
    (action: ListAction, { values }: Change, row: Row) => {
      const label = namedRecord(model, recordLabel(model, row));
      modals.openConfirmModal({
        title: texts('rowAction.title', { title: action.title, label }),
        children: <ActionChanges model={model} values={values} />,
        labels: { confirm: action.title, cancel: texts('action.cancel') },
        withCloseButton: false,
        onConfirm: async () => {
          const result = await update({
            path,
            id: row.id,
            etag: `"${String(row['versao'])}"`,
            values,
            select: labelSelect(model),
          });
          if (result.error === undefined) {
            const now = namedRecord(model, recordLabel(model, result.data));
            return showAlert({ type: 'success', value: texts('rowAction.done', { title: action.title, label: now }) });
          }
          const failure = result.error as ApiFailure;
          // Somebody else was quicker: the list shows what is there now.
          if (failure.status === 412) dispatch(api.util.invalidateTags([{ type: 'Rows', id: path }]));
          describeFailure(texts, failure);
        },
      });
    },
    [model, texts, dispatch, update, path],
  );
};
