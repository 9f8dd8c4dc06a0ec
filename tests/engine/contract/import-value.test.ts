/** What a cell says of a field: what stands in it and nothing else, or nothing. */
import { expect, test } from 'vitest';
import { readImportValue } from '../../../engine/contract/import-value.ts';
import type { Cell } from '../../../engine/files/table.ts';
import { plainField } from '../../../engine/model/plain-field.ts';

const reading = { timeZone: 'America/Sao_Paulo', today: new Date('2026-11-28T12:00:00Z'), options: [] };
type Temporal = 'time' | 'date' | 'date-time' | 'month';
const readCell = (type: Temporal, cell: Cell) =>
  readImportValue(cell, plainField({ name: 'x', type, title: 'X', required: false, readOnly: false }), reading);
const read = (type: Temporal, text: string) => readCell(type, { kind: 'text', text });

test.each([
  ['8:30', '08:30'],
  ['0830', '08:30'],
  ['083000', '08:30'],
  ['10:30:59', '10:30'],
  ['10:30:59.999', '10:30'],
  [' 10:30:59,5 ', '10:30'],
])('the hour %s is %s', (text, value) => {
  expect(read('time', text)).toEqual({ value });
});

test('so is the hour of a spreadsheet, with its fractions', () => {
  expect(readCell('time', { kind: 'time', value: '10:30:59.999' })).toEqual({ value: '10:30' });
});

test.each([
  '10:30:00 PM',
  '10:30 PM',
  '08:00:00 às 12:00:00',
  '08:00 às 12:00',
  '23:59:59 (amanhã)',
  '10:30:00-03:00',
  '10:30:00Z',
  '10:30:590',
  '10:30:59.',
  '10:30.5',
  '25:00:00.5',
])('an hour with more behind it is refused: %s', (shown) => {
  expect(read('time', shown)).toEqual({ shown, expected: 'uma hora HH:MM' });
});

test.each([
  ['28112026', '2026-11-28'],
  ['20101112', '2010-11-12'],
  ['20121231', '2012-12-31'],
  ['20011001', '2001-10-01'],
  ['20.10.1112', '1112-10-20'],
])('the day %s is %s', (text, value) => {
  expect(read('date', text)).toEqual({ value });
});

test.each(['20011301', '01011112', '20101332'])('eight digits of no day of our time are refused: %s', (shown) => {
  expect(read('date', shown)).toEqual({ shown, expected: 'uma data DD/MM/AAAA' });
});

test.each([
  ['31/02/2026', '31/02/2026'],
  ['29.02.2027', '29/02/2027'],
  ['1-13-26', '01/13/26'],
  ['2026-02-31', '31/02/2026'],
  ['00/01/2026', '00/01/2026'],
])('a day that is written as days are and that no calendar has is told as the day: %s', (text, absentDay) => {
  expect(read('date', text)).toEqual({ absentDay });
  expect(read('date-time', `${text} 10:30`)).toEqual({ absentDay });
});

test.each([
  ['date', 'uma data DD/MM/AAAA'],
  ['month', 'um mês MM/AAAA'],
  ['date-time', 'uma data com hora, DD/MM/AAAA HH:MM'],
  ['time', 'uma hora HH:MM'],
] as const)('a number that spreadsheets count with is told as a number: %s', (type, expected) => {
  expect(readCell(type, { kind: 'number', value: '46054.5' })).toEqual({ shown: '46054,5', expected, number: true });
  const text = read(type, '46054');
  expect(text).toEqual({ shown: '46054', expected, number: true });
});

test.each(['2026', 'ontem', '123456789', '31/02', '46054x'])(
  'what only looks like one is told as text: %s',
  (shown) => {
    expect(read('date', shown)).toEqual({ shown, expected: 'uma data DD/MM/AAAA' });
  },
);

test('the day of a moment is read as a day is', () => {
  expect(read('date-time', '20101112 08:30')).toEqual({ value: '2010-11-12T08:30:00-02:00' });
  expect(read('date-time', '12/11/2010 08:30 PM')).toHaveProperty('expected');
});
