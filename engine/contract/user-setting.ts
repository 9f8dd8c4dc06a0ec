/** What a person keeps on the server: values of the screens' own, by key. Nobody else reads them. */
import type { Json } from '../core/json.ts';

/** Answer of `GET /settings`: every value of the caller, by key. */
export type UserSettings = Readonly<Record<string, Json>>;

export const settingLimits = {
  /** Bytes of one value, as JSON. */
  value: 16 * 1024,
  /** Values of one person. */
  count: 1000,
  /** Bytes of all values of one person. */
  total: 512 * 1024,
  /** Arrays and objects inside one another. */
  depth: 16,
} as const;

/** `favorites`, `list:/cidades`: a word of the screens, and what of theirs it is about. */
export const isSettingKey = (key: string): boolean => /^[a-z][a-z-]{0,30}(:[^\p{C}\s]{1,160})?$/u.test(key);

/** Whether PostgreSQL keeps the value as it is: no U+0000, no half of a character, nothing too deep. */
export const isStorable = (value: unknown, depth = 0): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= settingLimits.depth) return false;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item, depth + 1));
};
