/** What may be done to the records of a screen by this person, and how it is started. */
import { useMemo } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';
import { recordLabel } from './column-text.ts';
import { useDeleteRecords } from './use-delete-records.tsx';
import { useRecordAddress } from './use-record-address.ts';

export interface RecordActions {
  readonly create: (() => void) | undefined;
  readonly view: ((row: Row) => void) | undefined;
  readonly edit: ((row: Row) => void) | undefined;
  readonly history: ((row: Row) => void) | undefined;
  readonly remove: ((row: Row) => void) | undefined;
  readonly removeMany: ((ids: readonly number[]) => void) | undefined;
  readonly peek: (path: string, id: number) => void;
}

export const useRecordActions = (model: ScreenModel): RecordActions => {
  const { openRecord, openPeek } = useRecordAddress();
  const confirmDelete = useDeleteRecords(model);
  const { rights } = model;
  return useMemo<RecordActions>(
    () => ({
      create: rights.insert ? () => openRecord({ mode: 'new', id: undefined }) : undefined,
      view: rights.view ? (row) => openRecord({ mode: 'view', id: row.id }) : undefined,
      edit: rights.update ? (row) => openRecord({ mode: 'edit', id: row.id }) : undefined,
      history: rights.audit ? (row) => openRecord({ mode: 'history', id: row.id }) : undefined,
      remove: rights.delete ? (row) => confirmDelete([row.id], recordLabel(model, row)) : undefined,
      removeMany: rights.delete ? (ids) => confirmDelete(ids, undefined) : undefined,
      peek: openPeek,
    }),
    [model, rights, openRecord, openPeek, confirmDelete],
  );
};
