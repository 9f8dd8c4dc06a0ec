/** What may be done to the records of a screen by this person, and how it is started. */
import { useMemo } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';
import { recordLabel } from './column-text.ts';
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
  readonly peek: (path: string, id: number) => void;
}

export const useRecordActions = (model: ScreenModel): RecordActions => {
  const { openRecord, openPeek } = useOpenRecord();
  const confirmDelete = useDeleteRecord(model);
  const { rights } = model;
  return useMemo<RecordActions>(
    () => ({
      create: rights.insert ? () => openRecord({ mode: 'new', id: undefined }) : undefined,
      view: rights.view ? (row) => openRecord({ mode: 'view', id: row.id }) : undefined,
      edit: rights.update ? (row) => openRecord({ mode: 'edit', id: row.id }) : undefined,
      copy: rights.insert && rights.view ? (row) => openRecord({ mode: 'copy', id: row.id }) : undefined,
      history: rights.audit ? (row) => openRecord({ mode: 'history', id: row.id }) : undefined,
      remove: rights.delete ? (row) => confirmDelete(row.id, recordLabel(model, row)) : undefined,
      peek: openPeek,
    }),
    [model, rights, openRecord, openPeek, confirmDelete],
  );
};
