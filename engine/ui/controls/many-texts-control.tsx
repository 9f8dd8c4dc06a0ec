import { TagsInput } from '@mantine/core';
import { useTexts } from '../runtime/texts.ts';
import type { ControlProps } from './control-props.ts';
import { inputAttributes } from './control-props.ts';
import { describedField } from './described-field.tsx';
import { useCombobox } from './use-combobox.ts';

/** Several codes, typed or pasted: comma, semicolon, space and Enter part them. */
export const ManyTextsControl = (props: ControlProps<readonly string[]>) => {
  const texts = useTexts();
  const combobox = useCombobox();
  return (
    <TagsInput
      {...inputAttributes(props)}
      {...describedField(props.describedBy)}
      {...combobox}
      value={[...(props.value ?? [])]}
      onChange={(values) => props.onChange(values.length === 0 ? undefined : values)}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': texts('control.clear') }}
      placeholder={props.value?.length ? '' : texts('control.codes.placeholder')}
    />
  );
};
