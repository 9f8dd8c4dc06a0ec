/** The records that the chosen rows of a view stand for. Several rows may stand for one. */
import type { ApiFailure } from '../store/base-query.ts';
import { readLinks } from '../store/batch-api.ts';
import type { Dispatch } from '../store/create-store.ts';
import { batchLimit, readSelectedIds } from './selected-ids.ts';
import type { Selection } from './selection.ts';

/** Ids that one address carries. */
const asked = 500;

interface Chosen {
  readonly path: string;
  readonly filter: string;
  readonly selection: Selection;
  /** Wire name of the field that holds the id of the record. */
  readonly column: string;
}

export type LinkedRecords =
  | { readonly state: 'read'; readonly rowsOf: ReadonlyMap<number, readonly number[]> }
  | { readonly state: 'many' }
  | { readonly state: 'failed'; readonly failure: ApiFailure };

/** The rows by the id of their record; those without one are left out, as those that are gone meanwhile are. */
export const readLinkedRecords = async (dispatch: Dispatch, { column, ...chosen }: Chosen): Promise<LinkedRecords> => {
  const rowsOf = new Map<number, number[]>();
  try {
    const ids = await readSelectedIds(dispatch, chosen, (count) => count <= batchLimit);
    if (ids.length > batchLimit) return { state: 'many' };
    for (let first = 0; first < ids.length; first += asked) {
      const search = new URLSearchParams({
        id: `in.(${ids.slice(first, first + asked).join(',')})`,
        select: `id,record:${column}`,
        limit: String(asked),
      }).toString();
      const links = await dispatch(readLinks.initiate({ path: chosen.path, search }, { track: false })).unwrap();
      for (const [row, record] of links) {
        const known = rowsOf.get(record);
        if (known === undefined) rowsOf.set(record, [row]);
        else known.push(row);
      }
    }
  } catch (failure) {
    return { state: 'failed', failure: failure as ApiFailure };
  }
  return { state: 'read', rowsOf };
};
