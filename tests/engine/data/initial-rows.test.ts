import { test } from 'vitest';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { loadInitialRows } from '../../../engine/data/initial-rows.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { cidade, createModel, distrito } from './small-model.ts';

forEachDatabase((open) => {
  test('x', async () => {
    const database = await open();
    const model = createModel(cidade, distrito);
    await applySchema(database, model);
    let t = performance.now();
    const rows = Array.from({ length: 5571 }, (_, i) => [
      String(i + 1),
      `São João do Nome ${i}`,
      ['MG', 'RJ', 'SP'][i % 3] as string,
    ]);
    const d = Array.from({ length: 10000 }, (_, i) => [String(i + 1), `Distrito Nome ${i}`, String((i % 5571) + 1)]);
    console.log(
      await loadInitialRows(database, model, {
        cidade: { file: 'x', header: ['codigo', 'nome', 'uf'], rows, lines: [], digest: 'a' },
      }),
    );
    console.log('cidades', performance.now() - t);
    t = performance.now();
    console.log(
      await loadInitialRows(database, model, {
        cidade: { file: 'x', header: ['codigo', 'nome', 'uf'], rows, lines: [], digest: 'b' },
      }),
    );
    console.log('cidades again', performance.now() - t);
    t = performance.now();
    console.log(
      await loadInitialRows(database, model, {
        distrito: { file: 'x', header: ['codigo', 'nome', 'cidade'], rows: d, lines: [], digest: 'a' },
      }),
    );
    console.log('distritos', performance.now() - t);
    await database.query({
      text: "insert into cidade(codigo,nome,uf) values(99999,'x','MG')",
      values: [],
      name: 'ins',
    });
    t = performance.now();
    for (let i = 0; i < 500; i++)
      await database.query({
        text: "insert into cidade(codigo,nome,uf) values(100000+$1::text::int,'x','MG')",
        values: [String(i)],
        name: 'ins1',
      });
    console.log('insert', (performance.now() - t) / 500);
    t = performance.now();
    await database.query({ text: 'update cidade set versao=versao+1', values: [] });
    console.log('update all', performance.now() - t);
    t = performance.now();
    await database.query({
      text: 'select count(fichario.normalize(nome||id)) from cidade, generate_series(1,10)',
      values: [],
    });
    console.log('normalize us', (performance.now() - t) / 60.71);
  });
});
