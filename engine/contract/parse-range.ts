import { Refusal } from '../core/errors.ts';

export interface PageOfRows {
  readonly limit: number | undefined;
  readonly offset: number | undefined;
}

/**
 * The page that `Range: 0-24` and the query's `limit` and `offset` ask for together: the rows in both. What is not of
 * that form is ignored, as in PostgREST. Raises REQUEST_RANGE_ORDER where no row is in both.
 */
export const applyRange = (header: string | undefined, page: PageOfRows): PageOfRows => {
  const match = /^(\d{1,12})-(\d{0,12})$/.exec(header?.trim() ?? '');
  if (!match || page.limit === 0) return page;
  const first = Math.max(Number(match[1]), page.offset ?? 0);
  const ends = [
    match[2] === '' ? Number.POSITIVE_INFINITY : Number(match[2]),
    page.limit === undefined ? Number.POSITIVE_INFINITY : (page.offset ?? 0) + page.limit - 1,
  ];
  const last = Math.min(...ends);
  if (last < first) throw new Refusal('REQUEST_RANGE_ORDER', {});
  return { limit: Number.isFinite(last) ? last - first + 1 : undefined, offset: first > 0 ? first : page.offset };
};
