/** The file that is answered at once: who gets it, and what becomes of it when something changes meanwhile. */
import type { IncomingMessage } from 'node:http';
import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { everyTypeFiles } from '../../support/every-type-files.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, refusalBody, startTestProduct } from '../../support/product.ts';
import { address, exported } from './stage.ts';

/** Far more than what lies between a server and who does not take it. */
const [rows, width] = [20_000, 4_000];
/** Rows of a portion. */
const portion = 1000;

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let chief: Caller;
  let reads = 0;

  beforeAll(async () => {
    const opened = await open({ from: 'product' });
    database = new Proxy(opened, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) => {
          const [statement] = given as [{ text?: string } | undefined];
          if (name === 'query' && /^select .* from .*\bmodelo\b/s.test(statement?.text ?? '')) reads += 1;
          return member.apply(target, given);
        };
      },
    });
    product = await startTestProduct(database, { files: everyTypeFiles });
    chief = await product.as(administrator.login, administrator.password);
    await product.app.listen({ host: '127.0.0.1', port: 0 });
    await opened.execute('alter table modelo disable trigger user');
    await opened.query({
      text: `insert into modelo (nome, notas) select lpad(n::text, 6, '0'), repeat('x', $2::text::integer) from generate_series(1, $1::text::integer) n`,
      values: [String(rows), String(width)],
    });
    await opened.execute('alter table modelo enable trigger user');
  });

  afterEach(() => vi.restoreAllMocks());

  const whole = { path: '/modelos', search: 'order=nome.asc', columns: ['nome', 'notas'] };

  /** Its answer as it comes; nothing is taken of it. */
  const begin = (caller: Caller, format: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const { port } = product.app.server.address() as AddressInfo;
      const call = ask({ port, path: address, method: 'POST' }, resolve);
      call.setHeader('authorization', `Bearer ${caller.token}`);
      call.setHeader('content-type', 'application/json');
      call.once('error', reject);
      call.end(JSON.stringify({ format, ...whole }));
    });
  /** How many portions are read until none is beside hundreds of other statements. */
  const settled = async (): Promise<number> => {
    for (let before = -1; before !== reads; ) {
      before = reads;
      for (let turn = 0; turn < 400; turn += 1) await database.query({ text: 'select 1', values: [] });
    }
    return reads;
  };

  it('is refused as the list is, before anything is sent', async () => {
    const clerk = await product.enter('ana', ['banco:list']);
    const refused = async (caller: Caller, body: unknown) => {
      const answer = await caller.call('POST', address, { body });
      return [answer.statusCode, (answer.json() as { code: string }).code];
    };
    const body = { format: 'csv', path: '/bancos', search: '', columns: ['codigo'] };
    expect(await refused(clerk, { ...body, path: '/modelos', columns: ['nome'] })).toEqual([403, '42501']);
    expect(await refused(clerk, { ...body, path: '/nao-ha' })).toEqual([404, 'PGRST205']);
    expect(await refused(clerk, { ...body, columns: ['senha'] })).toEqual([400, '42703']);
    expect(await refused(clerk, { ...body, columns: [] })).toEqual([400, 'PGRST102']);
    expect(await refused(clerk, { ...body, format: 'doc' })).toEqual([400, 'PGRST102']);
    expect(await refused(clerk, { ...body, format: 'pdf' })).toEqual([422, 'EXPORT_PDF_REPORT']);
    expect(await refused(clerk, { ...body, search: 'nao_ha=eq.1' })).toEqual([400, '42703']);
    expect(await refused(clerk, { ...body, search: 'as_of=2999-01-01' })).toEqual([400, 'REQUEST_AS_OF']);
    const closed = await product.app.inject({ method: 'POST', url: address, payload: body });
    expect([closed.statusCode, closed.json()]).toEqual([401, await refusalBody('ACCESS_UNAUTHENTICATED', {})]);
  });

  it('has all rows of what was asked for, whatever else the question says', async () => {
    const search = 'nome=lte.000003&order=nome.desc&limit=1&offset=1&select=count()&cursor=x';
    const answer = await exported(chief, 'csv', { path: '/modelos', search, columns: ['nome'] });
    expect([answer.statusCode, answer.body]).toEqual([200, '\uFEFFNome\r\n000003\r\n000002\r\n000001\r\n']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename=modelos-\d{4}-\d\d-\d\d\.csv$/),
      'cache-control': 'no-store',
    });
  });

  it('is read no faster than it is taken, and no further once its caller has left', { timeout: 120_000 }, async () => {
    reads = 0;
    const answer = await begin(chief, 'csv');
    const waiting = await settled();
    expect(waiting).toBeLessThan(rows / portion / 2);
    answer.destroy();
    // One may be under way.
    expect(await settled()).toBeLessThanOrEqual(waiting + 1);
  });

  it('is whole for who takes all of it', { timeout: 120_000 }, async () => {
    // Portions as heavy as these grow no larger, however long each takes.
    let ahead = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      ahead += 2000;
      return ahead;
    });
    reads = 0;
    let size = 0;
    for await (const chunk of await begin(chief, 'csv')) size += (chunk as Buffer).length;
    expect(size).toBe(Buffer.byteLength('\uFEFFNome;Notas\r\n') + rows * (6 + 1 + width + 2));
    expect(reads).toBe(rows / portion);
    expect(clock).toHaveBeenCalled();
  });

  it.each(['rights', 'session'])(
    'breaks off where the %s of its caller are withdrawn meanwhile',
    {
      timeout: 120_000,
    },
    async (what) => {
      const login = `sai-${what}`;
      const person = await product.enter(login, ['modelo:list', 'modelo:view']);
      const answer = await begin(person, 'csv');
      await settled();
      const { rows: changed } = await database.query({
        text:
          what === 'rights'
            ? `delete from regra where grupo_id in (select grupo_id from usuario_grupo
              where usuario_id = (select id from usuario where login = $1::text)) returning 1 as n`
            : `update usuario set bloqueado = true where login = $1::text returning 1 as n`,
        values: [login],
      });
      expect(changed.length).toBeGreaterThan(0);
      let size = 0;
      answer.on('error', () => undefined);
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
      });
      await new Promise((resolve) => answer.once('close', resolve));
      // What was on its way before still comes, and what is read until the change is heard of.
      expect([answer.statusCode, answer.complete, size < rows * width]).toEqual([200, false, true]);
    },
  );
});
