import { useMemo } from 'react';
import { covered } from '../../contract/column-text.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { FieldFailure } from '../../core/errors.ts';
import { momentIn } from '../../expressions/moment-in.ts';
import { computeRecord, conditionsAt, expressionFailures } from '../../fields/record-expressions.ts';
import { fixedValues } from '../../model/screen-entity.ts';
import type { Row } from '../store/api.ts';
import type { ConditionsState } from './conditions.ts';
import { createConditions } from './conditions.ts';
import { withKnownLock } from './known-lock.ts';
import type { RecordValues } from './record-values.ts';
import { recordValues, unsentValues } from './record-values.ts';
import { useTimeZone } from './time-zone.ts';

/** The function from typed values to what holds of them; it remembers, and serves one form. `row`: the record as it is stored. */
export const useConditions = (
  model: ScreenModel,
  row: Row | undefined,
): ((values: RecordValues) => ConditionsState) => {
  const timeZone = useTimeZone();
  return useMemo(
    () => createConditions(model.entity, momentIn(timeZone), unsentValues(model, row)),
    [model, row, timeZone],
  );
};

/** What values break of conditions and rules, as the server will say it. `base`: the record as it is stored, or as a new one begins. */
export const useBreaches = (
  model: ScreenModel,
  base: RecordValues | undefined,
  row?: Row,
): ((values: RecordValues) => readonly FieldFailure[]) => {
  const timeZone = useTimeZone();
  return useMemo(() => {
    const moment = momentIn(timeZone);
    const unsent = unsentValues(model, row);
    const entity = withKnownLock(model.entity, unsent);
    const beside = { ...fixedValues(entity), ...unsent };
    return (values) =>
      expressionFailures({
        entity,
        shown: entity,
        record: computeRecord(entity, { ...beside, ...values }, moment),
        before: base && { ...beside, ...base, ...(row && { id: row['id'] }) },
        moment,
      });
  }, [model, base, row, timeZone]);
};

/** The values of a record that are shown and not sent, as they are stored. */
export const computedOf = ({ form, entity }: ScreenModel, row: Row | undefined): RecordValues =>
  row === undefined
    ? {}
    : Object.fromEntries(
        Object.keys(form.computed).map((column) => {
          const isCovered = entity.fields.some((field) => field.column === column && field.covered === true);
          return [column, row[column] ?? (isCovered ? covered : undefined)];
        }),
      );

/** What conditions hide of a record as it is stored. */
export const useHidden = (model: ScreenModel, row: Row): ReadonlySet<string> => {
  const timeZone = useTimeZone();
  return useMemo(() => {
    const record = { ...row, ...recordValues(model, row) };
    return conditionsAt(model.entity.expressions, record, undefined, momentIn(timeZone)).hidden;
  }, [model, row, timeZone]);
};
