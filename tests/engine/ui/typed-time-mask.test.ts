import { describe, expect, it } from 'vitest';
import { formatDay, parseDay } from '../../../engine/fields/date-text.ts';
import { createTypedTimeMask } from '../../../engine/ui/controls/typed-time-mask.ts';
import fc from '../../support/laws.ts';

const day = '##/##/####';

/** What stands there after each key; `<` takes the last character away. */
const typed = (mask: string, keys: string): string => {
  const write = createTypedTimeMask(mask);
  let text = '';
  for (const key of keys) text = write(key === '<' ? text.slice(0, -1) : text + key);
  return text;
};

describe('the mask of days and hours', () => {
  it.each([
    [day, '01022024', '01/02/2024'],
    [day, '1/2/2024', '01/02/2024'],
    [day, '5/1/85', '05/01/85'],
    [day, '10.3.85', '10/03/85'],
    [day, '12-08-2024', '12/08/2024'],
    [day, '1985-03-10', '1985-03-10'],
    [day, '2012-8-1', '2012-08-1'],
    [day, '2012', '20/12'],
    [day, '/1', '1'],
    [day, '1//2', '01/2'],
    [day, '01/0220245', '01/02/2024'],
    [day, '0102x20', '01/02/20'],
    [day, '1/2/<', '01/02'],
    [day, '0102<<3', '01/3'],
    ['##/####', '1/2024', '01/2024'],
    ['##/####', '012024', '01/2024'],
    ['##:##', '8:30', '08:30'],
    ['##:##', '0830', '08:30'],
    ['##/##/#### ##:##', '1/2/24 8:30', '01/02/24 08:30'],
    ['##/##/#### ##:##', '010220240830', '01/02/2024 08:30'],
  ])('%s writes %s as %s', (mask, keys, text) => {
    expect(typed(mask, keys)).toBe(text);
  });

  it('keeps what was put in or taken out in the middle apart', () => {
    const write = createTypedTimeMask(day);
    write('01/02/2024');
    expect([write('0/02/2024'), write('05/02/2024'), write('052/02/2024')]).toEqual([
      ...['0/02/2024', '05/02/2024', '05/20/2202'],
    ]);
  });

  it('gives the day that is typed, whatever stands between and however short the numbers are', () => {
    const days = fc.date({
      min: new Date('1000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, fc.constantFrom('/', '-', '.'), fc.boolean(), fc.boolean(), (date, mark, padded, pasted) => {
        const iso = date.toISOString().slice(0, 10);
        const parts = formatDay(iso).split('/');
        const text = (padded ? parts : parts.map((part) => part.replace(/^0/, ''))).join(mark);
        const written = pasted ? createTypedTimeMask(day)(text) : typed(day, text);
        expect(parseDay(written)).toBe(iso);
        expect(parseDay(typed(day, iso))).toBe(iso);
      }),
    );
  });
});
