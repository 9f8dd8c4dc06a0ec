/** The screen kinds. In: a menu entry. Out: the descriptor that draws it. */
import type { Screen } from '../model/types.ts';
import type { ScreenKind } from './contract.ts';
import { group } from './group.ts';
import { link } from './link.ts';
import { registry } from './registry.ts';

export const screenKinds: Readonly<Record<Screen['kind'], ScreenKind>> = { group, link, registry };
