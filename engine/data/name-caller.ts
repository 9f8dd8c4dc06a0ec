/** Who asks, as one of the users: their own record is what a person is always told of, whoever else they may see. */
import type { Access } from '../access/access.ts';
import { unlimited } from '../access/access.ts';
import type { MenuCaller } from '../contract/screen-model.ts';
import type { Model } from '../model/types.ts';
import type { Queryable } from './database.ts';
import { nameRecords } from './name-records.ts';

/** undefined where the model has no users, or nobody asks. */
export const nameCaller = async (
  queryable: Queryable,
  { model, access, timeZone }: { readonly model: Model; readonly access: Access; readonly timeZone: string },
): Promise<MenuCaller | undefined> => {
  const users = Object.values(model.entities).find(({ login }) => login !== undefined);
  if (users === undefined) return undefined;
  const { userId: id } = access;
  const label = (await nameRecords(queryable, { model, access: unlimited, timeZone }, users, [id])).get(id);
  return label === undefined ? undefined : { id, entity: users.name, label };
};
