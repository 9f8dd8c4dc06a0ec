import { Input } from '@mantine/core';
import { formatUnrounded, parseNumber } from '../../fields/number-text.ts';
import type { ControlProps } from './control-props.ts';
import { inputAttributes } from './control-props.ts';
import classes from './number-control.module.css';
import { useDraft } from './use-draft.ts';

interface Props extends ControlProps<number> {
  /** Decimal places. */
  readonly scale: number;
  /** Whether the two decimal places of money are always written. */
  readonly fixed?: boolean;
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
}

/** A text without meaning stays as text, so that the validator can say so. */
const fromText = (text: string): number => parseNumber(text) ?? (text as unknown as number);

export const NumberControl = ({ scale, fixed = true, prefix, suffix, ...props }: Props) => {
  const toText = (value: number): string =>
    typeof value === 'number' ? formatUnrounded(value, scale, fixed) : String(value);
  const { text, change, onBlur, onKeyDown } = useDraft({ ...props, toText, fromText });
  return (
    <Input
      {...inputAttributes(props)}
      value={text}
      inputMode={scale > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      classNames={{ input: classes.input ?? '' }}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      {...(prefix === undefined ? {} : { leftSection: <span className={classes.unit}>{prefix}</span> })}
      {...(suffix === undefined ? {} : { rightSection: <span className={classes.unit}>{suffix}</span> })}
    />
  );
};
