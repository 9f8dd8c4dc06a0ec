/** How a value is shown to whom it is masked. In: a field. Out: the form that SQL gives the value, so that the value itself stays in the database. */
import type { Field } from '../model/types.ts';
import type { Cover } from './contract.ts';
import { fieldTypes } from './index.ts';

/** Of numbers, dates, choices, relations and files nothing is shown, for any form of them would tell too much. */
export const coverOf = (field: Field): Cover => fieldTypes[field.type].cover?.(field) ?? 'nothing';
