/**
 * Every colour, size and duration of the screens. In: nothing. Out: what the Mantine theme, the grid theme and the
 * style sheets read. Colours reach CSS as variables (`--fi-*`), one set for light and one for dark, each designed.
 */

import type { Density } from '../../contract/list-layout.ts';

export type Accent = 'teal' | 'blue' | 'indigo' | 'violet' | 'grape' | 'green' | 'cyan' | 'orange' | 'red';
export type Ramp = readonly [string, string, string, string, string, string, string, string, string, string];

/** Ten steps of equal lightness whatever the hue (OKLCH), so that contrasts hold for every client's accent. */
export const accents: Readonly<Record<Accent, Ramp>> = {
  teal: ['#ecfaf8', '#d8f4ef', '#b4e9e1', '#84dace', '#4bc6b9', '#0aa99b', '#088c81', '#04786e', '#04655c', '#024f48'],
  blue: ['#f1f7ff', '#e1eefe', '#c4dffe', '#9eccff', '#6fb4ff', '#2594fc', '#007ada', '#0168bc', '#01579f', '#08447b'],
  indigo: [
    '#f4f6fe',
    '#e7ecfe',
    '#d1dbff',
    '#b5c4fe',
    '#95a9ff',
    '#7085fe',
    '#596ae1',
    '#4b5ac4',
    '#3f4ca4',
    '#313c7f',
  ],
  violet: [
    '#f7f6fe',
    '#edeaff',
    '#dcd6ff',
    '#c8bdff',
    '#b29eff',
    '#9875fd',
    '#7f5cdb',
    '#6d4dbf',
    '#5b41a0',
    '#47347b',
  ],
  grape: ['#fcf4fe', '#f8e5fe', '#f3cdff', '#eaacfd', '#da8bf3', '#c066db', '#a34ebc', '#8d41a3', '#763789', '#5c2c6a'],
  green: ['#effaf1', '#ddf4e2', '#bee9c8', '#97daa8', '#6cc687', '#3dab64', '#228f4e', '#177b41', '#166736', '#16502c'],
  cyan: ['#ecfafd', '#d6f3fa', '#b1e7f4', '#7fd6ec', '#41c2dd', '#0aa3be', '#09879e', '#077487', '#026172', '#034c5a'],
  orange: [
    '#fef5ef',
    '#fee8d9',
    '#fed2b5',
    '#fdb584',
    '#f29653',
    '#d97317',
    '#b65d01',
    '#9d4f00',
    '#854200',
    '#683302',
  ],
  red: ['#fef4f3', '#ffe6e4', '#ffcfca', '#ffb0a9', '#fe8880', '#ef5854', '#ce3f3e', '#b33333', '#962b2b', '#742423'],
};

/** Cool neutrals, twelve steps, from the canvas to the text. */
const lightNeutral = [
  '#fbfdfe',
  '#f6f8fa',
  '#eff1f4',
  '#e4e8ed',
  '#d9dde2',
  '#ccd0d5',
  '#aeb1b6',
  '#868b92',
  '#6a7077',
  '#565b62',
  '#363b41',
  '#181c21',
] as const;
const darkNeutral = [
  '#0e1116',
  '#14171d',
  '#1a1e23',
  '#21252a',
  '#2a2e33',
  '#353a40',
  '#494d54',
  '#6b7077',
  '#8a8f96',
  '#a3a7ac',
  '#c1c4c9',
  '#e9edf2',
] as const;

/** Colours by what they are for; the keys become `--fi-<key>`. */
export interface Colours {
  readonly canvas: string;
  readonly surface: string;
  readonly raised: string;
  readonly sunken: string;
  readonly hover: string;
  readonly border: string;
  readonly 'border-strong': string;
  readonly control: string;
  readonly text: string;
  readonly 'text-2': string;
  readonly 'text-3': string;
  readonly accent: string;
  readonly 'accent-hover': string;
  readonly 'accent-text': string;
  readonly 'accent-tint': string;
  readonly 'accent-tint-2': string;
  readonly 'success-dot': string;
  readonly success: string;
  readonly 'success-tint': string;
  readonly 'warning-dot': string;
  readonly warning: string;
  readonly 'warning-tint': string;
  readonly 'danger-dot': string;
  readonly danger: string;
  readonly 'danger-tint': string;
  readonly 'danger-solid': string;
  readonly 'info-dot': string;
  readonly info: string;
  readonly 'info-tint': string;
  readonly 'neutral-dot': string;
  readonly scrim: string;
  readonly shadow: string;
}

