/** The files and the model by the names that rules ask for: made once, however many answers are asked for. */
import type { RawDocument, RawScreen } from '../../metadata/documents.ts';
import type { Declaration } from '../../overlay/base-index.ts';
import { declarationsOf } from '../../overlay/base-index.ts';
import type { ResolvedFiles } from '../../overlay/resolved.ts';
import type { Entry } from '../passes/list-entries.ts';
import { listEntries } from '../passes/list-entries.ts';
import type { RegistryScreen } from '../screen-types.ts';
import type { Model } from '../types.ts';

export interface Sources {
  readonly files: ResolvedFiles;
  readonly model: Model;
  /** The folder, or the array, that declares each entity. */
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** Screens with a route, by folder; of two the first. */
  readonly screens: ReadonlyMap<string, RawScreen>;
  /** Those with a route that show an entity. */
  readonly screensOf: ReadonlyMap<string, readonly RawScreen[]>;
  /** Registries as this client has them, by folder. */
  readonly shown: ReadonlyMap<string, RegistryScreen>;
  readonly codeLists: ReadonlyMap<string, RawDocument<'code-list'>>;
  /** Everything that the menu may hold, by path; of two the first. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** The entry that a screen is. */
  readonly entryOf: ReadonlyMap<RawScreen, Entry>;
}

/** By name; of two with one name the first. */
const byName = <Item>(items: readonly Item[], nameOf: (item: Item) => string): ReadonlyMap<string, Item> =>
  new Map([...Map.groupBy(items, nameOf)].flatMap(([name, [first]]) => (first === undefined ? [] : [[name, first]])));

export const createSources = (files: ResolvedFiles, model: Model): Sources => {
  const routed = files.screens.filter(({ registry }) => registry.value.path !== undefined);
  const entries = listEntries(files);
  const registries = model.screens.filter((screen) => screen.kind === 'registry');
  return {
    files,
    model,
    declarations: declarationsOf(files.screens),
    screens: byName(routed, ({ folder }) => folder),
    screensOf: Map.groupBy(routed, ({ registry }) => registry.value.entity),
    shown: byName(registries, ({ folder }) => folder),
    codeLists: byName(files.codeLists, ({ name }) => name),
    entries: byName(entries, ({ path }) => path),
    entryOf: new Map(entries.flatMap((entry) => (entry.screen === undefined ? [] : [[entry.screen, entry]]))),
  };
};
