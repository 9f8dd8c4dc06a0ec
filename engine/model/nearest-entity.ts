import { nearest } from '../core/nearest.ts';
import { plainName } from '../core/plain-name.ts';
import type { FindEntity } from './draft.ts';

/** The entity that was meant: by its name however it is written, by its folder or its route, else the nearest. */
export const nearestEntity = (name: string, names: Iterable<string>, find: FindEntity): string | undefined => {
  const all = [...names];
  const wanted = plainName(name.split('/').at(-1) ?? name);
  const isNamed = (entity: string): boolean => {
    const screen = find(entity)?.screen;
    const route = screen?.registry.value.path?.split('/').at(-1);
    return [entity, screen?.folder, route].some((one) => one !== undefined && plainName(one) === wanted);
  };
  return all.find((entity) => entity === wanted) ?? all.find(isNamed) ?? nearest(wanted, all);
};
