import { createMongoAbility } from '@casl/ability';
import { expect, test } from 'vitest';
import { permits, splitPair } from '../../../engine/access/permission-pair.ts';
import fc from '../../support/laws.ts';

const name = (...names: string[]) => fc.constantFrom(...names);
const actions = name('list', 'view', 'insert', 'update', 'delete', 'audit', 'report', 'manage');
const subjects = name('banco', 'cidade', 'autorizacao', 'all');

test('pairs grant what CASL makes of them', () => {
  const pair = fc.tuple(subjects, actions).map((parts) => parts.join(':'));
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 5 }), actions, subjects, (held, action, subject) => {
      expect(permits(held, action, subject)).toBe(createMongoAbility(held.map(splitPair)).can(action, subject));
    }),
    { numRuns: 500 },
  );
});
