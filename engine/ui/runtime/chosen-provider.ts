/** The provider that a screen works for, which is a filter of its list and so stands in the address. Pure. */
import type { ListQuery } from '../../contract/list-query.ts';

/** The key under which a person keeps the provider that was chosen last. */
export const providerSetting = 'provider';

/** As it is kept; undefined: none, or nothing that is understood. */
export const keptProvider = (stored: unknown): number | undefined =>
  typeof stored === 'number' && Number.isSafeInteger(stored) ? stored : undefined;

/** Document 1 section 5: required and numeric; undefined where the address names none, or no number. */
export const chosenProvider = (query: ListQuery, column: string): number | undefined => {
  const [only, ...more] = query.conditions.filter(({ key }) => key === column);
  const text = only?.operator === 'eq' ? only.values[0] : undefined;
  return more.length === 0 && text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
};

export const withProvider = (query: ListQuery, column: string, id: number | undefined): ListQuery => ({
  ...query,
  conditions: [
    ...query.conditions.filter(({ key }) => key !== column),
    ...(id === undefined ? [] : [{ key: column, operator: 'eq' as const, values: [String(id)] }]),
  ],
});
