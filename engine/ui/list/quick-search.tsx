import { CloseButton, Input } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../runtime/texts.ts';
import { durations } from '../theme/tokens.ts';
import classes from './quick-search.module.css';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Searches while one types; Escape empties it. The keyboard reaches it by `/`. */
export const QuickSearch = ({ value, onChange }: Props) => {
  const texts = useTexts();
  const [typed, setTyped] = useState(value);
  const latest = useRef(onChange);
  latest.current = onChange;

  // The address may change elsewhere: back, a chip, Limpar.
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => latest.current(typed.trim()), durations.quickSearch);
    return () => clearTimeout(timer);
  }, [typed, value]);

  return (
    <Input
      className={classes.input}
      size="xs"
      type="search"
      data-quick-search
      aria-label={texts('list.quickSearch')}
      placeholder={texts('list.quickSearch')}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') latest.current(typed.trim());
        if (event.key === 'Escape') setTyped('');
      }}
      leftSection={<Search size={14} />}
      rightSectionPointerEvents="all"
      rightSection={
        typed === '' ? null : <CloseButton size="xs" aria-label={texts('control.clear')} onClick={() => setTyped('')} />
      }
    />
  );
};
