/** A row as the API gives it. */
export type ListRow = Readonly<Record<string, unknown>>;

/**
 * What makes a file of rows that come in portions. It keeps nothing between portions, so that a file goes on in another
 * process where it was left.
 */
export interface RowWriter {
  readonly extension: string;
  /** Media type. */
  readonly type: string;
  readonly begin: () => Buffer;
  readonly rows: (rows: readonly ListRow[]) => Buffer;
  readonly end: () => Buffer;
}
