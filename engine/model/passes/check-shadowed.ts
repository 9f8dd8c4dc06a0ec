/**
 * What an overlay says of things that this client does not have. In: the entries of the menu, those that are the client's,
 * and the entities. Out: OVERLAY_SHADOWED of each, with what stands in the way: `<screen>.clients`, `<screen>.enabled`,
 * `flags.<flag>`. What is an error already, or hits nothing by the same patch, has been said.
 */
import { toPointer } from '../../core/json.ts';
import { flagValues } from '../../overlay/resolve.ts';
import type { ResolvedFiles } from '../../overlay/resolved.ts';
import { keysOf, screenRules } from '../../overlay/rules.ts';
import type { DraftEntity } from '../draft.ts';
import type { Passed } from '../report.ts';
import { collect } from '../report.ts';
import type { LinkedEntity } from './link-entities.ts';
import type { Entry } from './list-entries.ts';
import type { ShownEntities } from './shown-entities.ts';
import { shownEntities } from './shown-entities.ts';

export interface Surroundings {
  readonly files: ResolvedFiles;
  readonly entries: readonly Entry[];
  /** Those of the client. */
  readonly own: readonly Entry[];
  readonly linked: ReadonlyMap<string, LinkedEntity>;
}

/** A place of the files that a flag opens, for some clients alone where it says so. */
interface FlaggedPlace {
  readonly name: string;
  readonly flag?: string | undefined;
  readonly clients?: readonly string[] | undefined;
}

const nameOf = (entry: Entry): string => entry.screen?.folder ?? entry.path;

/** What keeps an entry from the client; `given` is a flag or key that counts as if it let it through. */
type WhyNot = (entry: Entry, given?: string) => readonly string[];

const createWhyNot = ({ files, entries }: Surroundings, client: string): WhyNot => {
  const flags = flagValues(files);
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const whyNot = (entry: Entry, given: string | undefined, seen: ReadonlySet<string>): readonly string[] => {
    const reasons = [
      ...(entry.clients?.includes(client) === false ? [`${nameOf(entry)}.clients`] : []),
      ...(entry.flag !== undefined && flags[entry.flag] !== true ? [`flags.${entry.flag}`] : []),
      ...(entry.enabled ? [] : [`${nameOf(entry)}.enabled`]),
    ].filter((reason) => reason !== given);
    const above = byPath.get(entry.parent);
    if (reasons.length > 0 || above === undefined || seen.has(entry.path)) return reasons;
    return whyNot(above, given, new Set([...seen, entry.path]));
  };
  return (entry, given) => whyNot(entry, given, new Set());
};

const joined = (reasons: readonly string[]): string => [...new Set(reasons)].join(', ');

/** The actions and buttons of a screen; transitions are of its entity. */
const placesWithin = ({ screen }: Entry): readonly FlaggedPlace[] =>
  [...(screen?.registry.value.actions ?? []), ...(screen?.registry.value.buttons ?? [])].map((action) => ({
    ...action,
    name: `${screen?.folder}.${action.name}`,
  }));

/** What flags open. */
interface Openings {
  readonly entries: ReadonlyMap<string | undefined, readonly Entry[]>;
  readonly places: ReadonlyMap<string | undefined, readonly { readonly entry: Entry; readonly place: FlaggedPlace }[]>;
  readonly transitions: ReadonlyMap<
    string | undefined,
    readonly { readonly draft: DraftEntity; readonly transition: FlaggedPlace; readonly place: FlaggedPlace }[]
  >;
}

/** By flag; one place may be of none. */
const openingsOf = ({ entries, linked }: Surroundings): Openings => ({
  entries: Map.groupBy(entries, ({ flag }) => flag),
  places: Map.groupBy(
    entries.flatMap((entry) => placesWithin(entry).map((place) => ({ entry, place }))),
    ({ place }) => place.flag,
  ),
  transitions: Map.groupBy(
    [...linked.values()].flatMap(({ draft }) =>
      (draft.screen.registry.value.states?.transitions ?? []).flatMap((transition) => {
        const named = { ...transition, name: `${draft.screen.folder}.${transition.name}` };
        const effects = (transition.effects ?? []).map((effect) => ({ ...effect, name: named.name }));
        return [named, ...effects].map((place) => ({ draft, transition: named, place }));
      }),
    ),
    ({ place }) => place.flag,
  ),
});

