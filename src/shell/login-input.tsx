import { TextInput } from '@mantine/core';
import { useTexts } from '../../engine/ui/runtime/texts.ts';

/** Where somebody without a session says who he is: `userId` of its form. */
export const LoginInput = ({ missing }: { readonly missing: boolean }) => {
  const texts = useTexts();
  return (
    <TextInput
      label={texts('signIn.user')}
      name="userId"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      maxLength={100}
      error={missing && texts('signIn.user.missing')}
    />
  );
};
