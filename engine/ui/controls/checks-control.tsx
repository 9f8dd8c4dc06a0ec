import { Checkbox } from '@mantine/core';
import classes from './checks-control.module.css';
import type { ChoiceOption } from './choice-control.tsx';

interface Props {
  readonly label: string;
  readonly options: readonly ChoiceOption[];
  readonly value: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

/** Several values of a list, all in sight: for the small room of a popover. */
export const ChecksControl = ({ label, options, value, onChange }: Props) => (
  <fieldset className={classes.checks} aria-label={label}>
    {options.map((option) => (
      <Checkbox
        key={option.value}
        size="xs"
        label={option.label}
        checked={value.includes(option.value)}
        onChange={(event) =>
          onChange(
            event.currentTarget.checked ? [...value, option.value] : value.filter((chosen) => chosen !== option.value),
          )
        }
      />
    ))}
  </fieldset>
);
