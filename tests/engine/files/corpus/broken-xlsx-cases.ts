import { inlineRow, xlsxFile, xlsxParts, xlsxRows } from '../../../support/xlsx-file.ts';
import { zipFile } from '../../../support/zip-file.ts';
import type { FileCase } from './case.ts';
import { bytesCase } from './case.ts';

const rows = `${inlineRow(1, 'a', 'b')}${inlineRow(2, 'x', 'y')}`;
const sheet = 'xl/worksheets/sheet1.xml';
const good = (): Buffer => xlsxRows(rows, { texts: ['t'] });
const withSheet = (data: string | Uint8Array, claim: object = {}, stored = false): Buffer =>
  xlsxFile({ sheets: [{ name: 'Dados' }], parts: [{ name: sheet, data, claim, stored }] });
const sheetXml = (inner: string): string => `<worksheet><sheetData>${inner}</sheetData></worksheet>`;
const without = (name: string): Buffer =>
  xlsxFile({
    sheets: [{ name: 'Dados', rows: '<row r="1"><c r="A1" t="s"><v>0</v></c></row>' }],
    texts: ['a'],
    parts: [{ name }],
  });
const MB = 1024 * 1024;

const laughs = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY lol${n + 1} "${`&lol${n === 0 ? '' : n};`.repeat(10)}">`).join('')}]>`;

const archives: readonly FileCase[] = [
  bytesCase('a part stored, not deflated', () => withSheet(sheetXml(rows), {}, true)),
  bytesCase('names with a slash before them', () =>
    zipFile(xlsxParts({ sheets: [{ name: 'Dados', rows }] }).map((part) => ({ ...part, name: `/${part.name}` }))),
  ),
  bytesCase('names in other letters', () =>
    zipFile(
      xlsxParts({ sheets: [{ name: 'Dados', rows }] }).map((part) => ({ ...part, name: part.name.toUpperCase() })),
    ),
  ),
  bytesCase('a path that leads elsewhere', () => xlsxRows(rows, { parts: [{ name: '../../etc/passwd', data: 'x' }] })),
  bytesCase('a path from the root of a disk', () => xlsxRows(rows, { parts: [{ name: 'C:/windows/x', data: 'x' }] })),
  bytesCase('a path with backslashes', () => xlsxRows(rows, { parts: [{ name: '..\\..\\x', data: 'x' }] })),
  bytesCase('a name with a zero', () => xlsxRows(rows, { parts: [{ name: 'xl/x\0y', data: 'x' }] })),
  bytesCase('a folder as an entry', () => xlsxRows(rows, { parts: [{ name: 'xl/media/', data: '', stored: true }] })),
  bytesCase('a part twice', () =>
    zipFile([...xlsxParts({ sheets: [{ name: 'Dados', rows }] }), { name: 'XL/Workbook.xml', data: '<workbook/>' }]),
  ),
  bytesCase('a sum that is wrong', () => withSheet(sheetXml(rows), { crc: 1 })),
  bytesCase('a size that is too small', () => withSheet(sheetXml(rows), { size: 10 })),
  bytesCase('a size that is too large', () => withSheet(sheetXml(rows), { size: 100_000 })),
  bytesCase('a claim of 2 GB', () => withSheet(sheetXml(rows), { size: 2 ** 31 })),
  bytesCase('a claim of 4 GB packed', () => withSheet(sheetXml(rows), { packed: 2 ** 32 - 2 })),
  bytesCase('a method that nobody reads', () => withSheet(sheetXml(rows), { method: 12 })),
  bytesCase('a part under a password', () => withSheet(sheetXml(rows), { flags: 0x801 })),
  bytesCase('strong encryption', () => withSheet(sheetXml(rows), { flags: 0x841 })),
  bytesCase('parts that share their bytes', () => {
    const parts = xlsxParts({ sheets: [{ name: 'Dados', rows }] });
    return zipFile(parts.map((part, index) => (index === 4 ? { ...part, claim: { offset: 0 } } : part)));
  }),
  bytesCase('a place beyond the end', () => withSheet(sheetXml(rows), { offset: 1_000_000 })),
  bytesCase('a place in the middle of a part', () => withSheet(sheetXml(rows), { offset: 7 })),
  bytesCase('bytes that are not deflated', () => withSheet(Buffer.alloc(500, 0xff), { method: 8 }, true)),
  bytesCase('bytes in the middle that are others', () => {
    const bytes = good();
    const at = bytes.indexOf('sheet1.xml') + 40;
    bytes.fill(0x55, at, at + 30);
    return bytes;
  }),
  bytesCase('parts too many', () => xlsxRows(rows, { parts: [{ name: 'x', data: '' }] }), { limits: { parts: 7 } }),
  bytesCase('bytes before the ZIP', () => Buffer.concat([Buffer.from('PK\u0003\u0004xx'), good()])),
  bytesCase('a comment behind the directory', () => {
    const bytes = Buffer.concat([good(), Buffer.from('ok')]);
    bytes.writeUInt16LE(2, bytes.length - 4);
    return bytes;
  }),
  bytesCase('bytes behind the directory', () => Buffer.concat([good(), Buffer.from('xyz')])),
];

