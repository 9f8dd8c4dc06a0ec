import { modals } from '@mantine/modals';
import { useCallback } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { useRemoveMutation } from '../store/api.ts';
import { describeFailure } from './describe-failure.ts';
import { plural } from './plural.ts';
import { showAlert } from './show-alert.ts';
import type { Texts } from './texts.ts';
import { formatCount, useTexts } from './texts.ts';
import { titleInSentence } from './title-in-sentence.ts';
import { useWaiting } from './use-waiting.ts';

/** Names the thing and the number; where the plural is not known, the neutral wording. */
const deleteTitle = (texts: Texts, model: ScreenModel, count: number): string => {
  const one = titleInSentence(model.entity.title);
  if (count === 1) return texts('delete.title.one', { title: one });
  const many = plural(one);
  return many === undefined
    ? texts('delete.title.records', { count: formatCount(count), title: one })
    : texts('delete.title.many', { count: formatCount(count), title: many });
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
