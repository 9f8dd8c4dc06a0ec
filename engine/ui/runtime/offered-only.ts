/** Which records of a target are offered: its conditions as parameters of a call. */
import { offeredForParameter } from '../../contract/offered-for.ts';
import type { RelationTarget } from '../../contract/screen-model.ts';
import { writeValue } from '../../contract/write-value.ts';
import { formats } from '../../fields/formats.ts';

/** The value of a field, by its wire name, beside a relation; `above`: of the record around the row. */
export type Beside = (column: string, above: boolean) => unknown;

type Only = Pick<RelationTarget, 'offeredFor' | 'among' | 'where'>;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** `offered_for=guia.motivo&empresa_id=eq.3`; several values beside it are any of them. An empty one narrows nothing. */
export const offeredOnly = ({ offeredFor, among, where }: Only, beside?: Beside): string =>
  new URLSearchParams([
    ...(offeredFor === undefined ? [] : [[offeredForParameter, offeredFor] satisfies [string, string]]),
    ...(among === undefined ? [] : [['id', `in.(${among.join()})`] satisfies [string, string]]),
    ...where.flatMap((one): [string, string][] => {
      const found: unknown = beside?.(one.from, one.above);
      if (isEmpty(found)) return [];
      const values = (Array.isArray(found) ? found : [found]).map(String);
      const [first = ''] = values;
      return [[one.column, values.length === 1 ? `eq.${first}` : `in.(${values.map(writeValue).join()})`]];
    }),
  ]).toString();

/** Whether fewer records are offered than there are. */
export const isNarrowed = (
  { offeredFor, beyond, ...only }: Only & Pick<RelationTarget, 'beyond'>,
  beside?: Beside,
): boolean => offeredOnly({ ...only, ...(offeredFor !== undefined && !beyond && { offeredFor }) }, beside) !== '';

type Narrowed = Only & Pick<RelationTarget, 'date'>;

/** Beside the conditions, what the day comes to; of no day, also where what is typed is none yet, and where there is none to be valid on, the conditions alone. */
const withDay = (
  target: Narrowed,
  beside: Beside | undefined,
  write: (day: string, date: NonNullable<Narrowed['date']>) => string,
): string => {
  const { date } = target;
  const day = date === null ? undefined : beside?.(date.column, false);
  return [
    date !== null && typeof day === 'string' && formats.date(day) ? write(day, date) : '',
    offeredOnly(target, beside),
  ]
    .filter((part) => part !== '')
    .join('&');
};

/** What a picker asks its call for: the same, and the day on which what is offered must be valid. */
export const offered = (target: Narrowed, beside?: Beside): string => withDay(target, beside, (day) => `date=${day}`);

/** The same of any list of the target, whose filters say what the day means. */
export const fitting = (target: Narrowed, beside?: Beside): string =>
  withDay(target, beside, (day, { from, until }) =>
    new URLSearchParams([
      ['or', `(${from}.is.null,${from}.lte.${writeValue(day)})`],
      ['or', `(${until}.is.null,${until}.gte.${writeValue(day)})`],
    ]).toString(),
  );
