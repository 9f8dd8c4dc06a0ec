/**
 * What a screen kind is. The view is reached by a lazy import alone, so that the server may read descriptors and never
 * loads a component.
 */
import type { ComponentType } from 'react';
import type { MenuEntry } from '../model/screen-types.ts';

export interface ScreenViewProps {
  /** The menu entry that was opened. */
  readonly entry: MenuEntry;
}

export interface ScreenKind {
  readonly kind: MenuEntry['kind'];
  /** Whether the view is drawn from `GET /model/screen`, which is then read beside the view's own code. */
  readonly modelled: boolean;
  readonly load: () => Promise<{ readonly default: ComponentType<ScreenViewProps> }>;
}
