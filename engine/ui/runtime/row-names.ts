/** How the records behind many ids are called, read part by part; those that are gone, or not for this person, are missing. */

import { recordLabel } from '../../contract/column-text.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { Dispatch } from '../store/create-store.ts';
import { readPart } from '../store/export-api.ts';

/** Ids that an address carries without trouble. */
const partSize = 500;

export const readRowNames = async (
  dispatch: Dispatch,
  model: ScreenModel,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const names = new Map<number, string>();
  for (let at = 0; at < ids.length; at += partSize) {
    const part = ids.slice(at, at + partSize);
    const search = new URLSearchParams({
      id: `in.(${part.join(',')})`,
      select: model.select,
      limit: String(part.length),
    }).toString();
    const page = await dispatch(readPart.initiate({ path: model.screen.path, search }, { track: false })).unwrap();
    for (const row of page.rows) names.set(row.id, recordLabel(model, row));
  }
  return names;
};
