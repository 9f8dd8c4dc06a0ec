/** Fields, code lists, lists and transitions of fixture registries, in a word each. */

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

export const relation = (title: string, entity: string, more: object = {}): object => ({
  title,
  'x-relation': { entity },
  ...more,
});

/** The list of a registry in the menu, by the name of its folder. */
export const registry = (folder: string, entity: string, title: string, more: object): object => ({
  entity,
  path: `/${folder}`,
  title,
  icon: 'table',
  permission: { subject: entity },
  parent: '/',
  ...more,
});

/** `to` undefined: the record stays in its state. */
export const transition = (
  name: string,
  from: readonly string[],
  to: string | undefined,
  more: object = {},
): object => ({
  name,
  title: name.charAt(0).toUpperCase() + name.slice(1),
  icon: 'play',
  from,
  to,
  ...more,
});
