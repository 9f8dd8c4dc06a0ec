import { recordLabel } from '../../contract/column-text.ts';
import { useRowsQuery } from '../store/api.ts';
import { useScreenModel } from './screen-context.ts';

/** How records of this screen are called, by id; those that are gone, or not for this person to list, are missing. */
export const useRowLabels = (ids: readonly number[]): ReadonlyMap<number, string> => {
  const model = useScreenModel();
  const search = new URLSearchParams({
    id: `in.(${ids.join(',')})`,
    select: model.select,
    limit: String(Math.max(1, ids.length)),
  }).toString();
  const { data } = useRowsQuery({ path: model.screen.path, search }, { skip: ids.length === 0 });
  return new Map((data?.rows ?? []).map((row) => [row.id, recordLabel(model, row)]));
};
