/** Versions that are kept no longer are in a file before they leave the database, whatever happens between. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { isWhole, versionsIn } from '../../../../engine/data/archive/archive-file.ts';
import { archiveHistory } from '../../../../engine/data/archive/archive-history.ts';
import { listArchives } from '../../../../engine/data/archive/archive-store.ts';
import type { Database } from '../../../../engine/data/database.ts';
import { applySchema } from '../../../../engine/data/ddl/apply-schema.ts';
import { describeTables } from '../../../../engine/data/ddl/describe-tables.ts';
import { replayTable } from '../../../../engine/data/replay.ts';
import type { Child, Model } from '../../../../engine/model/types.ts';
import { ageHistory, nextMoment } from '../../../support/aged-history.ts';
import { Cut, cutAt } from '../../../support/cut-database.ts';
import { forEachDatabase } from '../../../support/databases.ts';
import fc from '../../../support/laws.ts';
import { makeMemoryFolder } from '../../../support/memory-folder.ts';
import { createEntity, createField, createModel } from '../../../support/small-model.ts';

const years = 3;
const lines = createEntity({
  name: 'item_linhas',
  owner: { entity: 'item', child: 'linhas', relation: 'item', position: 'posicao' },
  fields: [
    createField({
      name: 'item',
      type: 'relation',
      required: true,
      relation: { entity: 'item', label: [], onDelete: 'cascade' },
    }),
    createField({ name: 'posicao', type: 'integer', required: true }),
    createField({ name: 'texto', type: 'text' }),
  ],
});
const item = createEntity({
  name: 'item',
  children: [{ name: 'linhas', entity: lines } as Child],
  fields: [
    createField({ name: 'codigo', type: 'integer', required: true, unique: true }),
    createField({ name: 'nome', type: 'text' }),
    createField({ name: 'valor', type: 'decimal', scale: 2 }),
  ],
});
const kept = createEntity({ name: 'eterno', fields: [createField({ name: 'nome', type: 'text' })] });
const modelOf = (more: object): Model => createModel({ ...item, ...more }, lines, kept);
const model = modelOf({ history: { keepYears: years } });
const tables = ['item', 'item_linhas', 'eterno'];
const specs = describeTables(model);

/** A text with all that ends lines, for some reader or other. */
const odd = 'a\u2028b\u0085c\r\nd"\\e';

const statement = fc.oneof(
  fc
    .tuple(fc.nat(9), fc.nat(3))
    .map(
      ([first, count]) =>
        `insert into item (codigo, nome, valor) select g, 'n' || g, g / 100.0 from generate_series(${first}, ${first + count}) g on conflict do nothing`,
    ),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2))
    .map(
      ([every, rest]) => `update item set nome = nome || '.', versao = versao + 1 where codigo % ${every} = ${rest}`,
    ),
  fc
    .tuple(fc.integer({ min: 2, max: 4 }), fc.nat(3))
    .map(([every, rest]) => `delete from item where codigo % ${every} = ${rest}`),
  fc
    .nat(2)
    .map(
      (rest) =>
        `insert into item_linhas (item_id, posicao, texto) select id, 0, '${odd.replaceAll("'", "''")}' from item where codigo % 3 = ${rest}`,
    ),
  fc.nat(2).map((rest) => `update item_linhas set texto = texto || '!', versao = versao + 1 where id % 3 = ${rest}`),
  fc.nat(2).map((rest) => `delete from item_linhas where id % 3 = ${rest}`),
  fc.constantFrom(
    `insert into eterno (nome) values ('x')`,
    `update eterno set nome = nome || '.', versao = versao + 1`,
    'delete from eterno',
  ),
);

const some = [
  'insert into item (codigo, nome, valor) select g, null, g / 100.0 from generate_series(0, 9) g',
  `insert into item_linhas (item_id, posicao, texto) select id, 0, 'um' from item`,
  `update item set nome = 'dois', versao = versao + 1 where codigo < 6`,
  `update item_linhas set texto = 'três', versao = versao + 1`,
  'delete from item where codigo < 3',
  `update item set nome = 'cinco', versao = versao + 1`,
  `update item set nome = 'seis', versao = versao + 1`,
];

