import { expect, test } from 'vitest';
import { createValueCheck } from '../../../engine/model/value-problem.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { createField } from '../../support/small-model.ts';

test('the length of a text is counted in characters, as people count', () => {
  const check = createValueCheck(createField({ name: 'nome', type: 'text', minLength: 2, maxLength: 3 }), catalogues);
  expect(['😀😀😀', 'á😀', 'abc'].map(check)).toEqual([undefined, undefined, undefined]);
  for (const text of ['😀', '😀😀😀😀', 'abcd']) expect([text, typeof check(text)]).toEqual([text, 'string']);
});
