import type { Field } from '../model/types.ts';
import { fieldTypes } from './index.ts';

/** Whether the values of the field are whole numbers, years among them. */
export const isWholeNumber = ({ type }: Pick<Field, 'type'>): boolean => fieldTypes[type].castType === 'integer';

const same = 'eq.';

/** The value of the field that a person's word is, as PostgreSQL reads it; undefined where it is none. */
export const readWhole = (field: Field, word: string): string | undefined =>
  fieldTypes[field.type]
    .typed?.(word, field)
    ?.find((condition) => condition.startsWith(same))
    ?.slice(same.length);
