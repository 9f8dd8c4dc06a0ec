import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { describeTables } from '../../../engine/data/ddl/describe-tables.ts';
import type { TableSpec } from '../../../engine/data/ddl/table-spec.ts';
import { replayTable } from '../../../engine/data/replay.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import { cidade, createEntity, createField, createModel } from '../../support/small-model.ts';

const item = createEntity({
  name: 'item',
  fields: [
    createField({ name: 'codigo', type: 'integer', required: true, unique: true }),
    createField({ name: 'nome', type: 'text' }),
    createField({ name: 'senha', type: 'text', writeOnly: true }),
    createField({ name: 'cidade', type: 'relation', relation: { entity: 'cidade', label: [], onDelete: 'clear' } }),
  ],
});

const [itemTable] = describeTables(createModel(cidade, item)).filter(({ entity }) => entity === 'item') as [TableSpec];

const columns = 'id, codigo, nome, cidade_id, versao, criado_em, criado_por, alterado_em, alterado_por';

/** Statements of many rows, on a table whose codes run from 0 to 19. */
const statement = fc.oneof(
  fc
    .tuple(fc.nat(19), fc.nat(5))
    .map(
      ([first, count]) =>
        `insert into item (codigo, nome) select g, 'n' || g from generate_series(${first}, ${first + count}) g on conflict do nothing`,
    ),
  fc.tuple(fc.nat(19), fc.nat(5)).map(
    ([first, count]) =>
      `insert into item (codigo, nome) select g, 'u' || g from generate_series(${first}, ${first + count}) g
        on conflict (codigo) do update set nome = excluded.nome, versao = item.versao + 1`,
  ),
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.nat(3))
    .map(
      ([every, rest]) => `update item set nome = nome || '.', versao = versao + 1 where codigo % ${every} = ${rest}`,
    ),
  fc
    .tuple(fc.integer({ min: 2, max: 4 }), fc.nat(3))
    .map(([every, rest]) => `delete from item where codigo % ${every} = ${rest}`),
  fc.nat(19).map((code) => `update item set codigo = codigo + 100 where codigo = ${code}`),
  fc.constant('truncate item'),
);

