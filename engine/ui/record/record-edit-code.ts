import { readAhead } from '../runtime/read-ahead.tsx';

/** The form of a record, whose code few visits need. */
export const RecordEdit = readAhead(() => import('./record-edit.tsx'));
