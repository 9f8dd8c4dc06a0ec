/** Which views a change of the tables makes anew: those that would be others, and those over what it touches. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applyPlan } from '../../../engine/data/ddl/apply-plan.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { planSchema } from '../../../engine/data/ddl/plan-schema.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import { createEntity, createField, createModel } from '../../support/small-model.ts';

/** A table with `nome` and so many fields more. */
const table = (name: string, more = 0): Entity =>
  createEntity({
    name,
    fields: ['nome', ...Array.from({ length: more }, (_, at) => `campo_${at}`)].map((field) =>
      createField({ name: field, type: 'text' }),
    ),
  });

const view = (name: string, sql: string, field = createField({ name: 'nome', type: 'text' })): Entity =>
  createEntity({ name, fields: [field], view: { sql, sources: {}, rows: [], same: [], classed: [] } });

const tables = ['casa', 'rua'] as const;
const queries = {
  de_casa: 'select id, nome from casa',
  de_rua: 'select id, nome from rua',
  das_duas: 'select c.id, c.nome || r.nome as nome from casa c join rua r on r.id = c.id',
  do_passado: 'select id, max(nome) as nome from historico.casa group by id',
} as const;
const views = Object.entries(queries).map(([name, sql]) => view(name, sql));
const model = createModel(table('casa'), table('rua'), ...views);
const all = Object.keys(queries).sort();

