/** What a client sees of each entity through the screens that it has. */
import { pathOf } from '../draft.ts';
import type { LinkedEntity } from './link-entities.ts';
import type { Entry } from './list-entries.ts';

export interface ShownEntities {
  /**
   * Those of a screen, the rows that they own, what their views are read from, and what their relations point at: of those
   * a list may have any field for a column.
   */
  readonly whole: ReadonlySet<string>;
  /** Those that only the rows of a record point at: a record of them is a label there. */
  readonly pointedAt: ReadonlySet<string>;
  /** Of those, the fields that the labels are made of. */
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
}

interface Asked {
  readonly own: readonly Entry[];
  readonly linked: ReadonlyMap<string, LinkedEntity>;
}

/** The entities behind the paths of the columns and of the detail of a screen. */
const onPaths = (entry: Entry, linked: Asked['linked']): readonly string[] => {
  const registry = entry.screen?.registry.value;
  const columns = (registry?.columns ?? []).map((column) => (typeof column === 'string' ? column : column.field));
  return [...columns, ...(registry?.detail?.fields ?? [])].flatMap((path) => {
    let current = registry?.entity;
    return pathOf(path).flatMap((name) => {
      current = linked.get(current ?? '')?.draft.byName.get(name)?.relation?.entity;
      return current === undefined ? [] : [current];
    });
  });
};

const targetsOf = ({ entity }: LinkedEntity): readonly string[] =>
  entity.fields.flatMap(({ relation }) => (relation === undefined ? [] : [relation.entity]));

const sourcesOf = ({ entity }: LinkedEntity): readonly string[] =>
  entity.view === undefined
    ? []
    : [...Object.values(entity.view.sources).flat(), ...entity.view.rows].map((source) => source.entity);

export const shownEntities = ({ own, linked }: Asked): ShownEntities => {
  const find = (names: Iterable<string>): readonly LinkedEntity[] =>
    [...names].flatMap((name) => linked.get(name) ?? []);
  const listed = new Set(own.flatMap(({ screen }) => screen?.registry.value.entity ?? []));
  const owned = find(listed).flatMap(({ draft }) => draft.children.map((child) => child.entity));
  const whole = new Set([
    ...listed,
    ...owned,
    ...find(listed).flatMap(sourcesOf),
    ...find(listed).flatMap(targetsOf),
    ...own.flatMap((entry) => onPaths(entry, linked)),
  ]);
  const relations = find(owned)
    .flatMap(({ entity }) => entity.fields)
    .flatMap(({ relation }) => relation ?? []);
  const named = new Map(
    [...Map.groupBy(relations, ({ entity }) => entity)].map(([entity, some]) => [
      entity,
      new Set(some.flatMap(({ label }) => label.flatMap((part) => ('field' in part ? [part.field] : [])))),
    ]),
  );
  return { whole, pointedAt: new Set(named.keys()), named };
};
