import { beforeAll, expect, test } from 'vitest';
import type { Database, Queryable, Statement } from '../../../../engine/data/database.ts';
import { applySchema } from '../../../../engine/data/ddl/apply-schema.ts';
import { PlanCache } from '../../../../engine/data/read-rows.ts';
import { forEachDatabase } from '../../../support/databases.ts';
import { accessOf, context, fill, reader, readingModel, targetContext } from '../readings.ts';

forEachDatabase((open) => {
  let database: Database;
  let sent: Statement[];
  let read: ReturnType<typeof reader>;

  beforeAll(async () => {
    database = await open();
    await applySchema(database, readingModel);
    await fill(
      database,
      'leitura',
      ['a', 'b', 'c'].map((texto, index) => ({ texto, nota: texto, ordem: index })),
    );
    const spy: Queryable = {
      query: (statement) => {
        sent.push(statement);
        return database.query(statement);
      },
      execute: (text) => database.execute(text),
    };
    sent = [];
    read = reader({ ...database, ...spy });
  });

  const statementsOf = async (...queries: readonly Parameters<typeof read>[]): Promise<readonly Statement[]> => {
    sent = [];
    for (const query of queries) await read(...query);
    return sent;
  };

  test('a list is one statement, relations and all', async () => {
    expect(await statementsOf(['select=*,alvo(*)&order=alvo(nome)&or=(alvo.peso.gt.1,texto.eq.a)'])).toHaveLength(1);
  });

  test('requests that differ in values alone are one prepared statement, kept from the second on', async () => {
    const [first, one, two, other] = await statementsOf(
      ['texto=eq.z&order=ordem&limit=2'],
      ['texto=eq.a&order=ordem&limit=2'],
      ['texto=eq.b&order=ordem&limit=2'],
      ['texto=neq.b&order=ordem&limit=2'],
    );
    // A shape that never comes again would stay on the connection for ever.
    expect([first?.name, other?.name]).toEqual([undefined, undefined]);
    expect([first?.text, two?.text, two?.name]).toEqual([one?.text, one?.text, one?.name]);
    expect(one?.name).toMatch(/^[\w-]{27}$/);
    expect([one?.values, two?.values]).toEqual([['a'], ['b']]);
    expect(other?.text).not.toBe(one?.text);
  });

  test('no more than a thousand statements are kept prepared, those for good', () => {
    const plans = new PlanCache();
    const shapes = Array.from({ length: 1002 }, (_, index) => ({
      prepared: { sql: { text: 'select 1', parameters: [] }, name: `n${index}` },
      limit: 1,
      keys: [],
      sensitive: [],
      known: false,
    }));
    const names = (): readonly (string | undefined)[] => shapes.map((shape) => plans.statementOf(shape).name);
    const kept = shapes.map((_, index) => (index < 1000 ? `n${index}` : undefined));
    expect([names(), names(), names()]).toEqual([shapes.map(() => undefined), kept, kept]);
  });

  test('values of an embed are values of the same statement', async () => {
    const of = (text: string): Parameters<typeof read> => [
      `select=id,alvo(leitura(id))&alvo.leitura.texto=eq.${text}&alvo.leitura.limit=5`,
    ];
    const [, one, two] = await statementsOf(of('z'), of('a'), of('b'));
    expect(one?.name).toMatch(/^[\w-]{27}$/);
    expect([two?.text, two?.name, two?.values]).toEqual([one?.text, one?.name, ['b']]);
  });

  test('a text search and an offset are planned for their own values', async () => {
    for (const query of [
      'q=a',
      'texto=has.a',
      'texto=like.a*',
      'or=(ordem.eq.1,texto.ilike.a*)',
      'offset=1',
      'texto=fts.a',
      'select=alvo(leitura(id))&alvo.leitura.offset=1',
    ])
      expect([query, (await statementsOf([query]))[0]?.name]).toEqual([query, undefined]);
  });

  test('users with other rights have plans of their own', async () => {
    const narrow = { ...context, access: accessOf(['all:manage'], ['leitura.nota']) };
    const keys = async (using: typeof context): Promise<string[]> =>
      Object.keys((JSON.parse((await read('limit=1', { context: using })).body) as object[])[0] ?? {});
    for (let round = 0; round < 2; round += 1) {
      expect(await keys(context)).toContain('nota');
      expect(await keys(narrow)).not.toContain('nota');
    }
  });

  test('a kept plan answers no request but those of its own shape, screen and rights', async () => {
    await fill(database, 'alvo', [{ nome: 'um' }, { nome: 'dois' }]);
    await fill(
      database,
      'leitura',
      ['a b', 'a', 'b', 'c', 'c a'].map((texto, index) => ({ texto, nota: texto, ordem: index, alvo_id: 1 })),
    );
    const narrow = { ...context, access: accessOf(['all:manage'], ['leitura.nota']) };
    const requests: readonly Parameters<typeof read>[] = [
      ['select=id&order=id'],
      ['select=id&order=id', { context: targetContext }],
      ['select=*&order=id&limit=2'],
      ['select=*&order=id&limit=2', { context: narrow }],
      ['select=id,texto&order=ordem'],
      ['select=id,nota&order=ordem'],
      ['select=id,texto&order=ordem.desc'],
      ['select=id,texto&order=ordem&limit=1'],
      ['select=id,texto&order=ordem&limit=1&offset=1'],
      ['select=id,texto&order=ordem&texto=eq.b'],
      ['select=id,texto&order=ordem&texto=neq.b'],
      ['select=id,texto&order=ordem&q=a'],
      ['select=id,texto&order=ordem&q=c%20a'],
      ['select=id,alvo(leitura(id))&order=id'],
      ['select=id,alvo(leitura(id))&order=id&alvo.leitura.limit=1'],
      ['select=id,alvo(leitura(id))&order=id&alvo.leitura.limit=2'],
      ['select=id,alvo(leitura(id))&order=id&alvo.leitura.limit=2&alvo.leitura.offset=1'],
      ['select=id,alvo(leitura(id))&order=id&alvo.leitura.order=id.desc'],
    ];
    const bodies = async (all: readonly Promise<{ readonly body: string }>[]): Promise<readonly string[]> =>
      (await Promise.all(all)).map(({ body }) => body);
    const alone = await bodies(requests.map((request) => reader(database)(...request)));
    expect(new Set(alone).size).toBe(requests.length);
    const shared = reader(database);
    for (let round = 0; round < 3; round += 1)
      for (const [index, request] of requests.entries())
        expect([request[0], (await shared(...request)).body]).toEqual([request[0], alone[index]]);
  });
});
