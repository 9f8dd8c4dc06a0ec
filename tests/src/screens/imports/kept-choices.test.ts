import { beforeEach, expect, it } from 'vitest';
import type { ImportChoices, ImportDetail } from '../../../../engine/contract/import.ts';
import {
  dropChoices,
  keepChoices,
  keepSheet,
  keptChoices,
  keptSheet,
} from '../../../../src/screens/imports/kept-choices.ts';

const storageOf = (fails = false): Storage => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (fails) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
};

const told: Pick<ImportDetail, 'id' | 'sheet' | 'columns' | 'fields' | 'keys' | 'load'> = {
  id: 'i1',
  sheet: 'Bancos',
  columns: ['COMPE', 'Nome'].map((title, column) => ({ column, title, samples: [] })),
  fields: ['codigo', 'nome'].map((field) => ({ field, title: field, required: true, called: '', by: [] })),
  keys: [{ fields: ['codigo'], title: 'Código' }],
  load: null,
};
const choices: ImportChoices = {
  columns: [
    { column: 0, field: 'codigo' },
    { column: 1, field: 'nome' },
  ],
  key: ['codigo'],
  mode: 'update',
  whole: true,
};

let storage: Storage;
beforeEach(() => {
  storage = storageOf();
});

it('gives back what was said of the columns of an import, of each sheet its own, and the sheet looked at last', () => {
  const other = { ...told, sheet: 'Agências' };
  keepChoices(storage, told, choices);
  keepChoices(storage, other, { ...choices, whole: false });
  keepSheet(storage, told.id, 'Agências');
  expect(keptChoices(storage, told)).toEqual(choices);
  expect(keptChoices(storage, other)).toEqual({ ...choices, whole: false });
  expect(keptSheet(storage, told.id)).toBe('Agências');
  expect([keptChoices(storage, { ...told, id: 'i2' }), keptSheet(storage, 'i2')]).toEqual([undefined, undefined]);
  dropChoices(storage, told.id);
  expect([keptChoices(storage, told), keptSheet(storage, told.id)]).toEqual([undefined, undefined]);
});

it('leaves out what is no longer there to be said, and all of it where the columns are others', () => {
  keepChoices(storage, told, choices);
  const [code] = told.fields;
  expect(keptChoices(storage, { ...told, fields: code ? [code] : [] })?.columns).toEqual([
    { column: 0, field: 'codigo' },
  ]);
  expect(keptChoices(storage, { ...told, keys: [] })).toEqual({ ...choices, key: [], mode: 'insert' });
  expect(keptChoices(storage, { ...told, columns: told.columns.slice(1) })).toBeUndefined();
});

it('does without a storage that is full, or holds something else', () => {
  const full = storageOf(true);
  keepChoices(full, told, choices);
  expect(keptChoices(full, told)).toBeUndefined();
  storage.setItem('fichario.import:i1', '{');
  expect([keptChoices(storage, told), keptSheet(storage, told.id)]).toEqual([undefined, undefined]);
});

it('keeps a load with the fields that it opens, as long as the person may load', () => {
  const opened = [...told.fields, { field: 'situacao', title: 'situacao', required: false, called: '', by: [] }];
  const loading = {
    ...told,
    load: { fields: opened, keys: [{ fields: ['situacao'], title: 'Situação' }], columns: [] },
  };
  const loaded: ImportChoices = {
    columns: [
      { column: 0, field: 'situacao' },
      { column: 1, field: 'nome' },
    ],
    key: ['situacao'],
    mode: 'insert',
    whole: false,
    load: true,
  };
  keepChoices(storage, loading, loaded);
  expect(keptChoices(storage, loading)).toEqual(loaded);
  expect(keptChoices(storage, told)).toEqual({
    columns: [{ column: 1, field: 'nome' }],
    key: [],
    mode: 'insert',
    whole: false,
  });
});
