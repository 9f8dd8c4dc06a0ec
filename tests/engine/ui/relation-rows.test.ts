import { expect, it } from 'vitest';
import { rowsOf } from '../../../engine/ui/runtime/use-relation-options.ts';

it('a record that was chosen and stands in the record by now is offered once, for a list with it twice is not drawn at all', () => {
  const [one, other] = [
    { id: 1, nome: 'Um' },
    { id: 2, nome: 'Dois' },
  ];
  expect(rowsOf([1], [one, other, { ...one }])).toEqual([one]);
  expect(rowsOf([2, 1], [one, other])).toEqual([one, other]);
});
