/** Fields and code lists of fixture registries, in a word each. */

export const text = (title: string, more: object = {}): object => ({ title, type: 'string', ...more });
export const money = (title: string, more: object = {}): object => ({
  title,
  type: 'number',
  format: 'money',
  ...more,
});
export const date = (title: string, more: object = {}): object => text(title, { format: 'date', ...more });

/** The file of a list of values, by their labels. */
export const codeList = (title: string, labels: Readonly<Record<string, string>>): object => ({
  title,
  options: Object.entries(labels).map(([value, label]) => ({ value, label })),
});
