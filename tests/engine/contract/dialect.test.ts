/** Every row of the page of the dialect, run as the page has it: the answer is all that the row says of it. */
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dialect } from '../../../engine/contract/dialect/dialect.ts';
import type { DialectRequest } from '../../../engine/contract/dialect/dialect-row.ts';
import { dialectStage } from '../../../engine/contract/dialect/dialect-row.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { embedFiles } from '../api/embed-files.ts';
import { stateFiles } from '../api/state-files.ts';

test('names each form once, and refuses by a code what it calls refused', () => {
  const names = dialect.map(({ area, form }) => `${area} ${form}`);
  expect(new Set(names).size).toBe(names.length);
  expect(dialect.filter(({ status, answer }) => status === 'refused' && answer.code === undefined)).toEqual([]);
});

/** The tables of the stage, those that point at others first. */
const tables = ['queixa', 'pesquisa_perguntas', 'pesquisa', 'distrito', 'cidade'];
const emptied = tables.map((table) => `delete from ${table}; alter table ${table} alter column id restart;`).join('\n');

const something = /^<\w+>$/;

/** The body that is claimed, where what is something is anything but nothing. */
const claimed = (body: unknown): unknown =>
  body === undefined || typeof body === 'string'
    ? body
    : JSON.parse(JSON.stringify(body), (_key, value: unknown) =>
        typeof value === 'string' && something.test(value) ? expect.anything() : value,
      );

const bodyOf = (answer: LightMyRequestResponse, like: unknown): unknown =>
  typeof like === 'string' ? answer.body : answer.json();

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  let reader: Caller;
  let touched = true;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files: { ...embedFiles, ...stateFiles } });
    admin = await product.as(administrator.login, administrator.password);
    reader = await product.enter('leitora', ['cidade:list', 'cidade:view']);
    await database.execute("comment on table historico.cidade is 'desde 2025-01-01T00:00:00Z'");
  });

  const ask = ({ method, url, headers = {}, body, by }: DialectRequest): Promise<LightMyRequestResponse> =>
    (by === 'reader' ? reader : admin).call(method, `/api${url}`, {
      headers,
      ...(body === undefined ? {} : typeof body === 'string' ? { text: body } : { body }),
    });

  beforeEach(async () => {
    if (!touched) return;
    await database.execute(emptied);
    for (const [path, body] of Object.entries(dialectStage)) {
      const answer = await ask({ method: 'POST', url: path, body });
      if (answer.statusCode !== 201) throw new Error(answer.body);
    }
    // guessed totals are those of the statistics
    await database.execute('analyze cidade');
    touched = false;
  });

  describe('what the page says holds', () => {
    test.each(dialect)('$area: $form', async ({ request, answer: said, after }) => {
      const answer = await ask(request);
      touched = answer.statusCode < 300 && !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
      const { code, headers, body } = said;
      const answered = Object.keys(headers ?? {}).map((name) => [name, answer.headers[name.toLowerCase()]]);
      expect({
        status: answer.statusCode,
        ...(code === undefined ? {} : { code: (answer.json() as { code: string }).code }),
        ...(headers ? { headers: Object.fromEntries(answered) } : {}),
        ...(body === undefined ? {} : { body: bodyOf(answer, body) }),
      }).toEqual({ ...said, ...(headers ? { headers: claimed(headers) } : {}), body: claimed(body) });
      if (request.method === 'HEAD') expect(answer.body).toBe('');
      if (after === undefined) return;
      const [address, gives] = after;
      const url = answered.reduce(
        (text, [name = '', value]) => text.replaceAll(headers?.[String(name)] ?? '', String(value)),
        address,
      );
      const read = await ask({ method: 'GET', url });
      expect([read.statusCode, bodyOf(read, gives)]).toEqual([200, gives]);
    });
  });
});
