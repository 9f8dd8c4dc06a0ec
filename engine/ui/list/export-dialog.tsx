import { Button, Group, Modal, Progress, SegmentedControl, Text, TextInput } from '@mantine/core';
import { Download } from 'lucide-react';
import { use, useRef, useState } from 'react';
import { isPeriodEnd } from '../../contract/date-periods.ts';
import type { ExportFormat } from '../../contract/export.ts';
import { formatsOf } from '../../contract/export.ts';
import { longestScheduleName } from '../../contract/job-schedule.ts';
import type { GridColumn } from '../../contract/screen-model.ts';
import { writeSize } from '../../fields/attachment.ts';
import { AsOfContext } from '../runtime/as-of.ts';
import { failureText } from '../runtime/describe-failure.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import { useExportFile } from '../runtime/use-export-file.ts';
import { useExportJob } from '../runtime/use-export-job.ts';
import { useExportSchedule } from '../runtime/use-export-schedule.ts';
import { useFocusReturn } from '../runtime/use-focus-return.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { RhythmFields } from './rhythm-fields.tsx';

/** Rows of a sheet, its line of titles apart. */
const sheetLimit = 1_048_575;

/** What the file is of. */
export type ExportedList = Pick<RegistryList, 'query' | 'chosen' | 'sort' | 'count' | 'filtered'> & {
  readonly columns: readonly GridColumn[];
  /** Columns of the file that are not asked for by name. */
  readonly besides?: readonly GridColumn[];
};

interface Props {
  readonly list: ExportedList;
  readonly onClose: () => void;
}

/** What will be in the file: rows, form, and what its holder has to know. */
const Content = ({ list, format }: { readonly list: ExportedList; readonly format: ExportFormat }) => {
  const texts = useTexts();
  const { count, columns, besides = [] } = list;
  const among = list.filtered ? 'filter' : 'whole';
  const rows =
    count === undefined
      ? texts(`export.rows.unknown.${among}`)
      : texts(`export.rows.${count.estimated ? 'about' : 'counted'}.${among}`, { count: formatCount(count.total) });
  const personal = [...besides, ...columns].filter((column) => column.personal !== undefined).map(({ title }) => title);
  const long = count !== undefined && count.total > sheetLimit && format !== 'json';
  return (
    <>
      <Text fz="sm" mt="md">
        {rows} {texts(`export.content.${format}`)}
      </Text>
      {long && (
        <Text fz="sm" mt="xs">
          {texts(`export.long.${format}`, { count: formatCount(sheetLimit) })}
        </Text>
      )}
      {personal.length > 0 && (
        <Text fz="sm" mt="xs">
          {texts(`export.personal.${format === 'xlsx' ? 'book' : 'name'}`, { columns: personal.join(', ') })}
        </Text>
      )}
    </>
  );
};

/** Rows of the list as a file: its format, what will be in it, how far it is, and the way to stop it. */
const ExportDialog = ({ list, onClose }: Props) => {
  const texts = useTexts();
  useFocusReturn();
  // What was is the same every day.
  const moment = use(AsOfContext);
  const model = useScreenModel();
  const [format, setFormat] = useState<ExportFormat>('csv');
  const file = useExportFile(list, format);
  const { state } = file;
  const close = () => {
    file.stop();
    onClose();
  };
  const behind = useExportJob(list, format, close);
  const { rhythm, ...schedule } = useExportSchedule(list, format, close);
  const failure = behind.failure ?? schedule.failure;
  const moves = list.query.conditions.some(({ values }) => values.some(isPeriodEnd));
  const reading = state.state === 'reading';
  const open = !reading && state.state !== 'written';
  const way = useRef<HTMLButtonElement>(null);
  /** The button that began it goes away: the keyboard goes on from the one that is left. */
  const start = () => {
    way.current?.focus();
    file.start();
  };
  return (
    <Modal opened onClose={close} title={texts('export.title', { title: model.screen.title })} size={560}>
      {open && (
        <>
          <SegmentedControl
            fullWidth
            size="sm"
            aria-label={texts('export.format')}
            value={format}
            onChange={(next) => setFormat(next as ExportFormat)}
            data={formatsOf(model).map((value) => ({ value, label: texts(`export.format.${value}`) }))}
          />
          {rhythm === undefined ? (
            <Content list={list} format={format} />
          ) : (
            <>
              <Text fz="sm" mt="md">
                {texts('export.schedule.text')}
                {moves && ` ${texts('export.schedule.periods')}`}
              </Text>
              <RhythmFields value={rhythm} onChange={schedule.setRhythm} problem={schedule.problem} />
              <TextInput
                mt="sm"
                label={texts('export.schedule.name')}
                description={texts('export.schedule.name.help')}
                maxLength={longestScheduleName}
                value={schedule.name}
                onChange={(event) => schedule.setName(event.currentTarget.value)}
              />
            </>
          )}
        </>
      )}
      <div role="status" aria-live="polite">
        {reading && (
          <Text fz="sm">
            {state.bytes === 0 ? texts('export.begun') : texts('export.reading', { size: writeSize(state.bytes) })}
          </Text>
        )}
        {state.state === 'written' && (
          <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {texts('export.written', { size: writeSize(state.bytes), name: state.name })}
          </Text>
        )}
        {failure !== undefined && (
          <Text fz="sm" mt="xs">
            {failureText(texts, failure)}
          </Text>
        )}
        {state.state === 'failed' && (
          <Text fz="sm" mt="xs">
            {failureText(texts, state.failure)}
          </Text>
        )}
        {state.state === 'broken' && (
          <Text fz="sm" mt="xs">
            {texts('export.broken')}
          </Text>
        )}
      </div>
      {reading && <Progress mt="sm" value={100} animated aria-label={texts('export.progress')} />}
      <Group justify="flex-end" mt="lg" gap="sm">
        {open && rhythm === undefined && (
          <Group gap="sm" mr="auto">
            <Button variant="default" loading={behind.asking} onClick={behind.ask}>
              {texts('export.behind')}
            </Button>
            {moment === undefined && (
              <Button variant="default" onClick={schedule.begin}>
                {texts('export.schedule')}
              </Button>
            )}
          </Group>
        )}
        {/* What ends the dialog stays together, whatever room there is. */}
        <Group gap="sm" wrap="nowrap">
          <Button ref={way} variant="default" onClick={close}>
            {texts(state.state === 'written' ? 'action.close' : 'action.cancel')}
          </Button>
          {rhythm !== undefined && (
            <Button loading={schedule.adding} onClick={schedule.confirm}>
              {texts('export.schedule.confirm')}
            </Button>
          )}
          {open && rhythm === undefined && (
            <Button data-autofocus leftSection={<Download size={15} />} onClick={start}>
              {texts(state.state === 'waiting' ? 'export.start' : 'action.retry')}
            </Button>
          )}
        </Group>
      </Group>
    </Modal>
  );
};

export default ExportDialog;
