import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { expect, it } from 'vitest';
import type { Rhythm } from '../../../engine/contract/job-schedule.ts';
import { rhythmKinds } from '../../../engine/contract/job-schedule.ts';
import { nextTurn } from '../../../engine/jobs/next-turn.ts';
import fc from '../../support/laws.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

const zone = 'America/Sao_Paulo';

it.each<[string, Rhythm, string, string]>([
  ['the same day', { every: 'day', at: '07:00' }, '2026-11-23T06:59:59-03:00', '2026-11-23T07:00:00-03:00'],
  ['the day after', { every: 'day', at: '07:00' }, '2026-11-23T07:00:00-03:00', '2026-11-24T07:00:00-03:00'],
  ['after Friday', { every: 'workday', at: '18:30' }, '2026-11-27T18:30:00-03:00', '2026-11-30T18:30:00-03:00'],
  ['Sunday', { every: 'week', on: 7, at: '00:00' }, '2026-11-23T12:00:00-03:00', '2026-11-29T00:00:00-03:00'],
  ['a week later', { every: 'week', on: 1, at: '09:15' }, '2026-11-23T09:15:00-03:00', '2026-11-30T09:15:00-03:00'],
  ['of a month', { every: 'month', on: 5, at: '07:00' }, '2026-11-23T12:00:00-03:00', '2026-12-05T07:00:00-03:00'],
  [
    'of a short month',
    { every: 'month', on: 31, at: '07:00' },
    '2027-02-01T00:00:00-03:00',
    '2027-02-28T07:00:00-03:00',
  ],
  ['of a leap year', { every: 'month', on: 30, at: '07:00' }, '2028-02-01T00:00:00-03:00', '2028-02-29T07:00:00-03:00'],
  ['by the clock of the zone', { every: 'day', at: '23:00' }, '2026-11-24T01:59:00Z', '2026-11-24T02:00:00Z'],
])('is %s', (_what, rhythm, after, turn) => {
  expect(nextTurn(rhythm, new Date(after), zone)).toEqual(new Date(turn));
});

it('comes at its hour whatever the clocks do meanwhile', () => {
  // New York puts its clocks forward on March 14 and back on November 7, 2027.
  const after = (day: string) =>
    nextTurn({ every: 'day', at: '07:00' }, new Date(day), 'America/New_York').toISOString();
  expect(['2027-03-13T13:00:00Z', '2027-11-06T12:00:00Z'].map(after)).toEqual([
    '2027-03-14T11:00:00.000Z',
    '2027-11-07T12:00:00.000Z',
  ]);
});

it('is the first moment after another at that hour of such a day', () => {
  const rhythm = fc.record({
    every: fc.constantFrom(...rhythmKinds),
    at: fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
    on: fc.integer({ min: 1, max: 7 }),
  });
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  const fits = ({ every, on }: Rhythm, day: dayjs.Dayjs): boolean =>
    every === 'day' ||
    (every === 'workday' && day.day() > 0 && day.day() < 6) ||
    (every === 'week' && (day.day() || 7) === on) ||
    (every === 'month' && day.date() === on);
  fc.assert(
    fc.property(rhythm, moment, (asked, after) => {
      const turn = nextTurn(asked, after, zone);
      const local = dayjs(turn).tz(zone);
      expect([local.format('HH:mm:ss.SSS'), fits(asked, local)]).toEqual([`${asked.at}:00.000`, true]);
      expect(turn > after).toBe(true);
      // No day between has one.
      for (let day = dayjs(after).tz(zone); day.isBefore(local, 'day'); day = day.add(1, 'day'))
        if (fits(asked, day))
          expect(day.format('HH:mm:ss') >= asked.at && day.isSame(dayjs(after).tz(zone), 'day')).toBe(true);
      expect(nextTurn(asked, new Date(turn.getTime() - 1), zone)).toEqual(turn);
    }),
  );
});
