import { Button, Menu } from '@mantine/core';
import { ChevronDown, Workflow } from 'lucide-react';
import { useState } from 'react';
import type { RecordLink, ScreenModel, TransitionModel } from '../../contract/screen-model.ts';
import { ScreenIcon } from '../controls/screen-icon.tsx';
import toolbar from '../list/list-toolbar.module.css';
import { describeFailure } from '../runtime/describe-failure.ts';
import { later } from '../runtime/later.tsx';
import { readLinkedRecords } from '../runtime/linked-records.ts';
import { ScreenContext, useScreenModel } from '../runtime/screen-context.ts';
import { batchLimit } from '../runtime/selected-ids.ts';
import { showAlert } from '../runtime/show-alert.tsx';
import { formatCount, useTexts } from '../runtime/texts.ts';
import { titleInSentence } from '../runtime/title-in-sentence.ts';
import type { BatchList } from '../runtime/use-batch.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { useWaiting } from '../runtime/use-waiting.ts';
import { api, useScreenQuery } from '../store/api.ts';
import { useAppDispatch } from '../store/hooks.ts';

const BatchTransitionDialog = later(() => import('../batch/batch-transition-dialog.tsx'));

interface MenuProps {
  /** The screen of the records that are moved. */
  readonly home: ScreenModel;
  readonly selection: RegistryList['selection'];
  readonly onChoose: (transition: TransitionModel) => void;
}

const TransitionMenu = ({ home: { states, entity }, selection: { empty, size }, onChoose }: MenuProps) => {
  const texts = useTexts();
  const field = entity.fields.find(({ column }) => column === states?.key);
  if (states === undefined || field === undefined) return null;
  const title = texts('transition.menu', { title: titleInSentence(field.title) });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          className={toolbar.batch ?? ''}
          disabled={empty}
          title={title}
          leftSection={<Workflow size={15} />}
          rightSection={<ChevronDown size={14} />}
        >
          <span className={toolbar.word}>{title}</span>
          {!empty && (
            <span className={toolbar.number}>{size === undefined ? texts('list.all') : formatCount(size)}</span>
          )}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {states.transitions.map((transition) => (
          <Menu.Item
            key={transition.name}
            leftSection={<ScreenIcon name={transition.icon} />}
            onClick={() => onChoose(transition)}
          >
            {transition.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

interface Props {
  readonly list: RegistryList;
}

const OwnButton = ({ list }: Props) => {
  const model = useScreenModel();
  const [asked, setAsked] = useState<TransitionModel>();
  return (
    <>
      <TransitionMenu home={model} selection={list.selection} onChoose={setAsked} />
      {asked && <BatchTransitionDialog transition={asked} list={list} onClose={() => setAsked(undefined)} />}
    </>
  );
};

/** Of the rows of a view: moved are the records that they stand for, and what was not moved stays chosen. */
const LinkedButton = ({ list, link }: Props & { readonly link: RecordLink }) => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const { path } = useScreenModel().screen;
  const { currentData: home } = useScreenQuery(link.path);
  const [reading, setReading] = useState(false);
  const [asked, setAsked] = useState<{ readonly transition: TransitionModel; readonly list: BatchList }>();
  useWaiting(reading);
  if (home?.states === undefined) return null;
  const choose = async (transition: TransitionModel): Promise<void> => {
    setReading(true);
    const { chosen, selection } = list;
    const { column } = link;
    const read = await readLinkedRecords(dispatch, { path, filter: chosen, selection: selection.state, column });
    setReading(false);
    if (read.state === 'many')
      return showAlert({ type: 'error', value: texts('batch.tooMany', { limit: formatCount(batchLimit) }) });
    if (read.state === 'failed') return describeFailure(texts, read.failure);
    const { rowsOf } = read;
    const records: BatchList = {
      chosen: '',
      selection: {
        state: { kind: 'some', ids: [...rowsOf.keys()] },
        set: (left) =>
          selection.set(
            left.kind === 'some' ? { kind: 'some', ids: left.ids.flatMap((id) => rowsOf.get(id) ?? []) } : left,
          ),
      },
    };
    setAsked({ transition, list: records });
  };
  const close = () => {
    setAsked(undefined);
    dispatch(api.util.invalidateTags([{ type: 'Rows', id: path }]));
  };
  return (
    <>
      <TransitionMenu home={home} selection={list.selection} onChoose={(transition) => void choose(transition)} />
      {asked && (
        <ScreenContext value={home}>
          <BatchTransitionDialog transition={asked.transition} list={asked.list} onClose={close} />
        </ScreenContext>
      )}
    </>
  );
};

/** The transitions of the chosen rows: waits for the first of them, like the batch buttons. */
export const TransitionButton = ({ list }: Props) => {
  const { record } = useScreenModel();
  return record?.moves === true ? <LinkedButton list={list} link={record} /> : <OwnButton list={list} />;
};
