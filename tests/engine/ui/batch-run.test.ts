import { expect, test } from 'vitest';
import { remaining, stateOf } from '../../../engine/ui/runtime/batch-run.ts';

test('of a batch the records that were refused stay chosen, whatever the reason', () => {
  const state = stateOf({
    written: [1, 4],
    refusals: [
      { id: 2, label: 'Dois', message: 'Informe Motivo.' },
      { id: 3, label: '#3', message: 'Este registro de Ficha já não está entre os escolhidos.' },
    ],
  });
  expect(state).toEqual({
    written: [1, 4],
    failures: [
      { item: 2, label: 'Dois', message: 'Informe Motivo.' },
      { item: 3, label: '#3', message: 'Este registro de Ficha já não está entre os escolhidos.' },
    ],
  });
  expect(remaining(state)).toEqual([2, 3]);
  expect(remaining(stateOf({ written: [1], refusals: [] }))).toEqual([]);
});
