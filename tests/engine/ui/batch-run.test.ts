import { expect, test } from 'vitest';
import { remaining, stateOf } from '../../../engine/ui/runtime/batch-run.ts';

test('of a batch the records that were refused stay chosen, if they are still there', () => {
  const state = stateOf({
    written: [1, 4],
    refusals: [
      { id: 2, label: 'Dois', message: 'Informe Motivo.' },
      { id: 3, label: '#3', message: 'Este registro de Ficha já não está entre os escolhidos.', gone: true },
    ],
  });
  expect(state).toEqual({
    written: [1, 4],
    failures: [
      { item: 2, label: 'Dois', message: 'Informe Motivo.', gone: false },
      { item: 3, label: '#3', message: 'Este registro de Ficha já não está entre os escolhidos.', gone: true },
    ],
  });
  expect(remaining(state)).toEqual([2]);
  expect(remaining(stateOf({ written: [1], refusals: [] }))).toEqual([]);
});
