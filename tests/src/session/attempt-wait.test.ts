import { expect, test } from 'vitest';
import { networkOf } from '../../../engine/core/network-of.ts';
import { waitAfter, waitings } from '../../../src/session/attempt-wait.ts';
import fc from '../../support/laws.ts';

test('the first failures cost no wait, each further one doubles it, up to the longest', () => {
  const waits = Array.from({ length: 15 }, (_, failures) => waitAfter(failures, waitings.login));
  expect(waits).toEqual([0, 0, 0, 0, 0, 5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
  expect([59, 60, 61, 1000].map((failures) => waitAfter(failures, waitings.address))).toEqual([0, 2, 4, 300]);
});

test('a further failure never shortens the wait', () => {
  fc.assert(
    fc.property(fc.constantFrom(waitings.login, waitings.address), fc.nat({ max: 5_000 }), (waiting, failures) => {
      const [now, next] = [waitAfter(failures, waiting), waitAfter(failures + 1, waiting)];
      expect(next).toBeGreaterThanOrEqual(now);
      expect(next).toBeLessThanOrEqual(waiting.longest);
    }),
  );
});

test.each([
  ['10.0.0.7', '10.0.0.7'],
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('attempts from %s are counted for %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
