import { MultiSelect, Select } from '@mantine/core';
import { useTexts } from '../runtime/texts.ts';
import type { ControlProps } from './control-props.ts';
import { inputAttributes } from './control-props.ts';
import { useComboboxProps } from './portal-context.ts';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
}

interface Props {
  readonly options: readonly ChoiceOption[];
}

/** One value of a short list; typing narrows it. */
export const ChoiceControl = ({ options, ...props }: ControlProps<string> & Props) => {
  const texts = useTexts();
  const combobox = useComboboxProps();
  return (
    <Select
      {...inputAttributes(props)}
      comboboxProps={combobox}
      data={options}
      value={props.value ?? null}
      onChange={(value) => props.onChange(value ?? undefined)}
      searchable={options.length > 6}
      clearable={props.required !== true}
      clearButtonProps={{ 'aria-label': texts('control.clear') }}
      nothingFoundMessage={texts('control.nothingFound')}
      autoSelectOnBlur
    />
  );
};

/** Several values of a list. */
export const ManyChoicesControl = ({ options, ...props }: ControlProps<readonly string[]> & Props) => {
  const texts = useTexts();
  const combobox = useComboboxProps();
  return (
    <MultiSelect
      {...inputAttributes(props)}
      comboboxProps={combobox}
      data={options}
      value={[...(props.value ?? [])]}
      onChange={(values) => props.onChange(values.length === 0 ? undefined : values)}
      searchable
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': texts('control.clear') }}
      nothingFoundMessage={texts('control.nothingFound')}
    />
  );
};