const bombs: readonly FileCase[] = [
  bytesCase('a sheet of twenty million blanks', () =>
    withSheet(`<worksheet><sheetData>${' '.repeat(20 * MB)}</sheetData></worksheet>`),
  ),
  bytesCase('a sheet of rows alike', () => withSheet(sheetXml('<row><c><v>1</v></c></row>'.repeat(MB)))),
  bytesCase('shared texts that become too much', () =>
    xlsxRows(rows, { textsXml: `<sst>${'<si><t>a</t></si>'.repeat(2 * MB)}</sst>` }),
  ),
  bytesCase('styles of twenty million blanks', () =>
    xlsxRows(rows, { stylesXml: `<styleSheet>${' '.repeat(20 * MB)}</styleSheet>` }),
  ),
  bytesCase(
    'a sheet beyond the bytes that may be',
    () => withSheet(sheetXml(Array.from({ length: 30_000 }, (_, n) => inlineRow(n + 1, `v${n}`)).join(''))),
    {
      limits: { part: MB },
    },
  ),
  bytesCase('a ZIP in the ZIP', () => xlsxRows(rows, { parts: [{ name: 'xl/x.zip', data: good() }] })),
  bytesCase('laughs', () =>
    withSheet(
      `<?xml version="1.0"?>${laughs}<worksheet><sheetData><row><c t="inlineStr"><is><t>&lol9;</t></is></c></row></sheetData></worksheet>`,
    ),
  ),
  bytesCase('an entity that reads a file', () =>
    withSheet(
      '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&f;</t></is></c></row></sheetData></worksheet>',
    ),
  ),
  bytesCase('a DTD elsewhere', () =>
    withSheet('<!DOCTYPE worksheet SYSTEM "http://example.com/x.dtd"><worksheet><sheetData/></worksheet>'),
  ),
  bytesCase('a DTD in the shared texts', () => xlsxRows(rows, { textsXml: '<!DOCTYPE sst><sst/>' })),
  bytesCase('a DTD that never ends', () => withSheet(`<!DOCTYPE x [${'<!ENTITY a "b">'.repeat(200_000)}`)),
  bytesCase('an entity that is not declared', () =>
    withSheet(sheetXml('<row><c t="inlineStr"><is><t>&nbsp;</t></is></c></row>')),
  ),
  bytesCase('elements without end', () => withSheet('<a>'.repeat(10_000))),
  bytesCase('an attribute without end', () => withSheet(`<worksheet x="${'y'.repeat(3 * MB)}`)),
  bytesCase('a comment without end', () => withSheet(`<worksheet><!--${'y'.repeat(3 * MB)}`)),
  bytesCase('a text of three million letters', () => withSheet(`<worksheet>${'y'.repeat(3 * MB)}</worksheet>`)),
];

