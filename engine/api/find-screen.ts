import type { Access } from '../access/access.ts';
import { Refusal } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import type { RegistryScreen } from '../model/screen-types.ts';
import type { Compiled } from './runtime.ts';

/** The screen behind a route: the first the caller may open, else the first there is. Raises ROUTE_UNKNOWN. */
export const findScreen = (compiled: Compiled, access: Access, path: string): RegistryScreen => {
  const screens = compiled.screens.get(path) ?? [];
  const opens = ({ permission }: RegistryScreen): boolean => access.can(permission.action, permission.subject);
  const screen = screens.find(opens) ?? screens[0];
  if (screen) return screen;
  const open = [...compiled.screens].filter(([, some]) => some.some(opens)).map(([known]) => known);
  throw new Refusal('ROUTE_UNKNOWN', { path }, { suggestion: nearest(path, open) });
};
