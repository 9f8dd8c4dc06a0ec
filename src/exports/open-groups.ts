/**
 * The groups of a report, for files: the same question as on the screen, with limits of their own, for nobody looks at an
 * empty page while a file is made. Exact or not at all.
 */
import type { GroupValues } from '../../engine/contract/grouping.ts';
import type { ReadRequest } from '../../engine/contract/request.ts';
import { aggregateRows } from '../../engine/data/aggregate-rows.ts';
import type { CountLimits } from '../../engine/data/count-rows.ts';
import type { Database } from '../../engine/data/database.ts';
import type { ListContext } from '../../engine/data/plan/context.ts';

export interface GroupPage {
  readonly groups: readonly GroupValues[];
  /** Of all pages. */
  readonly total: number;
}

/**
 * Groups that are read at once. Nearly every report is one page, and with that one statement, of one moment. The pages of a
 * larger one are apart: their order is total, so that they do not overlap, unless rows were written meanwhile.
 */
export const groupsOfPage = 20_000;

/**
 * Beyond what a request has. A server ends what takes longer by its clock, and others have connections of their own. The
 * embedded database has neither clock nor second connection: there the cost that the planner foresees keeps one reading to
 * about the two seconds that a portion of a list may take (7 µs a unit).
 */
const limits: Readonly<Record<Database['kind'], CountLimits>> = {
  postgres: { cap: 5_000_000, cost: 20_000_000, small: 16 * 2 ** 20, milliseconds: 120_000 },
  pglite: { cap: 1_000_000, cost: 300_000, small: 16 * 2 ** 20, milliseconds: 0 },
};

/** Raises the REQUEST_* refusals; REQUEST_AGGREGATE_LIMIT where the rows are too many. `cap`: of rows, where fewer are enough. */
export const readGroups = async (
  database: Database,
  context: ListContext,
  request: ReadRequest,
  cap?: number,
): Promise<GroupPage> => {
  const usual = limits[database.kind];
  const within = cap === undefined ? usual : { ...usual, cap: Math.min(cap, usual.cap) };
  const { body, total } = await aggregateRows(database, context, request, within);
  return { groups: JSON.parse(body) as readonly GroupValues[], total: total ?? 1 };
};
