/** The Mantine theme of one client, made from the tokens alone. */
import type { CSSVariablesResolver, MantineColorsTuple, MantineThemeOverride } from '@mantine/core';
import { createTheme, rem } from '@mantine/core';
import type { Accent, Colours, Ramp } from './tokens.ts';
import { accents, darkColours, durations, fontFamily, lightColours, neutrals, sizes } from './tokens.ts';

const ramp = (values: readonly string[]): MantineColorsTuple => values as unknown as MantineColorsTuple;

/** Mantine's ten greys out of our twelve: both ends kept, where its components look for canvas and text. */
const grey = (values: readonly string[]): MantineColorsTuple =>
  ramp([0, 1, 2, 3, 5, 6, 8, 9, 10, 11].map((i) => values[i] ?? ''));

export const isAccent = (name: string): name is Accent => Object.hasOwn(accents, name);
const accentOf = (name: string): Accent => (isAccent(name) ? name : 'teal');

/** `closeLabel` is what a button with a cross alone says to screen readers. */
export const createClientTheme = (accent: string, closeLabel: string): MantineThemeOverride => {
  const name = accentOf(accent);
  return createTheme({
    fontFamily,
    fontFamilyMonospace: fontFamily,
    headings: { fontFamily, fontWeight: '600' },
    fontSizes: {
      xs: rem(sizes.meta),
      sm: rem(sizes.data),
      md: rem(sizes.body),
      lg: rem(sizes.section),
      xl: rem(sizes.title),
    },
    spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
    radius: { xs: rem(3), sm: rem(4), md: rem(sizes.radius), lg: rem(sizes.panelRadius), xl: rem(12) },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    autoContrast: false,
    primaryColor: 'accent',
    primaryShade: { light: 7, dark: 7 },
    colors: {
      accent: ramp(accents[name]),
      gray: grey(neutrals.light),
      dark: ramp([...neutrals.dark].reverse().filter((_, index) => index !== 2 && index !== 9)),
      red: ramp(accents.red),
    },
    components: {
      CloseButton: { defaultProps: { 'aria-label': closeLabel } },
      Tooltip: { defaultProps: { openDelay: 400, fz: 'xs', transitionProps: { duration: durations.motion } } },
      Modal: { defaultProps: { transitionProps: { duration: durations.motion, transition: 'fade-up' }, radius: 'lg' } },
      Drawer: { defaultProps: { transitionProps: { duration: durations.motion } } },
      Popover: {
        defaultProps: { transitionProps: { duration: durations.motion, transition: 'fade' }, shadow: 'none' },
      },
      Menu: {
        defaultProps: {
          transitionProps: { duration: durations.motion, transition: 'fade' },
          // What it would put first is no item, and a menu may hold items alone.
          withInitialFocusPlaceholder: false,
        },
      },
      Combobox: { defaultProps: { transitionProps: { duration: 0 } } },
      Select: { defaultProps: { comboboxProps: { transitionProps: { duration: 0 } } } },
      Input: { defaultProps: { size: 'sm' } },
      InputWrapper: { defaultProps: { size: 'sm' } },
      Button: { defaultProps: { size: 'sm' } },
    },
  });
};

const variables = (colours: Colours): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(colours).map(([key, value]) => [`--fi-${key}`, value])),
  '--mantine-color-body': colours.surface,
  '--mantine-color-text': colours.text,
  '--mantine-color-dimmed': colours['text-2'],
  '--mantine-color-placeholder': colours['text-3'],
  '--mantine-color-anchor': colours['accent-text'],
  '--mantine-color-error': colours.danger,
  '--mantine-color-default': colours.surface,
  '--mantine-color-default-hover': colours.hover,
  '--mantine-color-default-color': colours.text,
  '--mantine-color-default-border': colours['border-strong'],
  '--mantine-color-disabled': colours.hover,
  '--mantine-color-disabled-color': colours['text-3'],
  '--mantine-color-disabled-border': colours.border,
  '--mantine-primary-color-filled': colours.accent,
  '--mantine-primary-color-filled-hover': colours['accent-hover'],
  '--mantine-primary-color-light': colours['accent-tint'],
  '--mantine-primary-color-light-hover': colours['accent-tint-2'],
  '--mantine-primary-color-light-color': colours['accent-text'],
});

/** Gives the tokens to CSS. */
export const createVariablesResolver =
  (accent: string): CSSVariablesResolver =>
  () => {
    const values: Ramp = accents[accentOf(accent)];
    return {
      variables: Object.fromEntries(Object.entries(sizes).map(([key, value]) => [`--fi-size-${key}`, rem(value)])),
      light: variables(lightColours(values)),
      dark: variables(darkColours(values)),
    };
  };
