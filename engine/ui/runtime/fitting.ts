/** Which transitions and actions fit a record, as far as the screen can tell; the server has the last word. */
import type { ListAction, ScreenModel, TransitionModel } from '../../contract/screen-model.ts';
import type { Moment } from '../../expressions/functions.ts';
import { isBeyond } from '../../expressions/keys-in.ts';
import type { Expression } from '../../expressions/types.ts';
import { holds } from '../../fields/record-transition.ts';
import type { Row } from '../store/api.ts';
import type { RecordValues } from './record-values.ts';
import { behindValues } from './record-values.ts';

/** A row by wire names, those of its relations too. */
export const wireValues = ({ entity }: ScreenModel, row: Row): RecordValues => ({
  ...row,
  ...Object.fromEntries(
    entity.fields.flatMap(({ name, column }) => {
      const related = row[name] as { readonly id?: unknown } | null | undefined;
      return name === column || row[column] !== undefined ? [] : [[column, related?.id ?? null]];
    }),
  ),
});

/** What of others is not known here the server knows. */
const isUnknown = (when: Expression | undefined, record: RecordValues): boolean =>
  when?.reads.some((key) => isBeyond(key) && !Object.hasOwn(record, key)) === true;

const mayHold = ({ when }: Pick<TransitionModel, 'when'>, record: RecordValues, moment: Moment): boolean =>
  isUnknown(when, record) || holds({ when }, record, moment);

/** What conditions read of a row, and of what it points at as far as it was read with it. */
const readValues = (model: ScreenModel, row: Row): RecordValues => ({
  ...wireValues(model, row),
  ...behindValues(model, row),
});

export const transitionsOf = (model: ScreenModel, row: Row, moment: Moment): readonly TransitionModel[] => {
  const { states } = model;
  if (states === undefined) return [];
  const record = readValues(model, row);
  return states.transitions.filter(
    (one) => one.from.includes(String(record[states.key])) && mayHold(one, record, moment),
  );
};

/** The actions that are offered for a row. */
export const actionsOf = (model: ScreenModel, row: Row, moment: Moment): readonly ListAction[] => {
  const record = readValues(model, row);
  return model.actions.filter((one) => mayHold(one, record, moment));
};
