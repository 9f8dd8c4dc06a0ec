import type { ScreenKind } from './contract.ts';

/** A registry: list, search panel, form, batch and audit of one entity. */
export const registry: ScreenKind = {
  kind: 'registry',
  modelled: true,
  load: () => import('./registry.view.tsx'),
};