forEachDatabase((open) => {
  let database: Database;
  let folder: string;
  const folders: string[] = [];
  const fresh = (): string => {
    folder = makeMemoryFolder();
    folders.push(folder);
    return folder;
  };
  const ask = async (text: string) => (await database.query<Record<string, string>>({ text, values: [] })).rows;

  /** Every version as `table {...}`, sorted. */
  const inTables = async (): Promise<readonly string[]> => {
    const found = await Promise.all(
      tables.map(async (table) =>
        (await ask(`select row_to_json(h)::text as v from historico.${table} h`)).map(
          ({ v = '' }) => `${table} ${JSON.stringify(JSON.parse(v))}`,
        ),
      ),
    );
    return found.flat().sort();
  };
  const inFiles = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const { file } of await listArchives(database))
      for await (const { table, version } of versionsIn(join(folder, file?.name ?? '')))
        found.push(`${table} ${JSON.stringify(version)}`);
    return found.sort();
  };
  const archive = (more: object = {}) => archiveHistory({ database, model, folder, portion: 3, ...more });
  const replayed = async (): Promise<number> => {
    let wrong = 0;
    for (const spec of specs) wrong += (await replayTable(database, spec)).wrong;
    return wrong;
  };
  /** The rows of a moment, by the history that there is. */
  const then = (moment: string) =>
    Promise.all(
      tables.map((table) =>
        ask(
          `select row_to_json(h)::text as v from historico.${table} h where _de <= '${moment}' and _ate > '${moment}' order by id`,
        ),
      ),
    );
  const clear = () =>
    database.execute(`truncate item, item_linhas, eterno cascade; truncate ${tables.map((table) => `historico.${table}`).join(', ')};
      truncate fichario.history_archive, fichario.history_kept`);
  /** Each at a moment of its own, so that as many versions are old each time. */
  const write = async (statements: readonly string[]): Promise<void> => {
    for (const text of statements) await database.execute(`${nextMoment}; ${text}`);
  };
  /** What is in the files by name, unfinished ones with it. */
  const names = () => readdirSync(folder).sort();
  const listed = async () =>
    (await listArchives(database)).flatMap(({ file }) => [file?.name ?? '', `${file?.name}.json`]).sort();

  beforeAll(async () => {
    database = await open();
    await applySchema(database, model);
  });
  beforeEach(async () => {
    await clear();
    fresh();
  });
  afterAll(() => {
    for (const one of folders) rmSync(one, { recursive: true, force: true });
  });

  test('files and tables together hold all that there was, each version once, and replay and every kept moment are as before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(statement, { minLength: 3, maxLength: 12 }),
        fc.array(fc.nat(6), { minLength: 1, maxLength: 3 }),
        async (statements, horizons) => {
          await clear();
          fresh();
          await write([...some.slice(0, 2), ...statements]);
          for (const young of horizons.sort((a, b) => b - a)) {
            // Older from run to run: files hold what their versions were then.
            await ageHistory(database, tables, { years, young });
            const [tablesBefore, filesBefore] = [await inTables(), await inFiles()];
            const [{ horizon = '' } = {}] = await ask(
              `select (date_trunc('second', now() - interval '${years} years') + interval '2 seconds')::text as horizon`,
            );
            const moments = [horizon, 'now'];
            const thenBefore = await Promise.all(moments.map(then));
            await archive();
            const [tablesAfter, filesAfter] = [await inTables(), await inFiles()];
            expect([...tablesAfter, ...filesAfter].sort()).toEqual([...tablesBefore, ...filesBefore].sort());
            expect(new Set([...tablesAfter, ...filesAfter]).size).toBe(tablesAfter.length + filesAfter.length);
            expect(await Promise.all(moments.map(then))).toEqual(thenBefore);
            expect(await replayed()).toBe(0);
            const left =
              await ask(`select count(*)::text as n from historico.item where _ate < '${horizon}'::timestamptz - interval '5 seconds'
              union all select count(*)::text from historico.item_linhas where _ate < '${horizon}'::timestamptz - interval '1 day 5 seconds'`);
            expect(left).toEqual([{ n: '0' }, { n: '0' }]);
            expect(filesAfter.some((one) => one.startsWith('eterno'))).toBe(false);
            expect(names()).toEqual(await listed());
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  test('wherever it is cut off, nothing is lost, and the next run ends it without writing anything twice', async () => {
    const uncut = cutAt(database, 0);
    const begin = async () => {
      await clear();
      fresh();
      await write(some);
      await ageHistory(database, tables, { years, young: 2 });
      return inTables();
    };
    await begin();
    await archive({ database: uncut.database });
    const whole = (await inTables()).length;
    const statements = uncut.statements();
    expect(statements).toBeGreaterThan(20);
    for (let at = 1; at <= statements; at += 1) {
      const before = await begin();
      await expect(archive({ database: cutAt(database, at).database })).rejects.toThrow();
      // What an earlier run had begun is not to be met as if it were whole.
      for (const name of names().filter((one) => one.endsWith('.tmp'))) writeFileSync(join(folder, name), 'lixo');
      const [rows, files] = [await inTables(), await inFiles()];
      expect(new Set([...rows, ...files]), `cut ${at}`).toEqual(new Set(before));
      expect(await replayed(), `cut ${at}`).toBe(0);
      await archive();
      expect([...(await inTables()), ...(await inFiles())].sort(), `cut ${at}`).toEqual(before);
      expect((await inTables()).length).toBe(whole);
      expect(names()).toEqual(await listed());
      expect(await ask(`select distinct state from fichario.history_archive`)).toEqual([{ state: 'done' }]);
    }
  });

  test('two processes at a time leave what one does', async () => {
    await write(some);
    await ageHistory(database, tables, { years, young: 2 });
    const before = await inTables();
    await Promise.allSettled([archive(), archive(), archive()]);
    await archive();
    expect([...(await inTables()), ...(await inFiles())].sort()).toEqual(before);
    expect(names()).toEqual(await listed());
  });

  test('a file that is not as it was written has nothing deleted for it; other registries have their turn', async () => {
    const both = createModel({ ...item, history: { keepYears: years } }, lines, {
      ...kept,
      history: { keepYears: years },
    });
    await write([
      `insert into eterno (nome) values ('x')`,
      `update eterno set nome = 'y', versao = versao + 1`,
      ...some,
    ]);
    await ageHistory(database, tables, { years, young: 1 });
    const before = await inTables();
    // Up to where the file is whole: the statement after it is the first that deletes.
    const counted = cutAt(database, 0);
    const seen: string[] = [];
    const watched: Database = {
      ...counted.database,
      query: (one) => {
        if (one.text.startsWith('delete from historico')) seen.push(one.text);
        if (seen.length > 0) throw new Cut('before the first deletion');
        return counted.database.query(one);
      },
    };
    await expect(archive({ database: watched })).rejects.toThrow();
    const [one] = await listArchives(database);
    const path = join(folder, one?.file?.name ?? '');
    const content = readFileSync(path);
    expect(await isWhole(path, one?.file ?? { bytes: 0, sha256: '' })).toBe(true);
    // Cut short, and as long as it was with another byte in it, of which who reads it takes no notice.
    const other = Buffer.from(content);
    other[9] = 255 - (content[9] ?? 0);
    for (const wrong of [content.subarray(0, -1), other]) {
      writeFileSync(path, wrong);
      await expect(archive({ model: both })).rejects.toThrow('histories that were not archived');
      expect((await inTables()).filter((row) => row.startsWith('item'))).toEqual(
        before.filter((row) => row.startsWith('item')),
      );
      expect((await listArchives(database)).map(({ entity, state }) => [entity, state])).toEqual([
        ['eterno', 'done'],
        ['item', 'written'],
      ]);
    }
    writeFileSync(path, content);
    await archive({ model: both });
    expect([...(await inTables()), ...(await inFiles())].sort()).toEqual(before);
  });

  test('nothing is said to have left before the file and what stands beside it have their names', async () => {
    await write(some);
    await ageHistory(database, tables, { years, young: 2 });
    const [reading, saying]: [string[][], string[][]] = [[], []];
    const watched: Database = {
      ...database,
      query: (one) => {
        if (one.text.startsWith('with scanned')) reading.push(names());
        return database.query(one);
      },
      transaction: (run) => {
        saying.push(names());
        return database.transaction(run);
      },
    };
    await archive({ database: watched });
    expect(reading.length).toBeGreaterThan(5);
    expect(reading.flat().filter((name) => !name.endsWith('.tmp'))).toEqual([]);
    expect(saying).toEqual([await listed()]);
  });

  test('a run that another has taken over says nothing any more', async () => {
    await write(some);
    await ageHistory(database, tables, { years, young: 2 });
    const before = await inTables();
    const failed = 'histories that were not archived';
    // The other one has begun anew and falls while it reads.
    const falls: Database = {
      ...database,
      query: (one) => {
        if (one.text.startsWith('with scanned')) throw new Cut('while it reads');
        return database.query(one);
      },
    };
    let taken = false;
    const late: Database = {
      ...database,
      transaction: async (run) => {
        if (!taken) {
          taken = true;
          await expect(archive({ database: falls })).rejects.toThrow(failed);
        }
        return database.transaction(run);
      },
    };
    await expect(archive({ database: late })).rejects.toThrow(failed);
    expect(await inTables()).toEqual(before);
    expect(await ask('select * from fichario.history_kept')).toEqual([]);
    await archive();
    expect([...(await inTables()), ...(await inFiles())].sort()).toEqual(before);
    expect(names()).toEqual(await listed());
  });

  test('a history is kept from the latest moment on, whatever is asked for afterwards', async () => {
    await write(some);
    const since: unknown[] = [];
    for (const keepYears of [4, 2, 5]) {
      await write([`update item set nome = nome || '.', versao = versao + 1`]);
      await ageHistory(database, tables, { years: keepYears, young: 1 });
      await archive({ model: modelOf({ history: { keepYears } }) });
      since.push(await ask(`select to_json(since) #>> '{}' as at from fichario.history_kept where entity = 'item'`));
    }
    const [first, second, third] = (await listArchives(database)).map(({ until }) => until).reverse();
    expect(since).toEqual([[{ at: first }], [{ at: second }], [{ at: second }]]);
    expect([(third ?? '') < (first ?? ''), (first ?? '') < (second ?? '')]).toEqual([true, true]);
  });

  test('the file and what stands beside it say what is in them', async () => {
    await write(some);
    await ageHistory(database, tables, { years, young: 2 });
    await archive();
    const [one] = await listArchives(database);
    const { name = '', ...file } = one?.file ?? { name: '', rows: 0 };
    expect(name).toMatch(new RegExp(`^item-\\d{4}-\\d\\d-\\d\\d-${one?.id}-2\\.jsonl\\.gz$`));
    expect(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))).toEqual({
      format: 1,
      entity: 'item',
      until: one?.until,
      begunAt: one?.begunAt,
      file: name,
      ...file,
      tables: { item: 12, item_linhas: 10 },
    });
    expect(file.rows).toBe((await inFiles()).length);
  });

  test('a registry without the key, or whose key went, is left as it is', async () => {
    await write(some);
    await ageHistory(database, tables, { years, young: 0 });
    const before = await inTables();
    await archive({ model: modelOf({}) });
    // Begun, and nothing has left yet.
    const ended = cutAt(database, 6);
    await expect(archive({ database: ended.database })).rejects.toThrow();
    await archive({ model: modelOf({}) });
    expect(await inTables()).toEqual(before);
    expect(names()).toEqual([]);
    expect(await ask('select * from fichario.history_archive')).toEqual([]);
  });

  test('asking for it twice a day does it once', async () => {
    const { archiveDaily } = await import('../../../../engine/data/archive/archive-daily.ts');
    const daily = (today: string) => archiveDaily({ database, model, folder }, today);
    await write(some);
    await daily('2030-01-01');
    await ageHistory(database, tables, { years, young: 2 });
    await daily('2030-01-01');
    expect(await listArchives(database)).toEqual([]);
    // A day that failed is tried again.
    const cut = { database: cutAt(database, 3).database, model, folder };
    await expect(archiveDaily(cut, '2030-01-02')).rejects.toThrow(Cut);
    await daily('2030-01-02');
    expect((await listArchives(database)).length).toBe(1);
  });
});
