/** Words of a `User-Agent` that tell a person which device it was: 'Chrome em Windows'. The more particular stands first. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
const phones: ReadonlySet<string | undefined> = new Set(['iPhone', 'iPad', 'Android']);

const find = (agent: string, names: typeof browsers): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

export interface Device {
  /** undefined: it says nothing that is known here. */
  readonly browser: string | undefined;
  readonly system: string | undefined;
  readonly phone: boolean;
}

export const readDevice = (agent: string | null): Device => {
  const system = find(agent ?? '', systems);
  return { browser: find(agent ?? '', browsers), system, phone: phones.has(system) };
};
