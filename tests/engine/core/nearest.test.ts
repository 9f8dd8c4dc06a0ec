import { expect, it } from 'vitest';
import { nearest } from '../../../engine/core/nearest.ts';

it.each([
  ['cidde', ['cidade', 'uf'], 'cidade'],
  ['CIDADE', ['cidade'], 'cidade'],
  ['ciadde', ['cidade'], 'cidade'],
  ['uf', ['nome', 'uf'], 'uf'],
  ['xyz', ['cidade'], undefined],
  ['', ['cidade'], undefined],
])('for %j among %j finds %j', (name, candidates, expected) => {
  expect(nearest(name, candidates)).toBe(expected);
});
