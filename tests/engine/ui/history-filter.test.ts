import { expect, test } from 'vitest';
import type { HistoryEntry } from '../../../engine/contract/screen-model.ts';
import { filterHistory, historyChoices, restoredAt, wholeHistory } from '../../../engine/ui/runtime/history-filter.ts';

const entry = (version: number, by: string | null, ...fields: readonly string[]): HistoryEntry => ({
  operation: version === 1 ? 'insert' : 'update',
  at: `2026-01-0${version}T12:00:00+00:00`,
  settled: `2026-01-0${version}T12:00:00+00:00`,
  by,
  origin: null,
  version,
  changes: fields.map((field) => ({ field, title: `O ${field}`, before: null, after: version })),
});
const entries = [
  entry(4, 'bia', 'nome'),
  entry(3, 'ana'),
  entry(2, 'ana', 'uf', 'nome'),
  entry(1, null, 'nome', 'água'),
];
const shown = (filter: Partial<typeof wholeHistory>) =>
  filterHistory(entries, { ...wholeHistory, ...filter }).map(({ version, changes }) => [
    version,
    changes.map(({ field }) => field),
  ]);

test('offers each field that changed and each person once, sorted as Brazilians sort, the product as nobody', () => {
  expect(historyChoices(entries)).toEqual({
    fields: [
      { field: 'água', title: 'O água' },
      { field: 'nome', title: 'O nome' },
      { field: 'uf', title: 'O uf' },
    ],
    people: ['', 'ana', 'bia'],
  });
});

test.each([
  [
    'all without a choice',
    {},
    [
      [4, ['nome']],
      [3, []],
      [2, ['uf', 'nome']],
      [1, ['nome', 'água']],
    ],
  ],
  [
    'of a field only its changes',
    { field: 'nome' },
    [
      [4, ['nome']],
      [2, ['nome']],
      [1, ['nome']],
    ],
  ],
  [
    'of a person all that she did',
    { person: 'ana' },
    [
      [3, []],
      [2, ['uf', 'nome']],
    ],
  ],
  ['of the product what nobody else did', { person: '' }, [[1, ['nome', 'água']]]],
  ['of both the field as changed by the person', { person: 'ana', field: 'uf' }, [[2, ['uf']]]],
  ['nothing of a field that the person left alone', { person: 'bia', field: 'uf' }, []],
] as const)('shows %s', (_what, filter, expected) => {
  expect(shown(filter)).toEqual(expected);
});

test('tells what brought a deleted record back from what made it', () => {
  const at = (version: number, operation: HistoryEntry['operation']): HistoryEntry => ({
    ...entry(version, 'ana', 'nome'),
    operation,
  });
  const life = [at(6, 'insert'), at(5, 'delete'), at(4, 'insert'), at(3, 'delete'), at(2, 'update'), at(1, 'insert')];
  expect([...restoredAt(life)]).toEqual(['2026-01-06T12:00:00+00:00', '2026-01-04T12:00:00+00:00']);
  expect(restoredAt(entries).size).toBe(0);
});
