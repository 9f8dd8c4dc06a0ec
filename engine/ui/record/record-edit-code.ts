import { later } from '../runtime/later.tsx';

/** The form of a record, whose code few visits need. */
export const RecordEdit = later(() => import('./record-edit.tsx'));