const parts: readonly FileCase[] = [
  bytesCase('no list of relations', () => without('_rels/.rels')),
  bytesCase('no workbook', () => without('xl/workbook.xml')),
  bytesCase('no relations of the workbook', () => without('xl/_rels/workbook.xml.rels')),
  bytesCase('no sheet', () => without(sheet)),
  bytesCase('no shared texts', () => without('xl/sharedStrings.xml')),
  bytesCase('no styles', () => without('xl/styles.xml')),
  bytesCase('no list of types', () => without('[Content_Types].xml')),
  bytesCase('an empty sheet part', () => withSheet('')),
  bytesCase('a sheet part that is no XML', () => withSheet('olá')),
  bytesCase('a sheet cut in the middle', () => withSheet(sheetXml(rows).slice(0, 150))),
  bytesCase('a tag that closes another', () => withSheet('<worksheet><sheetData></worksheet></sheetData>')),
  bytesCase('an attribute without quotes', () =>
    withSheet('<worksheet><sheetData><row r=1></row></sheetData></worksheet>'),
  ),
  bytesCase('an attribute twice', () =>
    withSheet('<worksheet><sheetData><row r="1" r="2"></row></sheetData></worksheet>'),
  ),
  bytesCase('a control character in XML', () => withSheet(sheetXml(inlineRow(1, 'x\u0007')))),
  bytesCase('a zero in XML', () => withSheet(sheetXml(inlineRow(1, 'x&#0;').replaceAll('&amp;', '&')))),
  bytesCase('a byte that is no UTF-8', () =>
    withSheet(Buffer.concat([Buffer.from('<worksheet>\n'), Buffer.of(0xff), Buffer.from('</worksheet>')])),
  ),
  bytesCase('two roots', () => withSheet('<worksheet/><worksheet/>')),
  bytesCase('a sheet that leads outside', () =>
    xlsxRows(rows, {
      parts: [
        {
          name: 'xl/_rels/workbook.xml.rels',
          data: '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../../../etc/passwd"/></Relationships>',
        },
      ],
    }),
  ),
  bytesCase('a sheet that is elsewhere', () =>
    xlsxRows(rows, {
      parts: [
        {
          name: 'xl/_rels/workbook.xml.rels',
          data: '<Relationships><Relationship Id="rId1" Type="x/worksheet" TargetMode="External" Target="http://example.com/s.xml"/></Relationships>',
        },
      ],
    }),
  ),
  bytesCase('a sheet by its path from the root', () =>
    xlsxRows(rows, {
      parts: [
        {
          name: 'xl/_rels/workbook.xml.rels',
          data: '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
        },
      ],
    }),
  ),
  bytesCase('a sheet of charts', () =>
    xlsxRows(rows, {
      parts: [
        {
          name: 'xl/_rels/workbook.xml.rels',
          data: '<Relationships><Relationship Id="rId1" Type="x/chartsheet" Target="chartsheets/sheet1.xml"/></Relationships>',
        },
      ],
    }),
  ),
];

/** Cut off behind each of these bytes of a good file. */
const cuts: readonly FileCase[] = [
  5, 29, 30, 48, 60, 200, 0.3, 0.5, 0.7, 0.8, 0.9, -300, -100, -23, -22, -21, -10, -1,
].map((at) =>
  bytesCase(
    `cut off ${at < 0 ? `${-at} bytes before the end` : at < 1 ? `behind ${at * 100} %` : `behind ${at} bytes`}`,
    () => {
      const bytes = good();
      return bytes.subarray(0, at < 0 ? bytes.length + at : at < 1 ? Math.floor(bytes.length * at) : at);
    },
  ),
);

export const brokenXlsxCases: readonly FileCase[] = [...archives, ...bombs, ...parts, ...cuts];
