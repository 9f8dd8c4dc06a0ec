import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languageFiles } from '../../../engine/commands/language-files.ts';
import { examples, viewExample } from '../../../engine/metadata/examples.ts';
import { kinds } from '../../../engine/metadata/kinds.ts';
import { loadFiles } from '../../../engine/metadata/load-files.ts';
import { openSqlParser } from '../../../engine/metadata/parse-query.ts';
import { validate } from '../../../engine/model/validate.ts';
import { catalogues } from '../../../src/catalogues.ts';

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

  it('shows only examples without any issue', async () => {
    await openSqlParser();
    expect(validate(loadFiles(new Map([...examples, ...viewExample])), catalogues)).toEqual([]);
  });
});
