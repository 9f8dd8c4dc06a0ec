/** The names that files give to each other, for completion. In: the files as they stand. Out: the names of a sort. */
import { fromPointer } from '../../engine/core/json.ts';
import type { RawFiles, RawScreen } from '../../engine/metadata/documents.ts';
import { placeOf } from '../../engine/metadata/file-place.ts';
import type { NameSort } from '../../engine/metadata/names-at.ts';

/** A name and what it is called in the screens. */
export interface KnownName {
  readonly name: string;
  readonly title: string;
}

const fieldsOf = (screen: RawScreen | undefined): readonly KnownName[] =>
  Object.entries(screen?.record?.value.properties ?? {}).map(([name, property]) => ({
    name,
    title: property.title ?? '',
  }));

const byName = (a: KnownName, b: KnownName): number => (a.name < b.name ? -1 : 1);

const distinct = (names: readonly KnownName[]): readonly KnownName[] =>
  [...new Map(names.filter(({ name }) => name !== '').map((one) => [one.name, one])).values()].sort(byName);

/** What a relation points at is one step away, as in the lists. */
const pathsOf = (files: RawFiles, screen: RawScreen | undefined): readonly KnownName[] => [
  ...fieldsOf(screen),
  ...Object.entries(screen?.record?.value.properties ?? {}).flatMap(([name, property]) => {
    const entity = 'x-relation' in property ? property['x-relation']?.entity : undefined;
    return entity === undefined
      ? []
      : fieldsOf(declared(files, entity)).map((field) => ({ ...field, name: `${name}.${field.name}` }));
  }),
];

/** What a screen says of the rows of an array it says behind the name of the array. */
const partsOf = (files: RawFiles, screen: RawScreen | undefined): readonly KnownName[] => [
  ...fieldsOf(screen),
  ...files.screens.flatMap((rows) =>
    rows.owner !== undefined && rows.owner.entity === screen?.registry.value.entity
      ? fieldsOf(rows).map((field) => ({ ...field, name: `${rows.owner?.array}.${field.name}` }))
      : [],
  ),
];

/** The folder that declares an entity: the one with its record. */
const declared = (files: RawFiles, entity: string): RawScreen | undefined =>
  files.screens.find((screen) => screen.record !== undefined && screen.registry.value.entity === entity);

/** Whose fields a file of a folder names. */
const ownScreen = (files: RawFiles, path: string): RawScreen | undefined => {
  const place = placeOf(path);
  if (place?.kind !== 'screen') return undefined;
  const own = files.screens.find(({ module, folder, owner }) => {
    return owner === undefined && module === place.module && folder === place.folder;
  });
  return own?.record === undefined && own !== undefined ? declared(files, own.registry.value.entity) : own;
};

/** The rows that the list around a place holds. */
const rowsAround = (files: RawFiles, screen: RawScreen | undefined, pointer: string): RawScreen | undefined => {
  const [, array] = fromPointer(pointer);
  return files.screens.find(({ owner }) => owner?.entity === screen?.registry.value.entity && owner?.array === array);
};

/** What the relation around a place points at. */
const targetOf = (screen: RawScreen | undefined, pointer: string): string | undefined => {
  const [, name = '', items, , inner = ''] = fromPointer(pointer);
  const property = screen?.record?.value.properties[name];
  const row = items === 'items' && property && 'items' in property ? property.items : undefined;
  const found = row && 'properties' in row ? row.properties?.[inner] : property;
  return found && 'x-relation' in found ? found['x-relation']?.entity : undefined;
};

/** What the relation points at that a transition asks for, at the place of its `where`. */
const targetOfAsked = (screen: RawScreen | undefined, pointer: string): string | undefined => {
  const [, , transition, , index] = fromPointer(pointer);
  const asked = screen?.registry.value.states?.transitions[Number(transition)]?.fields?.[Number(index)];
  const property = typeof asked === 'object' ? screen?.record?.value.properties[asked.field] : undefined;
  return property && 'x-relation' in property ? property['x-relation']?.entity : undefined;
};

/** `pointer` is where the name stands, or the object whose key it is. */
export const namesThereAre = (files: RawFiles, sort: NameSort, path: string, pointer: string): readonly KnownName[] => {
  const [, above = ''] = fromPointer(pointer);
  const screens = files.screens.filter(({ registry }) => registry.value.path !== undefined);
  switch (sort) {
    case 'field':
      return fieldsOf(ownScreen(files, path));
    case 'row-field':
      return fieldsOf(rowsAround(files, ownScreen(files, path), pointer));
    case 'part':
      return partsOf(files, ownScreen(files, path));
    case 'path':
      return pathsOf(files, ownScreen(files, path));
    case 'row-path':
      return pathsOf(files, rowsAround(files, ownScreen(files, path), pointer));
    case 'target-field':
      return fieldsOf(declared(files, targetOf(ownScreen(files, path), pointer) ?? ''));
    case 'asked-field':
      return fieldsOf(declared(files, targetOfAsked(ownScreen(files, path), pointer) ?? ''));
    case 'patched-field':
      return fieldsOf(declared(files, above));
    case 'patched-column': {
      const screen = screens.find(({ folder }) => folder === above);
      return pathsOf(files, screen && declared(files, screen.registry.value.entity));
    }
    case 'entity':
      return distinct(
        files.screens
          .filter(({ record }) => record !== undefined)
          .map(({ registry, record }) => ({ name: registry.value.entity, title: record?.value.title ?? '' })),
      );
    case 'screen':
      return distinct(screens.map(({ folder, registry }) => ({ name: folder, title: registry.value.title ?? '' })));
    case 'code-list':
      return distinct(files.codeLists.map(({ name, value }) => ({ name, title: value.title })));
    case 'flag':
      return distinct(
        Object.entries(files.flags?.value.flags ?? {}).map(([name, flag]) => ({ name, title: flag.description ?? '' })),
      );
    case 'client':
      return distinct(files.clients.map(({ name, value }) => ({ name, title: value.title })));
    case 'menu-path':
      return distinct([
        { name: '/', title: '' },
        ...files.menus.flatMap(({ value }) => value.groups.map(({ path: name, title }) => ({ name, title }))),
        ...screens.map(({ registry }) => ({ name: registry.value.path ?? '', title: registry.value.title ?? '' })),
      ]);
    case 'subject':
      return distinct(
        files.screens.map(({ registry: { value } }) => ({
          name: value.subject ?? value.permission?.subject ?? '',
          title: value.title ?? '',
        })),
      );
  }
};
