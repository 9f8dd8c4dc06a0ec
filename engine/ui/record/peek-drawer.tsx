import { Button } from '@mantine/core';
import { ArrowUpRight } from 'lucide-react';
import { use } from 'react';
import { Link } from 'react-router';
import { recordLabel } from '../../contract/column-text.ts';
import { AsOfContext } from '../runtime/as-of.ts';
import type { parsePeek } from '../runtime/record-address.ts';
import { ScreenContext } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useRecordQuery, useScreenQuery } from '../store/api.ts';
import { RecordDrawer, RecordPanel } from './record-drawer.tsx';
import { RecordFailure } from './record-failure.tsx';
import { RecordFields } from './record-fields.tsx';

type Peek = NonNullable<ReturnType<typeof parsePeek>>;

const PeekContent = ({ path, id }: Peek) => {
  const texts = useTexts();
  const screen = useScreenQuery(path);
  const model = screen.currentData;
  const record = useRecordQuery(
    { path, id, select: model?.recordSelect ?? '', asOf: use(AsOfContext) },
    { skip: model === undefined },
  );
  const row = record.currentData?.row;
  const error = screen.error ?? record.error;
  return (
    <RecordPanel
      title={model?.entity.title ?? texts('record.related')}
      label={model && row && recordLabel(model, row)}
      tools={
        <Button
          component={Link}
          to={`${path}?_record=view.${id}`}
          size="compact-md"
          variant="default"
          rightSection={<ArrowUpRight size={14} />}
        >
          {texts('record.open')}
        </Button>
      }
    >
      {error && <RecordFailure failure={error} onRetry={model === undefined ? screen.refetch : record.refetch} />}
      {model && row && (
        <ScreenContext value={model}>
          <RecordFields model={model} row={row} />
        </ScreenContext>
      )}
    </RecordPanel>
  );
};

interface Props {
  readonly opened: boolean;
  readonly record: Peek | undefined;
  readonly onClose: () => void;
}

/** A related record, seen without leaving the list. */
export const PeekDrawer = ({ opened, record, onClose }: Props) => (
  <RecordDrawer opened={opened} onClose={onClose} wide={false}>
    {record && <PeekContent {...record} />}
  </RecordDrawer>
);
