import { modals } from '@mantine/modals';
import { useCallback } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { api, useRemoveMutation } from '../store/api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { rowsGone } from '../store/selection-slice.ts';
import { countedTitle } from './counted-title.ts';
import { describeFailure } from './describe-failure.ts';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';
import { useWaiting } from './use-waiting.ts';

/** Asks, deletes one record, says so. `label` names it; `onGone` leaves where it was shown. */
export const useDeleteRecord = (model: ScreenModel, onGone?: () => void) => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const [remove, { isLoading }] = useRemoveMutation();
  useWaiting(isLoading);
  // A row of a view stands for a record that is elsewhere.
  const path = model.record?.path ?? model.screen.path;
  const list = model.screen.path;

  return useCallback(
    (id: number, label: string) => {
      modals.openConfirmModal({
        title: countedTitle(texts, model, 'delete.title', 1),
        children: texts('delete.text.one', { label }),
        labels: { confirm: texts('delete.confirm'), cancel: texts('action.cancel') },
        confirmProps: { color: 'red', className: 'fi-danger' },
        withCloseButton: false,
        onConfirm: async () => {
          const result = await remove({ path, id });
          if (result.error !== undefined) return describeFailure(texts, result.error);
          onGone?.();
          if (list === path) dispatch(rowsGone({ path, ids: [id] }));
          else dispatch(api.util.invalidateTags([{ type: 'Rows', id: list }]));
          showAlert({ type: 'success', value: texts('delete.doneNamed', { label }) });
        },
      });
    },
    [texts, model, path, list, remove, dispatch, onGone],
  );
};
