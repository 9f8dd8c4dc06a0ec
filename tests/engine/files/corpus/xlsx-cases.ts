import { inlineRow, xlsxFile, xlsxRows } from '../../../support/xlsx-file.ts';
import type { FileCase } from './case.ts';
import { bytesCase } from './case.ts';

const header = inlineRow(1, 'a', 'b');
/** One row below the header, its cells as they stand in the XML. */
const cells = (name: string, xml: string, content: Parameters<typeof xlsxRows>[1] = {}): FileCase =>
  bytesCase(name, () => xlsxRows(`${header}<row r="2">${xml}</row>`, content));
const rows = (name: string, xml: string, content: Parameters<typeof xlsxRows>[1] = {}): FileCase =>
  bytesCase(name, () => xlsxRows(xml, content));

const sheets: readonly FileCase[] = [
  bytesCase('the first sheet', () =>
    xlsxFile({
      sheets: [
        { name: 'Um', rows: header },
        { name: 'Dois', rows: inlineRow(1, 'c') },
      ],
    }),
  ),
  bytesCase(
    'a sheet by its name',
    () =>
      xlsxFile({
        sheets: [
          { name: 'Um', rows: header },
          { name: 'Dois & três', rows: inlineRow(1, 'c') },
        ],
      }),
    { sheet: 'Dois & três' },
  ),
  bytesCase('the first that is not hidden', () =>
    xlsxFile({
      sheets: [
        { name: 'Listas', rows: header, state: 'hidden' },
        { name: 'Macro', rows: header, state: 'veryHidden' },
        { name: 'Dados', rows: inlineRow(1, 'c') },
      ],
    }),
  ),
  bytesCase(
    'a hidden one that is chosen',
    () =>
      xlsxFile({
        sheets: [
          { name: 'Listas', rows: inlineRow(1, 'c'), state: 'hidden' },
          { name: 'Dados', rows: header },
        ],
      }),
    { sheet: 'Listas' },
  ),
  bytesCase('all hidden', () => xlsxFile({ sheets: [{ name: 'Listas', rows: header, state: 'hidden' }] })),
  bytesCase('a name that is nearly one', () => xlsxFile({ sheets: [{ name: 'Dados', rows: header }] }), {
    sheet: 'Dado',
  }),
  bytesCase('a name that is none', () => xlsxFile({ sheets: [{ name: 'Dados', rows: header }, { name: 'Outra' }] }), {
    sheet: 'Preços',
  }),
  bytesCase('an empty sheet', () => xlsxFile({ sheets: [{ name: 'Dados' }] })),
  bytesCase('a sheet of empty cells', () => xlsxRows('<row r="1"><c r="A1" s="0"/></row><row r="2"/>')),
  bytesCase('no sheets', () => xlsxFile({ sheets: [] })),
  bytesCase('names of elements with a prefix', () =>
    xlsxFile({
      sheets: [
        {
          name: 'Dados',
          xml: '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c></x:row><x:row r="2"><x:c r="A2"><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>',
        },
      ],
    }),
  ),
  bytesCase('a part in UTF-16', () =>
    xlsxFile({
      sheets: [{ name: 'Dados' }],
      parts: [
        {
          name: 'xl/worksheets/sheet1.xml',
          data: Buffer.from(
            `\ufeff<worksheet><sheetData>${inlineRow(1, 'ação')}${inlineRow(2, 'é')}</sheetData></worksheet>`,
            'utf16le',
          ),
        },
      ],
    }),
  ),
  bytesCase('a part in Latin 1', () =>
    xlsxFile({
      sheets: [{ name: 'Dados' }],
      parts: [
        {
          name: 'xl/worksheets/sheet1.xml',
          data: Buffer.from(
            `<?xml version="1.0" encoding="ISO-8859-1"?><worksheet><sheetData>${inlineRow(1, 'ação')}</sheetData></worksheet>`,
            'latin1',
          ),
        },
      ],
    }),
  ),
];

