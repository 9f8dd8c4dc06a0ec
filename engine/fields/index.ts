/** The field types. In: a property of `schema.json` or a field of the model. Out: everything known of its type. */
import type { Property } from '../metadata/property.ts';
import type { FieldTypeName } from '../model/types.ts';
import { attachment } from './attachment.ts';
import { boolean } from './boolean.ts';
import { code } from './code.ts';
import type { FieldType } from './contract.ts';
import { longText } from './long-text.ts';
import { decimal, integer, money, percent } from './number.ts';
import { relation } from './relation.ts';
import { date, dateTime, month, time, year } from './temporal.ts';
import { text } from './text.ts';

export const fieldTypes: Readonly<Record<FieldTypeName, FieldType>> = {
  text,
  'long-text': longText,
  integer,
  decimal,
  money,
  percent,
  boolean,
  date,
  'date-time': dateTime,
  time,
  month,
  year,
  code,
  relation,
  attachment,
};

/** The type of a property; undefined where none fits. */
export const typeOf = (property: Property): FieldTypeName | undefined =>
  Object.values(fieldTypes).find((type) => type.matches(property))?.name;
