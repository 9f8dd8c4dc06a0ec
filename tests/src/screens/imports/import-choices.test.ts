import { describe, expect, it } from 'vitest';
import type { ImportChoices, ImportField } from '../../../../engine/contract/import.ts';
import {
  chosenOf,
  columnOf,
  isComplete,
  letterOf,
  listsOf,
  missingOf,
  missingOfKey,
  missingRequired,
  modesFor,
  permitted,
  toldFor,
  withBy,
  withField,
  withKey,
  withLoad,
  withRow,
} from '../../../../src/screens/imports/import-choices.ts';
import fc from '../../../support/laws.ts';

const field = (name: string, required = false): ImportField => ({
  field: name,
  title: name.toUpperCase(),
  required,
  called: 'Texto',
  by: [],
});
const told = {
  columns: ['Código', 'Nome', 'Site'].map((title, column) => ({ column, title, samples: [] })),
  fields: [field('codigo', true), field('nome', true), field('site')],
  keys: [{ fields: ['codigo'], title: 'Código' }],
};
const nothing: ImportChoices = { columns: [], key: [], mode: 'insert', whole: false };
const both: ImportChoices = {
  columns: [
    { column: 0, field: 'codigo' },
    { column: 1, field: 'nome' },
  ],
  key: ['codigo'],
  mode: 'upsert',
  whole: false,
};
const names = (fields: readonly ImportField[]) => fields.map((one) => one.field);

const choose = (now: ImportChoices, column: number, name: string | undefined) => withField(told, now, column, name);

describe('the field of a column', () => {
  it('is chosen, changed and left out, the columns in the order of the file', () => {
    const chosen = choose(choose(nothing, 2, 'site'), 0, 'codigo');
    expect(chosen.columns).toEqual([
      { column: 0, field: 'codigo' },
      { column: 2, field: 'site' },
    ]);
    expect(choose(chosen, 2, 'nome').columns).toEqual([
      { column: 0, field: 'codigo' },
      { column: 2, field: 'nome' },
    ]);
    expect(choose(chosen, 0, undefined).columns).toEqual([{ column: 2, field: 'site' }]);
  });

  it('is known by another field of its record until the column gets another field', () => {
    const known = withBy(choose(nothing, 1, 'cidade_id'), 1, 'codigo');
    expect(known.columns).toEqual([{ column: 1, field: 'cidade_id', by: 'codigo' }]);
    expect(withBy(known, 1, undefined).columns).toEqual([{ column: 1, field: 'cidade_id' }]);
    expect(choose(known, 1, 'nome').columns).toEqual([{ column: 1, field: 'nome' }]);
  });

  it('is of a row of a list where the column is no list itself: of the first that is free, or as is said', () => {
    const rows = { list: 'contatos', title: 'Contatos', limit: 3 };
    const lists = {
      ...told,
      columns: told.columns.map((one) => (one.column === 2 ? { ...one, list: 'contatos' } : one)),
      fields: [...told.fields, { ...field('contatos.tipo', true), rows }, { ...field('contatos.valor'), rows }],
    };
    const tipo = 'contatos.tipo';
    const first = withField(lists, withField(lists, nothing, 0, tipo), 1, tipo);
    expect(first.columns).toEqual([
      { column: 0, field: tipo, row: 1 },
      { column: 1, field: tipo, row: 2 },
    ]);
    expect([isComplete(lists, first), isComplete(lists, withRow(first, 1, 1))]).toEqual([true, false]);
    expect(withBy(withRow(first, 0, 3), 0, 'codigo').columns[0]).toEqual({
      column: 0,
      field: tipo,
      row: 3,
      by: 'codigo',
    });
    expect(withField(lists, nothing, 2, tipo).columns).toEqual([{ column: 2, field: tipo }]);
    expect(names(missingRequired(lists, both))).toEqual([]);
    expect(names(missingRequired(lists, withField(lists, both, 2, 'contatos.valor')))).toEqual([tipo]);
    expect(listsOf(lists, first)).toEqual([{ list: 'contatos', title: 'Contatos', brought: true }]);
  });

  it('is the last one said, whatever was said before, and no other column is touched', () => {
    const change = fc.tuple(
      fc.integer({ min: 0, max: 5 }),
      fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
        const last = new Map(changes);
        const chosen = changes.reduce((now, [column, name]) => choose(now, column, name), nothing);
        for (const column of [0, 1, 2, 3, 4, 5]) expect(chosenOf(chosen, column)?.field).toBe(last.get(column));
        expect(chosen.columns.map(({ column }) => column)).toEqual(
          [...last].flatMap(([column, name]) => (name === undefined ? [] : [column])).toSorted((a, b) => a - b),
        );
      }),
    );
  });

  it('says from which column a field comes', () => {
    expect([columnOf(both, 'nome'), columnOf(both, 'site')]).toEqual([1, undefined]);
  });
});

