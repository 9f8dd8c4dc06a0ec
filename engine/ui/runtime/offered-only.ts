/** Which records of a target are offered: its conditions as parameters of a call. */
import type { RelationTarget } from '../../contract/screen-model.ts';
import { writeValue } from '../../contract/write-value.ts';

/** The value of a field, by its wire name, beside a relation; `above`: of the record around the row. */
export type Beside = (column: string, above: boolean) => unknown;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** `aplicacao=in.(NEGATIVA,ESTORNO)&empresa_id=eq.3`; several values beside it are any of them. An empty one narrows nothing. */
export const offeredOnly = ({ where }: Pick<RelationTarget, 'where'>, beside?: Beside): string =>
  new URLSearchParams(
    where.flatMap((one): [string, string][] => {
      const found: unknown = 'values' in one ? one.values : beside?.(one.from, one.above);
      if (isEmpty(found)) return [];
      const values = (Array.isArray(found) ? found : [found]).map(String);
      const [first = ''] = values;
      return [[one.column, values.length === 1 ? `eq.${first}` : `in.(${values.map(writeValue).join()})`]];
    }),
  ).toString();

/** The same, and the day on which what is offered must be valid. */
export const offered = (target: Pick<RelationTarget, 'where' | 'date'>, beside?: Beside): string => {
  const day = target.date === null ? undefined : beside?.(target.date, false);
  return [typeof day === 'string' && day !== '' ? `date=${day}` : '', offeredOnly(target, beside)]
    .filter((part) => part !== '')
    .join('&');
};
