/**
 * The XML of one sheet, in portions. In: columns, rows of cells. Out: text of the part `xl/worksheets/sheet<n>.xml`.
 * ECMA-376 part 1, 18.3. A text is a string cell, never a formula, in the number format of texts, so that it stays one
 * where somebody edits it; `quotePrefix` would say no more, and put an apostrophe before it.
 */
import { cutText, longestText, writeXmlText } from './xlsx-text.ts';

/** A number is shown by the number format of its column; null is an empty cell. */
export type SheetCell = string | number | null;

export interface SheetColumn {
  readonly title: string;
  /** Pixels. */
  readonly width: number;
  /** Number format of its numbers; undefined: it holds texts alone. */
  readonly format: string | undefined;
}

/** Rows of a sheet, its titles included. */
export const sheetRows = 1_048_576;

/** Places in the styles that `styleSheet` writes. */
const [titleStyle, textStyle, firstFormat] = [1, 2, 3];

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const xmlBegin = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** `A`, `Z`, `AA` of 0, 25, 26. */
export const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Distinct number formats, in the order of their styles. */
const formatsOf = (columns: readonly SheetColumn[]): readonly string[] => [
  ...new Set(columns.flatMap(({ format }) => (format === undefined ? [] : [format]))),
];

/** Number formats of one's own begin here (18.8.30). */
const ownFormats = 164;
/** `@`: the format of texts. */
const textFormat = 49;

/** The part `xl/styles.xml`: 18.8. */
export const styleSheet = (columns: readonly SheetColumn[]): string => {
  const formats = formatsOf(columns);
  const font = (bold: string): string => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
  const style = (format: number, more = ''): string =>
    `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${more}/>`;
  return `${xmlBegin}<styleSheet xmlns="${spreadsheet}">${
    formats.length === 0
      ? ''
      : `<numFmts count="${formats.length}">${formats
          .map((format, at) => `<numFmt numFmtId="${ownFormats + at}" formatCode="${writeXmlText(format)}"/>`)
          .join('')}</numFmts>`
  }<fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${
    firstFormat + formats.length
  }"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${style(textFormat).replace(
    'fontId="0"',
    'fontId="1" applyFont="1"',
  )}${style(textFormat)}${formats
    .map((_, at) => style(ownFormats + at))
    .join(
      '',
    )}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
};

const textCell = (place: string, style: number, text: string): string => {
  const kept = /^\s|\s$|[\n\t]| {2}/.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t${kept}>${writeXmlText(text)}</t></is></c>`;
};

/** Characters of the usual font, from pixels (18.3.1.13). */
const widthOf = (pixels: number): string => Math.min(255, Math.max(4, (pixels - 5) / 7)).toFixed(2);

/** What goes before the rows: the titles stay in view; printed, the columns fit the width of a page. */
export const beginSheet = (columns: readonly SheetColumn[], first: boolean): string =>
  `${xmlBegin}<worksheet xmlns="${spreadsheet}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${
    first ? ' tabSelected="1"' : ''
  } workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns
    .map(({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(width)}" customWidth="1"/>`)
    .join('')}</cols><sheetData><row r="1">${columns
    .map(({ title }, at) => textCell(`${columnName(at)}1`, titleStyle, cutText(title)))
    .join('')}</row>`;

export interface SheetRows {
  readonly xml: string;
  /** Texts that no cell can hold whole. */
  readonly cut: number;
}

/** Writes rows of cells, one for each column. `from`: the number of the first, where the titles are 1. */
export const sheetWriter = (columns: readonly SheetColumn[]) => {
  const formats = formatsOf(columns);
  const names = columns.map((_, at) => columnName(at));
  const styles = columns.map(({ format }) =>
    format === undefined ? textStyle : firstFormat + formats.indexOf(format),
  );
  return (rows: readonly (readonly SheetCell[])[], from: number): SheetRows => {
    let xml = '';
    let cut = 0;
    for (const [index, cells] of rows.entries()) {
      const line = from + index;
      xml += `<row r="${line}">`;
      for (let at = 0; at < cells.length; at += 1) {
        const cell = cells[at];
        if (cell === null || cell === undefined || cell === '') continue;
        const place = `${names[at]}${line}`;
        if (typeof cell === 'number') xml += `<c r="${place}" s="${styles[at]}"><v>${cell}</v></c>`;
        else {
          if (cell.length > longestText) cut += 1;
          xml += textCell(place, textStyle, cutText(cell));
        }
      }
      xml += '</row>';
    }
    return { xml, cut };
  };
};

/** A text of a page's head or foot, where `&` begins a code (18.3.1.46); with its codes each holds 255 characters. */
const pageText = (text: string): string => writeXmlText(text.slice(0, 180).replaceAll('&', '&&'));

/** All cells of the rows, the titles included: `A1:G10`. */
export const sheetRange = (columns: readonly SheetColumn[], lines: number): string =>
  `A1:${columnName(columns.length - 1)}${lines}`;

/**
 * What goes behind the rows. `range`: the cells that have a filter; undefined: none. `head`: stands on each printed page.
 * Without `ignoredErrors` a spreadsheet marks each document number as a number that was typed as text.
 */
export const endSheet = (range: string | undefined, head: string | undefined): string =>
  `</sheetData>${
    range === undefined ? '' : `<autoFilter ref="${range}"/>`
  }<pageMargins left="0.4" right="0.4" top="0.75" bottom="0.75" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/><headerFooter>${
    head === undefined ? '' : `<oddHeader>&amp;L${pageText(head)}</oddHeader>`
  }<oddFooter>&amp;L&amp;A&amp;RPágina &amp;P de &amp;N</oddFooter></headerFooter>${
    range === undefined ? '' : `<ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors>`
  }</worksheet>`;
