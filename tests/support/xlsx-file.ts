/** Workbooks for tests, written part by part: what stands in them is what the test says, right or wrong. */
import type { ZipFilePart } from './zip-file.ts';
import { zipFile } from './zip-file.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const package_ = 'http://schemas.openxmlformats.org/package/2006';

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export interface XlsxSheet {
  readonly name: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** What stands in `<sheetData>`. */
  readonly rows?: string;
  /** What stands before and behind it. */
  readonly before?: string;
  readonly behind?: string;
  /** The whole part instead. */
  readonly xml?: string;
}

export interface XlsxContent {
  readonly sheets: readonly XlsxSheet[];
  /** Each as it stands in `<si>`; a plain string is `<t>`. */
  readonly texts?: readonly string[];
  readonly textsXml?: string;
  /** Format codes; the style of the first is 1, style 0 is General. Numbers are formats that every workbook has. */
  readonly formats?: readonly (string | number)[];
  readonly stylesXml?: string;
  readonly date1904?: boolean;
  /** Parts beside, or instead of, those of that name; a part without data is left out. */
  readonly parts?: readonly (Omit<ZipFilePart, 'data'> & { readonly data?: ZipFilePart['data'] })[];
}

const sheetXml = ({ xml, rows = '', before = '', behind = '' }: XlsxSheet): string =>
  xml ?? `${head}<worksheet xmlns="${main}">${before}<sheetData>${rows}</sheetData>${behind}</worksheet>`;

const stylesXml = (formats: readonly (string | number)[]): string => {
  const own = formats.flatMap((format, index) =>
    typeof format === 'string' ? [`<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(format)}"/>`] : [],
  );
  const cells = ['0', ...formats.map((format, index) => String(typeof format === 'string' ? 164 + index : format))];
  return `${head}<styleSheet xmlns="${main}"><numFmts count="${own.length}">${own.join('')}</numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.map((id) => `<xf numFmtId="${id}" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;
};

/** The parts of a workbook, in the order in which Excel writes them. */
export const xlsxParts = (content: XlsxContent): readonly ZipFilePart[] => {
  const { sheets, texts = [], formats = [], parts = [] } = content;
  const related = [
    ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
    ['styles', 'styles.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ];
  const listed = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`,
  );
  const usual: ZipFilePart[] = [
    {
      name: '[Content_Types].xml',
      data: `${head}<Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${sheets.map((_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: `${head}<Relationships xmlns="${package_}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      data: `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr${content.date1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `${head}<Relationships xmlns="${package_}/relationships">${related.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${relations}/${type}" Target="${target}"/>`).join('')}</Relationships>`,
    },
    ...sheets.map((sheet, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, data: sheetXml(sheet) })),
    { name: 'xl/styles.xml', data: content.stylesXml ?? stylesXml(formats) },
    {
      name: 'xl/sharedStrings.xml',
      data:
        content.textsXml ??
        `${head}<sst xmlns="${main}" count="${texts.length}" uniqueCount="${texts.length}">${texts.map((text) => `<si>${text.startsWith('<') ? text : `<t xml:space="preserve">${escapeXml(text)}</t>`}</si>`).join('')}</sst>`,
    },
  ];
  const given = new Map(parts.map((part) => [part.name, part]));
  const replaced = usual.map((part) => given.get(part.name) ?? part);
  const added = parts.filter(({ name }) => !usual.some((part) => part.name === name));
  return [...replaced, ...added].filter((part): part is ZipFilePart => part.data !== undefined);
};

/** The bytes of a workbook. */
export const xlsxFile = (content: XlsxContent): Buffer => zipFile(xlsxParts(content));

/** A workbook of one sheet, `Dados`, with these rows. */
export const xlsxRows = (rows: string, content: Omit<XlsxContent, 'sheets'> = {}): Buffer =>
  xlsxFile({ ...content, sheets: [{ name: 'Dados', rows }] });

/** A row of texts written inline: `inlineRow(1, 'Código', 'Nome')`. */
export const inlineRow = (line: number, ...cells: readonly string[]): string =>
  `<row r="${line}">${cells.map((text, index) => `<c r="${String.fromCharCode(65 + index)}${line}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`).join('')}</row>`;