forEachDatabase((open, kind) => {
  let database: Database;
  beforeEach(async () => {
    database ??= await open();
    await database.execute(`
      drop view if exists fora, ${[...all, 'mais_uma'].join(', ')};
      drop table if exists ${tables.map((name) => `${name}, historico.${name}`).join(', ')};
      delete from fichario.state`);
  });

  const ids = async (): Promise<ReadonlyMap<string, string>> => {
    const { rows } = await database.query<{ name: string; id: string }>({
      text: `select relname as name, oid::text as id from pg_class
        where relkind = 'v' and relnamespace = 'public'::regnamespace`,
      values: [],
    });
    return new Map(rows.map(({ name, id }) => [name, id]));
  };
  /** The views that are there after the change and were not before, by name. */
  const madeBy = async (change: () => Promise<unknown>): Promise<readonly string[]> => {
    const before = await ids();
    await change();
    return [...(await ids())].filter(([name, id]) => before.get(name) !== id).map(([name]) => name);
  };
  const apply = (...entities: readonly Entity[]) => madeBy(() => applySchema(database, createModel(...entities)));
  const sorted = async (names: Promise<readonly string[]>): Promise<readonly string[]> => (await names).toSorted();

  test('all are made the first time', async () => {
    expect(await sorted(madeBy(() => applySchema(database, model)))).toEqual(all);
  });

  test('a change makes those over its table anew, through its history too, and leaves the others', async () => {
    await applySchema(database, model);
    expect(await sorted(apply(table('casa', 1), table('rua'), ...views))).toEqual([
      'das_duas',
      'de_casa',
      'do_passado',
    ]);
  });

  test('what was granted on one that is made anew is granted again, as far as there still is what it was granted on', async () => {
    const searched = (search: readonly string[]) => ({ ...view('mais_uma', queries.de_rua), search });
    await applySchema(database, createModel(table('casa'), table('rua'), ...views, searched(['nome'])));
    await database.execute(`
      grant select on de_casa, de_rua to pg_monitor;
      grant select, update on das_duas to pg_monitor with grant option;
      grant select (nome) on do_passado to public;
      grant select (nome, busca) on mais_uma to pg_monitor;
      grant select on mais_uma to public`);
    const granted = async () => {
      const { rows } = await database.query({
        text: `select relname as name, null as column, one.privilege_type as what, one.grantee::regrole::text as who, one.is_grantable as further
            from pg_class cross join lateral aclexplode(relacl) one where relkind = 'v' and one.grantee <> relowner
              and relnamespace = 'public'::regnamespace
          union all
          select relname, attname, one.privilege_type, one.grantee::regrole::text, one.is_grantable
            from pg_class join pg_attribute on attrelid = pg_class.oid cross join lateral aclexplode(attacl) one
            where relkind = 'v' and relnamespace = 'public'::regnamespace
          order by 1, 2, 3`,
        values: [],
      });
      return rows;
    };
    const before = await granted();
    expect(before).toHaveLength(8);
    expect(await sorted(apply(table('casa', 1), table('rua', 1), ...views, searched(['nome'])))).toHaveLength(5);
    expect(await granted()).toEqual(before);
    expect(await apply(table('casa', 1), table('rua', 1), ...views, searched([]))).toEqual(['mais_uma']);
    expect(await granted()).toEqual(before.filter(({ column }) => column !== 'busca'));
  });

  test('a new query makes its own anew, a new view itself, and one that is gone goes alone', async () => {
    await applySchema(database, model);
    const [first, ...rest] = views as [Entity, ...Entity[]];
    const other = view('de_casa', 'select id, upper(nome) as nome from casa');
    expect(await apply(table('casa'), table('rua'), other, ...rest)).toEqual(['de_casa']);
    expect(await apply(table('casa'), table('rua'), first, ...rest, view('mais_uma', queries.de_rua))).toEqual([
      'de_casa',
      'mais_uma',
    ]);
    expect(await apply(table('casa'), table('rua'), ...rest)).toEqual([]);
    expect([...(await ids()).keys()].sort()).toEqual(all.filter((name) => name !== 'de_casa'));
  });

  test('one that reads another is made anew with it', async () => {
    const reader = view('mais_uma', 'select id, nome from de_casa');
    await applySchema(database, createModel(table('casa'), table('rua'), ...views, reader));
    expect(await sorted(apply(table('casa', 1), table('rua'), ...views, reader))).toEqual([
      'das_duas',
      'de_casa',
      'do_passado',
      'mais_uma',
    ]);
    const rest = views.filter(({ name }) => name !== 'de_casa');
    const other = view('de_casa', 'select id, upper(nome) as nome from casa');
    expect(await sorted(apply(table('casa', 1), table('rua'), other, ...rest, reader))).toEqual([
      'de_casa',
      'mais_uma',
    ]);
  });

  test.each([
    ['was changed', 'create or replace view de_rua as select id, upper(nome) as nome, versao from de_casa'],
    ['was dropped', 'drop view de_rua'],
    ['was dropped and made', 'drop view de_rua; create view de_rua as select 1::bigint as id, null::text as nome'],
  ])('one that %s by hand is mended by the next change of another', async (_what, byHand) => {
    await applySchema(database, model);
    await database.execute("insert into rua (nome) values ('Azul')");
    await database.execute(byHand);
    await applySchema(database, createModel(table('casa'), table('rua'), ...views, view('mais_uma', queries.de_casa)));
    const { rows } = await database.query({ text: 'select nome from de_rua', values: [] });
    expect(rows).toEqual([{ nome: 'Azul' }]);
  });

  test('of another field the query is looked at again', async () => {
    await applySchema(database, model);
    const number = view('de_rua', queries.de_rua, createField({ name: 'nome', type: 'integer' }));
    const rest = views.filter(({ name }) => name !== 'de_rua');
    await expect(
      applySchema(database, createModel(...tables.map((name) => table(name)), ...rest, number)),
    ).rejects.toMatchObject({
      code: 'SCHEMA_VIEW_TYPE',
      params: { entity: 'de_rua', field: 'nome', found: 'text', expected: 'integer' },
    });
  });

  test('an engine that remembered names alone has all made anew, once', async () => {
    await applySchema(database, model);
    await database.query({
      text: "update fichario.state set value = $1 where key = 'schema.views'",
      values: [JSON.stringify([...all])],
    });
    const more = view('mais_uma', queries.de_rua);
    const entities = [table('casa'), table('rua'), ...views];
    expect(await sorted(apply(...entities, more))).toEqual([...all, 'mais_uma'].sort());
    expect(await apply(...entities)).toEqual([]);
  });

  test("what somebody else made over one that stays is in nobody's way", async () => {
    await applySchema(database, model);
    await database.execute('create view fora as select nome from de_rua');
    expect(await sorted(apply(table('casa', 1), table('rua'), ...views))).toEqual([
      'das_duas',
      'de_casa',
      'do_passado',
    ]);
    await expect(apply(table('casa', 1), table('rua', 1), ...views)).rejects.toMatchObject({
      code: 'SCHEMA_CHANGE_FAILED',
      params: { entity: 'de_rua, das_duas', field: '*', problem: 'view fora depends on view de_rua' },
    });
  });

  test('a plan tells of those that are made anew, and of no other', async () => {
    await applySchema(database, model);
    const { steps } = await planSchema(database, createModel(table('casa'), table('rua', 1), ...views));
    const told = steps.filter(({ sql }) => sql?.startsWith('create view')).map(({ entity }) => entity);
    expect(told.sort()).toEqual(['das_duas', 'de_rua']);
  });

  test('what is built while others go on leaves the views over its table, in the plan and when it is done', async () => {
    await applySchema(database, model);
    await database.execute("insert into rua (nome) values ('Azul')");
    const indexed = { ...table('rua'), indexes: [{ columns: ['nome'], unique: false }] };
    const next = createModel(table('casa'), indexed, ...views);
    const { steps, seal } = await planSchema(database, next, { smallRows: 0 });
    const told = steps.filter(({ sql }) => sql?.startsWith('create view')).map(({ entity }) => entity);
    const made = await sorted(madeBy(() => applyPlan(database, next, seal, { smallRows: 0 })));
    // The embedded database has no others.
    const over = kind === 'postgres' ? [] : ['das_duas', 'de_rua'];
    expect([told.sort(), made]).toEqual([over, over]);
  });

  describe('a law', () => {
    const definitions = async () => {
      const { rows } = await database.query({
        text: `select relname as name, pg_get_viewdef(oid) as sql from pg_class
          where relkind = 'v' and relnamespace = 'public'::regnamespace order by relname`,
        values: [],
      });
      return rows;
    };
    const query = fc.constantFrom(...Object.values(queries));
    const someViews = fc
      .dictionary(fc.constantFrom(...all), query)
      .map((chosen) => Object.entries(chosen).map(([name, sql]) => view(name, sql)));

    test('whatever came before, the views are those of a database made anew', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(1), fc.nat(1), someViews), { minLength: 2, maxLength: 5 }),
          async (turns) => {
            let fields = [0, 0];
            for (const [ofCasa, ofRua, chosen] of turns) {
              fields = [(fields[0] ?? 0) + ofCasa, (fields[1] ?? 0) + ofRua];
              await applySchema(database, createModel(table('casa', fields[0]), table('rua', fields[1]), ...chosen));
            }
            const reached = await definitions();
            await database.execute(`${reached.length > 0 ? `drop view ${reached.map(({ name }) => name).join(', ')};` : ''}
            delete from fichario.state where key in ('schema.views', 'schema.digest')`);
            const chosen = turns.at(-1)?.[2] ?? [];
            await applySchema(database, createModel(table('casa', fields[0]), table('rua', fields[1]), ...chosen));
            expect(reached).toEqual(await definitions());
            await database.execute(`${reached.length > 0 ? `drop view ${reached.map(({ name }) => name).join(', ')};` : ''}
            drop table ${tables.map((name) => `${name}, historico.${name}`).join(', ')};
            delete from fichario.state`);
          },
        ),
        { numRuns: 15 },
      );
    });
  });
});
