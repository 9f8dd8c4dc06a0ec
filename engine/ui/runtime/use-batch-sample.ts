/** Some of the rows of a batch as they are, and how many of all have the new values already. */
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { recordLabel } from '../../contract/column-text.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { momentIn } from '../../expressions/moment-in.ts';
import type { Field } from '../../model/types.ts';
import type { Row } from '../store/api.ts';
import { useCountQuery, useRowsQuery } from '../store/api.ts';
import { durations } from '../theme/tokens.ts';
import { changeProblems } from './change-problems.ts';
import type { RecordValues } from './record-values.ts';
import { useScreenModel } from './screen-context.ts';
import { useTexts } from './texts.ts';
import { useTimeZone } from './time-zone.ts';
import type { Batch } from './use-batch.ts';

const sampleSize = 5;
/** Ids and characters that an address carries without trouble. */
const countedIds = 500;
const longestValue = 200;

export interface SampleCell {
  readonly field: Field;
  /** Of a relation the embedded row. */
  readonly before: unknown;
  readonly same: boolean;
}

const cellOf = (row: Row, field: Field, after: unknown): SampleCell => {
  const before = field.type === 'relation' ? row[field.name] : row[field.column];
  const id = field.type === 'relation' ? ((before as { id?: unknown } | null)?.id ?? null) : (before ?? null);
  return { field, before, same: id === (after ?? null) };
};

/** A condition that a row meets which has the value already; undefined where it cannot be asked. */
export const conditionOf = (value: unknown): string | undefined => {
  if (value === null || typeof value === 'boolean') return `is.${value}`;
  const text = String(value);
  return text.length > longestValue ? undefined : `eq.${text}`;
};

/** The count of rows of the batch that have the values already; undefined where it would not fit an address. */
export const searchOfAlike = (
  { ids, filter, whole }: Pick<Batch, 'ids' | 'filter' | 'whole'>,
  values: RecordValues,
): string | undefined => {
  const params = new URLSearchParams(filter);
  if (ids.length <= countedIds) params.append('id', `in.(${ids.join(',')})`);
  else if (!whole) return undefined;
  for (const [column, value] of Object.entries(values)) {
    const condition = conditionOf(value);
    if (condition === undefined) return undefined;
    params.append(column, condition);
  }
  return params.toString();
};

const fieldsOf = (model: ScreenModel, values: RecordValues): readonly Field[] =>
  Object.keys(values).flatMap((column) => model.entity.fields.find((field) => field.column === column) ?? []);

export const useBatchSample = (batch: Batch, values: RecordValues) => {
  const model = useScreenModel();
  const texts = useTexts();
  const moment = momentIn(useTimeZone());
  const { path } = model.screen;
  const { ids } = batch;
  const search = useMemo(
    () =>
      new URLSearchParams({
        id: `in.(${ids.slice(0, sampleSize).join(',')})`,
        select: model.recordSelect,
        limit: String(sampleSize),
      }).toString(),
    [ids, model],
  );
  const asking = batch.phase === 'ask';
  const { data } = useRowsQuery({ path, search }, { skip: ids.length === 0 || !asking });
  const [settled] = useDebouncedValue(values, durations.autocomplete);
  const alike = searchOfAlike(batch, settled);
  const count = useCountQuery({ path, search: alike ?? '' }, { skip: alike === undefined || !asking });
  const fields = fieldsOf(model, values);
  const found = data?.rows ?? [];
  return {
    fields,
    total: ids.length,
    rows: found.map((row) => ({
      id: row.id,
      label: recordLabel(model, row),
      cells: fields.map((field) => cellOf(row, field, values[field.column])),
      /** Why this row will be refused. */
      problems: changeProblems(model, texts, row, values, moment).map(({ message }) => message),
    })),
    /** undefined while it is counted, or where nobody can say it to the last. */
    alike:
      settled === values && alike !== undefined && count.currentData && !count.currentData.estimated
        ? count.currentData.total
        : undefined,
  };
};
