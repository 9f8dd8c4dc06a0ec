/**
 * The parts of a workbook around its sheets. In: names of sheets, who made it. Out: XML. ECMA-376 part 1, 18.2, and part 2
 * (packaging): content types come first, for that is where programs look what a ZIP is, and say of every part of XML that
 * it is a sheet, but for those that they name, so that nobody must know beforehand how many sheets there will be.
 */
import { xmlBegin } from './xlsx-sheet.ts';
import { writeXmlText } from './xlsx-text.ts';

export interface BookSheet {
  readonly name: string;
  /** The cells that its filter is over, `A1:G10`; undefined: it has none. */
  readonly range: string | undefined;
}

export interface BookFacts {
  readonly title: string;
  readonly creator: string;
  /** ISO 8601, in UTC. */
  readonly created: string;
  readonly description?: string;
  readonly keywords?: string;
}

export const sheetPart = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`;

const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const sheetMl = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const contentTypes = `${xmlBegin}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${sheetMl}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetMl}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetMl}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

const relations = (all: readonly (readonly [type: string, target: string])[]): string =>
  `${xmlBegin}<Relationships xmlns="${packages}/relationships">${all
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

export const packageRelations = relations([
  [`${office}/relationships/officeDocument`, 'xl/workbook.xml'],
  [`${packages}/relationships/metadata/core-properties`, 'docProps/core.xml'],
]);

export const bookRelations = (sheets: number): string =>
  relations([
    ...Array.from(
      { length: sheets },
      (_, at) => [`${office}/relationships/worksheet`, sheetPart(at).replace('xl/', '')] as const,
    ),
    [`${office}/relationships/styles`, 'styles.xml'],
  ]);

/** `'Guias (2)'!$A$1:$G$10`. */
const absolute = (name: string, range: string): string =>
  `'${name.replaceAll("'", "''")}'!${range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')}`;

/** A filter is told of by a hidden name too, and the titles are printed on each page (18.2.5). */
const namesOf = (sheets: readonly BookSheet[]): string => {
  const names = sheets.flatMap(({ name, range }, at) =>
    range === undefined
      ? []
      : [
          `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${writeXmlText(absolute(name, range))}</definedName>`,
          `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${writeXmlText(`'${name.replaceAll("'", "''")}'!$1:$1`)}</definedName>`,
        ],
  );
  return names.length === 0 ? '' : `<definedNames>${names.join('')}</definedNames>`;
};

export const workbook = (sheets: readonly BookSheet[]): string =>
  `${xmlBegin}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}/relationships"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${sheets
    .map(({ name }, at) => `<sheet name="${writeXmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
    .join('')}</sheets>${namesOf(sheets)}</workbook>`;

export const coreProperties = ({ title, creator, created, description, keywords }: BookFacts): string => {
  const element = (name: string, value: string | undefined, more = ''): string =>
    value === undefined ? '' : `<${name}${more}>${writeXmlText(value)}</${name}>`;
  const moment = ' xsi:type="dcterms:W3CDTF"';
  return `${xmlBegin}<cp:coreProperties xmlns:cp="${packages}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${element('dc:title', title)}${element('dc:creator', creator)}${element('cp:keywords', keywords)}${element('dc:description', description)}${element('dcterms:created', created, moment)}</cp:coreProperties>`;
};

/** Characters of a sheet's name, at most; those that it cannot hold. */
const [longestName, refused] = [31, /[:\\/?*[\]\p{Cc}]/gu];

/**
 * A name for a sheet, of a title: without what names cannot hold, cut, and not one of the names in use, which are compared
 * without regard to case. `index` from 1 on is told where it is more than one.
 */
export const sheetName = (title: string, index: number, inUse: readonly string[] = []): string => {
  const plain = title
    .toWellFormed()
    .replace(refused, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^'+|'+$/g, '')
    .trim();
  // Excel keeps this name for itself.
  const base = plain === '' ? 'Planilha' : /^history$/i.test(plain) ? `${plain} 1` : plain;
  const taken = new Set(inUse.map((name) => name.toLowerCase()));
  for (let turn = index; ; turn += 1) {
    const suffix = turn === 1 ? '' : ` (${turn})`;
    const name = `${base
      .slice(0, longestName - suffix.length)
      .toWellFormed()
      .trim()
      .replace(/'+$/, '')}${suffix}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
};
