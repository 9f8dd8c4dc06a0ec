import { describe, expect, it } from 'vitest';
import { isPeriodEnd, periodOf, periods, resolveDay, resolvePeriods } from '../../../engine/contract/date-periods.ts';
import { parseListQuery, writeListQuery } from '../../../engine/contract/list-query.ts';
import { periodNames } from '../../../engine/core/period-names.ts';

const query = (text: string) => parseListQuery(new URLSearchParams(text));

describe('a period', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['last7', '2026-03-01', '2026-02-23', '2026-03-01'],
    ['last30', '2024-03-01', '2024-02-01', '2024-03-01'],
    ['month', '2024-02-10', '2024-02-01', '2024-02-29'],
    ['lastMonth', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['year', '2026-07-15', '2026-01-01', '2026-12-31'],
    ['next30', '2026-12-20', '2026-12-20', '2027-01-19'],
  ] as const)('%s on %s is %s to %s', (name, today, from, to) => {
    expect(periods[name].map((end) => resolveDay(end, today))).toEqual([from, to]);
  });

  it('is known by its two ends', () => {
    for (const name of periodNames) {
      const [from, to] = periods[name];
      expect(periodOf(from, to)).toBe(name);
    }
    expect(periodOf('@today', '@month.end')).toBeUndefined();
    expect(periodOf('', '')).toBeUndefined();
  });

  it.each(['2026-01-01', '@hoje', '@today-', 'today', '@month-1.start', ''])('is not meant by %j', (text) => {
    expect(isPeriodEnd(text)).toBe(false);
    expect(resolveDay(text, '2026-03-01')).toBe(text);
  });

  it('stays in the address and reaches the API as days', () => {
    const asked = query('data=gte.@today-6&data=lte.@today&abrangencia=in.(NACIONAL)');
    expect(writeListQuery(asked).toString()).toBe(
      'data=gte.%40today-6&data=lte.%40today&abrangencia=in.%28NACIONAL%29',
    );
    expect(resolvePeriods(asked, () => false, 'America/Sao_Paulo', '2026-03-01').conditions).toEqual([
      { key: 'data', operator: 'gte', values: ['2026-02-23'] },
      { key: 'data', operator: 'lte', values: ['2026-03-01'] },
      { key: 'abrangencia', operator: 'in', values: ['NACIONAL'] },
    ]);
  });

  it('takes the whole of its last day where moments are compared, in the zone of the installation', () => {
    const asked = query('quando=gte.@today&quando=lte.@today');
    expect(resolvePeriods(asked, (key) => key === 'quando', 'America/Sao_Paulo', '2026-03-01').conditions).toEqual([
      { key: 'quando', operator: 'gte', values: ['2026-03-01T00:00:00-03:00'] },
      { key: 'quando', operator: 'lt', values: ['2026-03-02T00:00:00-03:00'] },
    ]);
  });

  it('leaves a query without one as it is', () => {
    const asked = query('data=gte.2026-01-01');
    expect(resolvePeriods(asked, () => true, 'America/Sao_Paulo', '2026-03-01')).toBe(asked);
  });
});
