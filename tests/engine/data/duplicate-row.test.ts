import { expect, test } from 'vitest';
import { duplicateRow } from '../../../engine/data/duplicate-row.ts';
import { createChild, createEntity, createField } from '../../support/small-model.ts';

const fields = ['codigo', 'peso', 'ativo'].map((name) => createField({ name, type: 'text' }));
const plain = createEntity({ name: 'coisa', fields });
const owned = createEntity({
  name: 'dona_linhas',
  owner: { entity: 'dona', child: 'linhas', relation: 'dona', position: 'posicao' },
  fields: [
    createField({ name: 'dona', type: 'relation', relation: { entity: 'dona', label: [], onDelete: 'cascade' } }),
    ...fields,
  ],
});
const child = createChild('linhas', owned);

const of = (detail: string, rows: readonly object[]) => {
  const found = duplicateRow(
    detail,
    plain,
    undefined,
    rows.map((row) => ({ ...row })),
  );
  return found?.row;
};
const inArray = (detail: string, rows: readonly object[]) =>
  duplicateRow(
    detail,
    owned,
    child,
    rows.map((row) => ({ ...row })),
  );
const codes = (...values: readonly unknown[]) => values.map((codigo) => ({ codigo }));

test.each([
  ['the one that has the value', 'Key (codigo)=(b) already exists.', codes('a', 'b', 'c'), 1],
  ['the second that has it', 'Key (codigo)=(a) already exists.', codes('a', 'b', 'a', 'a'), 2],
  ['in a server of another language', 'Chave (codigo)=(b) já existe.', codes('a', 'b'), 1],
  ['a value with parentheses, commas and line ends', 'Key (codigo)=(a, (b)\n=) exists.', codes('x', 'a, (b)\n='), 1],
  ['a value that looks like a pattern', 'Key (codigo)=(a.c) already exists.', codes('abc', 'a.c'), 1],
  ['a number as the column writes it', 'Key (peso)=(2.50) already exists.', [{ peso: 25 }, { peso: 2.5 }], 1],
  ['a whole number', 'Key (peso)=(2.00) already exists.', [{ peso: 200 }, { peso: 2 }], 1],
  ['a negative number', 'Key (peso)=(-2) already exists.', [{ peso: 2 }, { peso: -2 }], 1],
  ['true and false', 'Key (ativo)=(f) already exists.', [{ ativo: true }, { ativo: false }], 1],
  [
    'a combination with an empty part',
    'Key (codigo, peso)=(a, null) x.',
    [
      { codigo: 'a', peso: 1 },
      { codigo: 'a', peso: null },
    ],
    1,
  ],
  ['no row where it does not name all of the key', 'Key (codigo, ativo)=(a, t) x.', codes('b', 'a'), undefined],
  ['no row where none has the value', 'Key (codigo)=(z) already exists.', codes('a', 'b'), undefined],
  ['no row of a single record', 'Key (codigo)=(a) already exists.', codes('a'), undefined],
  ['no row where the database says nothing', '', codes('a', 'a'), undefined],
])('names %s', (_what, detail, rows, row) => {
  expect(of(detail, rows)).toBe(row);
});

test('names the row of an array, in the record where the value repeats', () => {
  const rows = [{ linhas: codes('x') }, { linhas: codes('y', 'x', 'z', 'x') }];
  expect(inArray('Key (dona_id, codigo)=(7, x) already exists.', rows)).toMatchObject({ row: 1, item: 3 });
  expect(inArray('Key (dona_id, codigo)=(7, z) already exists.', rows)).toMatchObject({ row: 1, item: 2 });
  expect(inArray('Key (codigo)=(x) already exists.', rows)).toMatchObject({ row: 1, item: 1 });
  expect(inArray('Key (dona_id, codigo)=(7, x) already exists.', [rows[0] ?? {}])).toMatchObject({
    row: undefined,
    item: 0,
  });
});

test('names none of the rows of two records that have the value once each', () => {
  const rows = [{ linhas: codes('x') }, { linhas: codes('x') }];
  expect(inArray('Key (dona_id, codigo)=(7, x) already exists.', rows)).toBeUndefined();
});
