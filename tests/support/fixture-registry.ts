/** The `columns.json` of a fixture registry, in the menu's first level. */
export const registry = (entity: string, path: string, title: string, more: object): object => ({
  entity,
  path,
  title,
  icon: 'table',
  permission: { subject: entity },
  parent: '/',
  ...more,
});
