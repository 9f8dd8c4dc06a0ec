/** What may be done to the records of a screen by this person, and how it is started. */

import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { recordLabel } from '../../contract/column-text.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { momentIn } from '../../expressions/moment-in.ts';
import type { Row } from '../store/api.ts';
import { closedWhole } from './lock-notice.ts';
import type { RecordAddress, RecordMode } from './record-address.ts';
import { recordParameter, writeRecordAddress } from './record-address.ts';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';
import { useTimeZone } from './time-zone.ts';
import { useDeleteRecord } from './use-delete-record.ts';
import { useOpenRecord } from './use-opened-record.ts';

export interface RecordActions {
  readonly create: (() => void) | undefined;
  readonly view: ((row: Row) => void) | undefined;
  readonly edit: ((row: Row) => void) | undefined;
  /** Opens a new record with what this one holds. */
  readonly copy: ((row: Row) => void) | undefined;
  readonly history: ((row: Row) => void) | undefined;
  readonly remove: ((row: Row) => void) | undefined;
  /** Why one of these is not to be done to the row as it is, as far as is known here: who does it all the same is told. */
  readonly refusal: (action: string, row: Row) => string | undefined;
  readonly peek: (path: string, id: number) => void;
}

/** What leads to the records that the rows stand for, on the screen where those are; undefined: they are records themselves. */
const useLinkedActions = ({ record }: ScreenModel): Omit<RecordActions, 'peek' | 'remove' | 'refusal'> | undefined => {
  const navigate = useNavigate();
  return useMemo(() => {
    if (record === undefined) return undefined;
    const { path, column, rights } = record;
    const open = (address: RecordAddress): void =>
      void navigate(`${path}?${new URLSearchParams({ [recordParameter]: writeRecordAddress(address) })}`);
    const to =
      (mode: Exclude<RecordMode, 'new'>) =>
      (row: Row): void => {
        const id = row[column];
        if (typeof id === 'number') open({ mode, id });
      };
    return {
      create: rights.insert ? () => open({ mode: 'new', id: undefined }) : undefined,
      view: rights.view ? to('view') : undefined,
      edit: rights.update ? to('edit') : undefined,
      copy: rights.insert && rights.view ? to('copy') : undefined,
      history: rights.audit ? to('history') : undefined,
    };
  }, [navigate, record]);
};

const isRemovable = ({ removable }: ScreenModel, row: Row): boolean => {
  const state = removable && row[removable.key];
  return removable === undefined || typeof state !== 'string' || removable.states.includes(state);
};

/** By the state of the row, and by what it is closed by. */
const useRefusal = (model: ScreenModel): RecordActions['refusal'] => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  return useCallback(
    (action, row) => {
      if (action === 'remove') return isRemovable(model, row) ? undefined : texts('row.kept');
      return action === 'edit' ? closedWhole(model, texts, row, momentIn(timeZone)) : undefined;
    },
    [model, texts, timeZone],
  );
};

const nothingRefused = (): undefined => undefined;

/** `onGone`: the record that is shown was deleted. */
export const useRecordActions = (model: ScreenModel, onGone?: () => void): RecordActions => {
  const { openRecord, openPeek } = useOpenRecord();
  const confirmDelete = useDeleteRecord(model, onGone);
  const linked = useLinkedActions(model);
  const refusal = useRefusal(model);
  const { rights, record } = model;
  return useMemo<RecordActions>(() => {
    if (linked !== undefined && record !== undefined)
      return {
        ...linked,
        remove: record.rights.delete
          ? (row) => {
              const id = row[record.column];
              if (typeof id === 'number') confirmDelete(id, recordLabel(model, row));
            }
          : undefined,
        refusal: nothingRefused,
        peek: openPeek,
      };
    const unlessRefused = (action: string, run: (row: Row) => void) => (row: Row) => {
      const reason = refusal(action, row);
      if (reason === undefined) run(row);
      else showAlert({ type: 'info', value: reason });
    };
    return {
      create: rights.insert ? () => openRecord({ mode: 'new', id: undefined }) : undefined,
      view: rights.view ? (row) => openRecord({ mode: 'view', id: row.id }) : undefined,
      edit: rights.update ? unlessRefused('edit', (row) => openRecord({ mode: 'edit', id: row.id })) : undefined,
      copy: rights.insert && rights.view ? (row) => openRecord({ mode: 'copy', id: row.id }) : undefined,
      history: rights.audit ? (row) => openRecord({ mode: 'history', id: row.id }) : undefined,
      remove: rights.delete
        ? unlessRefused('remove', (row) => confirmDelete(row.id, recordLabel(model, row)))
        : undefined,
      refusal,
      peek: openPeek,
    };
  }, [model, rights, record, linked, refusal, openRecord, openPeek, confirmDelete]);
};
