/** A PDF as another reader has it: what it says of itself, and the text of its pages, line by line. */
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';

interface Piece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly end: number;
}

/** Pieces that touch are one text, a blank apart one sentence; those further apart are parted by ` | `. */
const lineOf = (pieces: readonly Piece[]): string =>
  pieces
    .toSorted((one, other) => one.x - other.x)
    .map(({ text, x }, at, sorted) => {
      const apart = at === 0 ? 0 : x - (sorted[at - 1]?.end ?? 0);
      return (apart > 2.5 ? ' | ' : apart > 1 ? ' ' : '') + text;
    })
    .join('');

export interface ReadPdf {
  readonly info: Readonly<Record<string, unknown>>;
  readonly language: string | null;
  readonly pages: readonly (readonly string[])[];
  /** Points. */
  readonly sizes: readonly (readonly number[])[];
}

export const readPdf = async (bytes: Uint8Array): Promise<ReadPdf> => {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS, useSystemFonts: false });
  const pdf = await task.promise;
  const { info } = await pdf.getMetadata();
  const pages: (readonly string[])[] = [];
  const sizes: number[][] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    sizes.push([Math.round(width), Math.round(height)]);
    const lines = new Map<number, Piece[]>();
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , , , x = 0, y = 0] = item.transform as readonly number[];
      const key = Math.round(y);
      const near = [...lines.keys()].find((one) => Math.abs(one - key) <= 1) ?? key;
      lines.set(near, [...(lines.get(near) ?? []), { text: item.str, x, y, end: x + item.width }]);
    }
    pages.push([...lines].sort(([one], [other]) => other - one).map(([, pieces]) => lineOf(pieces)));
  }
  const language = (info as { Language?: string | null }).Language ?? null;
  await task.destroy();
  return { info: info as Readonly<Record<string, unknown>>, language, pages, sizes };
};
