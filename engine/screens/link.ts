import type { ScreenKind } from './contract.ts';

/** An entry that leaves the product: the guard sends on whoever opens its address, and the view says where to. */
export const link: ScreenKind = {
  kind: 'link',
  modelled: false,
  load: () => import('./link.view.tsx'),
};
