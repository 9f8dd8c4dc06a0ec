import { expect, it } from 'vitest';
import type { ListAction, ScreenModel } from '../../../engine/contract/screen-model.ts';
import type { Expression, Tree } from '../../../engine/expressions/types.ts';
import { actionsOf } from '../../../engine/ui/runtime/fitting.ts';
import { createEntity, createField } from '../../support/small-model.ts';

const action = (name: string, tree?: Tree): ListAction => ({
  name,
  title: name,
  icon: 'map',
  effect: { kind: 'link', href: [] },
  ...(tree && { when: { source: '', tree, reads: [], parentReads: [] } satisfies Expression }),
});
const estado: Tree = ['field', 'estado', 'text'];
const model = {
  entity: createEntity({
    name: 'conta',
    fields: [
      createField({ name: 'estado', type: 'text' }),
      createField({ name: 'cidade', type: 'relation', relation: { entity: 'cidade', label: [], onDelete: 'refuse' } }),
    ],
  }),
  actions: [
    action('sempre'),
    action('aberta', ['call', '==', [estado, ['value', 'ABERTA']]]),
    action('sem cidade', [
      'call',
      '==',
      [
        ['field', 'cidade_id', 'relation'],
        ['value', null],
      ],
    ]),
  ],
} as unknown as ScreenModel;
const offered = (row: object) =>
  actionsOf(model, { id: 1, ...row }, { today: '2026-01-31', timeZone: 'America/Sao_Paulo' }).map(({ name }) => name);

it('offers an action for the rows that its condition is true of, relations by their id, and never where it is unknown', () => {
  expect([
    offered({ estado: 'ABERTA', cidade: { id: 7 } }),
    offered({ estado: 'PAGA', cidade: null }),
    offered({ estado: null, cidade: { id: 7 } }),
    offered({ estado: 'ABERTA', cidade: null }),
  ]).toEqual([['sempre', 'aberta'], ['sempre', 'sem cidade'], ['sempre'], ['sempre', 'aberta', 'sem cidade']]);
});
