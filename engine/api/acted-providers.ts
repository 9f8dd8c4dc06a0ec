/** Whom a person acts for, by name: for the selector of the screens and for the account. */
import type { Access } from '../access/access.ts';
import type { MenuProvider } from '../contract/screen-model.ts';
import type { Queryable } from '../data/database.ts';
import { nameRecords } from '../data/name-records.ts';
import type { Model } from '../model/types.ts';
import { providerEntities } from './chosen-provider.ts';

const collator = new Intl.Collator('pt-BR', { numeric: true });

/**
 * The own providers, sorted by name, with the rights of the caller: one whose name is kept from the caller is its number.
 * Nobody's where every row is in sight.
 */
export const actedProviders = async (
  queryable: Queryable,
  { model, access, timeZone }: { readonly model: Model; readonly access: Access; readonly timeZone: string },
): Promise<readonly MenuProvider[]> => {
  const { prestador: own } = access.own;
  if (access.unconfined || own.length === 0) return [];
  const names = new Map<number, string>();
  for (const name of providerEntities(model)) {
    const entity = model.entities[name];
    if (entity === undefined) continue;
    const found = await nameRecords(queryable, { model, access, timeZone }, entity, own, own.length);
    for (const [id, label] of found) if (!names.has(id)) names.set(id, label);
  }
  return own.map((id) => ({ id, label: names.get(id) ?? `#${id}` })).sort((a, b) => collator.compare(a.label, b.label));
};
