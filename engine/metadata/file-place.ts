/** What a file below `schemas/` and `clients/` is, by its place alone. */
import { nearest } from '../core/nearest.ts';
import type { Kind } from './kinds.ts';
import { kinds } from './kinds.ts';

const screenFiles = ['schema.json', 'columns.json', 'search.json', 'data.csv', 'query.sql'];

/** undefined: a file that nobody reads. */
type Place =
  | { readonly kind: Exclude<Kind, 'record' | 'registry' | 'search'>; readonly name: string }
  | { readonly kind: 'screen'; readonly module: string; readonly folder: string; readonly name: string }
  | undefined;

export const placeOf = (path: string): Place => {
  const parts = path.split('/');
  const [top, second = '', third = '', fourth = ''] = parts;
  const base = (name: string) => name.slice(0, -'.json'.length);
  if (top === 'clients')
    return parts.length === 2 && second.endsWith('.json') ? { kind: 'client', name: base(second) } : undefined;
  if (path === 'schemas/flags.json') return { kind: 'flags', name: 'flags' };
  if (path === 'schemas/changes.json') return { kind: 'changes', name: 'changes' };
  if (second === 'parts')
    return parts.length === 3 && third.endsWith('.json') ? { kind: 'part', name: base(third) } : undefined;
  if (second === 'code-lists')
    return parts.length === 3 && third.endsWith('.json') ? { kind: 'code-list', name: base(third) } : undefined;
  if (parts.length === 3 && third === 'menu.json') return { kind: 'menu', name: second };
  return parts.length === 4 && screenFiles.includes(fourth)
    ? { kind: 'screen', module: second, folder: third, name: fourth }
    : undefined;
};

const inPortuguese = (where: string): string =>
  where
    .replace('<module>', '<módulo>')
    .replace('<screen>', '<tela>')
    .replace('<client>', '<cliente>')
    .replace('<name>', '<nome>');

/** What a misplaced file was meant to be: the place of its kind where the name is right, else the nearest name. */
export const meantPlace = (path: string): string | undefined => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const place = Object.values(kinds).find(({ where }) => where.endsWith(`/${name}`))?.where;
  const names =
    path.split('/').length === 4
      ? screenFiles
      : path.startsWith('schemas/')
        ? ['menu.json', 'flags.json', 'changes.json']
        : [];
  return place === undefined ? nearest(name, names) : inPortuguese(place);
};

const screenKinds: Readonly<Record<string, Kind>> = {
  'schema.json': 'record',
  'columns.json': 'registry',
  'search.json': 'search',
};

/** Whose language a file is written in; undefined: it is no JSON of ours. */
export const kindOf = (path: string): Kind | undefined => {
  const place = placeOf(path);
  return place?.kind === 'screen' ? screenKinds[place.name] : place?.kind;
};
