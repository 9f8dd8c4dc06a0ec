import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTexts } from '../../../engine/ui/runtime/texts.ts';
import messages from '../../../schemas/messages/pt-BR.json' with { type: 'json' };

const root = join(import.meta.dirname, '../../..');
const known = Object.keys(messages.texts);

const sources = [
  'engine/contract',
  'engine/ui',
  'engine/screens',
  'engine/fields',
  'src/shell',
  'src/screens',
  'src/exports',
  'src/mail',
].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8')),
);
const code = sources.join('\n');

/** Keys written out in the code, and the beginnings of those that are put together: `row.${key}`. */
const literals = new Set([...code.matchAll(/['"`]([a-zA-Z]+(?:\.[\w-]+)+)['"`]/g)].map(([, key]) => key ?? ''));
const beginnings = [...code.matchAll(/`([a-zA-Z]+(?:\.[\w-]+)*\.)\$\{/g)].map(([, start]) => start ?? '');
const used = (key: string): boolean =>
  literals.has(key) ||
  literals.has(key.replace(/\.(one|many|records)$/, '')) ||
  beginnings.some((start) => key.startsWith(start));

describe('the words of the screens', () => {
  it('are all said somewhere', () => {
    expect(known.filter((key) => !used(key))).toEqual([]);
  });

  it('are there for every key that the screens ask for', () => {
    const asked = [...code.matchAll(/[tT]exts\(\s*(?:[^'"`()]*\?\s*)?'([a-zA-Z.]+)'/g)].map(([, key]) => key ?? '');
    const counted = [...code.matchAll(/texts\.count\('([a-zA-Z.]+)'/g)].flatMap(([, key]) => [
      `${key}.one`,
      `${key}.many`,
    ]);
    expect([...new Set([...asked, ...counted])].filter((key) => !known.includes(key))).toEqual([]);
    expect(asked.length).toBeGreaterThan(80);
  });

  it('show a missing key as it is, so that the gap is seen', () => {
    const texts = createTexts({ 'a.one': '{count} linha', 'a.many': '{count} linhas' });
    expect(texts('b.c')).toBe('b.c');
    expect([texts.count('a', 1), texts.count('a', 5571)]).toEqual(['1 linha', '5.571 linhas']);
  });
});

it('has one word for taking a record away: apagar, as the specification calls it', () => {
  const said = Object.entries({ ...messages.texts, ...messages.errors }).filter(([, text]) =>
    /\bexclu(ir|i|em|í|id)/i.test(JSON.stringify(text)),
  );
  expect(said).toEqual([]);
});
