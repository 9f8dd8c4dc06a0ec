import { Button, Group, Modal, Progress, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import { useRef } from 'react';
import { failureText } from '../runtime/describe-failure.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import { csvLimit, useCsvFile } from '../runtime/use-csv-file.ts';
import { useCsvJob } from '../runtime/use-csv-job.ts';
import { useFocusReturn } from '../runtime/use-focus-return.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';

interface Props {
  readonly list: RegistryList;
  readonly onClose: () => void;
}

/** Rows of the list as a file: what will be in it, how far it is, and the way to stop it. */
const CsvDialog = ({ list, onClose }: Props) => {
  const texts = useTexts();
  useFocusReturn();
  const model = useScreenModel();
  const file = useCsvFile(list);
  const { state } = file;
  const { count } = list;
  const close = () => {
    file.stop();
    onClose();
  };
  const behind = useCsvJob(list, close);
  const reading = state.state === 'reading';
  const way = useRef<HTMLButtonElement>(null);
  /** The button that began it goes away: the keyboard goes on from the one that is left. */
  const start = () => {
    way.current?.focus();
    file.start();
  };
  const share = reading && count ? Math.min(100, (state.rows / Math.max(1, count.total)) * 100) : 0;
  const number = count && formatCount(count.total);
  const among = list.filtered ? 'filter' : 'whole';
  return (
    <Modal opened onClose={close} title={texts('csv.title', { title: model.screen.title })} size={460}>
      {state.state === 'waiting' && (
        <>
          <Text fz="sm">
            {number === undefined
              ? texts(`csv.rows.unknown.${among}`)
              : texts(`csv.rows.${count?.estimated ? 'about' : 'counted'}.${among}`, { count: number })}{' '}
            {texts('csv.content')}
          </Text>
          {count !== undefined && count.total > csvLimit && (
            <Text fz="sm" mt="xs">
              {texts('csv.limit', { count: formatCount(csvLimit) })} {texts('csv.behind.limit')}
            </Text>
          )}
        </>
      )}
      <div role="status" aria-live="polite">
        {reading && <Text fz="sm">{texts('csv.reading', { count: formatCount(state.rows) })}</Text>}
        {state.state === 'written' && (
          <Text fz="sm">
            {texts(state.more ? 'csv.writtenPart' : 'csv.written', { count: formatCount(state.rows), name: file.name })}
          </Text>
        )}
        {behind.failure !== undefined && <Text fz="sm">{failureText(texts, behind.failure)}</Text>}
        {state.state === 'failed' && <Text fz="sm">{failureText(texts, state.failure)}</Text>}
      </div>
      {reading && <Progress mt="sm" value={share} animated={count === undefined} aria-label={texts('csv.progress')} />}
      <Group justify="flex-end" mt="lg" gap="sm">
        {(state.state === 'waiting' || state.state === 'failed') && (
          <Button variant="default" mr="auto" loading={behind.asking} onClick={behind.ask}>
            {texts('csv.behind')}
          </Button>
        )}
        <Button ref={way} variant="default" onClick={close}>
          {texts(state.state === 'written' ? 'action.close' : 'action.cancel')}
        </Button>
        {(state.state === 'waiting' || state.state === 'failed') && (
          <Button data-autofocus leftSection={<Download size={15} />} onClick={start}>
            {texts(state.state === 'failed' ? 'action.retry' : 'csv.start')}
          </Button>
        )}
      </Group>
    </Modal>
  );
};

export default CsvDialog;
