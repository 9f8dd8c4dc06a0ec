import { Menu } from '@mantine/core';
import { recordLabel } from '../../contract/column-text.ts';
import { neededByTransitions } from '../../contract/needed-by-transitions.ts';
import type { RecordLink, ScreenModel } from '../../contract/screen-model.ts';
import { writeSelect } from '../../contract/write-select.ts';
import { ScreenIcon } from '../controls/screen-icon.tsx';
import { explained } from '../runtime/explained.ts';
import { transitionsOf } from '../runtime/fitting.ts';
import { ScreenContext, useScreenModel } from '../runtime/screen-context.ts';
import { useMoment } from '../runtime/use-moment.ts';
import { useTransit } from '../runtime/use-transit.tsx';
import type { Row } from '../store/api.ts';
import { api, useRecordQuery, useScreenQuery } from '../store/api.ts';
import { useAppDispatch } from '../store/hooks.ts';

interface ItemsProps {
  readonly row: Row;
  readonly label: string;
  /** Where the line stands that parts them from the rest of the menu. */
  readonly line: 'above' | 'below';
  readonly onDone?: () => void;
}

/** The moves that fit the record now. */
const Items = ({ row, label, line, onDone }: ItemsProps) => {
  const model = useScreenModel();
  const moment = useMoment();
  const transit = useTransit();
  const field = model.entity.fields.find(({ column }) => column === model.states?.key);
  const transitions = transitionsOf(model, row, moment);
  if (field === undefined || transitions.length === 0) return null;
  return (
    <>
      {line === 'above' && <Menu.Divider />}
      <Menu.Label {...explained(`${model.entity.name}.${field.name}`)}>{field.title}</Menu.Label>
      {transitions.map((transition) => (
        <Menu.Item
          key={transition.name}
          leftSection={<ScreenIcon name={transition.icon} />}
          onClick={() => transit(transition, row.id, label, onDone)}
        >
          <span {...explained(`${model.screen.folder}#transitions.${transition.name}`)}>{transition.title}</span>
        </Menu.Item>
      ))}
      {line === 'below' && <Menu.Divider />}
    </>
  );
};

interface RecordProps {
  readonly home: ScreenModel;
  readonly id: number;
  readonly label: string;
}

/** Reads of the record what tells its moves, and nothing else of it. */
const RecordItems = ({ home, id, label }: RecordProps) => {
  const list = useScreenModel().screen.path;
  const dispatch = useAppDispatch();
  const { currentData } = useRecordQuery(
    { path: home.screen.path, id, select: writeSelect([['id'], ...neededByTransitions(home)]) },
    { refetchOnMountOrArgChange: true },
  );
  const again = () => void dispatch(api.util.invalidateTags([{ type: 'Rows', id: list }]));
  if (currentData === undefined) return null;
  return (
    <ScreenContext value={home}>
      <Items row={currentData.row} label={label} line="above" onDone={again} />
    </ScreenContext>
  );
};

interface LinkedProps {
  readonly link: RecordLink;
  readonly row: Row;
}

/** The moves of the record that the row of a view stands for, by the model of the screen where it is. */
const LinkedItems = ({ link, row }: LinkedProps) => {
  const model = useScreenModel();
  const { currentData: home } = useScreenQuery(link.path);
  const id = row[link.column];
  if (home?.states === undefined || typeof id !== 'number') return null;
  return <RecordItems home={home} id={id} label={recordLabel(model, row)} />;
};

/** The transitions of a row in its menu; those of the record that a row of a view stands for come when they are read. */
export const TransitionItems = ({ row }: { readonly row: Row }) => {
  const model = useScreenModel();
  const { record } = model;
  if (record?.moves === true) return <LinkedItems link={record} row={row} />;
  return <Items row={row} label={recordLabel(model, row)} line="below" />;
};
