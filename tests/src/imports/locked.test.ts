/** An import into records that are closed with what they point at: told of beforehand, line by line. */
import { beforeAll, expect, it } from 'vitest';
import { lockedFiles } from '../../engine/api/locked-files.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';
import { applyFile, checkFile, refusalsOf, sendFile } from './import-stage.ts';

const closed =
  "O registro em 'Nota' está fechado a alterações, e este com ele: não pode ser incluído, alterado nem excluído.";

forEachDatabase((open) => {
  let chief: Caller;

  beforeAll(async () => {
    const product = await startTestProduct(await open({ from: 'product' }), { files: lockedFiles });
    chief = await product.as(administrator.login, administrator.password);
  });

  it('refuses what is closed, whether it comes or changes, line after line, and takes the rest', async () => {
    const [paid, free] = [
      await insertRow(chief, '/notas', { codigo: 'PAGA' }),
      await insertRow(chief, '/notas', { codigo: 'LIVRE' }),
    ];
    await insertRow(chief, '/entregas', { codigo: 'E1', nota_id: paid, peso: 1 });
    await insertRow(chief, '/entregas', { codigo: 'E2', nota_id: free, peso: 1 });
    await chief.call('PATCH', `/api/notas?id=eq.${paid}&transition=pagar`, { body: { linhas: [{ nome: 'tarifa' }] } });
    const file = ['Código;Nota;Peso', 'E1;PAGA;2', 'E2;LIVRE;2', 'E3;PAGA;2', 'E4;LIVRE;2'].join('\n');
    const detail = await sendFile(chief, '/entregas', `${file}\n`);
    const columns = detail.choices.columns.map((one) => (one.field === 'nota_id' ? { ...one, by: 'codigo' } : one));
    const planned = await checkFile(chief, detail, { columns, key: ['codigo'], mode: 'upsert', whole: false });
    expect([refusalsOf(planned), planned.fresh]).toEqual([[[closed, ['Linha 2', 'Linha 4']]], 1]);
    await applyFile(chief, planned);
    expect((await chief.call('GET', '/api/entregas?select=codigo,peso&order=codigo')).json()).toEqual([
      { codigo: 'E1', peso: 1 },
      { codigo: 'E2', peso: 2 },
      { codigo: 'E4', peso: 2 },
    ]);
  });
});
