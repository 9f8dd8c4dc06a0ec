/** The rights of groups over a field follow it to its new name, in the change that renames its column. */
import { expect, test } from 'vitest';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { renameField } from '../../../engine/model/rename/rename-field.ts';
import { schemaOptions } from '../../../src/access/rename-field-rights.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';

const sources = await readRealFiles();
const renamed = new Map([
  ...sources,
  ...renameField(sources, catalogues, {
    entity: 'indexador',
    field: 'descricao',
    to: 'denominacao',
    since: '2026-11-22',
    why: 'teste',
  }),
]);

forEachDatabase((open) => {
  test('where no rights are stored yet there are none to follow', async () => {
    const database = await open();
    const made = "select to_regclass('public.config_permissao') as found";
    const rename = { entity: 'indexador', from: { field: 'descricao' }, to: { field: 'denominacao' } } as never;
    await database.transaction((transaction) => schemaOptions.renamed?.(transaction, [rename]) ?? Promise.resolve());
    expect((await database.query({ text: made, values: [] })).rows).toEqual([{ found: null }]);
  });

  test('a field that is hidden from a group stays hidden under its new name', async () => {
    const database = await open({ from: 'product' });
    await applySchema(database, loadProduct(sources, 'copass', fileMemory).model, schemaOptions);
    await database.execute(`
      insert into grupo (nome, ativo) values ('Balcão', true);
      insert into config_permissao (grupo_id, entidade, campo, visivel, mascarado, somente_leitura)
        select id, entidade, 'descricao', false, false, false from grupo, unnest(array['indexador', 'motivo']) entidade
        where nome = 'Balcão'`);
    await applySchema(database, loadProduct(renamed, 'copass', fileMemory).model, schemaOptions);
    const { rows } = await database.query({
      text: `select entidade, campo, visivel, versao,
          (select count(*)::integer from historico.config_permissao h where h.id = c.id) as versions
        from config_permissao c where campo in ('descricao', 'denominacao') order by entidade`,
      values: [],
    });
    expect(rows).toEqual([
      { entidade: 'indexador', campo: 'denominacao', visivel: false, versao: 2, versions: 2 },
      { entidade: 'motivo', campo: 'descricao', visivel: false, versao: 1, versions: 1 },
    ]);
  });

  test('and under the one that it had, while that still answers to others', async () => {
    const database = await open({ from: 'product' });
    const before = await startTestProduct(database);
    const admin = await before.as(administrator.login, administrator.password);
    expect(
      (await admin.call('POST', '/api/indexadores', { body: { codigo: 'X', descricao: 'Xis', tipo: 'MOEDA' } }))
        .statusCode,
    ).toBe(201);
    const clerk = await createUser(database, 'balcao', ['indexador:list', 'indexador:view'], {
      hidden: ['indexador.descricao'],
    });
    const changed = Object.fromEntries([...renamed].filter(([path, text]) => sources.get(path) !== text));
    const after = await startTestProduct(database, { files: changed });
    const [chief, hindered] = [
      await after.as(administrator.login, administrator.password),
      await after.as(clerk.login, clerk.password),
    ];
    const seen = await chief.call('GET', '/api/indexadores?select=descricao&descricao=eq.Xis');
    expect([seen.json(), seen.headers['fichario-former-names']]).toEqual([
      [{ descricao: 'Xis' }],
      'indexador.descricao=denominacao',
    ]);
    for (const name of ['descricao', 'denominacao', 'inexistente'])
      expect(refusalOf(await hindered.call('GET', `/api/indexadores?select=${name}`))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_COLUMN_UNKNOWN', { column: name, entity: 'Indexador' }),
      });
  });
});
