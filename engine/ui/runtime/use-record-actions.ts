/** What may be done to the records of a screen by this person, and how it is started. */
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { recordLabel } from '../../contract/column-text.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';
import type { RecordAddress, RecordMode } from './record-address.ts';
import { recordParameter, writeRecordAddress } from './record-address.ts';
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
  /** Whether the state of the row lets it be deleted, as far as is known here. */
  readonly removable: (row: Row) => boolean;
  readonly peek: (path: string, id: number) => void;
}

/** What leads to the records that the rows stand for, on the screen where those are; undefined: they are records themselves. */
const useLinkedActions = ({
  record,
}: ScreenModel): Omit<RecordActions, 'peek' | 'remove' | 'removable'> | undefined => {
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

export const useRecordActions = (model: ScreenModel): RecordActions => {
  const { openRecord, openPeek } = useOpenRecord();
  const confirmDelete = useDeleteRecord(model);
  const linked = useLinkedActions(model);
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
        removable: () => true,
        peek: openPeek,
      };
    return {
      create: rights.insert ? () => openRecord({ mode: 'new', id: undefined }) : undefined,
      view: rights.view ? (row) => openRecord({ mode: 'view', id: row.id }) : undefined,
      edit: rights.update ? (row) => openRecord({ mode: 'edit', id: row.id }) : undefined,
      copy: rights.insert && rights.view ? (row) => openRecord({ mode: 'copy', id: row.id }) : undefined,
      history: rights.audit ? (row) => openRecord({ mode: 'history', id: row.id }) : undefined,
      remove: rights.delete ? (row) => confirmDelete(row.id, recordLabel(model, row)) : undefined,
      removable: (row) => isRemovable(model, row),
      peek: openPeek,
    };
  }, [model, rights, record, linked, openRecord, openPeek, confirmDelete]);
};
