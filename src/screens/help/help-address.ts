/** Where in the help something stands. */
export const moduleQuery = (module: string): string => `?m=${encodeURIComponent(module)}`;
export const entityQuery = (module: string, entity: string): string =>
  `${moduleQuery(module)}&e=${encodeURIComponent(entity)}`;
