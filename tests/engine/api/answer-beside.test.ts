/** Long calls are answered by a process beside, as this one would answer them; short ones, and all where it is not there, here. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { longAbove } from '../../../engine/api/answer-beside.ts';
import type { BatchPlan, BatchResult } from '../../../engine/contract/batch.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, refusalBody, startTestProduct } from '../../support/product.ts';

const door = '/api/alteracoes-em-lote';
const count = longAbove + 1;

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly ip: string;
  readonly id: string;
  readonly headers: IncomingMessage['headers'];
}

forEachDatabase((open) => {
  const folder = mkdtempSync(join(tmpdir(), 'fichario-beside-'));
  const real = process.platform === 'win32' ? `\\\\.\\pipe\\${folder.replaceAll(/\W/g, '-')}` : join(folder, 'real');
  /** By the process beside. */
  let seen: Seen[] = [];
  let socket: string | undefined;
  let database: Database;
  let product: TestProduct;
  let other: TestProduct;
  let admin: Caller;
  let token: string;
  let address: string;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const noting: NonNullable<Parameters<typeof startTestProduct>[1]>['routes'] = [
      (app) => {
        app.addHook('onRequest', async ({ method, url, ip, id, headers }) => {
          seen.push({ method, url, ip, id, headers });
        });
      },
    ];
    other = await startTestProduct(database, { isBeside: true, routes: noting });
    await other.app.listen({ path: real });
    const leaving: typeof noting = [
      (app) => {
        app.addHook('preHandler', async ({ headers, raw }) => {
          if (headers['x-gone'] !== undefined) raw.socket.destroy();
        });
      },
    ];
    product = await startTestProduct(database, { beside: () => socket, routes: leaving });
    admin = await product.as(administrator.login, administrator.password);
    ({ token } = admin);
    address = await product.app.listen({ port: 0, host: '127.0.0.1' });
    await database.query({
      text: `insert into banco (codigo, nome) select lpad(n::text, 4, '0'), 'Banco ' || n from generate_series(1, $1::text::integer) n`,
      values: [String(count)],
    });
  });
  afterEach(() => {
    seen = [];
    socket = undefined;
  });
  afterAll(async () => {
    await other.app.close();
    rmSync(folder, { recursive: true });
  });

  const update = (nome: string) => ({ path: '/bancos', operation: 'update', filter: 'id=gt.0', values: { nome } });
  const plan = async (body: object): Promise<BatchPlan> => {
    const answer = await admin.call('POST', door, { body });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const urls = () => seen.map(({ method, url }) => `${method} ${url}`);
  const names = async () => (await admin.call('GET', '/api/bancos?select=nome&limit=2&order=id')).json();

  describe('where it is there', () => {
    test('it says who set a label, for which files are read', async () => {
      const explain = '/api/bancada/explicacao?alvo=banco.nome';
      const here = (await admin.call('GET', explain)).json();
      expect([seen, here]).toEqual([[], expect.objectContaining({ target: 'banco.nome' })]);
      socket = real;
      expect((await admin.call('GET', explain)).json()).toEqual(here);
      expect(urls()).toEqual([`GET ${explain}`]);
    });

    test('it plans, applies and takes back what is of many records, as this process would', async () => {
      const here = await plan(update('Aqui'));
      expect(seen).toEqual([]);
      socket = real;
      const there = await plan(update('Aqui'));
      const { id: _a, number: _b, seal: _c, plannedAt: _d, ...own } = here;
      const { id, number, seal, plannedAt, ...told } = there;
      expect(told).toEqual(own);
      expect([typeof number, Date.parse(plannedAt) > 0]).toEqual(['number', true]);
      const applied = await admin.call('POST', `${door}/${id}/aplicar`, { body: { seal } });
      expect(applied.json<BatchResult>()).toMatchObject({
        state: 'applied',
        written: count,
        login: administrator.login,
      });
      expect(await names()).toEqual([{ nome: 'Aqui' }, { nome: 'Aqui' }]);
      const back: BatchPlan = (await admin.call('POST', `${door}/${id}/desfazer`)).json();
      await admin.call('POST', `${door}/${back.id}/aplicar`, { body: { seal: back.seal } });
      expect(await names()).toEqual([{ nome: 'Banco 1' }, { nome: 'Banco 2' }]);
      expect(urls()).toEqual([
        `POST ${door}`,
        `POST ${door}/${id}/aplicar`,
        `POST ${door}/${id}/desfazer`,
        `POST ${door}/${back.id}/aplicar`,
      ]);
    });

    test('it refuses as this process would, status and headers and all', async () => {
      const { id } = await plan(update('Outro'));
      const headers = { 'accept-encoding': 'gzip, br' };
      const refused = () => admin.call('POST', `${door}/${id}/aplicar`, { body: { seal: 'outro' }, headers });
      const here = await refused();
      socket = real;
      const there = await refused();
      expect(urls()).toEqual([`POST ${door}/${id}/aplicar`]);
      expect([there.statusCode, there.json()]).toEqual([412, here.json()]);
      const of = ({ headers: { date: _d, connection: _c, ...headers } }: typeof here) => headers;
      expect(of(there)).toEqual(of(here));
    });

    test('it writes the rows of a long list', async () => {
      socket = real;
      const rows = (from: number) =>
        Array.from({ length: count }, (_, at) => ({ codigo: String(from + at), nome: `Novo ${at}` }));
      const headers = { prefer: 'return=representation', 'content-type': 'application/json' };
      const written = await admin.call('POST', '/api/bancos?select=codigo,nome', { body: rows(300), headers });
      expect([written.statusCode, written.json()]).toEqual([201, rows(300)]);
      const refused = await admin.call('POST', '/api/bancos', { body: rows(100) });
      expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: '23505' }]);
      await admin.call('DELETE', '/api/bancos?nome=like.Novo*');
      const csv = (length: number) => [
        'codigo,nome',
        ...rows(300)
          .slice(0, length)
          .map((row) => `${row.codigo},${row.nome}`),
      ];
      for (const length of [longAbove, count]) {
        const text = csv(length).join('\n');
        const headers = { 'content-type': 'text/csv', prefer: 'tx=rollback' };
        expect((await admin.call('POST', '/api/bancos', { text, headers })).headers).toMatchObject({
          'content-range': `*/${length}`,
        });
      }
      expect(urls()).toEqual(['POST /api/bancos?select=codigo,nome', 'POST /api/bancos', 'POST /api/bancos']);
    });

    test('it is given the body as it came, also what cannot be written again', async () => {
      const row = `{"codigo":"700","nome":"Novo","ispb":1e400}`;
      const call = () =>
        admin.call('POST', '/api/bancos', {
          text: `[${Array.from({ length: count }, () => row).join()}]`,
          headers: { 'content-type': 'application/json' },
        });
      const here = await call();
      socket = real;
      const there = await call();
      expect([there.statusCode, there.json()]).toEqual([422, here.json()]);
      expect(seen).toHaveLength(1);
    });

    test('it is not asked for whom nobody waits any more', async () => {
      socket = real;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-gone': 'yes' };
      const gone = fetch(`${address}${door}`, { method: 'POST', headers, body: JSON.stringify(update('Ido')) });
      await expect(gone).rejects.toThrow('fetch failed');
      expect(seen).toEqual([]);
    });

    test('few records, and who may not come in, are answered here', async () => {
      socket = real;
      await plan({ path: '/bancos', operation: 'update', ids: [1, 2], values: { nome: 'Poucos' } });
      const closed = await product.app.inject({ method: 'POST', url: door, payload: update('Ninguém') });
      expect([closed.statusCode, seen]).toEqual([401, []]);
    });

    test('it is told who calls, from where, and by which id, whatever the caller says of that', async () => {
      socket = real;
      const answer = await product.app.inject({
        method: 'POST',
        url: `${door}?previa=0b7c0c6e-2f0b-4e0c-9a53-5d2f4f1c7a11`,
        remoteAddress: '10.1.2.3',
        headers: {
          authorization: `Bearer ${token}`,
          'x-forwarded-for': '6.6.6.6',
          'x-forwarded-proto': 'https',
          'x-request-id': 'meu',
          'accept-encoding': 'gzip',
          connection: 'keep-alive',
          te: 'trailers',
        },
        payload: update('Quem'),
      });
      expect(answer.statusCode).toBe(201);
      expect(answer.headers['content-encoding']).toBe('gzip');
      expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toMatchObject({ rows: count });
      const [one] = seen;
      expect(seen).toHaveLength(1);
      expect(one?.ip).toBe('10.1.2.3');
      expect(one?.id).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
      expect(one?.headers).toMatchObject({
        authorization: `Bearer ${token}`,
        connection: 'close',
        'x-forwarded-proto': 'http',
      });
      expect(answer.headers).not.toHaveProperty('strict-transport-security');
      expect(one?.headers).not.toHaveProperty('te');
    });
  });

  describe('where it is another', () => {
    const servers: Server[] = [];
    afterEach(() => {
      for (const server of servers.splice(0)) {
        server.closeAllConnections();
        server.close();
      }
    });
    const serve = async (listener: RequestListener): Promise<void> => {
      const server = createServer(listener);
      servers.push(server);
      socket = `${real}-${Math.trunc(performance.now() * 1000)}`;
      server.listen(socket);
      await once(server, 'listening');
    };

    test('which is not there, this process answers itself', async () => {
      socket = `${real}-nowhere`;
      expect(await plan(update('Sozinho'))).toMatchObject({ rows: count });
    });

    test('which ends before it answers, it is said so, and how to see what came of it', async () => {
      await serve((_request, response) => response.destroy());
      const answer = await admin.call('POST', door, { body: update('Perdido') });
      expect([answer.statusCode, answer.json()]).toEqual([503, await refusalBody('PROCESS_LOST', {})]);
    });

    test('which ends after the head of its answer, of that nothing is left', async () => {
      await serve((_request, response) => {
        response.writeHead(201, { 'content-encoding': 'gzip', 'content-disposition': 'attachment' });
        response.flushHeaders();
        setImmediate(() => response.destroy());
      });
      const answer = await admin.call('POST', door, { body: update('Cabeça') });
      expect([answer.statusCode, answer.json()]).toEqual([503, await refusalBody('PROCESS_LOST', {})]);
      expect(answer.headers).not.toHaveProperty('content-encoding');
      expect(answer.headers).not.toHaveProperty('content-disposition');
    });

    test('which ends in the middle of its answer, nobody takes the half for the whole', async () => {
      await serve((_request, response) => {
        response.writeHead(201, { 'content-type': 'application/json', 'content-length': 1000 });
        response.write('{"id":', () => response.destroy());
      });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify(update('Metade'));
      const half = fetch(`${address}${door}`, { method: 'POST', headers, body }).then((answer) => answer.text());
      await expect(half).rejects.toThrow('terminated');
    });

    test('whoever hangs up here hangs up there', async () => {
      const arrived = Promise.withResolvers<void>();
      const gone = Promise.withResolvers<void>();
      await serve((asked) => {
        asked.resume();
        asked.socket.once('close', gone.resolve);
        arrived.resolve();
      });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const call = request(`${address}${door}`, { method: 'POST', headers, agent: false });
      call.on('error', () => undefined);
      call.end(JSON.stringify(update('Desligado')));
      await arrived.promise;
      call.destroy();
      await gone.promise;
    });
  });
});