const places: readonly FileCase[] = [
  rows(
    'rows and cells without a number',
    '<row><c t="inlineStr"><is><t>a</t></is></c><c t="inlineStr"><is><t>b</t></is></c></row><row><c><v>1</v></c><c><v>2</v></c></row>',
  ),
  rows(
    'rows that are missing',
    `${inlineRow(3, 'a', 'b')}<row r="7"><c r="B7"><v>1</v></c></row><row><c><v>2</v></c></row>`,
  ),
  cells('cells out of order', '<c r="B2"><v>2</v></c><c r="A2"><v>1</v></c>'),
  cells('a cell twice', '<c r="A2"><v>1</v></c><c r="A2"><v>2</v></c>'),
  cells('a cell of another row', '<c r="A3"><v>1</v></c>'),
  rows('rows out of order', `${header}<row r="5"><c r="A5"><v>5</v></c></row><row r="3"><c r="A3"><v>3</v></c></row>`),
  rows('a row twice', `${header}<row r="2"><c r="A2"><v>5</v></c></row><row r="2"><c r="B2"><v>3</v></c></row>`),
  rows('row 0', '<row r="0"><c><v>1</v></c></row>'),
  rows('a row with a minus', '<row r="-1"><c><v>1</v></c></row>'),
  rows('a row beyond the last', `${header}<row r="1048577"><c><v>1</v></c></row>`),
  rows('the last row of a sheet', `${header}<row r="1048576"><c r="A1048576"><v>1</v></c></row>`),
  rows('a row that is no number', '<row r="1x"><c><v>1</v></c></row>'),
  cells('a reference that is none', '<c r="2A"><v>1</v></c>'),
  cells('a reference in small letters', '<c r="a2"><v>1</v></c>'),
  cells('a column beyond the last', '<c r="XFE2"><v>1</v></c>'),
  cells('a value in the last column', '<c r="XFD2"><v>1</v></c>'),
  cells('an empty cell in the last column', '<c r="A2"><v>1</v></c><c r="XFD2" s="1"/>', { formats: [14] }),
  cells('a value beyond the header', '<c r="A2"><v>1</v></c><c r="D2"><v>2</v></c>'),
  rows('a row in a row', '<row r="1"><row r="2"><c><v>1</v></c></row></row>'),
  rows('a cell outside of a row', '<c r="A1"><v>1</v></c>'),
  cells('a cell in a cell', '<c r="A2"><c r="B2"><v>1</v></c></c>'),
  rows(
    'the header begins in column B',
    '<row r="1"><c r="B1" t="inlineStr"><is><t>b</t></is></c></row><row r="2"><c r="B2"><v>2</v></c></row>',
  ),
  rows(
    'a title missing over a value',
    '<row r="1"><c r="B1" t="inlineStr"><is><t>b</t></is></c></row><row r="2"><c r="A2"><v>2</v></c></row>',
  ),
  rows(
    'titles that are numbers and dates',
    '<row r="1"><c r="A1"><v>2024</v></c><c r="B1" s="1"><v>45000</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>',
    { formats: [14] },
  ),
  rows('a header that repeats', `${inlineRow(1, 'a', 'b', 'a')}`),
  rows(
    'the column of problems',
    `${inlineRow(1, 'a', 'Problemas')}${inlineRow(2, 'x', 'y')}${inlineRow(3, '', 'só isto')}`,
  ),
  bytesCase('begins behind row 2', () => xlsxRows(`${header}${inlineRow(2, 'x')}${inlineRow(4, 'y')}`), { from: 2 }),
  bytesCase(
    'begins behind a row that is not there',
    () => xlsxRows(`${header}${inlineRow(2, 'x')}${inlineRow(4, 'y')}`),
    { from: 3 },
  ),
  bytesCase('merged cells', () =>
    xlsxFile({
      sheets: [
        {
          name: 'Dados',
          rows: `${header}${inlineRow(2, 'x', '1')}<row r="3"><c r="A3" s="0"/><c r="B3"><v>2</v></c></row>`,
          behind: '<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="D1:E1"/></mergeCells>',
        },
      ],
    }),
  ),
  bytesCase('rows too many', () => xlsxRows(`${header}${inlineRow(2, 'x')}${inlineRow(3, 'y')}`), {
    limits: { rows: 1 },
  }),
  bytesCase('columns too many', () => xlsxRows(`${header}${inlineRow(2, 'x', 'y', 'z', 'w')}`), {
    limits: { columns: 2 },
  }),
];

