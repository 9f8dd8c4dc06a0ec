import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { describeTables } from '../../../engine/data/ddl/describe-tables.ts';
import { planSchemaChange } from '../../../engine/data/ddl/plan-schema-change.ts';
import type { Entity, Field } from '../../../engine/model/types.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { cidade, createEntity, createField, createModel, smallModel } from '../../support/small-model.ts';

/** `item` with one field of interest, beside one that never changes. */
const item = (fields: readonly Field[], more: Partial<Entity> = {}): Entity =>
  createEntity({ name: 'item', ...more, fields: [createField({ name: 'fixo', type: 'integer' }), ...fields] });

const nome = (parts: Partial<Field> = {}): Field => createField({ name: 'nome', type: 'text', ...parts });

interface Change {
  readonly does: string;
  readonly before: readonly Entity[];
  /** SQL run between: rows. */
  readonly rows?: string;
  readonly after: readonly Entity[];
  /** Refused with this; absent: applied. */
  readonly refusal?: { readonly code: string; readonly params: unknown };
  /** After it, this SELECT gives this one value; `code: ...` where it is to fail with a SQLSTATE. */
  readonly probe?: readonly [string, unknown];
}

const against = (field: string, rule: string, count: number) => ({
  code: 'SCHEMA_ROWS_AGAINST',
  params: { entity: 'item', field, rule, count },
});
const removed = (field: string) => ({ code: 'SCHEMA_FIELD_REMOVED', params: { entity: 'item', field } });
const withNulls = (count: number) => ({
  code: 'SCHEMA_CHANGE_NULLS',
  params: { entity: 'item', field: 'nome', count },
});
const twoRows = "insert into item (fixo, nome) values (1, 'a'), (2, 'bcd')";
const toCidade = (onDelete: 'refuse' | 'clear') =>
  createField({ name: 'cidade', type: 'relation', relation: { entity: 'cidade', label: [], onDelete } });

const vista = (sql: string, more: Partial<Field> = {}): Entity =>
  createEntity({
    name: 'vista',
    fields: [nome(more)],
    search: ['nome'],
    view: { sql, sources: {}, rows: [], same: [], classed: [] },
  });

