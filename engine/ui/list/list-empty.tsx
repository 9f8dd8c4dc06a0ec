import { Button } from '@mantine/core';
import { Plus, RotateCw, SearchX, TableProperties, TriangleAlert, WifiOff } from 'lucide-react';
import { EmptyState } from '../controls/empty-state.tsx';
import { failureText } from '../runtime/describe-failure.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { titleInSentence } from '../runtime/title-in-sentence.ts';
import type { RecordActions } from '../runtime/use-record-actions.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';

/** Why there is nothing to see, and the one next step. */
export const ListEmpty = ({ list, actions }: { readonly list: RegistryList; readonly actions: RecordActions }) => {
  const texts = useTexts();
  const model = useScreenModel();
  if (list.error && list.rows.length === 0)
    return (
      <EmptyState
        icon={list.error.status === 0 ? WifiOff : TriangleAlert}
        title={texts(list.error.status === 0 ? 'state.offline.title' : 'list.failed')}
        text={failureText(texts, list.error)}
        action={
          <Button variant="default" leftSection={<RotateCw size={15} />} onClick={() => list.retry()}>
            {texts('action.retry')}
          </Button>
        }
      />
    );
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
      icon={TableProperties}
      title={texts('list.noRows.title')}
      text={texts(actions.create ? 'list.noRows.text' : 'list.noRows.textNoRight', {
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
