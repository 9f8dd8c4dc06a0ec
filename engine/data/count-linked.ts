/** How many records point at one record: of each list that the caller may open, with the caller's rights on it. */

import { reachOf } from '../access/visible-entity.ts';
import { linkedLists } from '../contract/linked-lists.ts';
import type { LinkedRecords } from '../contract/linked-records.ts';
import { linkedMost } from '../contract/linked-records.ts';
import { parseRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import { countRows, usualLimits } from './count-rows.ts';
import type { Database } from './database.ts';
import type { ListContext } from './plan/context.ts';
import { listContext } from './plan/context.ts';
import { checkReach } from './plan/plan-read.ts';

const limits = { ...usualLimits, cap: linkedMost };

/** Lists without such a record are left out. Raises ACCESS_DENIED and RECORD_MISSING as reading the record does. */
export const countLinked = async (
  database: Database,
  context: ListContext,
  id: string,
): Promise<readonly LinkedRecords[]> => {
  const { model, access, entity, screen, timeZone } = context;
  const itself = parseRequest(`id=eq.${id}`);
  checkReach(context, itself);
  // Who may do no more than name a record is told nothing beside its name.
  if (reachOf(model, access, entity, screen) === 'reference')
    throw new Refusal('ACCESS_DENIED', { action: screen.permission.action, title: screen.title });
  if ((await countRows(database, context, itself, 'exact')).total === 0)
    throw new Refusal('RECORD_MISSING', { title: entity.title });
  const found: LinkedRecords[] = [];
  // One after the other: whoever lists meanwhile waits for one count at most.
  for (const { screen: list, field, title, alone } of linkedLists(model, access, entity, screen)) {
    const request = parseRequest(`${field.column}=eq.${id}`);
    const { total, exact } = await countRows(
      database,
      listContext(model, access, list, timeZone),
      request,
      'exact',
      limits,
    );
    if (total > 0)
      found.push({
        path: list.path,
        column: field.column,
        title,
        ...(!alone && { relation: field.title }),
        icon: list.icon,
        total: Math.min(total, linkedMost),
        more: !exact,
      });
  }
  return found;
};
