import { CloseButton, Input, Tooltip } from '@mantine/core';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../runtime/texts.ts';
import { useStable } from '../runtime/use-stable.ts';
import { durations, sizes } from '../theme/tokens.ts';
import classes from './quick-search.module.css';

interface Props {
  /** Titles of what it reads. */
  readonly fields: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One character finds half of everything: it is searched only when asked for. Document 1 section 9. */
const minimum = 2;
const isShort = (typed: string): boolean => typed.trim() !== '' && typed.trim().length < minimum;

/** Searches while one types; Escape empties it. The keyboard reaches it by `/`. */
export const QuickSearch = ({ fields, value, onChange }: Props) => {
  const texts = useTexts();
  const [typed, setTyped] = useState(value);
  const known = useRef(value);
  const search = useStable({
    send: () => {
      known.current = typed.trim();
      onChange(known.current);
    },
  });

  // The address may change elsewhere: back, a chip, Limpar. What was sent from here comes back without the blanks around
  // it, while one types on.
  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed.trim() === value || isShort(typed)) return;
    const timer = setTimeout(search.send, durations.quickSearch);
    return () => clearTimeout(timer);
  }, [typed, value, search]);

  const [focused, setFocused] = useState(false);
  const short = focused && isShort(typed) && typed.trim() !== value;
  const reads = texts('list.quickSearch.reads', { fields: fields.join(', ') });
  const told = short ? texts('list.quickSearch.short') : reads;
  return (
    <Tooltip
      label={told}
      opened={short || (focused && typed === '')}
      position="bottom-start"
      multiline
      maw={sizes.hint}
    >
      <Input
        className={classes.input}
        size="xs"
        type="search"
        data-quick-search
        aria-label={texts('list.quickSearch')}
        placeholder={texts('list.quickSearch')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        aria-description={told}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search.send();
          if (event.key === 'Escape') setTyped('');
        }}
        leftSection={<Search size={14} />}
        rightSectionPointerEvents="all"
        rightSection={
          typed === '' ? null : (
            <CloseButton size="xs" aria-label={texts('control.clear')} onClick={() => setTyped('')} />
          )
        }
      />
    </Tooltip>
  );
};
