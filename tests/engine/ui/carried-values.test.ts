/** What is typed into a form whose files change meanwhile. */
import { expect, it } from 'vitest';
import type { ScreenModel } from '../../../engine/contract/screen-model.ts';
import { carriedValues } from '../../../engine/ui/runtime/carried-values.ts';

const model = (properties: object): ScreenModel => ({ form: { schema: { properties } } }) as unknown as ScreenModel;
const text = { type: 'string' };
const rows = (properties: object) => ({ type: 'array', items: { type: 'object', properties } });
const carry = (was: object, is: object, kept: object, opened: object) =>
  carriedValues(model(was), model(is), kept as Record<string, unknown>, opened as Record<string, unknown>);

it.each([
  ['what was typed', { a: text }, { a: text }, { a: 'digitado' }, { a: 'gravado' }, { a: 'digitado' }],
  ['what was emptied', { a: text }, { a: text }, {}, { a: 'gravado' }, {}],
  [
    'a new field as it begins',
    { a: text },
    { a: text, b: text },
    { a: 'x' },
    { a: 'y', b: 'novo' },
    { a: 'x', b: 'novo' },
  ],
  ['a new field that begins empty', { a: text }, { a: text, b: text }, { a: 'x' }, { a: 'y' }, { a: 'x' }],
  ['what is there no more', { a: text, b: text }, { a: text }, { a: 'x', b: 'z' }, { a: 'y' }, { a: 'x', b: 'z' }],
  [
    'what was there before and is again',
    { a: text },
    { a: text, b: text },
    { a: 'x', b: 'z' },
    { b: 'y' },
    { a: 'x', b: 'z' },
  ],
  [
    'rows, each with the new column as it is stored, or as a row begins',
    { r: rows({ id: {}, a: text }) },
    { r: rows({ id: {}, a: text, n: { type: 'integer', default: 7 } }) },
    { r: [{ id: 2, a: 'mudado' }, { a: 'nova' }, { id: 9, a: 'de outro' }] },
    {
      r: [
        { id: 1, a: 'um', n: 1 },
        { id: 2, a: 'dois', n: 2 },
      ],
    },
    {
      r: [
        { id: 2, a: 'mudado', n: 2 },
        { a: 'nova', n: 7 },
        { id: 9, a: 'de outro', n: 7 },
      ],
    },
  ],
  [
    'rows without a new column',
    { r: rows({ a: text }) },
    { r: rows({ a: text }) },
    { r: [{ a: 'x' }] },
    { r: [] },
    { r: [{ a: 'x' }] },
  ],
  ['a new list of rows', {}, { r: rows({ a: text }) }, {}, { r: [{ a: 'x' }] }, { r: [{ a: 'x' }] }],
])('keeps %s', (_what, was, is, kept, opened, expected) => {
  expect(carry(was, is, kept, opened)).toEqual(expected);
});
