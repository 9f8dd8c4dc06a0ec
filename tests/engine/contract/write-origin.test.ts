import { expect, test } from 'vitest';
import { parseOrigin, writeOrigin } from '../../../engine/contract/write-origin.ts';
import fc from '../../support/laws.ts';

test('an origin is read as it was written', () => {
  fc.assert(
    fc.property(fc.constantFrom('screen', 'api'), fc.oneof(fc.ipV4(), fc.ipV6()), (channel, address) => {
      expect(parseOrigin(writeOrigin({ channel, address }))).toEqual({ channel, address });
    }),
  );
});

test.each(['', 'screen', 'banco 10.0.0.1', 'api 10.0.0.1 e mais'])("'%s' is no origin", (text) => {
  expect(parseOrigin(text)).toBeNull();
});