forEachDatabase((open) => {
  let database: Database;
  const ask = async (text: string) => (await database.query<Record<string, unknown>>({ text, values: [] })).rows;
  beforeAll(async () => {
    database = await open();
    await applySchema(database, createModel(cidade, item));
  });
  beforeEach(() => database.execute('truncate item, historico.item; truncate cidade cascade'));

  test('writes what was inserted, changed and deleted, with who and for which request', async () => {
    await database.transaction(async (transaction) => {
      await transaction.query({
        text: "select set_config('fichario.usuario', '7', true), set_config('fichario.pedido', 'req-1', true)",
        values: [],
      });
      await transaction.execute("insert into item (codigo, nome) values (1, 'a'), (2, 'b')");
      await transaction.execute("update item set nome = 'c', versao = versao + 1 where codigo = 2");
    });
    await database.execute('delete from item where codigo = 1');
    const rows = await ask(`select _operacao as o, codigo, nome, versao, _por as por, _pedido as pedido,
      _ate = 'infinity' as aberta, _de < _ate as valeu from historico.item order by codigo, _de`);
    expect(rows).toEqual([
      { o: 'I', codigo: 1, nome: 'a', versao: 1, por: 7, pedido: 'req-1', aberta: false, valeu: true },
      { o: 'D', codigo: 1, nome: 'a', versao: 1, por: null, pedido: null, aberta: false, valeu: false },
      { o: 'I', codigo: 2, nome: 'b', versao: 1, por: 7, pedido: 'req-1', aberta: false, valeu: true },
      { o: 'U', codigo: 2, nome: 'c', versao: 2, por: 7, pedido: 'req-1', aberta: true, valeu: true },
    ]);
  });

  test('names who writes, whoever made or changed the row before', async () => {
    const as = (who: string, text: string) =>
      database.execute(`select set_config('fichario.usuario', '${who}', true); ${text}`);
    await as('7', 'insert into item (codigo, criado_por) values (1, 7)');
    await as('8', 'update item set alterado_por = 8, versao = 2');
    await as('9', 'update item set versao = 3');
    await as('10', 'delete from item');
    expect(await ask('select _operacao as o, _por as por from historico.item order by _de, _ate')).toEqual([
      { o: 'I', por: 7 },
      { o: 'U', por: 8 },
      { o: 'U', por: 9 },
      { o: 'D', por: 10 },
    ]);
  });

  test('keeps the order of versions where the clock goes back', async () => {
    await database.execute('insert into item (codigo) values (1), (2)');
    await database.execute(`update historico.item set _de = _de + interval '1 hour'`);
    await database.execute('update item set versao = 2 where codigo = 1');
    await database.execute('update item set versao = 3 where codigo = 1; delete from item where codigo = 2');
    expect(await ask(brokenVersions)).toEqual([]);
    expect(
      await ask(`select codigo, versao, _operacao as o, _ate = 'infinity' as aberta,
        (extract(epoch from case when _ate = 'infinity' then null else _ate - _de end) * 1000000)::integer as microseconds
        from historico.item order by codigo, _de, _ate`),
    ).toEqual([
      { codigo: 1, versao: 1, o: 'I', aberta: false, microseconds: 1 },
      { codigo: 1, versao: 2, o: 'U', aberta: false, microseconds: 1 },
      { codigo: 1, versao: 3, o: 'U', aberta: true, microseconds: null },
      // Its end comes after the third version of the other row, which the same transaction wrote before.
      { codigo: 2, versao: 1, o: 'I', aberta: false, microseconds: 3 },
      { codigo: 2, versao: 1, o: 'D', aberta: false, microseconds: 0 },
    ]);
  });

  test('keeps the order in which one transaction wrote to several tables, where the clock stands or goes back', async () => {
    await database.execute(
      "insert into cidade (codigo, nome, uf) values (1, 'a', 'MG'); insert into item (codigo) values (1)",
    );
    await database.execute(`update historico.cidade set _de = _de + interval '1 hour'`);
    await database.execute(`update cidade set nome = 'b'; update item set codigo = 2;
      update item set codigo = 3 where codigo = 9; update cidade set nome = 'c'; update item set codigo = 3;
      delete from item; delete from cidade`);
    expect(
      await ask(`select written from (
        select nome as written, _de, _operacao from historico.cidade
        union all select codigo::text, _de, _operacao from historico.item) as both_tables
        where _operacao <> 'I' order by _de, _operacao desc`),
    ).toEqual(['b', '2', 'c', '3', '3', 'c'].map((written) => ({ written })));
  });

  test('knows which rows were written in one transaction', async () => {
    await database.transaction(async (transaction) => {
      await transaction.execute('insert into item (codigo) values (1)');
      await transaction.execute('insert into item (codigo) values (2)');
    });
    await database.execute('insert into item (codigo) values (3)');
    const [row] = await ask('select count(distinct _transacao) as n from historico.item');
    expect(row).toEqual({ n: 2 });
  });

  test('keeps nothing of a transaction that was rolled back', async () => {
    const failed = database.transaction(async (transaction) => {
      await transaction.execute('insert into item (codigo) values (1)');
      throw new Error('back');
    });
    await expect(failed).rejects.toThrow('back');
    expect(await ask('select * from historico.item')).toEqual([]);
  });

  test('keeps no copy of a secret', async () => {
    await database.execute("insert into item (codigo, senha) values (1, 'segredo')");
    const [row] = await ask('select h::text as version from historico.item h');
    expect(row?.version).not.toContain('segredo');
  });

  test('sees what the database itself changes when the target of a relation goes', async () => {
    await database.execute(`insert into cidade (codigo, nome, uf) values (1, 'x', 'MG');
      insert into item (codigo, cidade_id) select 1, id from cidade;
      delete from cidade`);
    const rows = await ask('select _operacao as o, cidade_id is null as cleared from historico.item order by _de');
    expect(rows).toEqual([
      { o: 'I', cleared: false },
      { o: 'U', cleared: true },
    ]);
  });

  test('replays to the table there is, whatever was written and in whatever transactions', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(statement, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
        async (work) => {
          for (const statements of work) await database.execute(statements.join('; '));
          const table = await ask(`select ${columns} from item order by id`);
          expect(await ask(`select ${columns} from historico.item where _ate = 'infinity' order by id`)).toEqual(table);
          expect(await replay(ask)).toEqual(table);
          expect(await ask(brokenVersions)).toEqual([]);
          const { wrong, rows, differences } = await replayTable(database, itemTable);
          expect({ wrong, rows, differences }).toEqual({ wrong: 0, rows: table.length, differences: [] });
        },
      ),
      { numRuns: 20 },
    );
  });

  describe('a replay finds', () => {
    const found = async (tampered: string) => {
      await database.execute("insert into item (codigo, nome) values (1, 'a'), (2, 'b'), (3, 'c')");
      await database.execute('update item set versao = 2 where codigo = 2; delete from item where codigo = 3');
      const rows = await ask('select id::text, codigo from historico.item');
      const idOf = Object.fromEntries(rows.map(({ id, codigo }) => [String(id), codigo]));
      // Behind the back of the triggers, as who wants nothing to be seen would do it.
      await database.transaction(async (transaction) => {
        await transaction.execute('set local session_replication_role = replica');
        await transaction.execute(tampered);
      });
      const { differences, wrong } = await replayTable(database, itemTable);
      expect(new Set(differences.map(({ id }) => id)).size).toBe(wrong);
      return differences.map(({ id, kind, columns: names }) => [idOf[id] ?? 'new', kind, ...names]);
    };

    test.each([
      ['nothing where nothing was tampered with', 'select 1', []],
      ['a value', "update item set nome = 'x', versao = 7 where codigo = 1", [[1, 'differs', 'nome', 'versao']]],
      ['a row put in', 'insert into item (codigo) values (9)', [['new', 'unwritten']]],
      ['a row taken away', 'delete from item where codigo = 2', [[2, 'vanished']]],
      ['a version changed', "update historico.item set nome = 'x' where codigo = 1", [[1, 'differs', 'nome']]],
      [
        'the last version taken away',
        "delete from historico.item where codigo = 2 and _ate = 'infinity'",
        [
          [2, 'broken'],
          [2, 'differs', 'versao'],
        ],
      ],
      [
        'the first version taken away',
        "delete from historico.item where codigo = 2 and _operacao = 'I'",
        [[2, 'broken']],
      ],
      [
        'a deletion hidden',
        "delete from historico.item where codigo = 3 and _operacao = 'D'",
        [
          [3, 'broken'],
          [3, 'vanished'],
        ],
      ],
      [
        'a gap',
        "update historico.item set _ate = _ate - interval '1 microsecond' where codigo = 2 and _operacao = 'I'",
        [[2, 'broken']],
      ],
    ])('%s', async (_what, tampered, expected) => {
      expect(await found(tampered)).toEqual(expected);
    });
  });
});

/** The versions one after another: the last word on each id, but for the deleted. */
const replay = async (ask: (text: string) => Promise<readonly Record<string, unknown>[]>) => {
  const current = new Map<unknown, Record<string, unknown>>();
  const versions = await ask(`select ${columns}, _operacao as operation from historico.item order by id, _de, _ate`);
  for (const { operation, ...version } of versions) {
    if (operation === 'D') current.delete(version.id);
    else current.set(version.id, version);
  }
  return [...current.values()];
};

/** Versions of one id that overlap, leave a gap, were never valid without being a deletion, or follow a deletion. */
const brokenVersions = `
  select id, _de from (
    select id, _operacao, _de, _ate, lag(_ate) over versions as ended, lag(_operacao) over versions as earlier
    from historico.item window versions as (partition by id order by _de, _ate)) as v
  where (_operacao = 'I') <> (ended is null) or _de <> coalesce(ended, _de) or earlier = 'D'
    or (_de = _ate) <> (_operacao = 'D')`;
