import { formatFieldValue } from '../../contract/column-text.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { Scalar } from '../../model/types.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import classes from './action-changes.module.css';

interface Props {
  readonly model: ScreenModel;
  /** By wire name. */
  readonly values: Readonly<Record<string, Scalar | null>>;
}

/** What an action sets, field by field. */
export const ActionChanges = ({ model, values }: Props) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  return (
    <dl className={classes.list}>
      {model.entity.fields
        .filter(({ column }) => Object.hasOwn(values, column))
        .map((field) => {
          const value = values[field.column];
          const text =
            typeof value === 'boolean'
              ? texts(value ? 'value.yes' : 'value.no')
              : formatFieldValue(model, field, value, timeZone);
          return (
            <div key={field.column}>
              <dt>{field.title}</dt>
              <dd>{text === '' ? texts('value.empty') : text}</dd>
            </div>
          );
        })}
    </dl>
  );
};
