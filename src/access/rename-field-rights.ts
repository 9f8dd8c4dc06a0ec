import type { Queryable } from '../../engine/data/database.ts';
import type { SchemaOptions } from '../../engine/data/ddl/apply-schema.ts';

/**
 * What is said of a field in the rights of groups follows it to its new name, in the transaction that renames it: a field
 * that was hidden from a group is never open in between.
 */
const renameFieldRights: NonNullable<SchemaOptions['renamed']> = async (transaction: Queryable, renames) => {
  const { rows } = await transaction.query<{ made: boolean }>({
    text: `select to_regclass('public.config_permissao') is not null as made`,
    values: [],
  });
  if (rows[0]?.made !== true) return;
  for (const { entity, from, to } of renames)
    await transaction.query({
      text: `update public.config_permissao set campo = $3::text, versao = versao + 1
        where entidade = $1::text and campo = $2::text`,
      values: [entity, from.field, to.field],
    });
};

/** What a change of the tables takes along in this product. */
export const schemaOptions: SchemaOptions = { renamed: renameFieldRights };
