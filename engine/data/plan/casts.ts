/** The casts of `select=coluna::tipo` that no value of the column's type can fail. */
import { Refusal } from '../../core/errors.ts';
import type { ColumnRef } from './refs.ts';

const always = ['text', 'varchar'] as const;

/** By the SQL type of the column. */
const casts = {
  text: always,
  integer: [...always, 'integer', 'bigint', 'numeric', 'float8'],
  bigint: [...always, 'bigint', 'numeric', 'float8'],
  numeric: [...always, 'numeric', 'float8'],
  boolean: [...always, 'boolean', 'integer'],
  date: [...always, 'date', 'timestamp', 'timestamptz'],
  time: [...always, 'time', 'interval'],
  timestamptz: [...always, 'timestamptz', 'timestamp', 'date', 'time'],
} as const;

export type CastName = (typeof casts)[keyof typeof casts][number];

/** Other names of the same types. */
const aliases: Readonly<Record<string, CastName>> = {
  'character varying': 'varchar',
  int: 'integer',
  int4: 'integer',
  int8: 'bigint',
  decimal: 'numeric',
  'double precision': 'float8',
  bool: 'boolean',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamptz',
};

const isCastType = (name: string): name is keyof typeof casts => Object.hasOwn(casts, name);

/** Raises REQUEST_CAST_REFUSED. */
export const planCast = (ref: ColumnRef, name: string): CastName => {
  const accepted: readonly CastName[] = isCastType(ref.castType) ? casts[ref.castType] : always;
  const meant = Object.hasOwn(aliases, name) ? aliases[name] : name;
  const found = accepted.find((one) => one === meant);
  if (found !== undefined) return found;
  throw new Refusal('REQUEST_CAST_REFUSED', { cast: name, column: ref.column, casts: accepted });
};
