import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { languageFiles } from '../../../engine/commands/language-files.ts';
import { examples, viewExample } from '../../../engine/metadata/examples.ts';
import { keyExamples } from '../../../engine/metadata/key-examples.ts';
import { kinds } from '../../../engine/metadata/kinds.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { openSqlParser } from '../../../engine/metadata/parse-query.ts';
import { languageSections } from '../../../engine/metadata/reference-page.ts';
import { validate } from '../../../engine/model/validate.ts';
import { catalogues } from '../../../src/catalogues.ts';

/** The whole of what the reference shows. */
const shown = new Map([...examples, ...viewExample, ...keyExamples]);

const root = join(import.meta.dirname, '../../..');

describe('schemas/language', () => {
  it.each([...languageFiles()])(
    '%s is what the definitions generate (else: npm run -s fichario -- language)',
    (path, text) => {
      expect(readFileSync(join(root, path), 'utf8')).toBe(text);
    },
  );

  it('holds nothing else', () => {
    const found = readdirSync(join(root, 'schemas/language')).map((name) => `schemas/language/${name}`);
    expect(found.sort()).toEqual([...languageFiles().keys()].sort());
  });
});

describe('the reference page', () => {
  beforeAll(openSqlParser);

  const page = languageFiles().get('schemas/language/README.md') ?? '';

  it('says what every key means', () => {
    const unexplained = page.split('\n').filter((line) => line.startsWith('| `') && line.endsWith('|  |'));
    expect(unexplained).toEqual([]);
  });

  it('shows an example of every kind', () => {
    for (const { where } of Object.values(kinds)) expect(page).toContain(`## \`${where}\``);
    for (const path of [...examples.keys(), ...viewExample.keys()]) expect(page).toContain(`Example, \`${path}\`:`);
  });

  it('says what initial rows do and what a new registry needs', () => {
    for (const text of [
      '"sort": ["-descricao"]',
      'of a percentage 4',
      'is never changed',
      'fit every client',
      'a rule of their group',
    ])
      expect(page).toContain(text);
  });

  it('shows each key as one of the examples writes it, or by the keys within', () => {
    const held = new Set<string>();
    const note = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        if (!Array.isArray(value)) held.add(JSON.stringify([key, inner]));
        note(inner);
      }
    };
    for (const [path, text] of [...examples, ...viewExample, ...keyExamples])
      if (path.endsWith('.json')) note(JSON.parse(text));
    const sections = languageSections();
    const shows = sections.flatMap(({ name, keys }) => keys.map((one) => ({ name, ...one })));
    const foreign = shows.filter(({ example }) => {
      if (example === undefined) return false;
      const [pair] = Object.entries(JSON.parse(`{${example}}`) as object);
      return !held.has(JSON.stringify(pair));
    });
    expect(foreign).toEqual([]);
    expect(
      shows.filter(
        ({ name, key, example }) =>
          example === undefined &&
          !shows.some((one) => one.name === name && (one.key.startsWith(`${key}.`) || one.key.startsWith(`${key}[]`))),
      ),
    ).toEqual([]);
    expect(shows.length).toBeGreaterThan(300);
  });

  it.each([
    ['record', 'x-attachment', { types: ['pdf'] }],
    ['record', 'x-sequence', '{0000}'],
    ['part', 'x-attachment', { types: ['pdf'] }],
    ['part', 'x-sequence', '{0000}'],
  ])('leaves out what is refused in rows: %s %s', (kind, key, value) => {
    const path = kind === 'part' ? 'schemas/parts/parcela.json' : 'schemas/rede/pedidos/schema.json';
    const file = JSON.parse(shown.get(path) ?? '') as { properties: Record<string, unknown> };
    const rows = kind === 'part' ? file : (file.properties['itens'] as { items: typeof file }).items;
    rows.properties['a_mais'] = {
      title: 'A mais',
      ...(key === 'x-sequence' && { type: 'string', 'x-unique': true }),
      [key]: value,
    };
    const issues = validate(loadFiles(new Map([...shown, [path, JSON.stringify(file)]])), catalogues);
    expect(issues.filter(({ severity }) => severity === 'error').length).toBeGreaterThan(0);
    const keys =
      languageSections()
        .find(({ name }) => name === kind)
        ?.keys.map((one) => one.key) ?? [];
    const place = kind === 'part' ? 'properties.*' : 'properties.* (array).items.properties.*';
    expect(keys).toContain(`${place}.x-mask`);
    expect(keys).not.toContain(`${place}.${key}`);
  });

  it('tells in its own column what holds without a key, fixed or derived', () => {
    const keys = languageSections().flatMap(({ name, keys: all }) => all.map((one) => ({ name, ...one })));
    const of = (name: string, key: string) => {
      const { fallback, derived } = keys.find((one) => one.name === name && one.key === key) ?? {};
      return { fallback, derived };
    };
    expect(of('client', 'theme.accent')).toEqual({ fallback: 'teal', derived: undefined });
    expect(of('client', 'defaults.percentualAutorizacao')).toEqual({ fallback: '100', derived: undefined });
    expect(of('record', 'properties.*.x-scale')).toEqual({ fallback: undefined, derived: '2, of a percentage 4' });
    expect(of('registry', 'columns')).toEqual({ fallback: undefined, derived: 'the first six fields' });
    expect(keys.filter(({ meaning }) => meaning.includes('Default:'))).toEqual([]);
  });

  it('shows only examples without any issue', () => {
    expect(validate(loadFiles(new Map([...examples, ...viewExample])), catalogues)).toEqual([]);
    expect(validate(loadFiles(shown), catalogues)).toEqual([]);
  });
});
