import { expect, it } from 'vitest';
import { fieldTypes } from '../../../engine/fields/index.ts';
import { serialOf } from '../../../engine/fields/sheet-serial.ts';
import { plainField } from '../../../engine/model/plain-field.ts';
import fc from '../../support/laws.ts';

it.each([
  ['1900-03-01', 61],
  ['2026-02-28', 46_081],
  ['2026-02-28 18:00:00', 46_081.75],
  ['9999-12-31', 2_958_465],
  ['1900-02-28', undefined],
  ['0001-01-01', undefined],
  ['2026-2-3', undefined],
  ['', undefined],
])('%s is day %s of a spreadsheet', (text, serial) => {
  expect(serialOf(text)).toBe(serial);
});

it('counts one day after another', () => {
  const days = fc.integer({ min: 61, max: 2_958_464 });
  const dayOf = (serial: number): string => new Date(Date.UTC(1899, 11, 30 + serial)).toISOString().slice(0, 10);
  fc.assert(fc.property(days, (serial) => serialOf(dayOf(serial)) === serial));
});

it.each([
  ['America/Sao_Paulo', '2018-11-04T02:59:59Z', '2018-11-03 23:59:59'],
  // Summer began: there was no hour after midnight.
  ['America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018-11-04 01:00:00'],
  ['America/Rio_Branco', '2026-03-01T02:30:45Z', '2026-02-28 21:30:45'],
  ['UTC', '2026-03-01T00:00:00Z', '2026-03-01 00:00:00'],
])('a moment is as the clocks of %s show it', (timeZone, moment, clock) => {
  const field = plainField({ name: 'em', type: 'date-time', title: '', required: true, readOnly: true });
  expect(fieldTypes['date-time'].sheet?.value(moment, field, { timeZone })).toBe(serialOf(clock));
});
