import type { Grid } from './grid.ts';

const two = (part: number): string => String(part).padStart(2, '0');

/** A cell of time. Those before 1901 are hours alone: the calendar of spreadsheets begins in 1900. */
const timeText = (moment: Date): string => {
  const hours = `${two(moment.getUTCHours())}:${two(moment.getUTCMinutes())}`;
  if (moment.getUTCFullYear() < 1901) return hours;
  const day = `${two(moment.getUTCDate())}/${two(moment.getUTCMonth() + 1)}/${moment.getUTCFullYear()}`;
  if (moment.getTime() % 86_400_000 === 0) return day;
  return `${day} ${hours}:${two(moment.getUTCSeconds())}`;
};

/** Spreadsheets keep 15 digits; what lies behind them is noise of binary fractions. */
const numberText = (value: number): string => {
  const exact = Number(value.toPrecision(15));
  return Number.isInteger(exact)
    ? exact.toLocaleString('en', { useGrouping: false })
    : exact.toLocaleString('pt-BR', { useGrouping: false, maximumFractionDigits: 15 });
};

const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  // A moment with a fraction of a second is a rounding of the day's fraction.
  if (value instanceof Date) return timeText(new Date(Math.round(value.getTime() / 1000) * 1000));
  if (typeof value === 'number') return numberText(value);
  return typeof value === 'boolean' ? (value ? 'Sim' : 'Não') : String(value);
};

/** The first sheet of an XLSX. undefined where the bytes are none. The library is read when it is first needed. */
export const readXlsxGrid = async (bytes: Uint8Array): Promise<Grid | undefined> => {
  const { readSheet } = await import('read-excel-file/node');
  try {
    const rows = await readSheet(Buffer.from(bytes));
    return {
      cells: rows.map((row) => row.map(cellText)),
      lines: rows.map((_, index) => index + 1),
      format: 'XLSX, primeira planilha',
    };
  } catch {
    return undefined;
  }
};
