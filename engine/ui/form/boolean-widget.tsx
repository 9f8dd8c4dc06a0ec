import { Checkbox } from '@mantine/core';
import classes from './boolean-widget.module.css';
import type { FormWidgetProps } from './control-props.ts';
import { controlProps } from './control-props.ts';

/** A check, beside its label. */
export const BooleanWidget = (props: FormWidgetProps) => {
  const { id, value, onChange, describedBy, invalid, readOnly } = controlProps<boolean>(props);
  return (
    <Checkbox
      id={id}
      className={classes.check ?? ''}
      checked={value === true}
      disabled={readOnly === true}
      error={invalid === true}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
};
