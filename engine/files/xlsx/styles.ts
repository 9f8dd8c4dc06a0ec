import type { FileLimits } from '../file-limits.ts';
import { readXml } from './xml.ts';

/** What a number format makes of a number. */
export type NumberKind = 'number' | 'percent' | 'date' | 'moment' | 'time' | 'duration';

/** Formats that every workbook has without saying them, ECMA-376 part 1, 18.8.30; those of East Asia between. */
const builtIn = (id: number): NumberKind => {
  if (id === 9 || id === 10) return 'percent';
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58) || id === 36) return 'date';
  if ((id >= 18 && id <= 21) || id === 45 || id === 47 || (id >= 32 && id <= 35)) return 'time';
  if (id === 46) return 'duration';
  return id === 22 ? 'moment' : 'number';
};

/** A format without what it shows as it stands: quoted text, escaped letters, colours, languages. Its first section counts. */
const bare = (code: string): string =>
  code
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
    .split(';', 1)[0] as string;

/** What a format code of a workbook shows: `dd/mm/yyyy hh:mm` a moment, `[h]:mm` a duration. */
export const numberKind = (code: string): NumberKind => {
  const text = bare(code).toLowerCase();
  if (/\[(h+|m+|s+)\]/.test(text)) return 'duration';
  if (/general/.test(text)) return 'number';
  const hours = /[hs]/.test(text);
  // Beside hours or seconds an m is minutes, alone it is months.
  const days = /[yd]/.test(text) || (/m/.test(text) && !hours) || /mmm/.test(text);
  if (days) return hours ? 'moment' : 'date';
  if (hours) return 'time';
  return text.includes('%') ? 'percent' : 'number';
};

/** What the styles of a workbook make of numbers, by the number of the style. Raises what reading XML raises. */
export const readStyles = async (
  part: string,
  chunks: AsyncGenerator<Uint8Array>,
  limits: FileLimits,
): Promise<readonly NumberKind[]> => {
  const own = new Map<number, NumberKind>();
  const kinds: NumberKind[] = [];
  let inCells = false;
  await readXml(
    part,
    chunks,
    {
      open: (name, attributes) => {
        const id = Number(attributes['numFmtId'] ?? 0);
        if (name === 'numFmt') own.set(id, numberKind(attributes['formatCode'] ?? ''));
        else if (name === 'cellXfs') inCells = true;
        else if (name === 'xf' && inCells) kinds.push(own.get(id) ?? builtIn(id));
      },
      close: (name) => {
        if (name === 'cellXfs') inCells = false;
      },
    },
    limits,
  );
  return kinds;
};
