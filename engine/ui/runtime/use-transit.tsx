/** Opens the dialog of a transition over whatever is shown: of a record, from a row's menu or from the record itself. */

import { modals } from '@mantine/modals';
import { useCallback } from 'react';
import { namedRecord } from '../../contract/column-text.ts';
import type { TransitionModel } from '../../contract/screen-model.ts';
import { later } from './later.tsx';
import { useScreenModel } from './screen-context.ts';
import { useTexts } from './texts.ts';

/** One at a time: a second click or Enter before the first dialog takes the focus opens no other. */
const dialog = 'fi-transition';

const TransitionForm = later(() => import('../states/transition-form.tsx'));

export const useTransit = () => {
  const model = useScreenModel();
  const texts = useTexts();
  return useCallback(
    (transition: TransitionModel, id: number, label: string, onDone?: () => void) => {
      modals.open({
        modalId: dialog,
        title: texts('rowAction.title', { title: transition.title, label: namedRecord(model, label) }),
        size: transition.form === null ? 'sm' : 'lg',
        closeOnClickOutside: transition.form === null,
        children: (
          <TransitionForm
            model={model}
            transition={transition}
            id={id}
            onCancel={() => modals.close(dialog)}
            onDone={() => {
              modals.close(dialog);
              onDone?.();
            }}
          />
        ),
      });
    },
    [model, texts],
  );
};
