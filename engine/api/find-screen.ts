import type { Access } from '../access/access.ts';
import { Refusal } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import type { RegistryScreen } from '../model/types.ts';
import type { Compiled } from './runtime.ts';

/** The screen behind a route: the first the caller may open, else the first there is. Raises ROUTE_UNKNOWN. */
export const findScreen = (compiled: Compiled, access: Access, path: string): RegistryScreen => {
  const screens = compiled.screens.get(path) ?? [];
  const screen = screens.find((one) => access.can(one.permission.action, one.permission.subject)) ?? screens[0];
  if (screen) return screen;
  throw new Refusal('ROUTE_UNKNOWN', { path }, { suggestion: nearest(path, compiled.screens.keys()) });
};
