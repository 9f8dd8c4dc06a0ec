/** The pictures of some screens on one page, a screen a row, drawn and pictured by the browser itself. */
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';

export interface Picture {
  readonly what: string;
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

export interface SheetRow {
  readonly title: string;
  readonly pictures: readonly Picture[];
}

/** Height of every picture on the sheet. */
const pictureHeight = 400;
const gap = 16;

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const scaled = ({ width, height }: Picture): number => Math.round((width / height) * pictureHeight);

const figure = (picture: Picture): string =>
  `<figure><a href="${basename(picture.file)}"><img src="${basename(picture.file)}" width="${scaled(picture)}" height="${pictureHeight}" alt=""></a>
<figcaption>${escapeHtml(picture.what)}</figcaption></figure>`;

const row = ({ title, pictures }: SheetRow): string =>
  `<section><h2>${escapeHtml(title)}</h2><div>${pictures.map(figure).join('\n')}</div></section>`;

const page = (title: string, rows: readonly SheetRow[]): string => `<!doctype html>
<html lang="pt-BR"><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>
  body { margin: ${gap}px; font: 15px system-ui, sans-serif; background: #8a8f98; width: max-content }
  h1, h2 { margin: 0 0 8px; font-size: 20px }
  section { margin-bottom: ${gap}px }
  section div { display: flex; gap: ${gap}px }
  figure { margin: 0 }
  img { display: block }
</style>
<h1>${escapeHtml(title)}</h1>
${rows.map(row).join('\n')}
</html>
`;

/** Writes `<base>.html` beside the pictures and `<base>.png`; gives the path of the latter. */
export const writeSheet = async (
  browser: Browser,
  base: string,
  title: string,
  rows: readonly SheetRow[],
): Promise<string> => {
  await writeFile(`${base}.html`, page(title, rows));
  const widest = Math.max(...rows.map(({ pictures }) => pictures.reduce((sum, one) => sum + scaled(one) + gap, gap)));
  const tab = await browser.newPage({ viewport: { width: widest, height: 600 } });
  await tab.goto(pathToFileURL(`${base}.html`).href);
  await tab.screenshot({ path: `${base}.png`, fullPage: true });
  await tab.close();
  return `${base}.png`;
};
