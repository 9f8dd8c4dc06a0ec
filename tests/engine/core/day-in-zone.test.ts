import { expect, test } from 'vitest';
import { dayInZone } from '../../../engine/core/day-in-zone.ts';

test.each([
  ['2026-06-15T02:59:59Z', 'America/Sao_Paulo', '2026-06-14'],
  ['2026-06-15T03:00:00Z', 'America/Sao_Paulo', '2026-06-15'],
  ['2026-01-01T01:30:00Z', 'America/Noronha', '2025-12-31'],
  ['2026-01-01T01:30:00Z', 'UTC', '2026-01-01'],
  ['2025-12-31T10:00:00Z', 'Pacific/Kiritimati', '2026-01-01'],
  ['2026-03-01T10:59:00Z', 'Pacific/Niue', '2026-02-28'],
])('%s falls in %s on %s', (instant, zone, day) => {
  expect(dayInZone(zone, new Date(instant))).toBe(day);
});
