import { expect, test } from 'vitest';
import { isOffered, mayAct } from '../../../engine/access/may-act.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { holding } from '../../support/grants.ts';

type Acted = Parameters<typeof isOffered>[0];

const view: NonNullable<Entity['view']> = { sql: 'select 1', sources: {}, rows: [], same: [], classed: [] };
const offered = (entity: Partial<Acted>): readonly string[] =>
  ['list', 'view', 'insert', 'update', 'delete'].filter((action) => isOffered({ subject: 'conta', ...entity }, action));

test('all is done to records of a table but what the files withhold; records that lie elsewhere are viewed', () => {
  expect([
    offered({}),
    offered({ withheld: [] }),
    offered({ withheld: ['delete'] }),
    offered({ withheld: ['insert', 'update'] }),
    offered({ view }),
    offered({ view, withheld: ['delete'] }),
  ]).toEqual([
    ['list', 'view', 'insert', 'update', 'delete'],
    ['list', 'view', 'insert', 'update', 'delete'],
    ['list', 'view', 'insert', 'update'],
    ['list', 'view', 'delete'],
    ['view'],
    ['view'],
  ]);
});

test('what is done at all, whoever has the right does; a right opens nothing that is withheld', () => {
  const access = holding(['conta:insert', 'conta:delete']);
  const conta: Acted = { subject: 'conta', withheld: ['delete'] };
  expect(['insert', 'delete', 'update'].filter((action) => mayAct(access, conta, action))).toEqual(['insert']);
  expect(mayAct(access, { ...conta, subject: 'outra' }, 'insert')).toBe(false);
});