/** What stands between a flag and every place that it opens; empty where there is one that it opens, or none at all. */
type IdleFlag = (flag: string) => string;

const createIdleFlag = (around: Surroundings, client: string, whyNot: WhyNot, shown: ShownEntities): IdleFlag => {
  const flags = flagValues(around.files);
  const openings = openingsOf(around);
  const blocked = ({ clients, name }: FlaggedPlace): readonly string[] =>
    clients?.includes(client) === false ? [`${name}.clients`] : [];
  return (flag) => {
    const given = `flags.${flag}`;
    const places = [
      ...(openings.entries.get(flag) ?? []).map((entry) => whyNot(entry, given)),
      ...(openings.places.get(flag) ?? []).map(({ entry, place }) => [...blocked(place), ...whyNot(entry, given)]),
    ];
    const transitions = (openings.transitions.get(flag) ?? []).map(({ draft, transition, place }) => {
      const screens = around.entries.filter(({ screen }) => screen?.registry.value.entity === draft.name);
      // An effect opens nothing where another flag keeps its transition closed.
      const closed =
        transition.flag === undefined || transition.flag === flag || flags[transition.flag] === true
          ? []
          : [`flags.${transition.flag}`];
      const hidden = shown.whole.has(draft.name) ? [] : screens.flatMap((entry) => whyNot(entry, given));
      return [...blocked(transition), ...closed, ...hidden, ...(place === transition ? [] : blocked(place))];
    });
    const all = [...places, ...transitions];
    return all.every((reasons) => reasons.length > 0) ? joined(all.flat()) : '';
  };
};

/** Keys of a field that say nothing but on a screen, or to who writes the record. */
const onScreen: readonly string[] = ['label', 'help', 'default', 'required', 'readOnly'];

/** The screens of the entity, or of the record that owns its rows. */
const screensOf = (around: Surroundings, entity: string): readonly Entry[] => {
  const owner = around.linked.get(entity)?.draft.screen.owner?.entity;
  if (owner !== undefined) return screensOf(around, owner);
  return around.entries.filter(({ screen }) => screen?.registry.value.entity === entity);
};

export const checkShadowed = (around: Surroundings): Passed<undefined> =>
  collect((report) => {
    const { client, faults, issues } = around.files;
    // Behind a fault there may be what the overlay speaks of.
    if (client === undefined || faults.lost.size > 0) return undefined;
    const said = new Set(issues.map(({ origin }) => origin.pointer));
    const whyNot = createWhyNot(around, client.name);
    const shown = shownEntities(around);
    const idleFlag = createIdleFlag(around, client.name, whyNot, shown);
    const tell = (path: readonly string[], target: string, by: string): void => {
      const origin = client.origin(toPointer(path), true);
      if (by !== '' && !said.has(origin.pointer)) report('OVERLAY_SHADOWED', origin, { target, by });
    };

    for (const flag of Object.keys(client.value.flags ?? {})) tell(['flags', flag], `flags.${flag}`, idleFlag(flag));

    for (const [folder, patch] of Object.entries(client.value.screens ?? {})) {
      const entry = around.entries.find(({ screen }) => screen?.folder === folder);
      if (entry === undefined || around.own.includes(entry)) continue;
      // What is of the entity holds whatever screens there are.
      for (const key of keysOf(patch))
        if (screenRules[key].ofEntity !== true)
          tell(
            ['screens', folder, key],
            `${folder}.${key}`,
            joined(whyNot(entry, key === 'enabled' ? `${folder}.enabled` : undefined)),
          );
    }

    for (const [entity, patches] of Object.entries(client.value.fields ?? {})) {
      if (shown.whole.has(entity)) continue;
      const by = joined(screensOf(around, entity).flatMap((entry) => whyNot(entry)));
      for (const [field, patch] of Object.entries(patches))
        for (const key of keysOf(patch))
          if (!shown.pointedAt.has(entity) || (onScreen.includes(key) && shown.named.get(entity)?.has(field) !== true))
            tell(['fields', entity, field, key], `${entity}.${field}.${key}`, by);
    }
    return undefined;
  });
