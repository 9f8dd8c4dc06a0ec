import { Button } from '@mantine/core';
import { DatabaseZap, Plus, RotateCw, SearchX, TableProperties, TriangleAlert, WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { EmptyState } from '../controls/empty-state.tsx';
import { failureText } from '../runtime/describe-failure.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { titleInSentence } from '../runtime/title-in-sentence.ts';
import type { RecordActions } from '../runtime/use-record-actions.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { api } from '../store/api.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';

/** Milliseconds after which it is looked again for records that are still coming. */
const lookAgain = 3000;

/** Whether the records of a demonstration are still coming: then an empty list is read again until it has some. */
const useFilling = (path: string, empty: boolean): boolean => {
  const dispatch = useAppDispatch();
  const filling = useAppSelector((state) => state.jobs.filling);
  useEffect(() => {
    if (!empty || !filling) return undefined;
    const look = (): void => void dispatch(api.util.invalidateTags([{ type: 'Rows', id: path }]));
    const timer = setInterval(look, lookAgain);
    // The last of them may have come since.
    return () => {
      clearInterval(timer);
      look();
    };
  }, [dispatch, path, empty, filling]);
  return filling;
};

/** Why there is nothing to see, and the one next step. */
export const ListEmpty = ({ list, actions }: { readonly list: RegistryList; readonly actions: RecordActions }) => {
  const texts = useTexts();
  const model = useScreenModel();
  const filling = useFilling(model.screen.path, list.loaded && list.rows.length === 0);
  if (list.error && list.rows.length === 0) {
    // An address may ask for an order that no list has, or has no more: to ask again would be refused again.
    const misordered = list.error.status === 400 && list.query.sort.length > 0;
    return (
      <EmptyState
        icon={list.error.status === 0 ? WifiOff : TriangleAlert}
        title={texts(list.error.status === 0 ? 'state.offline.title' : 'list.failed')}
        text={failureText(texts, list.error)}
        action={
          misordered ? (
            <Button variant="default" onClick={() => list.setSort(() => [])}>
              {texts('list.failed.order')}
            </Button>
          ) : (
            <Button variant="default" leftSection={<RotateCw size={15} />} onClick={() => list.retry()}>
              {texts('action.retry')}
            </Button>
          )
        }
      />
    );
  }
  if (!list.loaded || list.rows.length > 0) return null;
  if (list.filtered)
    return (
      <EmptyState
        icon={SearchX}
        title={texts('list.noMatch.title')}
        text={texts('list.noMatch.text')}
        action={
          <Button variant="default" onClick={list.clearFilters}>
            {texts('list.noMatch.action')}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      icon={filling ? DatabaseZap : TableProperties}
      title={texts(filling ? 'list.filling.title' : 'list.noRows.title')}
      text={texts(filling ? 'list.filling.text' : actions.create ? 'list.noRows.text' : 'list.noRows.textNoRight', {
        title: titleInSentence(model.entity.title),
      })}
      action={
        actions.create && (
          <Button leftSection={<Plus size={15} />} onClick={actions.create}>
            {texts('list.noRows.action')}
          </Button>
        )
      }
    />
  );
};
