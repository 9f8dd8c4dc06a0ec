import { ArrowRight } from 'lucide-react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { FieldValue } from '../list/column-value.tsx';
import classes from './state-change.module.css';

interface Props {
  readonly model: ScreenModel;
  readonly from: unknown;
  readonly to: string;
  /** What stands before the states. */
  readonly label: string;
}

/** From one state to another, in their words. */
export const StateChange = ({ model, from, to, label }: Props) => {
  const field = model.entity.fields.find(({ column }) => column === model.states?.key);
  if (field === undefined) return null;
  return (
    <p className={classes.change}>
      <span className={classes.title}>{field.title}</span>
      {from !== undefined && from !== to && (
        <>
          <FieldValue field={field} value={from} />
          <ArrowRight size={14} className={classes.arrow} role="img" aria-label={label} />
        </>
      )}
      <FieldValue field={field} value={to} />
    </p>
  );
};
