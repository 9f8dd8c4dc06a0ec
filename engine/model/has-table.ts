import type { Entity } from './types.ts';

/** Whether the entity has a table of its own; otherwise its rows are kept elsewhere, and nobody writes them through it. */
export const hasTable = ({ log, view }: Pick<Entity, 'log' | 'view'>): boolean =>
  log === undefined && view === undefined;
