import { describe, expect, it } from 'vitest';
import { momentWithAge } from '../../../src/screens/moment-with-age.ts';
import { readDevice } from '../../../src/screens/sessions/device-name.ts';

const chrome = '(KHTML, like Gecko) Chrome/141.0.0.0';

describe('the device of a session', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 ${chrome} Safari/537.36`,
      'Chrome',
      'Windows',
      false,
    ],
    [`Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 ${chrome} Safari/537.36 Edg/141.0`, 'Edge', 'Windows', false],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Linux', false],
    [`Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 ${chrome} Mobile Safari/537.36`, 'Chrome', 'Android', true],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/26.0 Mobile Safari/604.1',
      'Safari',
      'iPhone',
      true,
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15', 'Safari', 'macOS', false],
    ['curl/8.5.0', undefined, undefined, false],
    [null, undefined, undefined, false],
  ])('of %s', (agent, browser, system, phone) => {
    expect(readDevice(agent)).toEqual({ browser, system, phone });
  });
});

it('tells how far a moment lies from now, behind or ahead', () => {
  const now = Date.parse('2026-11-21T15:00:00Z');
  const told = (iso: string) => momentWithAge(iso, 'America/Sao_Paulo', now);
  expect(told('2026-08-21T12:30:00Z')).toBe('21/08/2026 09:30 (há 92 dias)');
  expect(told('2026-11-21T12:30:00Z')).toBe('21/11/2026 09:30 (hoje)');
  expect(told('2026-12-10T15:00:00Z')).toBe('10/12/2026 12:00 (em 19 dias)');
});