const texts: readonly FileCase[] = [
  cells('shared texts', '<c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>0</v></c>', { texts: ['zero', 'um'] }),
  cells('a shared text of many runs', '<c r="A2" t="s"><v>0</v></c>', {
    texts: [
      '<r><rPr><b/></rPr><t>São </t></r><r><t xml:space="preserve">João</t></r><rPh sb="0" eb="1"><t>x</t></rPh>',
    ],
  }),
  cells('an empty shared text', '<c r="A2" t="s"><v>0</v></c><c r="B2"><v>1</v></c>', { texts: ['<t/>'] }),
  cells('a shared text that there is not', '<c r="A2" t="s"><v>7</v></c>', { texts: ['zero'] }),
  cells('a shared text with a minus', '<c r="A2" t="s"><v>-1</v></c>', { texts: ['zero'] }),
  cells('a shared text that is no number', '<c r="A2" t="s"><v>x</v></c>', { texts: ['zero'] }),
  cells('an inline text of many runs', '<c r="A2" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c>'),
  cells('an inline text as a value', '<c r="A2" t="inlineStr"><v>x</v></c>'),
  cells('blanks around and breaks inside', '<c r="A2" t="inlineStr"><is><t xml:space="preserve"> x\n y </t></is></c>'),
  cells('blanks alone', '<c r="A2" t="inlineStr"><is><t xml:space="preserve">   </t></is></c><c r="B2"><v>1</v></c>'),
  cells('CDATA', '<c r="A2" t="inlineStr"><is><t><![CDATA[<a> & b]]></t></is></c>'),
  cells('letters by their number', '<c r="A2" t="inlineStr"><is><t>&#233;&#x1F600;&amp;&lt;</t></is></c>'),
  cells('_x000D_', '<c r="A2" t="inlineStr"><is><t>x_x000D_\ny</t></is></c>'),
  cells('an underscore that is escaped', '<c r="A2" t="inlineStr"><is><t>_x005F_x000D_</t></is></c>'),
  cells('_x0000_ and _x0007_', '<c r="A2" t="inlineStr"><is><t>x_x0000_</t></is></c><c r="B2" t="s"><v>0</v></c>', {
    texts: ['_x0007_'],
  }),
  cells('half a pair', '<c r="A2" t="inlineStr"><is><t>_xD800_</t></is></c>'),
  cells('a number written as text', '<c r="A2" t="inlineStr"><is><t>00123</t></is></c>'),
  cells('a text too long', `<c r="A2" t="inlineStr"><is><t>${'x'.repeat(100_001)}</t></is></c>`),
  cells('a shared text too long', '<c r="A2" t="s"><v>0</v></c>', { texts: ['x'.repeat(100_001)] }),
  bytesCase('shared texts too many', () => xlsxRows(header, { texts: ['a', 'b', 'c'] }), { limits: { texts: 2 } }),
];

const numbers: readonly FileCase[] = [
  cells('numbers', '<c r="A2"><v>1234.5</v></c><c r="B2" t="n"><v>-0.05</v></c>'),
  cells('noise of binary fractions', '<c r="A2"><v>0.30000000000000004</v></c><c r="B2"><v>1.1000000000000001</v></c>'),
  cells('exponents', '<c r="A2"><v>1.5E-7</v></c><c r="B2"><v>1E+20</v></c>'),
  cells(
    'more digits than a spreadsheet keeps',
    '<c r="A2"><v>12345678901234567</v></c><c r="B2"><v>123456789012345</v></c>',
  ),
  cells('1e400 and 1e-400', '<c r="A2"><v>1e400</v></c><c r="B2"><v>1e-400</v></c>'),
  cells('the largest number', '<c r="A2"><v>9.99999999999999E+307</v></c><c r="B2"><v>1E+99</v></c>'),
  cells('a number that is none', '<c r="A2"><v>abc</v></c><c r="B2"><v>1,5</v></c>'),
  cells('NaN, Infinity and hexadecimal', '<c r="A2"><v>NaN</v></c><c r="B2"><v>Infinity</v></c>'),
  cells('hexadecimal', '<c r="A2"><v>0x1F</v></c>'),
  cells('minus zero', '<c r="A2"><v>-0</v></c>'),
  cells('a percentage', '<c r="A2" s="1"><v>0.155</v></c><c r="B2" s="2"><v>1</v></c>', { formats: [10, '0.0%'] }),
  cells('money', '<c r="A2" s="1"><v>1234.5</v></c><c r="B2" s="2"><v>-7</v></c>', {
    formats: ['"R$" #,##0.00;[Red]-"R$" #,##0.00', '_-[$R$-416]\\ * #,##0.00_-;-[$R$-416]\\ * #,##0.00_-'],
  }),
  cells('numbers with words in their format', '<c r="A2" s="1"><v>30</v></c><c r="B2" s="2"><v>2</v></c>', {
    formats: ['0 "dias"', '0\\ \\d\\i\\a\\s'],
  }),
  cells('yes and no', '<c r="A2" t="b"><v>1</v></c><c r="B2" t="b"><v>0</v></c>'),
  cells('errors', '<c r="A2" t="e"><v>#N/A</v></c><c r="B2" t="e"><v>#REF!</v></c>'),
  cells('errors that have a name in Portuguese', '<c r="A2" t="e"><v>#VALUE!</v></c><c r="B2" t="e"><v>#NAME?</v></c>'),
  cells('an error nobody knows', '<c r="A2" t="e"><v>#BLOCKED!</v></c>'),
  cells('a formula and its value', '<c r="A2"><f>1+1</f><v>2</v></c><c r="B2" t="str"><f>"x"&amp;"y"</f><v>xy</v></c>'),
  cells('a formula whose value is an empty text', '<c r="A2" t="str"><f>""</f><v></v></c><c r="B2"><v>1</v></c>'),
  cells('a formula without a value', '<c r="A2"><f>A1+1</f></c><c r="B2"><f>A1</f><v/></c>'),
  cells('a formula that gives an error', '<c r="A2" t="e"><f>1/0</f><v>#DIV/0!</v></c>'),
  cells('a type that nobody knows', '<c r="A2" t="zz"><v>5</v></c>'),
  cells('a style that there is not', '<c r="A2" s="99"><v>5</v></c><c r="B2" s="x"><v>6</v></c>'),
];

