import { expect, test } from 'vitest';
import { steps } from './budgets.ts';
import { measureSteps } from './measure-steps.ts';

const chunk = (file: string, imports: readonly string[] = [], isDynamicEntry = false) => ({
  file,
  imports,
  isDynamicEntry,
});
const manifest = {
  'index.html': chunk('index.js', ['_react']),
  _react: chunk('react.js'),
  _inputs: chunk('inputs.js', ['_react', 'index.html']),
  'sign-in.tsx': chunk('sign-in.js', ['_inputs'], true),
  'list.tsx': chunk('list.js', ['_inputs', '_grid'], true),
  _grid: chunk('grid.js', ['_react']),
  'calendar.tsx': chunk('calendar.js', ['_inputs'], true),
};
const sizes: Readonly<Record<string, number>> = {
  'index.js': 10_000,
  'react.js': 50_000,
  'inputs.js': 20_000,
  'sign-in.js': 1_000,
  'list.js': 3_000,
  'grid.js': 200_000,
  'calendar.js': 9_000,
};
const login = { name: 'login', after: undefined, modules: ['index.html', 'sign-in.tsx'], budget: 100 };
const list = { name: 'list', after: 'login', modules: ['list.tsx'], budget: 300 };
const measure = (...wanted: readonly (typeof login | typeof list)[]) =>
  measureSteps(manifest, wanted, 60, (file) => sizes[file] ?? Number.NaN);

test('counts each file once, with all that is imported, in the first step that needs it; the rest by itself', () => {
  expect(measure(login, list)).toEqual([
    { name: 'login', size: 81, budget: 100 },
    { name: 'list', size: 203, budget: 300 },
    { name: 'calendar.tsx', size: 9, budget: 60 },
  ]);
});

test('measures what no step names, so that nothing is without a budget', () => {
  expect(measure(login).map(({ name }) => name)).toEqual(['login', 'list.tsx', 'calendar.tsx']);
});

test('refuses a step of a module that the build does not have', () => {
  expect(() => measure({ ...login, modules: ['gone.tsx'] })).toThrow("the build has no 'gone.tsx'");
});

test('allows the login page less than 200 KB', () => {
  expect(steps[0]).toMatchObject({ name: 'login', budget: 200 });
});
