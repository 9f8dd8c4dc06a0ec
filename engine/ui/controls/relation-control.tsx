import { MultiSelect, Select } from '@mantine/core';
import { useState } from 'react';
import type { RelationTarget } from '../../contract/screen-model.ts';
import { useTexts } from '../runtime/texts.ts';
import { useRelationOptions } from '../runtime/use-relation-options.ts';
import type { Row } from '../store/api.ts';
import type { ControlProps } from './control-props.ts';
import { inputAttributes } from './control-props.ts';
import { useComboboxProps } from './portal-context.ts';

interface Props {
  readonly target: RelationTarget;
  /** Rows of the target that are known already, so that their label shows at once. */
  readonly known?: readonly Row[] | undefined;
}

/** What the empty list says: type more, wait, or nothing matches. */
const useHint = (state: 'short' | 'waiting' | 'done'): string => useTexts()(`control.relation.${state}`);

/** One record of another registry, found by typing. */
export const RelationControl = ({ target, known, ...props }: ControlProps<number> & Props) => {
  const texts = useTexts();
  const combobox = useComboboxProps();
  const [search, setSearch] = useState('');
  const { options, state } = useRelationOptions(target, search, props.value === undefined ? [] : [props.value], known);
  const hint = useHint(state);
  return (
    <Select
      {...inputAttributes(props)}
      comboboxProps={combobox}
      data={options}
      value={props.value === undefined ? null : String(props.value)}
      onChange={(value) => props.onChange(value === null ? undefined : Number(value))}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      clearable
      disabled={target.path === null}
      clearButtonProps={{ 'aria-label': texts('control.clear') }}
      nothingFoundMessage={hint}
      placeholder={texts('control.relation.placeholder')}
      maxDropdownHeight={280}
    />
  );
};

/** Several records of another registry; ids as texts, as filters keep them. */
export const ManyRelationsControl = ({ target, known, ...props }: ControlProps<readonly string[]> & Props) => {
  const texts = useTexts();
  const combobox = useComboboxProps();
  const [search, setSearch] = useState('');
  const ids = (props.value ?? []).map(Number);
  const { options, state } = useRelationOptions(target, search, ids, known);
  const hint = useHint(state);
  return (
    <MultiSelect
      {...inputAttributes(props)}
      comboboxProps={combobox}
      data={options}
      value={[...(props.value ?? [])]}
      onChange={(values) => props.onChange(values.length === 0 ? undefined : values)}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      clearable
      hidePickedOptions
      disabled={target.path === null}
      clearButtonProps={{ 'aria-label': texts('control.clear') }}
      nothingFoundMessage={hint}
      placeholder={ids.length === 0 ? texts('control.relation.placeholder') : ''}
      maxDropdownHeight={280}
    />
  );
};
