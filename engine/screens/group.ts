import type { ScreenKind } from './contract.ts';

/** A group of the menu: one tile for each child. */
export const group: ScreenKind = {
  kind: 'group',
  modelled: false,
  load: () => import('./group.view.tsx'),
};
