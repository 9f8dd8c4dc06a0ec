/** The layers of conventions.md section 1: a folder imports only from smaller numbers. Read from the imports themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Folder to layer; the longest that fits counts. */
const layers: Readonly<Record<string, number>> = {
  'engine/core': 1,
  'engine/metadata': 2,
  'engine/expressions': 2,
  'engine/overlay': 3,
  'engine/model': 4,
  'engine/fields': 5,
  'engine/access': 5,
  'engine/files': 5,
  'engine/screens': 6,
  'engine/inference': 6,
  'engine/contract': 7,
  'engine/data': 8,
  'engine/diff': 9,
  'engine/reports': 9,
  'engine/processes': 9,
  'engine/jobs': 9,
  'engine/api': 10,
  'engine/commands': 10,
  'engine/ui': 10,
  src: 11,
};
/** What no rule of numbers says: `ui` runs in the browser, `api` and `commands` never there. */
const forbidden: readonly (readonly [from: string, to: string])[] = [
  ['engine/ui', 'engine/data'],
  ['engine/ui', 'engine/reports'],
  ['engine/ui', 'engine/processes'],
];

interface Import {
  readonly target: string;
  readonly kind: 'static' | 'type' | 'inline-type' | 'lazy';
}

const folderOf = (file: string): string | undefined => {
  // Views and controls belong to ui wherever they lie below engine.
  if (/^engine\/.*\.(view|control)\.tsx$/.test(file)) return 'engine/ui';
  return Object.keys(layers)
    .filter((folder) => file.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0];
};

/** Comments and the insides of template literals are no imports; strings are kept, for they hold the targets. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(^|[^:'"])\/\/[^\n]*/g, (_, before: string | undefined) => before ?? '');

const importsOf = (text: string): readonly Import[] => {
  const code = withoutComments(text);
  const found: Import[] = [];
  for (const [, keyword = '', type, clause = '', target = ''] of code.matchAll(
    /^\s*(import|export)\s+(type\s+)?((?:[\w*$\s{},]|\btype\b)*?\s*from\s*)?'([^']+)'/gm,
  )) {
    if (keyword === 'export' && clause === '') continue;
    const inline = /\{[^}]*\btype\s+\w/.test(clause);
    found.push({ target, kind: type !== undefined ? 'type' : inline ? 'inline-type' : 'static' });
  }
  for (const [, target = ''] of code.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)) found.push({ target, kind: 'lazy' });
  return found;
};

const resolveTarget = (file: string, target: string): string | undefined =>
  target.startsWith('.') ? posix.normalize(posix.join(posix.dirname(file), target)) : undefined;

/** What is wrong with one import, in words; undefined where nothing is. */
const breachOf = (file: string, { target, kind }: Import): string | undefined => {
  const path = resolveTarget(file, target);
  if (path === undefined) return undefined;
  const said = `${file} imports ${path}`;
  if (kind === 'inline-type') return `${said} with an inline type, which type stripping keeps: write import type`;
  const [from, to] = [folderOf(file), folderOf(path)];
  // Of `src` only the server's entries matter: see below.
  if (from !== 'engine/ui' && from !== 'src' && path.endsWith('.tsx') && kind === 'static')
    return `${said}: a .tsx is reached only by lazy import() or import type`;
  if (file.startsWith('engine/') && to === undefined) return `${said}: engine imports only from engine`;
  if (from === undefined || to === undefined || from === to) return undefined;
  if (forbidden.some((pair) => pair[0] === from && pair[1] === to)) return `${said}: never from there`;
  const [own = 0, other = 0] = [layers[from], layers[to]];
  // The one bend of the conventions: a descriptor points at its component by lazy import().
  if (kind === 'lazy' && /\.(view|control)\.tsx$/.test(path)) return undefined;
  return other < own ? undefined : `${said}: layer ${own} imports from layer ${other}`;
};

const sources = ['engine', 'src'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
);

