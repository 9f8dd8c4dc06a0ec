/** A relation that is emptied where its target is deleted: the record that pointed is written for it, and points again where the deletion is taken back. */
import { beforeAll, expect, test } from 'vitest';
import type { BatchPlan, BatchResult } from '../../../engine/contract/batch.ts';
import type { HistoryEntry } from '../../../engine/contract/screen-model.ts';
import type { Database } from '../../../engine/data/database.ts';
import { describeTables } from '../../../engine/data/ddl/describe-tables.ts';
import { replayTable } from '../../../engine/data/replay.ts';
import { applyBatch, planBatch, planUndo } from '../../support/batches.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { money, registry, relation, text } from '../../support/fixture-fields.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';

const drawer = relation('Gaveta', '', { 'x-relation': { entity: 'gaveta', onDelete: 'clear' } });
const named = (title: string, properties: object): object => ({
  title,
  type: 'object',
  required: ['nome'],
  properties: { nome: text('Nome', { maxLength: 30 }), ...properties },
});
const listed = (folder: string, entity: string, title: string): object =>
  registry(folder, entity, title, { columns: ['nome'], indexes: [['nome']], sort: ['nome'], openTo: [] });

const files = {
  'schemas/teste/gavetas/schema.json': named('Gaveta', { acima: drawer }),
  'schemas/teste/gavetas/columns.json': listed('gavetas', 'gaveta', 'Gaveta'),
  'schemas/teste/papeis/schema.json': named('Papel', {
    gaveta: drawer,
    solto: { title: 'Solto', type: 'boolean', 'x-computed': 'empty(gaveta)' },
  }),
  'schemas/teste/papeis/columns.json': listed('papeis', 'papel', 'Papel'),
  'schemas/teste/pastas/schema.json': named('Pasta', {
    soltas: { title: 'Soltas', type: 'integer', 'x-computed': 'folhas.filter(f, f.guardada == 0.0).size()' },
    folhas: {
      title: 'Folhas',
      type: 'array',
      items: {
        title: 'Folha',
        type: 'object',
        properties: {
          gaveta: drawer,
          guardada: money('Guardada', { 'x-computed': 'empty(gaveta) ? 0.0 : 1.0' }),
        },
      },
    },
  }),
  'schemas/teste/pastas/columns.json': listed('pastas', 'pasta', 'Pasta'),
};

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files });
    admin = await product.as(administrator.login, administrator.password);
  });

  const plan = (body: object, caller = admin): Promise<BatchPlan> => planBatch(caller, body);
  const planBack = (batch: Pick<BatchPlan, 'id'>): Promise<BatchPlan> => planUndo(admin, batch);
  const apply = (planned: BatchPlan): Promise<BatchResult> => applyBatch(admin, planned);
  const takeBack = async (batch: BatchPlan): Promise<BatchPlan> => {
    const undoing = await planBack(batch);
    await apply(undoing);
    return undoing;
  };
  const get = async (query: string) => (await admin.call('GET', `/api/${query}`)).json();
  const remove = (id: number, headers: Record<string, string> = {}, caller = admin) =>
    caller.call('DELETE', `/api/gavetas?id=eq.${id}`, { headers });

  /** A drawer with a paper, a folder that has a sheet in it and one in another, and a drawer under it. */
  const fill = async () => {
    const gaveta = await insertRow(admin, '/gavetas', { nome: 'G' });
    const outra = await insertRow(admin, '/gavetas', { nome: 'O' });
    const abaixo = await insertRow(admin, '/gavetas', { nome: 'A', acima_id: gaveta });
    const papel = await insertRow(admin, '/papeis', { nome: 'P', gaveta_id: gaveta });
    const folhas = [{ gaveta_id: gaveta }, { gaveta_id: outra }];
    const pasta = await insertRow(admin, '/pastas', { nome: 'F', folhas });
    const all = async () => ({
      papel: (await get(`papeis?id=eq.${papel}&select=gaveta_id,solto`))[0],
      pasta: (await get(`pastas?id=eq.${pasta}&select=soltas,folhas(gaveta_id,guardada)`))[0],
      abaixo: (await get(`gavetas?id=eq.${abaixo}&select=acima_id`))[0],
    });
    return { gaveta, outra, abaixo, papel, pasta, all };
  };
  const filled = (gaveta: number, outra: number) => ({
    papel: { gaveta_id: gaveta, solto: false },
    pasta: {
      soltas: 0,
      folhas: [
        { gaveta_id: gaveta, guardada: 1 },
        { gaveta_id: outra, guardada: 1 },
      ],
    },
    abaixo: { acima_id: gaveta },
  });
  const emptied = (outra: number) => ({
    papel: { gaveta_id: null, solto: true },
    pasta: {
      soltas: 1,
      folhas: [
        { gaveta_id: null, guardada: 0 },
        { gaveta_id: outra, guardada: 1 },
      ],
    },
    abaixo: { acima_id: null },
  });

  test('is a change of its own: a version, computed fields, an entry of the history', async () => {
    const { gaveta, outra, papel, pasta, all } = await fill();
    expect(await all()).toEqual(filled(gaveta, outra));
    expect((await remove(gaveta)).statusCode).toBe(204);
    expect(await all()).toEqual(emptied(outra));
    for (const [path, id] of [
      ['papeis', papel],
      ['pastas', pasta],
    ] as const) {
      expect(await get(`${path}?id=eq.${id}&select=versao`)).toEqual([{ versao: 2 }]);
      const entries = (await admin.call('GET', `/api/${path}/${id}/historico`)).json() as HistoryEntry[];
      expect(entries.map(({ operation, version, by }) => [operation, version, by])).toEqual([
        ['update', 2, 'chefe'],
        ['insert', 1, 'chefe'],
      ]);
    }
    const changes = ((await admin.call('GET', `/api/papeis/${papel}/historico`)).json() as HistoryEntry[])[0]?.changes;
    expect(changes).toEqual([
      { field: 'gaveta_id', title: 'Gaveta', before: `#${gaveta}`, after: null },
      { field: 'solto', title: 'Solto', before: false, after: true },
    ]);
  });

  test('is seen by who holds an older version, and happens for who may not write the record', async () => {
    const { gaveta, outra, papel, all } = await fill();
    const caller = await product.enter(`so-gavetas-${gaveta}`, ['gaveta:list', 'gaveta:view', 'gaveta:delete']);
    expect((await remove(gaveta, {}, caller)).statusCode).toBe(204);
    expect(await all()).toEqual(emptied(outra));
    const late = await admin.call('PATCH', `/api/papeis?id=eq.${papel}`, {
      body: { nome: 'Q' },
      headers: { 'if-match': '"1"' },
    });
    expect(late.statusCode).toBe(412);
  });

  test('does not happen where the deletion does not', async () => {
    const { gaveta, outra, all } = await fill();
    expect((await remove(gaveta, { 'if-match': '"7"' })).statusCode).toBe(412);
    expect((await remove(gaveta, { prefer: 'tx=rollback' })).statusCode).toBeLessThan(300);
    expect(await all()).toEqual(filled(gaveta, outra));
  });

  test('of a batch it is told beforehand, taken back with it, and done again', async () => {
    const { gaveta, outra, abaixo, all } = await fill();
    const planned = await plan({ path: '/gavetas', operation: 'delete', ids: [gaveta] });
    const followed = (what: string) => ['Gaveta', 'Papel', 'Folha'].map((title) => ({ title, what, rows: 1 }));
    expect(planned.followed).toEqual(followed('cleared'));
    expect(await all()).toEqual(filled(gaveta, outra));
    await apply(planned);
    expect(await all()).toEqual(emptied(outra));
    const undoing = await takeBack(planned);
    expect(undoing.followed).toEqual(followed('pointed'));
    expect(await all()).toEqual(filled(gaveta, outra));
    await takeBack(undoing);
    expect(await all()).toEqual(emptied(outra));
    // Both at once: what goes as well points nowhere in particular.
    await admin.call('PATCH', `/api/gavetas?id=eq.${abaixo}`, { body: { acima_id: outra } });
    const both = await plan({ path: '/gavetas', operation: 'delete', ids: [outra, abaixo] });
    expect(both.followed).toEqual([{ title: 'Folha', what: 'cleared', rows: 1 }]);
    await apply(both);
    await takeBack(both);
    expect((await all()).abaixo).toEqual({ acima_id: outra });
  });

  test('what points elsewhere by then stays', async () => {
    const { gaveta, outra, papel, all } = await fill();
    const planned = await plan({ path: '/gavetas', operation: 'delete', ids: [gaveta] });
    await apply(planned);
    await admin.call('PATCH', `/api/papeis?id=eq.${papel}`, { body: { gaveta_id: outra } });
    await takeBack(planned);
    expect(await all()).toEqual({ ...filled(gaveta, outra), papel: { gaveta_id: outra, solto: false } });
  });

  test('who may not see the records is not told how many there are', async () => {
    const { gaveta } = await fill();
    const caller = await product.enter(`cego-${gaveta}`, ['gaveta:list', 'gaveta:view', 'gaveta:delete']);
    const planned = await plan({ path: '/gavetas', operation: 'delete', ids: [gaveta] }, caller);
    expect(planned.followed).toEqual([{ title: 'Gaveta', what: 'cleared', rows: 1 }]);
  });

  test('the history gives the tables that there are', async () => {
    for (const table of describeTables(product.runtime.current.model))
      if (/gaveta|papel|pasta/.test(table.entity))
        expect((await replayTable(database, table)).differences, table.entity).toEqual([]);
  });
});
