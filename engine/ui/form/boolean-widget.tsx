import { Checkbox } from '@mantine/core';
import type { FormWidgetProps } from './control-props.ts';
import { controlProps } from './control-props.ts';

/** A check with its label at its side. */
export const BooleanWidget = (props: FormWidgetProps) => {
  const { id, value, onChange, describedBy, invalid, readOnly } = controlProps<boolean>(props);
  return (
    <Checkbox
      id={id}
      label={props.label}
      checked={value === true}
      disabled={readOnly === true}
      error={invalid === true}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
};
