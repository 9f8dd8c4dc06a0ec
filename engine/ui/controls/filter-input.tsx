import { CloseButton, Input } from '@mantine/core';
import { Search } from 'lucide-react';
import { useTexts } from '../runtime/texts.ts';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is filtered; also the accessible name. */
  readonly label: string;
}

/** Words that narrow what stands below them; Escape and the cross take them away. */
export const FilterInput = ({ value, onChange, label }: Props) => {
  const texts = useTexts();
  return (
    <Input
      size="xs"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onChange('');
      }}
      placeholder={label}
      aria-label={label}
      leftSection={<Search size={13} />}
      rightSectionPointerEvents="all"
      rightSection={
        value === '' ? null : <CloseButton size="xs" aria-label={texts('control.clear')} onClick={() => onChange('')} />
      }
    />
  );
};
