import type { ActionIconProps } from '@mantine/core';
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Moon, Sun } from 'lucide-react';
import type { Ref } from 'react';
import { useTexts } from '../../engine/ui/runtime/texts.ts';

/** Light or dark, remembered; until one chooses, as the system is. */
export const useThemeSwitch = () => {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  return { dark: scheme === 'dark', toggle: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark') };
};

export const ThemeSwitch = (props: ActionIconProps & { readonly ref?: Ref<HTMLButtonElement> }) => {
  const texts = useTexts();
  const { dark, toggle } = useThemeSwitch();
  return (
    <ActionIcon {...props} variant="subtle" color="gray" size={30} aria-label={texts('theme.switch')} onClick={toggle}>
      {dark ? <Sun size={16} /> : <Moon size={16} />}
    </ActionIcon>
  );
};
