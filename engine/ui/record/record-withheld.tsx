import { Button } from '@mantine/core';
import { CircleOff, Plus } from 'lucide-react';
import { EmptyState } from '../controls/empty-state.tsx';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useRecordActions } from '../runtime/use-record-actions.ts';
import { RecordPanel } from './record-drawer.tsx';

/** In place of a form for a new record where there is none; where the rows stand for records of another screen, the way to its form. */
export const RecordWithheld = () => {
  const texts = useTexts();
  const model = useScreenModel();
  const { create } = useRecordActions(model);
  return (
    <RecordPanel title={model.entity.title}>
      <EmptyState
        icon={CircleOff}
        title={texts('record.withheld.title')}
        text={texts(create ? 'record.withheld.elsewhere' : 'record.withheld.text')}
        action={
          create && (
            <Button leftSection={<Plus size={15} />} onClick={create}>
              {texts('list.noRows.action')}
            </Button>
          )
        }
      />
    </RecordPanel>
  );
};
