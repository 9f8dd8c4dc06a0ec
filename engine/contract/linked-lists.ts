/** Which lists tell of the records that point at a record, as one user may open them. */
import type { Access } from '../access/access.ts';
import { comparableFields } from '../access/visible-entity.ts';
import { hasTable } from '../model/has-table.ts';
import { screenEntity } from '../model/screen-entity.ts';
import type { RegistryScreen } from '../model/screen-types.ts';
import type { Entity, Field, Model } from '../model/types.ts';
import { reachableScreens } from './build-menu-model.ts';

/** A list, and the relation by which its records point. */
export interface LinkedList {
  readonly screen: RegistryScreen;
  readonly field: Field;
  readonly title: string;
  /** Whether the records of the list point by no other. */
  readonly alone: boolean;
}

interface Pointing {
  readonly screen: RegistryScreen;
  readonly field: Field;
}

/** Of an entity the list that shows all of its records; where each shows a part, all of them. */
const listsOf = (entity: Entity, screens: readonly RegistryScreen[]): readonly RegistryScreen[] => {
  const whole = screens.filter((screen) => screen.filter === undefined);
  const own = whole.find(({ path }) => path === entity.path) ?? whole[0];
  return own === undefined ? screens : [own];
};

const pointingAt = (model: Model, access: Access, entity: Entity): readonly Pointing[] => {
  const open = reachableScreens(model, access).filter(
    (one): one is RegistryScreen => one.kind === 'registry' && one.report === undefined,
  );
  const lists = [...Map.groupBy(open, (one) => one.entity)].flatMap(([name, screens]) => {
    const other = model.entities[name];
    // What a view shows are records of others, and those are told of themselves.
    return other === undefined || !hasTable(other) ? [] : listsOf(other, screens);
  });
  const shown = new Set(lists);
  return open
    .filter((screen) => shown.has(screen))
    .flatMap((screen) => {
      const other = screenEntity(model, screen);
      const fields = other === undefined ? [] : comparableFields(model, access, other, screen);
      return fields.filter(({ relation }) => relation?.entity === entity.name).map((field) => ({ screen, field }));
    });
};

/** Those that the screen names first, in its order; then all others, in the order of the menu. */
export const linkedLists = (
  model: Model,
  access: Access,
  entity: Entity,
  { linked = [] }: Pick<RegistryScreen, 'linked'>,
): readonly LinkedList[] => {
  const found = pointingAt(model, access, entity);
  const placeOf = ({ screen, field }: Pointing): number => {
    const place = linked.findIndex((one) => one.entity === screen.entity && one.relation === field.name);
    return place < 0 ? linked.length : place;
  };
  const client = model.client?.title ?? '';
  return found
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map(({ screen, field }) => ({
      screen,
      field,
      title: screen.title.replaceAll('{cliente}', client),
      alone: found.every((other) => other.screen !== screen || other.field === field),
    }));
};
