/** Files of rows as text. In: bytes. Out: a grid of cells, not yet a table. */
import type { Grid } from './grid.ts';
import { readCsvGrid } from './read-csv-grid.ts';
import { readXlsxGrid } from './read-xlsx-grid.ts';

/** XLSX is a ZIP and begins as one, whatever the file is called. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;
/** The old XLS is a compound file. */
const isCompound = (bytes: Uint8Array): boolean => bytes[0] === 0xd0 && bytes[1] === 0xcf;

/** The cells of a CSV or XLSX, told by content. undefined where the bytes are neither. */
export const readGrid = async (bytes: Uint8Array): Promise<Grid | undefined> => {
  if (isZip(bytes)) return await readXlsxGrid(bytes);
  return isCompound(bytes) ? undefined : readCsvGrid(bytes);
};
