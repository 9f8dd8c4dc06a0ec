import { MultiSelect, Select } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useRef, useState } from 'react';
import { useTexts } from '../runtime/texts.ts';
import type { ControlProps } from './control-props.ts';
import { inputAttributes } from './control-props.ts';
import { describedField } from './described-field.tsx';
import { filterOptions, fitsSearch } from './fits-search.ts';
import { isEmptying, isListOpen, keepEnter, markedOption } from './open-list.ts';
import { isQuiet } from './quiet-focus.ts';
import { aheadOf, createTypeAhead } from './type-ahead.ts';
import { useCombobox } from './use-combobox.ts';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
}

interface Props {
  readonly options: readonly ChoiceOption[];
}

/** Options up to here are looked through, and taken by how they begin; beyond, what one types narrows them. */
const seenAtOnce = 6;

/** What is typed takes the option that begins so, at once; the Enter after it has nothing left to do, and opens no list. */
const useTypeAhead = (options: readonly ChoiceOption[], value: string | undefined, take: (value: string) => void) => {
  const [ahead] = useState(createTypeAhead);
  const taken = useRef(false);
  const entered = useRef(false);
  return {
    pressed: (event: KeyboardEvent): void => {
      const { key, ctrlKey, altKey, metaKey } = event;
      entered.current = taken.current && key === 'Enter';
      if (key !== 'Shift') taken.current = false;
      const typed = ctrlKey || altKey || metaKey ? undefined : ahead.type(key, event.timeStamp);
      if (typed === undefined) return;
      // The blank of a name would open the list.
      event.preventDefault();
      event.stopPropagation();
      const option = aheadOf(options, typed, value);
      if (option === undefined) return;
      taken.current = true;
      take(option.value);
    },
    mayOpen: (): boolean => {
      const may = !entered.current;
      entered.current = false;
      return may;
    },
  };
};

/** One value of a short list. Typing narrows it and marks the first that fits, which Enter and Tab then choose. */
export const ChoiceControl = ({ options, ...props }: ControlProps<string> & Props) => {
  const texts = useTexts();
  const combobox = useCombobox();
  const { value, onChange } = props;
  const label = options.find((option) => option.value === value)?.label ?? '';
  const [search, setSearch] = useState(label);
  const searchable = options.length > seenAtOnce;
  const [open, setOpen] = useState(false);
  const typeAhead = useTypeAhead(options, value, (next) => {
    setOpen(false);
    if (next !== value) onChange(next);
  });
  const clearable = props.required !== true && props.readOnly !== true;
  const narrowed = search !== '' && search !== label;
  /** A key that opens the list and narrows it at once leaves Mantine's count at the value: what is marked is taken here. */
  const entered = (event: KeyboardEvent) => {
    if (!searchable) return props.readOnly === true ? undefined : typeAhead.pressed(event);
    const marked = event.key === 'Enter' && narrowed && isListOpen(event) ? markedOption(event) : null;
    if (marked === null || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    marked.click();
  };
  const pressed = (event: KeyboardEvent) => {
    keepEnter(event);
    if ((event.key === 'Enter' || event.key === 'Tab') && isListOpen(event)) {
      const marked = markedOption(event);
      const first = narrowed ? options.find((option) => fitsSearch(option.label, search)) : undefined;
      // Enter on what is marked is the list's own.
      if (marked === null && first !== undefined) onChange(first.value);
      else if (event.key === 'Tab') marked?.click();
    }
    const named = value !== undefined && search === label && !isListOpen(event);
    if (clearable && isEmptying(event) && (!searchable || named)) {
      event.preventDefault();
      onChange(undefined);
    }
  };
  return (
    <Select
      {...inputAttributes(props)}
      {...combobox}
      data={options}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable={searchable}
      searchValue={search}
      dropdownOpened={open}
      onDropdownOpen={() => setOpen(typeAhead.mayOpen() && !isQuiet())}
      onDropdownClose={() => setOpen(false)}
      onSearchChange={(text) => {
        setSearch(text);
        // Only a person takes the whole text away while there is a value that has one.
        if (text === '' && label !== '' && clearable) onChange(undefined);
      }}
      filter={filterOptions}
      selectFirstOptionOnChange={narrowed}
      onKeyDownCapture={entered}
      onKeyDown={pressed}
      // The value that it is already takes the place of what was typed in search of it.
      onOptionSubmit={(chosen) => setSearch(options.find((option) => option.value === chosen)?.label ?? '')}
      // Picking what is chosen already changes nothing; the cross empties, and so does deleting the text.
      allowDeselect={false}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': texts('control.clear') }}
      nothingFoundMessage={texts('control.nothingFound')}
    />
  );
};

/** Several values of a list. */
export const ManyChoicesControl = ({ options, ...props }: ControlProps<readonly string[]> & Props) => {
  const texts = useTexts();
  const combobox = useCombobox();
  const [search, setSearch] = useState('');
  return (
    <MultiSelect
      {...inputAttributes(props)}
      {...describedField(props.describedBy)}
      {...combobox}
      data={options}
      value={[...(props.value ?? [])]}
      onChange={(values) => props.onChange(values.length === 0 ? undefined : values)}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={filterOptions}
      selectFirstOptionOnChange={search !== ''}
      onKeyDown={keepEnter}
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': texts('control.clear') }}
      nothingFoundMessage={texts('control.nothingFound')}
    />
  );
};
