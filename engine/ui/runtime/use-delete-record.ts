import { modals } from '@mantine/modals';
import { useCallback } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { useRemoveMutation } from '../store/api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { rowsGone } from '../store/selection-slice.ts';
import { countedTitle } from './counted-title.ts';
import { describeFailure } from './describe-failure.ts';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';
import { useWaiting } from './use-waiting.ts';

/** Asks, deletes one record, says so. `label` names it. */
export const useDeleteRecord = (model: ScreenModel) => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const [remove, { isLoading }] = useRemoveMutation();
  useWaiting(isLoading);
  const { path } = model.screen;

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
          dispatch(rowsGone({ path, ids: [id] }));
          showAlert({ type: 'success', value: texts.count('delete.done', 1) });
        },
      });
    },
    [texts, model, path, remove, dispatch],
  );
};
