/** What an import may write of the records. In: who imports into what, and whether the file brings records under way. */
import { writableInLoad } from '../../access/may-load.ts';
import { writableEntity } from '../../access/visible-entity.ts';
import type { ImportChoices } from '../../contract/import.ts';
import type { Entity } from '../../model/types.ts';
import type { ListContext } from '../plan/context.ts';

export const importWritable = (
  { access, entity }: Pick<ListContext, 'access' | 'entity'>,
  { load }: Pick<ImportChoices, 'load'>,
): Entity => (load ? writableInLoad(access, entity) : writableEntity(access, entity));
