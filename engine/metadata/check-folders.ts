/** What the files of a screen folder say of each other: which are missing, and what in them nobody would read. */
import type { Issue } from '../core/errors.ts';
import { createIssue } from '../core/errors.ts';
import { anyName } from '../core/faults.ts';
import { nearest } from '../core/nearest.ts';
import type { Origin } from '../core/origin.ts';
import { phrases } from '../core/words.ts';
import type { InitialRows, RawDocument } from './documents.ts';
import type { RawQuery } from './parse-query.ts';
import type { Registry } from './registry.ts';

/** A folder while it is read. */
export interface ScreenFolder {
  readonly module: string;
  readonly folder: string;
  /** `schemas/<module>/<folder>`. */
  readonly path: string;
  /** Names of the files that are there, whether or not they can be used. */
  readonly files: string[];
  record: RawDocument<'record'> | undefined;
  registry: RawDocument<'registry'> | undefined;
  search: RawDocument<'search'> | undefined;
  rows: InitialRows | undefined;
  query: RawQuery | undefined;
  /** What can be read of a columns.json beyond use. */
  salvage: { readonly entity?: string; readonly path?: string; readonly hasPath: boolean };
}

/** Keys of columns.json that are about the entity: they go into the folder that declares it. */
const entityKeys: readonly (keyof Registry)[] = [
  'subject',
  'label',
  'reference',
  'referenceBeyondScope',
  'referenceForStaff',
  'login',
  'log',
  'unique',
  'noOverlap',
  'indexes',
  'naturalKey',
  'scope',
  'openTo',
  'states',
  'history',
];
/** Keys of columns.json by which a screen has the entity in its own way: schema.json says it for the one beside it. */
const furtherKeys: readonly (keyof Registry)[] = ['only', 'fields'];
/** Keys of columns.json that are about a screen: without a route there is none. */
const screenKeys: readonly (keyof Registry)[] = [
  'kind',
  'enabled',
  'title',
  'icon',
  'parent',
  'permission',
  'clients',
  'flag',
  'hidden',
  'order',
  'alternativeOf',
  'record',
  'provider',
  'filter',
  'columns',
  'sort',
  'pageSize',
  'batch',
  'detail',
  'linked',
  'actions',
  'buttons',
  'totals',
  'inline',
  'report',
  'sections',
  'only',
  'fields',
];

/** Whether columns.json says something about a screen. */
export const hasScreenKeys = (registry: Registry): boolean => screenKeys.some((key) => registry[key] !== undefined);

export const startOf = (file: string): Origin => ({ file, pointer: '', line: 1, column: 1 });

const checkFolder = (screen: ScreenFolder, declared: ReadonlySet<string>): readonly Issue[] => {
  const { path, files, registry, salvage } = screen;
  const missing = (file: string, origin: Origin, suggestion?: string): Issue[] => [
    createIssue('LANGUAGE_FILE_MISSING', origin, { file, folder: path }, suggestion),
  ];
  const unused = (name: string): Issue[] =>
    files.includes(name)
      ? [createIssue('LANGUAGE_FILE_UNUSED', startOf(`${path}/${name}`), { file: `${path}/${name}` })]
      : [];
  const without = (keys: readonly (keyof Registry)[], advice: string): Issue[] =>
    keys
      .filter((key) => registry?.value[key] !== undefined)
      .map((key) =>
        createIssue('LANGUAGE_KEY_UNKNOWN', registry?.origin(`/${key}`, true) ?? startOf(path), { key, advice }),
      );

  if (!files.includes('columns.json')) return missing('columns.json', startOf(`${path}/${files[0] ?? ''}`));
  if (registry === undefined) return [];
  const { entity, path: route } = registry.value;
  // A route that is written wrong is reported; one that is forgotten is one mistake, whatever the number of keys.
  const routeless = route === undefined && !salvage.hasPath;
  const [first] = routeless ? without(screenKeys, phrases.screenKeyAdvice) : [];
  const ofRoute = first !== undefined ? [first] : routeless ? unused('search.json') : [];
  if (files.includes('schema.json')) return [...ofRoute, ...without(furtherKeys, phrases.furtherKeyAdvice)];
  if (declared.has(anyName)) return ofRoute;
  if (!declared.has(entity)) return missing('schema.json', registry.origin('/entity'), nearest(entity, declared));
  // A folder that shows another's entity, and has no screen for it either, is nothing at all.
  if (route === undefined) return unused('columns.json');
  return [...without(entityKeys, phrases.entityKeyAdvice), ...unused('data.csv'), ...unused('query.sql')];
};

export const checkFolders = (folders: readonly ScreenFolder[]): readonly Issue[] => {
  const declared = new Set(
    folders.flatMap(({ files, registry, salvage }) =>
      // Behind a columns.json beyond use any entity may stand.
      files.includes('schema.json') && files.includes('columns.json')
        ? [registry?.value.entity ?? salvage.entity ?? anyName]
        : [],
    ),
  );
  return folders.flatMap((folder) => checkFolder(folder, declared));
};
