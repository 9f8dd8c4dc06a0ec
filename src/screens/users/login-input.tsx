import { TextInput } from '@mantine/core';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';

interface LoginInputProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (login: string) => void;
}

/** The login that somebody is to get. */
export const LoginInput = ({ value, error, onChange }: LoginInputProps) => (
  <TextInput
    label={useTexts()('users.login')}
    required
    maxLength={50}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
