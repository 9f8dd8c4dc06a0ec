import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../support/databases.ts';
import type { Caller, TestProduct } from '../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../support/product.ts';

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  beforeAll(async () => {
    product = await startTestProduct(await open({ from: 'product' }));
    admin = await product.as(administrator.login, administrator.password);
  });
  const read = async (path: string): Promise<unknown> => (await admin.call('GET', `/api${path}`)).json();

  test('a city has id, nome and uf [entities-city]', async () => {
    const id = await insertRow(admin, '/cidades', { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' });
    expect(await read('/cidades?select=id,nome,uf')).toEqual([{ id, nome: 'Belo Horizonte', uf: 'MG' }]);
  });

  test('a generic record has id and codigo [entities-generic-record]', async () => {
    const id = await insertRow(admin, '/bancos', { codigo: '001', nome: 'Banco do Brasil' });
    expect(await read('/bancos?select=id,codigo')).toEqual([{ id, codigo: '001' }]);
    const { model } = product.runtime.current;
    for (const name of ['banco', 'cid', 'cbos', 'especialidade', 'declaracao', 'motivo'])
      expect([name, model.entities[name]?.fields.some((field) => field.column === 'codigo')]).toEqual([name, true]);
  });
});
