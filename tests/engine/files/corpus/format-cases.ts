import { zipFile } from '../../../support/zip-file.ts';
import type { FileCase } from './case.ts';
import { bytesCase, latin1, textCase, utf16le } from './case.ts';

const compound = (directory: string): Uint8Array =>
  Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(504), utf16le(directory)]);
const behind = (...start: readonly number[]): Uint8Array => Buffer.concat([Buffer.from(start), Buffer.alloc(100)]);

/** Files that are no table, whatever they are called. */
export const formatCases: readonly FileCase[] = [
  bytesCase('nothing', () => Buffer.alloc(0)),
  textCase('blanks and line ends', ' \n\r\n\t \n'),
  textCase('one letter', 'x'),
  bytesCase('an old XLS', () => compound('Root Entry Workbook')),
  bytesCase('a workbook under a password', () => compound('Root Entry EncryptionInfo EncryptedPackage')),
  textCase('a PDF', '%PDF-1.7\n1 0 obj\n'),
  bytesCase('a PNG', () => behind(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52)),
  bytesCase('a JPEG', () => behind(0xff, 0xd8, 0xff, 0xe0)),
  bytesCase('a GZIP', () => behind(0x1f, 0x8b, 8, 0)),
  bytesCase('a RAR', () => behind(0x52, 0x61, 0x72, 0x21, 0x1a, 7, 0)),
  bytesCase('a 7z', () => behind(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)),
  bytesCase('a BMP', () => Buffer.concat([latin1('BM'), Buffer.alloc(60)])),
  textCase('a CSV that begins as a BMP', 'BM;b\n1;2\n'),
  bytesCase('bytes that are nothing known', () => Buffer.from(Array.from({ length: 999 }, (_, n) => (n * 7) % 32))),
  bytesCase('zeros', () => Buffer.alloc(5000)),
  textCase(
    'a page called XLS',
    '\n<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>1</td></tr></table></html>',
  ),
  textCase('a table of HTML alone', '<table border=1><tr><td>Nome</td></tr></table>'),
  textCase(
    'a spreadsheet as XML of 2003',
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
  ),
  textCase('an XML', '<?xml version="1.0"?>\n<notas/>'),
  textCase('an XML without its declaration', '<NFe><infNFe/></NFe>'),
  textCase('an RTF', '{\\rtf1\\ansi texto}'),
  textCase('a title that begins as XML', '<nome>;b\n1;2\n'),
  textCase('a title that begins as JSON', '{nome};b\n1;2\n'),
  textCase('titles in brackets, as of a query', '[nome];[b]\n1;2\n'),
  bytesCase('a ZIP of something else', () => zipFile([{ name: 'foto.txt', data: 'x' }])),
  bytesCase('a DOCX', () =>
    zipFile([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'word/document.xml', data: '<x/>' },
    ]),
  ),
  bytesCase('an ODS', () =>
    zipFile([
      { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
      { name: 'content.xml', data: '<x/>' },
    ]),
  ),
  bytesCase('an XLSB', () => zipFile([{ name: 'xl/workbook.bin', data: 'x' }])),
  bytesCase('a ZIP of nothing', () => zipFile([])),
  bytesCase('the first bytes of a ZIP', () => Buffer.from([0x50, 0x4b, 3, 4])),
];