describe('the sources', () => {
  it('keep the order of the layers', () => {
    const breaches = sources.flatMap((file) =>
      importsOf(readFileSync(join(root, file), 'utf8')).flatMap((one) => breachOf(file, one) ?? []),
    );
    expect(breaches).toEqual([]);
  });

  it('of the server and the command line reach no .tsx and no React', () => {
    const seen = new Set<string>();
    const reach = (file: string, way: readonly string[]): readonly string[] => {
      if (seen.has(file)) return [];
      seen.add(file);
      const said = [...way, file].join(' > ');
      if (file.endsWith('.tsx')) return [said];
      return importsOf(readFileSync(join(root, file), 'utf8')).flatMap((one) => {
        if (one.kind === 'type' || one.kind === 'lazy') return [];
        const path = resolveTarget(file, one.target);
        if (path !== undefined) return path.endsWith('.ts') || path.endsWith('.tsx') ? reach(path, [...way, file]) : [];
        return /^(react|@mantine|ag-grid|@rjsf)/.test(one.target) ? [`${said} > ${one.target}`] : [];
      });
    };
    const entries = ['src/serve-product.ts', 'src/cli.ts'].filter((file) => sources.includes(file));
    expect(entries.flatMap((file) => reach(file, []))).toEqual([]);
    expect(seen.size).toBeGreaterThan(20);
  });

  it('lie in folders that have a layer', () => {
    expect(sources.filter((file) => folderOf(file) === undefined)).toEqual([]);
  });

  it('are named in kebab-case, and none is a store for what has no name', () => {
    const names = sources.map((file) => file.slice(dirname(file).length + 1));
    expect(names.filter((name) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.(view|control))?\.tsx?$/.test(name))).toEqual([]);
    expect(names.filter((name) => /^(utils?|helpers?|manager|service|common)\./.test(name))).toEqual([]);
  });

  it('import something, so that the test is seen to read them', () => {
    const count = sources.reduce((sum, file) => sum + importsOf(readFileSync(join(root, file), 'utf8')).length, 0);
    expect(count).toBeGreaterThan(sources.length);
  });
});

describe('the check itself', () => {
  it.each<[string, Import['kind'], string]>([
    ["import { a } from './x.ts';", 'static', './x.ts'],
    ["import type { A } from './x.ts';", 'type', './x.ts'],
    ["import { type A } from './x.tsx';", 'inline-type', './x.tsx'],
    ["import { a, type A } from './x.tsx';", 'inline-type', './x.tsx'],
    ["import {\n  a,\n  b,\n} from './x.ts';", 'static', './x.ts'],
    ["import './x.css';", 'static', './x.css'],
    ["import x, * as y from './x.ts';", 'static', './x.ts'],
    ["export { a } from './x.ts';", 'static', './x.ts'],
    ["export * from './x.ts';", 'static', './x.ts'],
    ["export type { A } from './x.ts';", 'type', './x.ts'],
    ["const a = () => import('./x.view.tsx');", 'lazy', './x.view.tsx'],
  ])('reads %j', (text, kind, target) => {
    expect(importsOf(text)).toEqual([{ kind, target }]);
  });

  it.each(["// import { a } from './x.ts';", "/* import './x.ts'; */", "export const a = './x.ts';"])(
    'reads nothing in %j',
    (text) => {
      expect(importsOf(text)).toEqual([]);
    },
  );

  it.each<[string, string, Import['kind'], boolean]>([
    ['engine/model/a.ts', '../core/b.ts', 'static', true],
    ['engine/model/a.ts', '../fields/b.ts', 'type', false],
    ['engine/core/a.ts', '../metadata/b.ts', 'static', false],
    ['engine/fields/a.ts', '../access/b.ts', 'static', false],
    ['engine/api/a.ts', '../commands/b.ts', 'static', false],
    ['engine/ui/grid/a.tsx', '../../data/b.ts', 'type', false],
    ['engine/ui/grid/a.tsx', '../../contract/b.ts', 'static', true],
    ['engine/screens/registry.ts', './registry.view.tsx', 'lazy', true],
    ['engine/screens/registry.ts', './registry.view.tsx', 'static', false],
    ['engine/screens/registry.view.tsx', '../ui/grid/a.tsx', 'static', true],
    ['engine/fields/code.control.tsx', '../contract/a.ts', 'static', true],
    ['engine/api/a.ts', '../../src/b.ts', 'static', false],
    ['engine/api/a.ts', '../../schemas/b.json', 'static', false],
    ['src/a.ts', '../engine/api/b.ts', 'static', true],
    ['src/a.ts', './b.tsx', 'static', true],
    ['engine/api/a.ts', './b.tsx', 'static', false],
    ['engine/ui/grid/a.ts', './b.tsx', 'static', true],
    ['src/a.ts', './b.tsx', 'type', true],
    ['src/a.ts', './b.tsx', 'inline-type', false],
    ['src/a.ts', 'react', 'static', true],
  ])('%s -> %s (%s): %s', (file, target, kind, allowed) => {
    expect(breachOf(file, { target, kind }) === undefined).toBe(allowed);
  });
});
