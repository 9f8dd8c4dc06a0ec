/**
 * Saves what was changed of a group's rights: one transaction, through the writes of the registries, so that rights,
 * history and guard are those of any other write.
 */
import { splitPair } from '../../engine/access/permission-pair.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { Queryable } from '../../engine/data/database.ts';
import type { GroupPermissions, PermissionChange } from './permissions.ts';
import type { ProductWrite } from './product-write.ts';
import { writerOf } from './product-write.ts';
import { readPermissions } from './read-permissions.ts';
import { lockRights } from './rights-guard.ts';
import { levelColumns } from './stored-levels.ts';

interface StoredRow {
  readonly id: string;
  readonly name: string;
  readonly ativo: boolean;
}

const splitField = (name: string): readonly [entity: string, field: string] => {
  const [entity = '', field = ''] = name.split('.');
  return [entity, field];
};

const saveRules = async (
  write: ProductWrite,
  transaction: Queryable,
  group: number,
  { grant, revoke }: PermissionChange,
): Promise<void> => {
  const { rows } = await transaction.query<StoredRow>({
    text: `select id::text as id, assunto || ':' || acao as name, ativo from regra where grupo_id = $1::text::bigint`,
    values: [String(group)],
  });
  const stored = new Map(rows.map((row) => [row.name, row]));
  const rules = writerOf(write, transaction, 'regra');
  const wanted = [...new Set(grant)];
  const asleep = wanted.flatMap((pair) => {
    const row = stored.get(pair);
    return row === undefined || row.ativo ? [] : [row.id];
  });
  // What is given first: who moves his own right to another pair is not shut out on the way.
  await rules.change(asleep, { ativo: true });
  await rules.insert(
    wanted
      .filter((pair) => !stored.has(pair))
      .map((pair) => {
        const { subject, action } = splitPair(pair);
        return { grupo_id: group, assunto: subject, acao: action };
      }),
  );
  await rules.remove([...new Set(revoke)].flatMap((pair) => stored.get(pair)?.id ?? []));
};

const saveFields = async (
  write: ProductWrite,
  transaction: Queryable,
  group: number,
  { fields }: PermissionChange,
): Promise<void> => {
  const { rows } = await transaction.query<StoredRow>({
    text: `select id::text as id, entidade || '.' || campo as name, true as ativo from config_permissao where grupo_id = $1::text::bigint`,
    values: [String(group)],
  });
  const stored = new Map(rows.map((row) => [row.name, row.id]));
  const said = writerOf(write, transaction, 'config_permissao');
  const byLevel = Map.groupBy(Object.entries(fields), ([, level]) => level);
  await said.remove((byLevel.get(null) ?? []).flatMap(([name]) => stored.get(name) ?? []));
  for (const [level, entries] of byLevel) {
    if (level === null) continue;
    const columns = levelColumns(level);
    await said.change(
      entries.flatMap(([name]) => stored.get(name) ?? []),
      columns,
    );
    await said.insert(
      entries
        .filter(([name]) => !stored.has(name))
        .map(([name]) => {
          const [entidade, campo] = splitField(name);
          return { grupo_id: group, entidade, campo, ...columns };
        }),
    );
  }
};

/** The rights as they then are. Raises RECORD_CHANGED_UNSEEN where they were others before, and what the writes raise. */
export const savePermissions = (
  write: ProductWrite,
  group: number,
  change: PermissionChange,
): Promise<GroupPermissions> =>
  write.engine.database.transaction(async (transaction) => {
    await lockRights(transaction);
    const before = await readPermissions(transaction, group);
    if (before.base !== change.base) throw new Refusal('RECORD_CHANGED_UNSEEN', { title: before.group.name });
    await saveRules(write, transaction, group, change);
    await saveFields(write, transaction, group, change);
    return readPermissions(transaction, group);
  });
