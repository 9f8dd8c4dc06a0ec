/** How much of a file is read at most. Held against the bytes that really come, whatever the file says of itself. */
export interface FileLimits {
  readonly columns: number;
  /** Rows below the header that are not empty. */
  readonly rows: number;
  /** Characters of one cell. */
  readonly cell: number;
  /** Characters of one row of a CSV or one object of JSON, and of one tag or text of XML. */
  readonly row: number;
  /** Bytes of one part of a workbook, unpacked. */
  readonly part: number;
  /** Bytes of a part that holds no rows, unpacked: styles, list of sheets. */
  readonly smallPart: number;
  /** Parts of a workbook. */
  readonly parts: number;
  /** How many times its packed size a part may become, beyond `ratioFrom` bytes. */
  readonly ratio: number;
  readonly ratioFrom: number;
  /** Different texts of a workbook. */
  readonly texts: number;
  /** Elements or values inside of one another. */
  readonly depth: number;
}

export const fileLimits: FileLimits = {
  columns: 1000,
  rows: 2_000_000,
  cell: 100_000,
  row: 1_000_000,
  part: 1024 * 1024 * 1024,
  smallPart: 32 * 1024 * 1024,
  parts: 10_000,
  ratio: 200,
  ratioFrom: 16 * 1024 * 1024,
  texts: 4_000_000,
  depth: 64,
};
