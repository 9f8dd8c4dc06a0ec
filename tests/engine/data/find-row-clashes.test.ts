/** Rows of data.csv that meet records of a database in use: refused before anything is written, with the record met. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Refusal } from '../../../engine/core/errors.ts';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { findRowClashes, refuseRowClashes } from '../../../engine/data/find-row-clashes.ts';
import { loadInitialRows } from '../../../engine/data/initial-rows.ts';
import type { InitialRows } from '../../../engine/metadata/documents.ts';
import { findClashes } from '../../../engine/model/passes/find-clashes.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import { createEntity, createField, createModel } from '../../support/small-model.ts';

const relationTo = (entity: string, parts: { readonly required?: boolean } = {}) =>
  createField({ name: entity, type: 'relation', relation: { entity, label: [], onDelete: 'clear' }, ...parts });

const tecnico = createEntity({
  name: 'tecnico',
  naturalKey: ['codigo'],
  fields: [createField({ name: 'codigo', type: 'text', required: true, unique: true })],
});
const escala = createEntity({
  name: 'escala',
  naturalKey: ['codigo'],
  indexes: [{ columns: ['tecnico_id', 'ordem', 'turno'], unique: true }],
  noOverlap: [{ key: ['tecnico_id'], ranges: [{ first: 'inicio', last: 'fim' }] }],
  fields: [
    createField({ name: 'codigo', type: 'integer', required: true, unique: true }),
    createField({ name: 'sigla', type: 'text', unique: true }),
    relationTo('tecnico'),
    createField({ name: 'ordem', type: 'integer' }),
    createField({ name: 'turno', type: 'text', default: 'M' }),
    createField({ name: 'inicio', type: 'date' }),
    createField({ name: 'fim', type: 'date' }),
  ],
});
/** What names it is about a person, and it has no other relation than one that it needs. */
const contato = createEntity({
  name: 'contato',
  naturalKey: ['cpf'],
  fields: [
    createField({ name: 'cpf', type: 'text', required: true, unique: true, personalData: 'personal' }),
    createField({ name: 'ramal', type: 'integer', unique: true }),
    relationTo('tecnico', { required: true }),
  ],
});
const model = createModel(tecnico, escala, contato);

const file = (header: string, ...rows: readonly string[]): InitialRows => ({
  file: 'data.csv',
  header: header.split(','),
  rows: rows.map((row) => row.split(',')),
  // A line is left empty in the middle.
  lines: rows.map((_, index) => (index === 0 ? 2 : index + 3)),
  digest: JSON.stringify([header, rows]),
});