const date = (
  name: string,
  format: string | number,
  ...values: readonly [string] | readonly [string, string]
): FileCase =>
  cells(name, values.map((value, index) => `<c r="${'AB'[index]}2" s="1"><v>${value}</v></c>`).join(''), {
    formats: [format],
  });

const dates: readonly FileCase[] = [
  date('a day', 14, '45000', '1'),
  date('a day in a format of its own', 'dd/mm/yyyy', '36526', '61'),
  date('a day with the month in words', 'd "de" mmmm "de" yyyy', '45000'),
  date('a month', 'mmm/yy', '45000'),
  date('a month alone', 'mmmm', '45000'),
  date('a day with its language', '[$-416]d-mmm-yy;@', '45000'),
  date('a day of East Asia', 31, '45000'),
  date('a moment', 22, '45000.5', '45000'),
  date('a moment with seconds', 'dd/mm/yyyy hh:mm:ss', '45000.999988425926', '45000.000011574'),
  date('a moment with thousandths', 'hh:mm:ss.000', '0.5000014583', '45000.25'),
  date('hours in a day', 14, '45000.75'),
  date('a time', 20, '0.354166666666667', '0'),
  date('a time with am and pm', 'h:mm AM/PM', '0.75'),
  date('a time that shows a day too', 'hh:mm', '45000.5'),
  date('minutes and seconds', 45, '0.01'),
  date('the last second of a day that is rounded up', 21, '0.999999999'),
  date('29/02/1900', 14, '60', '59'),
  date('day 0', 14, '0', '0.5'),
  date('a day before the calendar', 14, '-1', '-0.5'),
  date('the last day', 14, '2958465', '2958466'),
  date('a moment in the last day', 22, '2958465.9'),
  date('a day beyond any calendar', 14, '1E+300'),
  date('a duration below a day', '[h]:mm', '0.5'),
  date('a duration beyond a day', '[h]:mm:ss', '1.25', '45.5'),
  date('General is no date', 'General', '45000'),
  date('a text format', '@', '45000'),
  cells('days from 1904', '<c r="A2" s="1"><v>0</v></c><c r="B2" s="1"><v>43538</v></c>', {
    formats: [14],
    date1904: true,
  }),
  cells('day 60 from 1904', '<c r="A2" s="1"><v>60</v></c><c r="B2" s="1"><v>2957004</v></c>', {
    formats: [14],
    date1904: true,
  }),
  cells('days as ISO', '<c r="A2" t="d"><v>2024-02-29</v></c><c r="B2" t="d"><v>2024-02-29T08:30:00.250Z</v></c>'),
  cells('times as ISO', '<c r="A2" t="d"><v>08:30</v></c><c r="B2" t="d"><v>T08:30:15</v></c>'),
  cells(
    'days as ISO that are none',
    '<c r="A2" t="d"><v>2023-02-29</v></c><c r="B2" t="d"><v>2023-02-28T25:00:00</v></c>',
  ),
  cells('days as ISO that are something else', '<c r="A2" t="d"><v>28/02/2023</v></c><c r="B2" t="d"><v></v></c>'),
];

export const xlsxCases: readonly FileCase[] = [...sheets, ...places, ...texts, ...numbers, ...dates];
