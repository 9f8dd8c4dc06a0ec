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
import fc from '../../support/laws.ts';

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
    ['01011900', '1900-01-01'],
    ['31129999', '9999-12-31'],
    ['20101112', '2010-11-12'],
    ['20121231', '2012-12-31'],
    ['20001011', '2000-10-11'],
    ['19991231', '1999-12-31'],
    ['20/10/1112', '1112-10-20'],
    ['1112-10-20', '1112-10-20'],
  ])('%s is %s', (text, iso) => {
    expect(parseDay(text, today)).toBe(iso);
  });

  it.each([
    '31/02/2026',
    '29/02/2026',
    '00/01/2026',
    '01/13/2026',
    '31/12',
    '',
    'hoje',
    '01011899',
    '20011301',
    '20010229',
    '30021130',
    '20261131',
    '00000000',
    '2026123',
    '202612310',
  ])('%j is none', (text) => {
    expect(parseDay(text, today)).toBeUndefined();
  });

  it('of our time are the same in eight digits, whichever end they begin at, and no other day', () => {
    const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10);
        expect(parseDay(iso.replaceAll('-', ''), today)).toBe(iso);
        expect(parseDay(formatDay(iso).replaceAll('/', ''), today)).toBe(iso);
      }),
    );
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

  it('tells the offset of an hour that came twice, and reads it', () => {
    const zone = 'America/Sao_Paulo';
    const [first, second] = ['2018-02-18T01:00:00Z', '2018-02-18T02:00:00Z'];
    expect([formatMoment(first, zone), formatMoment(second, zone)]).toEqual([
      '17/02/2018 23:00 -02:00',
      '17/02/2018 23:00 -03:00',
    ]);
    expect(formatMomentSeconds(second, zone)).toBe('17/02/2018 23:00:00 -03:00');
    expect(parseMoment('17/02/2018 23:00 -02:00', zone, today)).toBe('2018-02-17T23:00:00-02:00');
    expect(['2018-02-18T00:59:00Z', '2018-02-18T03:00:00Z'].map((iso) => formatMoment(iso, zone))).toEqual([
      '17/02/2018 22:59',
      '18/02/2018 00:00',
    ]);
  });

  it.each(['17/02/2018 23:00 cedo', '17/02/2018 23:00 -3', '17/02/2018 23:00 -03:00 x'])('%s is none', (text) => {
    expect(parseMoment(text, 'America/Sao_Paulo', today)).toBeUndefined();
  });

  it('reads what it writes, in zones of every kind and near where clocks are put on and back', () => {
    const turns = ['2018-02-18T02:00:00Z', '2018-11-04T03:00:00Z', '1999-10-03T03:00:00Z', '2026-04-04T15:00:00Z'];
    const moment = fc.oneof(
      fc.integer({ min: Date.UTC(1914, 0, 3), max: Date.UTC(2100, 0, 1) }),
      fc
        .tuple(fc.constantFrom(...turns), fc.integer({ min: -6, max: 6 }), fc.integer({ min: 0, max: 3599 }))
        .map(([turn, hours, seconds]) => Date.parse(turn) + hours * 3_600_000 + seconds * 1000),
    );
    const zone = fc.constantFrom(
      'America/Sao_Paulo',
      'America/Manaus',
      'America/Noronha',
      'Australia/Lord_Howe',
      'UTC',
    );
    fc.assert(
      fc.property(moment, zone, (time, timeZone) => {
        const whole = Math.floor(time / 1000) * 1000;
        const text = formatMomentSeconds(new Date(whole).toISOString(), timeZone);
        expect(new Date(parseMoment(text, timeZone, today) ?? '').getTime()).toBe(whole);
      }),
      { numRuns: 2000 },
    );
  });
});
