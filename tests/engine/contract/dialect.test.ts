import { beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../../engine/contract/dialect.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';
import { embedFiles } from '../api/embed-files.ts';

const reads = dialect.filter(({ area }) => area !== 'write');

test('names each form once, and a code for every refusal', () => {
  const names = dialect.map(({ area, form }) => `${area} ${form}`);
  expect(new Set(names).size).toBe(names.length);
  expect(dialect.filter(({ status, code }) => (status === 'refused') !== (code !== undefined))).toEqual([]);
});

forEachDatabase((open) => {
  let admin: Caller;
  beforeAll(async () => {
    const database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files: embedFiles });
    admin = await product.as(administrator.login, administrator.password);
    await admin.call('POST', '/api/cidades', { body: { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' } });
    await database.execute("comment on table historico.cidade is 'desde 2025-01-01T00:00:00Z'");
  });

  describe('what the page says of reading holds', () => {
    test.each(reads)('$area: $form', async ({ example, status, headers = {}, code }) => {
      const answer = await admin.call('GET', `/api${example}`, { headers });
      if (status !== 'refused') expect([200, 206]).toContain(answer.statusCode);
      else {
        expect(answer.statusCode).toBeGreaterThanOrEqual(300);
        expect((answer.json() as { code: string }).code).toBe(code);
      }
    });
  });
});
