import { expect, inject, test } from 'vitest';
import { openUpload } from '../../../engine/data/attachments.ts';
import type { Database } from '../../../engine/data/database.ts';
import { openPglite } from '../../../engine/data/pglite/open-pglite.ts';

test('a file is told of when the last of its bytes is stored, and not before', async () => {
  const database = await openPglite({ folder: 'memory://', template: inject('pgliteTemplates').base });
  const stored = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const told: string[] = [];
  const slow: Database = {
    ...database,
    query: async (statement) => {
      if (statement.name === 'attachment-chunk') {
        asked.resolve();
        await stored.promise;
        told.push('stored');
      }
      return database.query(statement);
    },
    transaction: (run) => {
      told.push('transaction');
      return database.transaction(run);
    },
  };
  const upload = await openUpload(slow, 1);
  told.length = 0;
  await upload.write(Buffer.from('short'));
  const file = upload.finish({ entity: 'laudo', field: 'imagens', name: 'a.txt', type: 'text/plain', userId: 1 });
  await asked.promise;
  // Whatever does not wait for the bytes has had its turn by now.
  await new Promise(setImmediate);
  expect(told).toEqual([]);
  stored.resolve();
  expect(await file).toMatchObject({ name: 'a.txt', size: 5 });
  expect(told).toEqual(['stored', 'transaction']);
  await database.close();
});
