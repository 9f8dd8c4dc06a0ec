import { oncePer } from '../core/once-per.ts';
import type { RawDocument, RawFiles, RawScreen } from '../metadata/documents.ts';
import type { Property } from '../metadata/property.ts';
import { fieldIn, fieldsIn } from '../metadata/property.ts';
import type { CodeList } from '../metadata/registry.ts';

/** A screen folder that declares its entity. */
export interface Declaration extends RawScreen {
  readonly record: RawDocument<'record'>;
}

/** The base files by the names that overlays use. */
export interface BaseIndex {
  readonly entities: ReadonlyMap<string, Declaration>;
  readonly screens: ReadonlyMap<string, RawScreen>;
  readonly codeLists: ReadonlyMap<string, CodeList>;
  readonly flags: Readonly<Record<string, { readonly default: boolean }>>;
  /** The fields whose default is one of the client's. */
  readonly clientDefaults: readonly ClientDefault[];
}

export interface ClientDefault {
  readonly declaration: Declaration;
  readonly field: string;
  readonly name: NonNullable<Property['x-client-default']>;
}

export const declares = (screen: RawScreen): screen is Declaration => screen.record !== undefined;

/** Whether the folder is named after the entity: `bancos` of `banco`. */
const isHome = (screen: RawScreen): boolean =>
  screen.folder.startsWith(screen.registry.value.entity.replaceAll('_', '-'));

/** The folder that declares each entity. Of two with one name the one named after it stands, else the first. */
export const declarationsOf = (screens: readonly RawScreen[]): ReadonlyMap<string, Declaration> => {
  const entities = new Map<string, Declaration>();
  for (const screen of screens) {
    const { entity } = screen.registry.value;
    const other = entities.get(entity);
    if (declares(screen) && (other === undefined || (isHome(screen) && !isHome(other)))) entities.set(entity, screen);
  }
  return entities;
};

/** Built once for the files, whatever the number of clients. */
export const indexBase = oncePer((files: RawFiles): BaseIndex => {
  const screens = new Map<string, RawScreen>();
  for (const screen of files.screens) {
    const { path } = screen.registry.value;
    if (path !== undefined && !screens.has(screen.folder)) screens.set(screen.folder, screen);
  }
  const entities = declarationsOf(files.screens);
  return {
    entities,
    screens,
    codeLists: new Map(files.codeLists.map((list) => [list.name, list.value])),
    flags: files.flags?.value.flags ?? {},
    clientDefaults: [...entities.values()].flatMap((declaration) =>
      fieldsIn(declaration.record.value).flatMap(([field, property]) => {
        const name = property['x-client-default'];
        return name === undefined ? [] : [{ declaration, field, name }];
      }),
    ),
  };
});

/** Whether `cidade.nome` leads from the entity to a field. */
export const hasPath = (index: BaseIndex, entity: string, path: string): boolean => {
  let current: string | undefined = entity;
  const segments = path.split('.');
  return segments.every((segment, position) => {
    const record: RawDocument<'record'>['value'] | undefined = index.entities.get(current ?? '')?.record.value;
    const property = record && fieldIn(record, segment);
    // Behind a relation to nothing, which is reported as such, everything may be.
    if (current !== undefined && !index.entities.has(current)) return true;
    current = property?.['x-relation']?.entity;
    return property !== undefined && (position === segments.length - 1 || current !== undefined);
  });
};
