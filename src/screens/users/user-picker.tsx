import { Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import type { Row } from '../../../engine/ui/store/api.ts';
import { useLazyAutocompleteQuery } from '../../../engine/ui/store/api.ts';
import { durations } from '../../../engine/ui/theme/tokens.ts';

interface Props {
  readonly label: string;
  readonly value: number | undefined;
  readonly error?: string | undefined;
  readonly onChange: (id: number | undefined) => void;
}

const minimum = 2;
const textOf = (row: Row): string => (typeof row['label'] === 'string' ? row['label'] : String(row['login'] ?? row.id));

/** One user, found by typing login or name. */
export const UserPicker = ({ label, value, error, onChange }: Props) => {
  const texts = useTexts();
  const [ask, { data, isFetching }] = useLazyAutocompleteQuery();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Row>();
  const term = typed.trim();
  const short = term.length < minimum || (chosen !== undefined && typed === textOf(chosen));
  useEffect(() => {
    if (short) return;
    const timer = setTimeout(() => void ask({ path: '/usuarios', term, only: '' }, true), durations.autocomplete);
    return () => clearTimeout(timer);
  }, [short, term, ask]);
  const found = short ? [] : (data ?? []);
  const rows = chosen === undefined || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
  return (
    <Select
      label={label}
      required
      searchable
      clearable
      data={rows.map((row) => ({ value: String(row.id), label: textOf(row) }))}
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value === undefined ? null : String(value)}
      onChange={(id) => {
        setChosen(rows.find((row) => String(row.id) === id));
        onChange(id === null ? undefined : Number(id));
      }}
      placeholder={texts('users.pick')}
      nothingFoundMessage={
        short
          ? texts.count('control.relation.short', minimum)
          : texts(isFetching ? 'control.relation.waiting' : 'control.relation.done')
      }
      error={error}
    />
  );
};
