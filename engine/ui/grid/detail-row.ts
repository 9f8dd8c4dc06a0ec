/** The rows that the grid draws: records, and under an opened one what else it shows. */
import type { Row } from '../store/api.ts';

/** No field is named so. */
const mark = '_detail';

/** The record again, to be drawn as its detail. */
const detailRow = (row: Row): Row => ({ ...row, [mark]: true });

export const isDetailRow = (row: Row | undefined): boolean => row?.[mark] === true;

/** Each record, and after an opened one its detail. */
export const withDetails = (rows: readonly Row[], isOpen: (id: number) => boolean): readonly Row[] =>
  rows.flatMap((row) => (isOpen(row.id) ? [row, detailRow(row)] : [row]));

export const gridRowId = (row: Row): string => (isDetailRow(row) ? `${row.id}:detail` : String(row.id));
