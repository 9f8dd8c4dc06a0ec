import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const styles = join(dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles');
const sheet = readFileSync(join(root, 'engine/ui/theme/styles.css'), 'utf8');

const sources = ['engine/ui', 'engine/screens', 'src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(join(root, folder, file), 'utf8')),
);

const sheetOf = (name: string): string => `@mantine/core/styles/${name}.layer.css`;

/** Names that come from the package of controls, with what they are called there; one may bring its sheet along. */
const drawn = new Set(
  sources.flatMap((text) =>
    [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' ')[0] ?? ''))
      .filter((name) => !text.includes(`import '${sheetOf(name)}'`)),
  ),
);

it('holds the style sheet of every control that a screen draws', () => {
  const styled = [...drawn].filter((name) => existsSync(join(styles, `${name}.layer.css`)));
  expect(styled.length).toBeGreaterThan(15);
  expect(styled.filter((name) => !sheet.includes(sheetOf(name)))).toEqual([]);
});
