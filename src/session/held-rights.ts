/**
 * What groups hold, as it stands in the database. In: the JSON text of a user's groups. Out: their grants and the pairs of
 * all of them. Thousands of sessions have the same few groups: what is equal is kept once.
 */
import { LRUCache } from 'lru-cache';
import type { GroupGrants } from '../../engine/access/access.ts';
import { heldPairs } from '../../engine/access/permission-pair.ts';
import { classLevel, levelOf } from '../access/stored-levels.ts';
import { digest } from './digest.ts';

interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly personal: string;
  readonly sensitive: string;
  readonly pairs: readonly string[];
  readonly fields: readonly (readonly [field: string, visible: boolean, masked: boolean, readOnly: boolean])[];
}

export interface HeldRights {
  readonly groups: readonly GroupGrants[];
  /** Pairs of all groups, for the screens. */
  readonly permissions: readonly string[];
}

export interface RightsMemory {
  readonly read: (text: string, administrator: boolean) => HeldRights;
}

const groupOf = ({ id, name, personal, sensitive, pairs, fields }: GroupRow): GroupGrants => ({
  id,
  name,
  pairs,
  fields: Object.fromEntries(
    fields.map(([field, visivel, mascarado, somente_leitura]) => [
      field,
      levelOf({ visivel, mascarado, somente_leitura }),
    ]),
  ),
  personal: classLevel(personal),
  sensitive: classLevel(sensitive),
});

export const createRightsMemory = (): RightsMemory => {
  const groups = new LRUCache<string, GroupGrants>({ max: 1_000 });
  const sets = new LRUCache<string, HeldRights>({ max: 1_000 });
  const group = (row: GroupRow): GroupGrants => {
    const key = digest(JSON.stringify(row));
    const found = groups.get(key) ?? groupOf(row);
    groups.set(key, found);
    return found;
  };
  return {
    read: (text, administrator) => {
      const key = `${digest(text)} ${administrator}`;
      const known = sets.get(key);
      if (known) return known;
      const held = (JSON.parse(text) as GroupRow[]).map(group);
      const rights: HeldRights = { groups: held, permissions: heldPairs(held, administrator) };
      sets.set(key, rights);
      return rights;
    },
  };
};
