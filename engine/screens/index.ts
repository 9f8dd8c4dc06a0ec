/** The screen kinds. In: a menu entry. Out: the descriptor that draws it. */
import type { MenuEntry } from '../model/screen-types.ts';
import type { ScreenKind } from './contract.ts';
import { group } from './group.ts';
import { link } from './link.ts';
import { registry } from './registry.ts';
import { report } from './report.ts';

/** Of every kind but `screen`, whose views are those of the product. */
export const screenKinds: Readonly<Record<Exclude<MenuEntry['kind'], 'screen'>, ScreenKind>> = {
  group,
  link,
  registry,
  report,
};
