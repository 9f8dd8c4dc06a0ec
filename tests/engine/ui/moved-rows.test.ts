/** Which rows of a list moved, and from what: so what came to a row stays with it. */
import { expect, it } from 'vitest';
import { movedRows } from '../../../engine/ui/form/use-filled-rows.ts';

const [a, b, c] = [{ id: 1 }, { id: 2 }, { id: 3 }];
const [a2, b2] = [
  { id: 1, nome: 'x' },
  { id: 2, nome: 'y' },
];
const fresh = {};

it.each([
  ['nothing moves', [a, b], [a, b], []],
  ['a row changes', [a, b], [a2, b], [{ row: a2, was: a }]],
  [
    'rows change together',
    [a, b, c],
    [a2, b2, c],
    [
      { row: a2, was: a },
      { row: b2, was: b },
    ],
  ],
  ['a row comes between others', [a, b], [a, fresh, b], [{ row: fresh, was: undefined }]],
  ['a row comes at the end', [a], [a, fresh], [{ row: fresh, was: undefined }]],
  ['a row goes', [a, b, c], [a, c], []],
  ['rows change places', [a, b, c], [b, a, c], []],
  ['the list begins', [], [fresh], [{ row: fresh, was: undefined }]],
] as const)('%s', (_what, before, after, expected) => {
  expect(movedRows(before, after)).toEqual(expected);
});
