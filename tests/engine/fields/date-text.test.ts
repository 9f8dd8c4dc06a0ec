import { describe, expect, it } from 'vitest';
import {
  formatDay,
  formatMoment,
  formatMomentSeconds,
  parseDay,
  parseMoment,
  parseMonth,
  parseTime,
  parseYear,
} from '../../../engine/fields/date-text.ts';

const today = new Date(2026, 10, 21);

describe('days as people type them', () => {
  it.each([
    ['31/12/2026', '2026-12-31'],
    ['31122026', '2026-12-31'],
    ['1/2/2026', '2026-02-01'],
    ['31/12/26', '2026-12-31'],
    ['01/01/58', '1958-01-01'],
    ['29/02/2028', '2028-02-29'],
    ['2026-12-31', '2026-12-31'],
  ])('%s is %s', (text, iso) => {
    expect(parseDay(text, today)).toBe(iso);
  });

  it.each(['31/02/2026', '29/02/2026', '00/01/2026', '01/13/2026', '31/12', '', 'hoje'])('%j is none', (text) => {
    expect(parseDay(text, today)).toBeUndefined();
  });

  it('are written day first', () => {
    expect([formatDay('2026-12-31'), formatDay('2026-12')]).toEqual(['31/12/2026', '12/2026']);
  });
});

describe('months, hours and moments', () => {
  it.each([
    ['12/2026', '2026-12'],
    ['122026', '2026-12'],
    ['13/2026', undefined],
  ])('month %s is %s', (text, iso) => {
    expect(parseMonth(text, today)).toBe(iso);
  });

  it.each([
    ['8:30', '08:30'],
    ['0830', '08:30'],
    ['24:00', undefined],
    ['12:60', undefined],
    ['12:30:61', undefined],
  ])('hour %s is %s', (text, iso) => {
    expect(parseTime(text)).toBe(iso);
  });

  it.each([
    ['2026', '2026'],
    ['26', '2026'],
    ['58', '1958'],
    ['202', undefined],
    ['0999', undefined],
    ['', undefined],
  ])('year %s is %s', (text, year) => {
    expect(parseYear(text, today)).toBe(year);
  });

  it('reads and writes the seconds of a moment', () => {
    const iso = parseMoment('04/03/2026 11:35:09', 'America/Sao_Paulo', today);
    expect(iso).toBe('2026-03-04T11:35:09-03:00');
    expect(formatMomentSeconds('2026-03-04T14:35:09Z', 'America/Sao_Paulo')).toBe('04/03/2026 11:35:09');
    expect(parseMoment('04/03/2026 11:35:60', 'America/Sao_Paulo', today)).toBeUndefined();
  });

  it('reads and writes a moment in the zone of the installation', () => {
    const iso = parseMoment('04/03/2026 11:35', 'America/Sao_Paulo', today);
    expect(iso).toBe('2026-03-04T11:35:00-03:00');
    expect(formatMoment('2026-03-04T14:35:00Z', 'America/Sao_Paulo')).toBe('04/03/2026 11:35');
    expect(formatMoment('2026-03-04T14:35:00Z', 'America/Manaus')).toBe('04/03/2026 10:35');
  });
});
