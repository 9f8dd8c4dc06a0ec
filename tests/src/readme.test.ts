import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { describeConfiguration } from '../../src/configuration.ts';
import { demonstrationUsers } from '../../src/session/first-users.ts';

const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
};

it('opens with the two commands', () => {
  const [, block] = /```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(block?.split('\n').map((line) => line.replace(/\s*#.*/, ''))).toEqual([
    'npm ci && npm start',
    'npm ci && npm test',
    '',
  ]);
});

it('lists every variable of the configuration with its default', () => {
  const rows = readme.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line));
  const listed = rows.flatMap((row) => {
    const [names = '', defaults = ''] = row.split('|').slice(1);
    const values = [...defaults.matchAll(/`([^`]+)`/g)].map(([, value]) => value);
    return [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name], index) => [name, values[index] ?? '']);
  });
  const written = new Map(listed as [string, string][]);
  expect([...written.keys()].sort()).toEqual(
    describeConfiguration()
      .map(({ name }) => name)
      .sort(),
  );
  for (const { name, default: value } of describeConfiguration()) {
    if (value !== '') expect([name, written.get(name)]).toEqual([name, value]);
  }
});

it('lists the demonstration logins', () => {
  for (const { login, password } of demonstrationUsers) expect(readme).toContain(`| \`${login}\` | \`${password}\` |`);
});

it('gives a reason for every package, and names none that is gone', () => {
  const [, section = ''] = readme.split('## Dependencies');
  const named = new Set([...section.matchAll(/`((?:@[\w-]+\/)?[\w*-]+)`/g)].map(([, name]) => name as string));
  const packages = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.devDependencies)];
  const covered = (name: string): boolean =>
    named.has(name) || named.has(name.replace(/\/.*/, '/*')) || name.startsWith('@types/');
  expect(packages.filter((name) => !covered(name))).toEqual([]);
  expect(
    [...named].filter((name) => !packages.some((one) => one === name || one.startsWith(name.replace('*', '')))),
  ).toEqual([]);
});