export const lightColours = (accent: Ramp): Colours => ({
  canvas: lightNeutral[1],
  surface: '#ffffff',
  raised: '#ffffff',
  sunken: lightNeutral[1],
  hover: lightNeutral[2],
  border: lightNeutral[3],
  'border-strong': lightNeutral[5],
  control: lightNeutral[7],
  text: lightNeutral[11],
  'text-2': lightNeutral[9],
  'text-3': lightNeutral[8],
  accent: accent[7],
  'accent-hover': accent[8],
  'accent-text': accent[7],
  'accent-tint': accent[0],
  'accent-tint-2': accent[1],
  'success-dot': '#2e854d',
  success: '#1b6236',
  'success-tint': '#e8f6eb',
  'warning-dot': '#b3740c',
  warning: '#744700',
  'warning-tint': '#fcf0e2',
  'danger-dot': '#c53637',
  danger: '#942124',
  'danger-tint': '#ffedeb',
  'danger-solid': '#b62d2f',
  'info-dot': '#2677b2',
  info: '#145786',
  'info-tint': '#e7f4ff',
  'neutral-dot': lightNeutral[7],
  scrim: 'rgb(24 28 33 / 32%)',
  shadow: '0 0 0 1px rgb(24 28 33 / 6%), 0 8px 24px rgb(24 28 33 / 14%)',
});

export const darkColours = (accent: Ramp): Colours => ({
  canvas: darkNeutral[0],
  surface: darkNeutral[1],
  raised: darkNeutral[3],
  sunken: darkNeutral[0],
  hover: darkNeutral[3],
  border: darkNeutral[4],
  'border-strong': darkNeutral[5],
  control: darkNeutral[7],
  text: darkNeutral[11],
  'text-2': darkNeutral[9],
  'text-3': darkNeutral[8],
  accent: accent[7],
  'accent-hover': accent[8],
  'accent-text': accent[4],
  'accent-tint': `color-mix(in srgb, ${accent[6]} 16%, ${darkNeutral[1]})`,
  'accent-tint-2': `color-mix(in srgb, ${accent[6]} 30%, ${darkNeutral[1]})`,
  'success-dot': '#5fb479',
  success: '#a4dab1',
  'success-tint': '#1b3121',
  'warning-dot': '#ce9042',
  warning: '#edc291',
  'warning-tint': '#382814',
  'danger-dot': '#fa6863',
  danger: '#feb5ae',
  'danger-tint': '#451e1c',
  'danger-solid': '#b62d2f',
  'info-dot': '#58a5e4',
  info: '#9fd1fc',
  'info-tint': '#1a2d3e',
  'neutral-dot': darkNeutral[8],
  scrim: 'rgb(0 0 0 / 56%)',
  shadow: '0 0 0 1px rgb(255 255 255 / 8%), 0 12px 32px rgb(0 0 0 / 56%)',
});

/** Pixels. */
export const sizes = {
  meta: 12,
  data: 13,
  body: 14,
  section: 16,
  title: 20,
  radius: 6,
  panelRadius: 8,
  topBar: 44,
  tree: 232,
  treeFolded: 48,
  gridHeader: 32,
  gridRow: 30,
  gridRowCompact: 26,
  gridRowComfortable: 38,
  searchPanel: 320,
  optionsColumn: 160,
  /** Of a text of several lines that is told beside a control. */
  hint: 280,
  /** Below this width a screen is drawn for the phone. */
  phone: 768,
  /** Below this width the search panel lies over the list. */
  panelOver: 1100,
} as const;

/** Pixels of a row of the grid, by the density that the person chose. */
export const rowHeights: Readonly<Record<Density, number>> = {
  compact: sizes.gridRowCompact,
  normal: sizes.gridRow,
  comfortable: sizes.gridRowComfortable,
};

/** Milliseconds. Document 1 section 9 gives alert and autocomplete; the rest is ours. */
export const durations = {
  motion: 140,
  alert: 6000,
  autocomplete: 500,
  commit: 150,
  /** After the last change of a form, until its draft is kept in the browser. */
  draft: 800,
  indicator: 400,
  quickSearch: 350,
  reconnect: 5000,
  /** After the last change of what is kept on the server, until it is sent; and until it is tried again. */
  settingPause: 600,
  settingRetry: 30_000,
} as const;

export const fontFamily =
  "'Inter Variable', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

export const neutrals = { light: lightNeutral, dark: darkNeutral };
