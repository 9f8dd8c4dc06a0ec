import type { ScreenKind } from './contract.ts';

/** A report: what is asked first, then the rows of an entity put together level by level. */
export const report: ScreenKind = {
  kind: 'report',
  modelled: true,
  load: () => import('./report.view.tsx'),
};