const changes: readonly Change[] = [
  {
    does: 'adds an optional field to a table with rows',
    before: [item([])],
    rows: 'insert into item (fixo) values (1)',
    after: [item([nome()])],
    probe: ['select nome as v from item', null],
  },
  {
    does: 'numbers on behind the numbers that the rows there have',
    before: [item([createField({ name: 'numero', type: 'integer', required: true, unique: true })])],
    rows: 'insert into item (fixo, numero) values (1, 7), (2, 12), (3, 3)',
    after: [item([createField({ name: 'numero', type: 'integer', required: true, unique: true, sequence: '{000}' })])],
    probe: ['insert into item (fixo) values (4) returning numero as v', 13],
  },
  {
    does: 'numbers on behind the numbers of each period, passing over what the engine would never give',
    before: [item([nome({ unique: true })])],
    rows: `insert into item (fixo, nome) values (1, to_char(now() at time zone 'America/Sao_Paulo', 'YYYY') || '/009'),
      (2, '1999/050'), (3, to_char(now() at time zone 'America/Sao_Paulo', 'YYYY') || '/0100'), (4, 'S/N'), (5, null)`,
    after: [item([nome({ unique: true, sequence: '{yyyy}/{000}' })])],
    probe: ['insert into item (fixo) values (6) returning substr(nome, 5) as v', '/010'],
  },
  {
    does: 'numbers on where the numbers are written in another way',
    before: [item([nome({ unique: true, sequence: '{000}' })])],
    rows: "insert into item (fixo) values (1), (2); insert into item (fixo, nome) values (3, 'G-0041')",
    after: [item([nome({ unique: true, sequence: 'G-{0000}' })])],
    probe: ['insert into item (fixo) values (4) returning nome as v', 'G-0042'],
  },
  {
    does: 'adds a required field with a default, which the rows there take, and their history',
    before: [item([])],
    rows: 'insert into item (fixo) values (1)',
    after: [item([nome({ required: true, default: "d'água" })])],
    probe: ['select i.nome || h.nome as v from item i join historico.item h using (id)', "d'águad'água"],
  },
  {
    does: 'refuses a required field without a default on a table with rows',
    before: [item([])],
    rows: 'insert into item (fixo) values (1), (2)',
    after: [item([nome({ required: true })])],
    refusal: withNulls(2),
  },
  {
    does: 'adds a required field without a default to an empty table',
    before: [item([])],
    after: [item([nome({ required: true })])],
    probe: ['insert into item (fixo) values (1)', 'code: 23502'],
  },
  {
    does: 'makes an optional field required where every row has it',
    before: [item([nome()])],
    rows: twoRows,
    after: [item([nome({ required: true })])],
    probe: ['insert into item (fixo) values (3)', 'code: 23502'],
  },
  {
    does: 'refuses to make a field required while rows lack it',
    before: [item([nome()])],
    rows: `${twoRows}, (3, null)`,
    after: [item([nome({ required: true })])],
    refusal: withNulls(1),
  },
  {
    does: 'makes a required field optional',
    before: [item([nome({ required: true })])],
    rows: twoRows,
    after: [item([nome()])],
    probe: ['insert into item (fixo) values (3) returning fixo as v', 3],
  },
  {
    does: 'changes and removes a default',
    before: [item([nome({ default: 'a' })], {}), createEntity({ name: 'outro', fields: [nome({ default: 'a' })] })],
    after: [item([nome({ default: 'b' })]), createEntity({ name: 'outro', fields: [nome()] })],
    probe: [
      "with i as (insert into item default values returning nome), o as (insert into outro default values returning nome) select concat(i.nome, '/', o.nome) as v from i, o",
      'b/',
    ],
  },
  {
    does: 'refuses another type',
    before: [item([nome()])],
    after: [item([createField({ name: 'nome', type: 'integer' })])],
    refusal: {
      code: 'SCHEMA_TYPE_CHANGED',
      params: { entity: 'item', field: 'nome', before: 'text', after: 'integer' },
    },
  },
  {
    does: 'refuses to remove a field',
    before: [item([nome()])],
    after: [item([])],
    refusal: removed('nome'),
  },
  {
    does: 'refuses to remove a registry',
    before: [item([]), cidade],
    after: [cidade],
    refusal: { code: 'SCHEMA_REGISTRY_REMOVED', params: { entity: 'item' } },
  },
  {
    does: 'refuses a column that somebody else added',
    before: [item([])],
    rows: 'alter table item add column alheia text',
    after: [item([nome()])],
    refusal: removed('alheia'),
  },
  {
    does: 'lets values be longer',
    before: [item([nome({ maxLength: 3 })])],
    rows: twoRows,
    after: [item([nome({ maxLength: 4 })])],
    probe: ["insert into item (nome) values ('abcd') returning nome as v", 'abcd'],
  },
  {
    does: 'lets values be no longer than they are',
    before: [item([nome({ maxLength: 9 })])],
    rows: twoRows,
    after: [item([nome({ maxLength: 3 })])],
    probe: ["insert into item (nome) values ('abcd')", 'code: 23514'],
  },
  {
    does: 'refuses a length that rows exceed, with their number',
    before: [item([nome({ maxLength: 9 })])],
    rows: twoRows,
    after: [item([nome({ maxLength: 2 })])],
    refusal: against('nome', 'no máximo 2 caracteres', 1),
  },
  {
    does: 'drops a limit that is no longer wanted',
    before: [item([nome({ minLength: 2, maxLength: 3 })])],
    after: [item([nome()])],
    probe: ["insert into item (nome) values ('a') returning nome as v", 'a'],
  },
  {
    does: 'changes the codes allowed while no row has another',
    before: [item([createField({ name: 'nome', type: 'code', codes: ['a', 'bcd', 'x'] })])],
    rows: twoRows,
    after: [item([createField({ name: 'nome', type: 'code', codes: ['a', 'bcd'] })])],
    probe: ["insert into item (nome) values ('x')", 'code: 23514'],
  },
  {
    does: 'refuses fewer codes than the rows have',
    before: [item([createField({ name: 'nome', type: 'code', codes: ['a', 'bcd'] })])],
    rows: twoRows,
    after: [item([createField({ name: 'nome', type: 'code', codes: ['a'] })])],
    refusal: against('nome', "um de 'a'", 1),
  },
  {
    does: 'makes a field unique where no two rows share a value',
    before: [item([nome()])],
    rows: twoRows,
    after: [item([nome({ unique: true })])],
    probe: ["insert into item (nome) values ('a')", 'code: 23505'],
  },
  {
    does: 'refuses a unique field while rows share a value, with their number',
    before: [item([nome()])],
    rows: "insert into item (nome) values ('a'), ('a'), ('b'), ('b'), ('b'), (null), (null)",
    after: [item([nome({ unique: true })])],
    refusal: against('nome', 'um valor que não se repete', 5),
  },
  {
    does: 'makes a combination unique, an empty part counting as a value',
    before: [item([nome()])],
    rows: "insert into item (fixo, nome) values (1, null), (1, 'a')",
    after: [item([nome()], { indexes: [{ columns: ['fixo', 'nome'], unique: true }] })],
    probe: ['insert into item (fixo, nome) values (1, null)', 'code: 23505'],
  },
  {
    does: 'refuses a unique combination while rows share one with an empty part',
    before: [item([nome()])],
    rows: 'insert into item (fixo, nome) values (1, null), (1, null)',
    after: [item([nome()], { indexes: [{ columns: ['fixo', 'nome'], unique: true }] })],
    refusal: against('fixo, nome', 'um valor que não se repete', 2),
  },
  {
    does: 'lets values repeat',
    before: [item([nome({ unique: true })])],
    rows: twoRows,
    after: [item([nome()])],
    probe: ["insert into item (nome) values ('a') returning nome as v", 'a'],
  },
  {
    does: 'adds an index and takes one away',
    before: [item([nome()], { indexes: [{ columns: ['fixo'], unique: false }] })],
    after: [item([nome()], { indexes: [{ columns: ['nome'], unique: false }] })],
    probe: [
      "select string_agg(indexname, ' ' order by indexname) as v from pg_indexes where schemaname = 'public' and tablename = 'item'",
      'item_nome_idx item_pkey',
    ],
  },
  {
    does: 'adds a registry and a relation to it',
    before: [item([])],
    after: [cidade, item([toCidade('refuse')])],
    probe: ['insert into item (cidade_id) values (9)', 'code: 23503'],
  },
  {
    does: 'changes what deleting a target does',
    before: [cidade, item([toCidade('refuse')])],
    rows: "insert into cidade (codigo, nome, uf) values (1, 'x', 'MG'); insert into item (cidade_id) select id from cidade; ",
    after: [cidade, item([toCidade('clear')])],
    probe: ['with d as (delete from cidade) select cidade_id is not null as v from item', true],
  },
  {
    does: 'begins to keep a search column, and fills it',
    before: [item([nome()])],
    rows: "insert into item (nome) values ('Ação')",
    after: [item([nome()], { search: ['nome'] })],
    probe: ['select busca as v from item', 'acao'],
  },
  {
    does: 'makes the search column of other fields, index included',
    before: [item([nome(), createField({ name: 'sigla', type: 'text' })], { search: ['nome'] })],
    rows: "insert into item (nome, sigla) values ('Ação', 'ÇÃ')",
    after: [item([nome(), createField({ name: 'sigla', type: 'text' })], { search: ['nome', 'sigla', 'fixo'] })],
    probe: [
      "select busca || (select count(*) from pg_indexes where indexname = 'item_busca_idx') as v from item",
      'acao ca 1',
    ],
  },
  {
    does: 'stops keeping a search column',
    before: [item([nome()], { search: ['nome'] })],
    after: [item([nome()])],
    probe: ['select busca from item', 'code: 42703'],
  },
  {
    does: 'takes a field that becomes a secret out of the history',
    before: [item([nome()])],
    rows: twoRows,
    after: [item([nome({ writeOnly: true })])],
    probe: ['select nome from historico.item', 'code: 42703'],
  },
  {
    does: 'gives the history the values of a field that is a secret no longer',
    before: [item([nome({ writeOnly: true })])],
    rows: twoRows,
    after: [item([nome()])],
    probe: ["select string_agg(nome, ' ' order by id) as v from historico.item", 'a bcd'],
  },
  {
    does: 'makes a view anew where its query changes',
    before: [item([nome()]), vista('select id, nome from item')],
    rows: twoRows,
    after: [vista("select id, upper(nome) as nome from item where nome = 'a'"), item([nome()])],
    probe: ["select nome || busca || versao as v from vista where nome = 'A'", 'Aa1'],
  },
  {
    does: 'takes a view away that the files no longer have',
    before: [item([nome()]), vista('select id, nome from item')],
    after: [item([nome()])],
    probe: ['select nome as v from vista', 'code: 42P01'],
  },
  {
    does: 'makes a table where a view was',
    before: [item([nome()]), createEntity({ ...vista('select id, nome from item'), name: 'outro' })],
    after: [item([nome()]), createEntity({ name: 'outro', fields: [nome()] })],
    probe: ['select count(*)::integer as v from outro', 0],
  },
  {
    does: 'refuses a view in place of a table',
    before: [item([nome()]), createEntity({ name: 'outro', fields: [nome()] })],
    after: [item([nome()]), createEntity({ ...vista('select id, nome from item'), name: 'outro' })],
    refusal: { code: 'SCHEMA_REGISTRY_REMOVED', params: { entity: 'outro' } },
  },
  {
    does: 'refuses a view whose query gives another type',
    before: [item([nome()])],
    after: [item([nome()]), vista('select id, fixo as nome from item')],
    refusal: {
      code: 'SCHEMA_VIEW_TYPE',
      params: { entity: 'vista', field: 'nome', found: 'integer', expected: 'text' },
    },
  },
  {
    does: 'refuses a view that the database does not understand',
    before: [item([nome()])],
    after: [item([nome()]), vista('select id, nome + 1 as nome from item')],
    refusal: {
      code: 'SCHEMA_VIEW_REFUSED',
      params: { entity: 'vista', problem: 'operator does not exist: text + integer' },
    },
  },
];

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    await database.execute(`
      drop view if exists vista;
      drop table if exists item, cidade, outro, historico.item, historico.cidade, historico.outro;
      delete from fichario.state`);
  });

  test.each(changes)('$does', async ({ before, rows, after, refusal, probe }) => {
    await applySchema(database, createModel(...before));
    if (rows !== undefined) await database.execute(rows);
    const change = applySchema(database, createModel(...after));
    if (refusal !== undefined) {
      await expect(change).rejects.toMatchObject(refusal);
      expect(await applySchema(database, createModel(...before))).toEqual([]);
      return;
    }
    expect(await change).not.toEqual([]);
    expect(await applySchema(database, createModel(...after))).toEqual([]);
    const [text, expected] = probe ?? ['', undefined];
    const answer = database.query<{ v: unknown }>({ text, values: [] });
    if (String(expected).startsWith('code: '))
      await expect(answer).rejects.toMatchObject({ code: String(expected).slice('code: '.length) });
    else expect((await answer).rows).toEqual([{ v: expected }]);
  });

  test('leaves alone a table of the same name that is not its own', async () => {
    await database.execute('create table item (fixo text)');
    await expect(applySchema(database, createModel(item([])))).rejects.toMatchObject({
      code: 'SCHEMA_TABLE_FOREIGN',
      params: { entity: 'item' },
    });
  });

  test('keeps every version of a row in the history across a change, written as before', async () => {
    await applySchema(database, createModel(item([])));
    await database.execute('insert into item (fixo) values (1); update item set fixo = 2');
    await applySchema(database, createModel(item([nome()])));
    await database.execute("update item set nome = 'novo'");
    const { rows } = await database.query({
      text: 'select _operacao as operacao, fixo, nome from historico.item order by _de',
      values: [],
    });
    expect(rows).toEqual([
      { operacao: 'I', fixo: 1, nome: null },
      { operacao: 'U', fixo: 2, nome: null },
      { operacao: 'U', fixo: 2, nome: 'novo' },
    ]);
  });

  test('gives a history from before origins were kept the column for them', async () => {
    await applySchema(database, createModel(item([])));
    await database.execute(
      "alter table historico.item drop column _origem; delete from fichario.state where key in ('schema.digest', 'schema.renewals')",
    );
    await applySchema(database, createModel(item([])));
    await database.execute(
      "select set_config('fichario.origem', 'api ::1', false); insert into item (fixo) values (1)",
    );
    const { rows } = await database.query({ text: 'select _origem as origin from historico.item', values: [] });
    expect(rows).toEqual([{ origin: 'api ::1' }]);
  });

  test('names the place of the one of many statements that the database refuses, and leaves nothing half made', async () => {
    const indexes = [{ columns: ['nome'], unique: false }];
    const model = createModel(cidade, item([nome()], { indexes }));
    const steps = planSchemaChange([], describeTables(model));
    const name = steps
      .filter((step) => step.entity === 'item')
      .map((step) => (step.kind === 'refuse' ? undefined : /^create index "(\w+)"/.exec(step.sql)?.[1]))
      .find((found) => found !== undefined);
    // indexes and sequences share their names
    await database.execute(`create sequence public.${name}`);
    const refusal = await applySchema(database, model).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'SCHEMA_CHANGE_FAILED', params: { entity: 'item', field: 'nome, id' } });
    expect(refusal).toHaveProperty('params.problem', expect.stringContaining(`relation "${name}" already exists`));
    const { rows } = await database.query({
      text: `select count(*)::integer as left from pg_class
        where relkind = 'r' and relnamespace in ('public'::regnamespace, 'historico'::regnamespace)`,
      values: [],
    });
    expect(rows).toEqual([{ left: 0 }]);
    await database.execute(`drop sequence public.${name}`);
    expect(await applySchema(database, model)).not.toEqual([]);
  });

  test('makes the tables once, however many processes start together', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => applySchema(database, smallModel)));
    expect(runs.filter((sql) => sql.length > 0)).toHaveLength(1);
    await database.execute('drop table distrito, historico.distrito');
  });

  test('makes everything in a database that has nothing of the engine', async () => {
    const blank = await open({ from: 'blank' });
    expect(await applySchema(blank, smallModel)).not.toEqual([]);
    expect(await applySchema(blank, smallModel)).toEqual([]);
  });

  test('finds its tables again where its own notes of them are lost', async () => {
    const model = createModel(
      cidade,
      item(
        [
          nome({ maxLength: 3, unique: true }),
          nome({ name: 'senha', column: 'senha', writeOnly: true }),
          toCidade('refuse'),
        ],
        { search: ['nome'] },
      ),
    );
    await applySchema(database, model);
    await database.execute(`${twoRows}; delete from fichario.state`);
    expect(await applySchema(database, model)).not.toEqual([]);
    expect((await database.query({ text: 'select busca from item order by id', values: [] })).rows).toEqual([
      { busca: 'a' },
      { busca: 'bcd' },
    ]);
  });
});
