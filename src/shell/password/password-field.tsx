import { PasswordInput } from '@mantine/core';
import type { ClipboardEvent, ReactNode } from 'react';
import { useState } from 'react';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { passwordMaximum } from '../../session/password-rules.ts';
import type { PasswordForm } from './use-password-form.ts';

interface PasswordFieldProps<Name extends string> {
  readonly form: PasswordForm<Name>;
  readonly name: Name;
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly autoFocus?: boolean;
  readonly disabled?: boolean;
  /** Id of what else describes it. */
  readonly describedBy?: string;
  /** Faults that are shown elsewhere mark the input and are not repeated below it. */
  readonly quiet?: readonly string[];
  readonly description?: ReactNode;
}

/** One password: it stops at 25 characters, and a longer text pasted into it is refused aloud instead of being cut. */
export const PasswordField = <Name extends string>({
  form,
  name,
  label,
  autoComplete,
  autoFocus = false,
  describedBy,
  quiet = [],
  description,
}: PasswordFieldProps<Name>) => {
  const texts = useTexts();
  const [tooLong, setTooLong] = useState(false);
  const input = form.input(name);
  const said = form.messagesOf(name);
  const errors = [...(tooLong ? [texts('password.pasteLong')] : []), ...said.filter((text) => !quiet.includes(text))];
  const paste = (event: ClipboardEvent) => {
    const long = event.clipboardData.getData('text').length > passwordMaximum;
    if (long) event.preventDefault();
    setTooLong(long);
  };
  return (
    <PasswordInput
      {...input}
      onChange={(event) => {
        setTooLong(false);
        input.onChange(event);
      }}
      onPaste={paste}
      label={label}
      required
      withAsterisk
      maxLength={passwordMaximum}
      autoComplete={autoComplete}
      data-autofocus={autoFocus || undefined}
      visibilityToggleButtonProps={{ 'aria-label': texts('password.show'), tabIndex: 0 }}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={errors.length > 0 ? errors.join(' ') : said.length > 0}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
    />
  );
};
