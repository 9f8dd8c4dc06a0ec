/** Files of rows as text, all of it in memory: for whoever looks for a table in one. In: bytes. Out: a grid of cells. */
import { Refusal } from '../core/errors.ts';
import { openBytes } from './byte-source.ts';
import { readCsv } from './csv/read-csv.ts';
import { detectFormat } from './detect-format.ts';
import { fileLimits } from './file-limits.ts';
import type { Grid } from './grid.ts';
import type { Cell, RawRow } from './table.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

/** `2026-02-28T08:30:00` as it is written in Portuguese; hours alone without seconds, days alone without hours. */
const timeText = (value: string): string => {
  const [day, clock] = value.includes('T') ? value.split('T') : value.includes(':') ? [undefined, value] : [value];
  const written = day?.split('-').reverse().join('/');
  if (written === undefined) return (clock as string).slice(0, 5);
  return clock === undefined || clock === '00:00:00' ? written : `${written} ${clock.slice(0, 8)}`;
};

const cellText = (cell: Cell | undefined): string => {
  if (cell === undefined || cell.kind === 'empty') return '';
  if (cell.kind === 'text' || cell.kind === 'error') return cell.text;
  if (cell.kind === 'list') return cell.items.map(cellText).join(', ');
  if (cell.kind === 'boolean') return cell.value ? 'Sim' : 'Não';
  return cell.kind === 'number' ? cell.value.replace('.', ',') : timeText(cell.value);
};

interface Opened {
  readonly format: string;
  readonly rows: AsyncIterable<readonly RawRow[]>;
  readonly close?: () => void;
}

const openRows = async (bytes: Uint8Array): Promise<Opened | undefined> => {
  const source = await openBytes(bytes);
  const format = await detectFormat(source);
  if (format.kind === 'json') return undefined;
  if (format.kind === 'csv') return await readCsv(source, format.encoding, fileLimits);
  const opened = await readXlsx(source, undefined, fileLimits);
  return { ...opened, format: `XLSX, planilha ${opened.sheet}` };
};

/** The cells of a CSV or of the first visible sheet of an XLSX, told by content. undefined where the bytes are neither. */
export const readGrid = async (bytes: Uint8Array): Promise<Grid | undefined> => {
  let opened: Opened | undefined;
  try {
    opened = await openRows(bytes);
    if (opened === undefined) return undefined;
    const rows: RawRow[] = [];
    for await (const piece of opened.rows)
      rows.push(...piece.filter(({ cells }) => cells.some((one) => cellText(one) !== '')));
    const { format } = opened;
    return { cells: rows.map(({ cells }) => Array.from(cells, cellText)), lines: rows.map(({ line }) => line), format };
  } catch (thrown) {
    if (thrown instanceof Refusal) return undefined;
    throw thrown;
  } finally {
    opened?.close?.();
  }
};