const header = 'codigo,sigla,tecnico,ordem,inicio,fim';

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    expect(await findRowClashes(database, model, { escala: file(header, '1,,,,,') })).toEqual([]);
    await applySchema(database, model);
  });
  beforeEach(() =>
    database.execute(`
      truncate tecnico, escala, contato restart identity;
      truncate historico.tecnico, historico.escala, historico.contato;
      delete from fichario.state where key like 'rows.%';
      insert into tecnico (codigo) values ('A'), ('B');
      insert into escala (codigo, sigla, tecnico_id, ordem, inicio, fim) values
        (90, 'S', 1, 1, '2026-02-01', null), (91, null, null, null, '2026-03-01', '2026-03-31')`),
  );
  const told = async (rows: Readonly<Record<string, InitialRows>>) =>
    (await findRowClashes(database, model, rows)).map(({ entity, fields, line, refusal }) => [
      `${entity}.${fields.join(', ')}`,
      line,
      (refusal as Refusal<'START_ROW_CLASH'>).params.problem,
    ]);

  test('each is told with its line, what it shares and the record that it meets', async () => {
    const rows = {
      escala: file(
        header,
        '1,S,B,1,2026-01-01,2026-01-31',
        '2,,A,01,2025-01-01,2025-12-31',
        '3,,A,2,2026-05-01,2026-05-31',
        '4,,,,2026-03-31,',
        '5,,B,5,2026-06-01,',
        '90,S,A,1,2026-02-01,',
      ),
    };
    expect(await told(rows)).toEqual([
      ['escala.sigla', 2, "repete o valor de 'sigla' do registro '90' (id 1)"],
      ['escala.tecnico, ordem, turno', 4, "repete os valores de 'tecnico', 'ordem', 'turno' do registro '90' (id 1)"],
      ['escala.tecnico, ordem, turno', 6, "repete os valores de 'tecnico', 'ordem', 'turno' do registro '91' (id 2)"],
      [
        'escala.inicio, fim, tecnico',
        5,
        "'inicio', 'fim' se sobrepõem aos do registro '90' (id 1), com o mesmo valor em 'tecnico'",
      ],
      [
        'escala.inicio, fim, tecnico',
        6,
        "'inicio', 'fim' se sobrepõem aos do registro '91' (id 2), com o mesmo valor em 'tecnico'",
      ],
    ]);
  });

  test('a load with one writes nothing, not even rows of other entities', async () => {
    const rows = { tecnico: file('codigo', 'C'), escala: file(header, '1,,A,7,2026-05-01,') };
    const refused = {
      code: 'START_ROW_CLASH',
      params: { entity: 'escala', file: 'data.csv', line: 2 },
    };
    await expect(refuseRowClashes(database, model, rows)).rejects.toMatchObject(refused);
    await expect(loadInitialRows(database, model, rows)).rejects.toMatchObject(refused);
    const { rows: left } = await database.query({
      text: `select (select count(*)::integer from tecnico) as tecnicos, (select count(*)::integer from escala) as escalas,
        (select count(*)::integer from fichario.state where key like 'rows.%') as files`,
      values: [],
    });
    expect(left).toEqual([{ tecnicos: 2, escalas: 2, files: 0 }]);
    await database.execute("update escala set fim = '2026-04-30' where codigo = 90");
    expect(await loadInitialRows(database, model, rows)).toEqual({ tecnico: 1, escala: 1 });
    expect(await told(rows)).toEqual([]);
  });

  test('a target that comes with the files is nobody yet, and one that was deleted leaves the relation empty', async () => {
    const rows = { tecnico: file('codigo', 'B', 'C'), escala: file(header, '1,,C,7,2026-03-05,2026-03-06') };
    expect(await told(rows)).toEqual([]);
    await database.execute("delete from tecnico where codigo = 'B'");
    const met = {
      ...rows,
      escala: file(header, '1,,C,7,2026-03-05,2026-03-06', '2,,B,8,2026-03-05,2026-03-06'),
    };
    expect(await told(met)).toEqual([
      [
        'escala.inicio, fim, tecnico',
        4,
        "'inicio', 'fim' se sobrepõem aos do registro '91' (id 2), com o mesmo valor em 'tecnico'",
      ],
    ]);
    expect(await loadInitialRows(database, model, rows)).toEqual({ tecnico: 1, escala: 1 });
  });

  test('a record that is about a person is named by its id alone; a row that stays away meets nobody', async () => {
    await database.execute("insert into contato (cpf, ramal, tecnico_id) values ('52998224725', 7, 1)");
    await database.execute("delete from tecnico where codigo = 'B'");
    const contatos = file('cpf,ramal,tecnico', '11144477735,07,C', '39053344705,7,B');
    expect(await told({ tecnico: file('codigo', 'C'), contato: contatos })).toEqual([
      ['contato.ramal', 2, "repete o valor de 'ramal' do registro de id 1"],
    ]);
  });

  test('nothing is said of columns that are not there yet', async () => {
    const wanted = createModel(tecnico, {
      ...escala,
      fields: [...escala.fields, createField({ name: 'sala', type: 'text', unique: true })],
    });
    const rows = { escala: file('codigo,sala,tecnico', '1,X,', '2,Y,B') };
    // Of columns that are there already.
    expect((await findRowClashes(database, wanted, rows)).map(({ fields, line }) => [fields[0], line])).toEqual([
      ['tecnico', 2],
      ['inicio', 2],
    ]);
  });

  const cells = fc.record({
    sigla: fc.constantFrom('', 'S', 'T'),
    tecnico: fc.constantFrom('', 'A', 'B'),
    ordem: fc.constantFrom('', '1', '2'),
    days: fc
      .tuple(fc.constantFrom('', '1', '3'), fc.constantFrom('', '2', '4'))
      .map(([a, b]) => (a !== '' && b !== '' && a > b ? [b, a] : [a, b])),
  });

  test('what is told is what the database refuses', async () => {
    const lines = fc.array(cells, { minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(lines, lines, async (there, coming) => {
        const written = (all: typeof there, from: number): InitialRows =>
          file(
            header,
            ...all.map(({ sigla, tecnico: who, ordem, days }, index) =>
              [
                String(from + index),
                sigla,
                who,
                ordem,
                ...days.map((day) => (day === '' ? '' : `2026-01-0${day}`)),
              ].join(),
            ),
          );
        const [known, rows] = [written(there, 1), written(coming, 10)];
        fc.pre([known, rows].every((one) => findClashes(escala, one, catalogues).length === 0));
        await database.execute(
          "truncate escala, historico.escala; delete from fichario.state where key = 'rows.escala'",
        );
        await loadInitialRows(database, model, { escala: known });
        const found = await findRowClashes(database, model, { escala: rows });
        const codes = await loadInitialRows(database, model, { escala: rows }).then(
          () => [],
          (error: { code: string }) => [error.code],
        );
        expect([known.rows, rows.rows, codes]).toEqual([
          known.rows,
          rows.rows,
          found.slice(0, 1).map(() => 'START_ROW_CLASH'),
        ]);
      }),
    );
  });
});
