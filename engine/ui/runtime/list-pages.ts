/**
 * Where one is among the pages of a list. The server gives with each page the cursor of the next; a page that nobody has
 * come to that way is asked for by the number of rows before it.
 */
export interface ListPages {
  /** Pages before the present one. */
  readonly index: number;
  /** The cursors that are known, by the page that they open. */
  readonly cursors: Readonly<Record<number, string>>;
}

export const firstPage: ListPages = { index: 0, cursors: {} };

/** To the page that follows, by its cursor. */
export const advance = ({ index, cursors }: ListPages, next: string): ListPages => ({
  index: index + 1,
  cursors: { ...cursors, [index + 1]: next },
});

export const toPage = ({ cursors }: ListPages, index: number): ListPages => ({ index: Math.max(0, index), cursors });

/** What the page is asked for with, of the parameters of a list. */
export const pageParameters = ({ index, cursors }: ListPages, limit: number): Readonly<Record<string, string>> => {
  const cursor = cursors[index];
  if (cursor !== undefined) return { cursor };
  return index === 0 ? {} : { offset: String(index * limit) };
};

/** Rows beyond which no page is asked for by its number: each such page reads all the rows before it. */
const furthestOffset = 50_000;

/** Pages that can be asked for by their number. */
export const furthestPage = (limit: number): number => Math.floor(furthestOffset / limit) + 1;

/** How many pages there are to choose from by number; undefined where nobody has counted the rows. */
export const pageCount = (total: number | undefined, limit: number): number | undefined =>
  total === undefined ? undefined : Math.max(1, Math.min(Math.ceil(total / limit), furthestPage(limit)));

/** Index of the last page; undefined where it is further than page numbers go. */
export const lastPage = (total: number, limit: number): number | undefined => {
  const index = Math.max(0, Math.ceil(total / limit) - 1);
  return index < furthestPage(limit) ? index : undefined;
};

/** The page that a person has typed, counted from 1, as near as there is one; undefined where it is no number. */
export const readPageNumber = (text: string, pages: number): number | undefined => {
  const digits = text.replaceAll('.', '').trim();
  return /^\d{1,9}$/.test(digits) ? Math.min(Math.max(Number(digits), 1), pages) - 1 : undefined;
};