describe('what is missing', () => {
  it('are required fields that no column brings, where rows may become new records', () => {
    const one = choose(both, 1, undefined);
    expect(names(missingRequired(told, one))).toEqual(['nome']);
    expect(names(missingRequired(told, { ...one, mode: 'insert' }))).toEqual(['nome']);
    expect(missingRequired(told, { ...one, mode: 'update' })).toEqual([]);
    expect(missingRequired(told, both)).toEqual([]);
  });

  it('are fields of the key that no column brings: nothing can be looked at without them', () => {
    const one = choose(both, 0, undefined);
    expect(names(missingOfKey(told, one))).toEqual(['codigo']);
    expect(names(missingOf(told, both, ['nome', 'site', 'given_by_the_screen']))).toEqual(['site']);
    expect([isComplete(told, one), isComplete(told, both)]).toEqual([false, true]);
  });

  it('is a column at least, and of a change the key', () => {
    expect(isComplete(told, nothing)).toBe(false);
    expect(isComplete(told, { ...both, key: [], mode: 'update' })).toBe(false);
    expect(isComplete(told, { ...both, key: [], mode: 'insert' })).toBe(true);
  });
});

describe('what is done with the rows', () => {
  it('is what the person may do', () => {
    expect([
      modesFor({ insert: true, update: true }),
      modesFor({ insert: true, update: false }),
      modesFor({ insert: false, update: true }),
      modesFor({ insert: false, update: false }),
    ]).toEqual([['upsert', 'insert', 'update'], ['insert'], ['update'], []]);
    expect(permitted(both, ['update']).mode).toBe('update');
    expect(permitted(both, ['upsert', 'insert', 'update'])).toBe(both);
  });

  it('is inclusion without a key, and with one again all that the person may do', () => {
    const modes = modesFor({ insert: true, update: true });
    const none = withKey({ ...both, mode: 'update' }, [], modes);
    expect([none.key, none.mode]).toEqual([[], 'insert']);
    expect(withKey(none, ['codigo'], modes)).toMatchObject({ key: ['codigo'], mode: 'upsert' });
    expect(withKey({ ...both, mode: 'update' }, ['nome'], modes)).toMatchObject({ key: ['nome'], mode: 'update' });
  });
});

it('calls columns as spreadsheets do', () => {
  expect([0, 1, 25, 26, 27, 51, 52, 701, 702, 999].map(letterOf)).toEqual([
    'A',
    'B',
    'Z',
    'AA',
    'AB',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'ALL',
  ]);
});

describe('a load of what was under way', () => {
  const load = {
    fields: [field('numero'), field('situacao'), ...told.fields],
    keys: [{ fields: ['numero'], title: 'Número' }, ...told.keys],
    columns: [
      { column: 0, field: 'numero' },
      { column: 1, field: 'nome' },
      { column: 2, field: 'situacao' },
    ],
  };
  const detail = { ...told, load };
  const modes = modesFor({ insert: true, update: true });
  const of = (now: ImportChoices, is: boolean) => withLoad(detail, now, is, modes);

  it('opens more fields and keys, and only includes', () => {
    expect(names(toldFor(detail, { load: true }).fields)).toEqual(['numero', 'situacao', 'codigo', 'nome', 'site']);
    expect(toldFor(detail, {})).toEqual(told);
    expect(toldFor({ ...detail, load: null }, { load: true })).toEqual(told);
    expect(modesFor({ insert: true, update: true }, { load: true })).toEqual(['insert']);
  });

  it('is proposed for the columns of which nothing is said, beside those of which something is', () => {
    expect(of(nothing, true)).toEqual({
      columns: load.columns,
      key: ['numero'],
      mode: 'insert',
      whole: false,
      load: true,
    });
    expect(of({ ...both, whole: true }, true)).toEqual({
      columns: [...both.columns, { column: 2, field: 'situacao' }],
      key: ['codigo'],
      mode: 'insert',
      whole: true,
      load: true,
    });
    // What another column brings already is not proposed of a second one.
    expect(of({ ...nothing, columns: [{ column: 0, field: 'situacao' }] }, true).columns).toEqual([
      { column: 0, field: 'situacao' },
      { column: 1, field: 'nome' },
    ]);
  });

  it('goes with all that it opened, and what was said of the others stays', () => {
    expect(of(of(both, true), false)).toEqual(both);
    expect(of(of(nothing, true), false)).toEqual({
      columns: [{ column: 1, field: 'nome' }],
      key: [],
      mode: 'insert',
      whole: false,
    });
  });
});
