/**
 * What a change of some fields of a stored record breaks of its conditions and rules, by the evaluator of the server: told
 * before anything is sent. The row is as complete as `recordSelect` makes it.
 */
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { Moment } from '../../expressions/functions.ts';
import { keysIn, ownKey } from '../../expressions/keys-in.ts';
import { computeRecord, conditionsAt, expressionFailures, isTouched } from '../../fields/record-expressions.ts';
import type { Row } from '../store/api.ts';
import type { RecordValues } from './record-values.ts';
import { behindValues, recordValues } from './record-values.ts';
import type { Texts } from './texts.ts';

interface Problem {
  readonly field: string;
  readonly message: string;
}

export const storedValues = (model: ScreenModel, row: Row): RecordValues => ({
  ...row,
  ...recordValues(model, row),
  ...behindValues(model, row),
});

/** Everything that is broken, the first of each field; nothing where the change bears on no expression. */
export const changeProblems = (
  model: ScreenModel,
  texts: Texts,
  row: Row,
  values: RecordValues,
  moment: Moment,
): readonly Problem[] => {
  const { entity } = model;
  if (!isTouched(entity, Object.keys(values))) return [];
  const before = storedValues(model, row);
  const record = computeRecord(entity, { ...before, ...values }, moment);
  return expressionFailures({ entity, shown: entity, record, before, moment }).map(({ code, params, at }) => ({
    field: at.field ?? '',
    message: texts(`errors.${code}`, params),
  }));
};

/** Why a field of a stored record is closed to changes, in words; undefined where it is open. */
export const closedBecause = (
  model: ScreenModel,
  texts: Texts,
  row: Row,
  column: string,
  moment: Moment,
): string | undefined => {
  const { entity } = model;
  const { hidden, readOnly } = conditionsAt(entity.expressions, storedValues(model, row), undefined, moment);
  const kind = hidden.has(column) ? 'visible' : readOnly.has(column) ? 'readOnly' : undefined;
  if (kind === undefined) return undefined;
  const titleOf = (key: string): string | undefined => entity.fields.find((field) => field.column === key)?.title;
  const reads = (entity.expressions?.conditions ?? [])
    .filter((one) => one.key === column && one.kind === kind)
    .flatMap(({ expression }) => keysIn(expression.tree).own);
  const { lock } = entity.expressions ?? {};
  const locking =
    kind === 'readOnly' && lock?.keys.includes(column) ? keysIn(lock.expression.tree).own.map(ownKey) : [];
  return texts(`inline.${kind}`, {
    field: titleOf(column) ?? column,
    fields: [...new Set([...reads, ...locking].flatMap((key) => titleOf(key) ?? []))].join(', '),
  });
};

/** Whether a change of this field has to be held against the whole record. */
export const needsRecord = ({ entity, relations }: ScreenModel, column: string): boolean =>
  isTouched(entity, [column]) ||
  (entity.expressions?.conditions.some(({ key }) => key === column) ?? false) ||
  relations.some((target) => target.column === column && target.where.length > 0);
