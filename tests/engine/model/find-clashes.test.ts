/** What is said of rows of data.csv that meet each other, and that the table says the same. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { loadInitialRows } from '../../../engine/data/initial-rows.ts';
import type { InitialRows } from '../../../engine/metadata/documents.ts';
import { findClashes } from '../../../engine/model/passes/find-clashes.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import { createEntity, createField, createModel } from '../../support/small-model.ts';

const escala = createEntity({
  name: 'escala',
  naturalKey: ['codigo'],
  indexes: [
    { columns: ['equipe', 'ordem', 'turno'], unique: true },
    { columns: ['ordem'], unique: false },
  ],
  noOverlap: [{ key: ['equipe'], ranges: [{ first: 'inicio', last: 'fim' }] }],
  fields: [
    createField({ name: 'codigo', type: 'integer', required: true, unique: true }),
    createField({ name: 'sigla', type: 'text', unique: true }),
    createField({ name: 'equipe', type: 'text' }),
    createField({ name: 'ordem', type: 'integer' }),
    createField({ name: 'turno', type: 'text', default: 'M' }),
    createField({ name: 'inicio', type: 'time' }),
    createField({ name: 'fim', type: 'time' }),
  ],
});

const file = (header: readonly string[], rows: readonly (readonly string[])[]): InitialRows => ({
  file: 'data.csv',
  header,
  rows,
  lines: rows.map((_, index) => index + 2),
  digest: JSON.stringify([header, rows]),
});
const header = ['codigo', 'sigla', 'equipe', 'ordem', 'inicio', 'fim'];
const told = (rows: readonly (readonly string[])[], names = header) =>
  findClashes(escala, file(names, rows), catalogues).map(({ row, field, problem }) => [row, field, problem]);

describe('rows of a file', () => {
  test('repeat a value however it is written, and what is empty repeats alone but not in a combination', () => {
    expect(
      told([
        ['1', '', 'A', '', '08:00', '09:00'],
        ['01', '', 'B', '', '08:00', '09:00'],
        ['2', '', 'A', '', '10:00', '11:00'],
        ['x', 'S', 'A', 'y', '12:00', '13:00'],
        ['3', 'S', 'A', '7', '14:00', '15:00'],
      ]),
    ).toEqual([
      [1, 'codigo', 'repete o valor da linha 2'],
      [4, 'sigla', 'repete o valor da linha 5'],
      [2, 'equipe', "repete os valores de 'equipe', 'ordem', 'turno' da linha 2"],
    ]);
  });

  test('overlap at a shared end, and where one has no end; a cell that is no value meets nothing', () => {
    expect(
      told([
        ['1', '', 'A', '1', '08:00', '09:00'],
        ['2', '', 'A', '2', '09:00:00', '10:00'],
        ['3', '', '', '3', '23:00', ''],
        ['4', '', '', '4', '', '23:00'],
        ['5', '', '', '5', '', 'tarde'],
        ['6', '', 'A', '6', '10:01', ''],
      ]),
    ).toEqual([
      [1, 'inicio', "'inicio', 'fim' se sobrepõem aos da linha 2, com o mesmo valor em 'equipe'"],
      [3, 'inicio', "'inicio', 'fim' se sobrepõem aos da linha 4, com o mesmo valor em 'equipe'"],
    ]);
  });

  test('have what the table fills in where the file has no column', () => {
    const rows = [
      ['1', 'A', '1', 'M', '01:00', '02:00'],
      ['2', 'A', '1', '', '03:00', '04:00'],
    ];
    const named = ['codigo', 'equipe', 'ordem', 'turno', 'inicio', 'fim'];
    expect(told(rows, named)).toEqual([]);
    const without = rows.map((row) => row.filter((_, index) => index !== 3));
    expect(
      told(
        without,
        named.filter((name) => name !== 'turno'),
      ),
    ).toEqual([[1, 'equipe', "repete os valores de 'equipe', 'ordem', 'turno' da linha 2"]]);
  });
});

/** Ends in their order, of which any may be missing; a file in which they are not is refused for that. */
const ends = fc
  .tuple(fc.constantFrom('', '1', '2', '3', '5'), fc.constantFrom('', '1', '2', '4', '5'))
  .map(([a, b]) => (a !== '' && b !== '' && a > b ? [b, a] : [a, b]))
  .map((pair) => pair.map((hour, index) => (hour === '' ? '' : `0${hour}:00${index === 0 ? '' : ':00'}`)));
const row = fc
  .tuple(
    fc.constantFrom('', '', 'S', 'T'),
    fc.constantFrom('', 'A', 'B'),
    fc.constantFrom('', '1', '01', '2'),
    fc.constantFrom('', 'M', 'N'),
    ends,
  )
  .map(([sigla, equipe, ordem, turno, pair]) => [sigla, equipe, ordem, turno, ...pair]);

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await applySchema(database, createModel(escala));
  });

  test('what is said to clash is what the table refuses', async () => {
    const names = ['codigo', 'sigla', 'equipe', 'ordem', 'turno', 'inicio', 'fim'];
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 2, maxLength: 4 }), fc.boolean(), async (made, turned) => {
        const kept = turned ? names : names.filter((name) => name !== 'turno');
        const rows = made.map((cells, index) =>
          [String(index), ...cells].filter((_, at) => turned || names[at] !== 'turno'),
        );
        await database.execute("truncate escala, historico.escala; delete from fichario.state where key like 'rows.%'");
        const given = file(kept, rows);
        const refused = await loadInitialRows(database, createModel(escala), { escala: given }).then(
          () => false,
          () => true,
        );
        expect([rows, refused]).toEqual([rows, findClashes(escala, given, catalogues).length > 0]);
      }),
    );
  });
});
