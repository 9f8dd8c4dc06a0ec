import { expect, test } from 'vitest';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { smallModel } from './small-model.ts';

forEachDatabase((open) => {
  test('x', async () => {
    const t = performance.now();
    const database = await open({ blank: true });
    const t2 = performance.now();
    await applySchema(database, smallModel);
    const t3 = performance.now();
    expect(await applySchema(database, smallModel)).toEqual([]);
    const t4 = performance.now();
    console.log(t2 - t, t3 - t2, t4 - t3);
  });
});
