/** The rights of groups over a field follow it to its new name, in the change that renames its column. */
import { expect, test } from 'vitest';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { renameField } from '../../../engine/model/rename/rename-field.ts';
import { schemaOptions } from '../../../src/access/rename-field-rights.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { forEachDatabase } from '../../support/databases.ts';

const sources = await readSourceFiles(`${import.meta.dirname}/../../..`);
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
  test('a field that is hidden from a group stays hidden under its new name', async () => {
    const database = await open({ from: 'product' });
    await applySchema(database, loadProduct(sources, 'copass').model, schemaOptions);
    await database.execute(`
      insert into grupo (nome, ativo) values ('Balcão', true);
      insert into config_permissao (grupo_id, entidade, campo, visivel, mascarado, somente_leitura)
        select id, entidade, 'descricao', false, false, false from grupo, unnest(array['indexador', 'motivo']) entidade
        where nome = 'Balcão'`);
    await applySchema(database, loadProduct(renamed, 'copass').model, schemaOptions);
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
});
