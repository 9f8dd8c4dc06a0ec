/** Two who change one saved view at once: the later one is told. */
import { beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../../engine/core/errors.ts';
import type { Database } from '../../../engine/data/database.ts';
import { deleteView, findView, insertView, updateView } from '../../../engine/data/saved-views.ts';
import { forEachDatabase } from '../../support/databases.ts';

const content = { query: '', layout: {} };

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });

  const refusal = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Refusal ? error.code : error),
    );

  test('a view is changed and deleted only as it was read', async () => {
    const read = await insertView(database, 1, { screen: '/cidades', name: 'minha', content });
    const changed = await updateView(database, read, { name: 'outra' });
    expect(changed).toEqual({ ...read, name: 'outra', version: 2 });
    expect(await refusal(updateView(database, read, { name: 'terceira', shared: true }))).toBe('RECORD_CHANGED_UNSEEN');
    expect(await refusal(deleteView(database, read))).toBe('RECORD_CHANGED_UNSEEN');
    expect(await findView(database, 1, String(read.id))).toEqual(changed);
    expect(await refusal(deleteView(database, changed))).toBe('done');
    expect(await findView(database, 1, String(read.id))).toBeUndefined();
    expect(await refusal(updateView(database, changed, { name: 'tarde' }))).toBe('RECORD_CHANGED_UNSEEN');
  });

  test('of changes that meet, one is kept', async () => {
    const read = await insertView(database, 1, { screen: '/cidades', name: 'disputada', content });
    const told = await Promise.all(
      ['a', 'b', 'c'].map((name) => refusal(updateView(database, read, { name: `disputada ${name}` }))),
    );
    expect(told.toSorted()).toEqual(['RECORD_CHANGED_UNSEEN', 'RECORD_CHANGED_UNSEEN', 'done']);
    expect((await findView(database, 1, String(read.id)))?.version).toBe(2);
  });
});
