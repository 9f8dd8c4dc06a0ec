import { modals } from '@mantine/modals';
import { useCallback } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { useRemoveMutation } from '../store/api.ts';
import { describeFailure } from './describe-failure.ts';
import { showAlert } from './show-alert.ts';
import type { Texts } from './texts.ts';
import { useTexts } from './texts.ts';
import { useWaiting } from './use-waiting.ts';

/** The plural of an entity is the title of its screen; where both are one word, the neutral wording. */
const deleteTitle = (texts: Texts, model: ScreenModel, count: number): string => {
  const singular = model.entity.title.toLocaleLowerCase('pt-BR');
  const plural = model.screen.title.toLocaleLowerCase('pt-BR');
  if (count === 1) return texts('delete.title.one', { title: singular });
  return texts(singular === plural ? 'delete.title.records' : 'delete.title.many', { count, title: plural });
};

/** Asks, deletes, says so. `label` names a single record. */
export const useDeleteRecords = (model: ScreenModel) => {
  const texts = useTexts();
  const [remove, { isLoading }] = useRemoveMutation();
  useWaiting(isLoading);
  const { path } = model.screen;

  return useCallback(
    (ids: readonly number[], label: string | undefined) => {
      modals.openConfirmModal({
        title: deleteTitle(texts, model, ids.length),
        children: label === undefined ? texts('delete.text.many') : texts('delete.text.one', { label }),
        labels: { confirm: texts('delete.confirm'), cancel: texts('action.cancel') },
        confirmProps: { color: 'red', className: 'fi-danger' },
        withCloseButton: false,
        onConfirm: async () => {
          const result = await remove({ path, ids });
          if (result.error === undefined) showAlert({ type: 'success', value: texts.count('delete.done', ids.length) });
          else describeFailure(texts, result.error);
        },
      });
    },
    [texts, model, path, remove],
  );
};
