import type { FileCase } from './case.ts';
import { bytesCase, latin1, textCase, utf16be, utf16le } from './case.ts';

const rows = (count: number, row: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => row(index)).join('');

const encodings: readonly FileCase[] = [
  textCase('UTF-8', 'Código;Preço\n1;2,50\n'),
  textCase('UTF-8 with its mark', '\ufeffCódigo;Preço\n1;2,50\n'),
  textCase('UTF-8 with a mark and nothing else', '\ufeff'),
  textCase('UTF-8 with two marks', '\ufeff\ufeffa;b\n1;2\n'),
  textCase('letters beyond the first plane', 'a;b\n😀;𝕏\n'),
  bytesCase('Windows-1252', () => latin1('Código;Preço\r\n1;São João\r\n')),
  bytesCase('Windows-1252, the euro and dashes', () =>
    Buffer.concat([latin1('a;b\n'), Buffer.of(0x80, 0x3b, 0x96, 10)]),
  ),
  bytesCase('Windows-1252, a byte that it has no letter for', () =>
    Buffer.from([0x61, 0x3b, 0x62, 10, 0x81, 0x3b, 0x31, 10]),
  ),
  bytesCase('UTF-16 LE with its mark', () => utf16le('\ufeffCódigo\tPreço\n1\t2,50\n')),
  bytesCase('UTF-16 BE with its mark', () => utf16be('\ufeffCódigo\tPreço\n1\t2,50\n')),
  bytesCase('UTF-16 LE without a mark', () => utf16le('Código;Preço\r\n1;2,50\r\n')),
  bytesCase('UTF-16 BE without a mark', () => utf16be('Código;Preço\r\n1;2,50\r\n')),
  bytesCase('UTF-16 cut in the middle of a letter', () => utf16le('\ufeffa;b\n1;2\n3;4').subarray(0, 21)),
  bytesCase('UTF-16 with half a pair', () =>
    Buffer.concat([utf16le('\ufeffa;b\n1;'), Buffer.of(0, 0xd8), utf16le('x\n')]),
  ),
  bytesCase('UTF-8 with a byte that is none', () =>
    Buffer.concat([Buffer.from('Código;b\n1;2\n3;'), Buffer.of(0xff), Buffer.from('\n')]),
  ),
  bytesCase('UTF-8 with its mark and a byte that is none', () =>
    Buffer.concat([Buffer.from('\ufeffa;b\n1;'), latin1('ção\n')]),
  ),
  bytesCase('UTF-8 above Windows-1252', () => Buffer.concat([Buffer.from('a;b\nção;1\n'), latin1('ção;2\n')])),
  bytesCase('UTF-8 cut in the middle of a letter', () => Buffer.from('Código;b\n1;ç').subarray(0, -1)),
  bytesCase(
    'a letter of UTF-8 over the border of two pieces',
    () => Buffer.from(`a;b\n${'x'.repeat(65_536 - 5)}ção;1\n`.slice(0, 65_545)),
    { limits: { cell: 70_000 } },
  ),
  bytesCase('overlong UTF-8', () => Buffer.from([0x61, 0x3b, 0x62, 10, 0xc0, 0xaf, 0x3b, 0x31, 10])),
  bytesCase('a surrogate in UTF-8', () => Buffer.from([0x61, 0x3b, 0x62, 10, 0xed, 0xa0, 0x80, 0x3b, 0x31, 10])),
];

const separators: readonly FileCase[] = [
  textCase('commas', 'a,b,c\n1,2,3\n'),
  textCase('tabs', 'a\tb\n1\t2\n'),
  textCase('bars', 'a|b\n1|2\n'),
  textCase('decimal commas between semicolons', 'a;b\n1,5;2,5\n3,5;4,5\n'),
  textCase(
    'addresses with commas between semicolons',
    `Código;Endereço\n${rows(9, (n) => `${n};Rua A, ${n}, Centro\n`)}`,
  ),
  textCase('amounts with commas between semicolons', 'Início;Fim\nR$ 1,00;R$ 2,00\nR$ 3,00;R$ 4,00\n'),
  textCase('commas in each cell and title between semicolons', 'Rua, bairro;Cidade, UF\nA, B;C, D\nE, F;G, H\n'),
  textCase('semicolons between some of the commas', 'a,b,c\n1;2,3,4\n5;6,7,8\n'),
  textCase('commas between some of the tabs', 'a\tb\n1,2,3\t4\n5,6,7\t8\n'),
  textCase('rows shorter than the header between commas', 'a,b,c,d\n1,2\n3,4\n5,6\n'),
  textCase('one column with a comma each', 'nome\nSilva, José\nSouza, Ana\nLima, Eva\n'),
  textCase('semicolons inside of quotes between commas', 'a,b\n"x;y;z",1\n"u;v;w",2\n'),
  textCase('one column', 'nome\nAna\nBia\n'),
  textCase('one column with some commas', 'nome\nSilva, Ana\nBia\n'),
  textCase('Excel is told the separator', 'sep=,\na,b\n1,2\n'),
  textCase('Excel is told the separator, in capitals with CRLF', 'SEP=|\r\na|b\r\n1|2;3\r\n'),
  textCase('Excel is told a separator that is none', 'sep=x\na;b\n1;2\n'),
  textCase('separators at the end of each line', 'a;b;\n1;2;\n'),
];

const lines: readonly FileCase[] = [
  textCase('CRLF', 'a;b\r\n1;2\r\n3;4\r\n'),
  textCase('CR alone', 'a;b\r1;2\r3;4\r'),
  textCase('ends of all three kinds', 'a;b\r\n1;2\n3;4\r5;6'),
  textCase('no end of the last line', 'a;b\n1;2'),
  textCase('empty lines between', '\n\na;b\n\n1;2\n\n\n3;4\n\n'),
  textCase('lines of separators and blanks alone', 'a;b\n;\n  ; \t\n1;2\n;;;;\n'),
  textCase('a break inside of quotes', 'a;b\n"1\n2";3\n4;5\n'),
  textCase('CRLF inside of quotes', 'a;b\r\n"1\r\n2\r\n3";4\r\n5;6\r\n'),
  textCase('CR inside of quotes', 'a;b\n"1\r2";3\n4;5\n'),
  textCase('header behind empty lines', ';;\n\na;b;c\n1;2;3\n'),
  textCase('header of two lines in a cell', '"Valor\n(R$)";b\n1;2\n'),
  textCase('nothing below the header', 'a;b\n'),
  textCase('begins behind line 3', 'a;b\n1;2\n3;4\n5;6\n', { from: 3 }),
  textCase('begins behind a row of two lines', 'a;b\n"1\n1";2\n3;4\n', { from: 2 }),
  textCase('begins behind the end', 'a;b\n1;2\n', { from: 99 }),
];

const quotes: readonly FileCase[] = [
  textCase('quotes in quotes', 'a;b\n"Tubo ""3/4""";"""x"""\n'),
  textCase('empty quotes', 'a;b\n"";1\n'),
  textCase('a quote inside of a value', 'a;b\n1;Tubo 3/4" longo\n'),
  textCase('a quote behind a blank', 'a;b\n1; "x"\n'),
  textCase('text behind closing quotes', 'a;b\n"x"y;2\n3;4\n'),
  textCase('a blank behind closing quotes', 'a;b\n"x" ;2\n'),
  textCase('quotes that never close', 'a;b\n1;2\n3;"4\n5;6\n'),
  textCase('quotes that never close in the last cell', 'a;b\n1;"'),
  textCase('quotes that open in the third line of a row', 'a;b;c\n"1\n2\n3";"4;5\n6;7;8\n'),
  textCase('quotes that never close in the header', 'a;"b\n1;2\n'),
  textCase('quotes that never close in a long file', `a;b\n1;"2\n${rows(300_000, (n) => `${n};x\n`)}`),
  textCase('an odd number of quotes', 'a;b\n"""";2\n'),
  textCase('apostrophes are letters', "a;b\n'x;y';2\n"),
];

const ragged: readonly FileCase[] = [
  textCase('cells that are missing', 'a;b;c\n1\n1;2\n1;2;3\n'),
  textCase('cells too many', 'a;b\n1;2;3;;4\n5;6;;;\n'),
  textCase('a header that repeats', 'a;b;a\n1;2;3\n'),
  textCase('a header that repeats but for blanks', 'Nome;b; Nome \n1;2;3\n'),
  textCase('a header that repeats but for case', 'Nome;nome\n1;2\n'),
  textCase('a title missing over nothing', 'a;;c\n1;;3\n'),
  textCase('a title missing over a value', 'a;;c\n1;;3\n1;2;3\n'),
  textCase('a title missing at the end over a value', 'a;b;\n1;2;3\n'),
  textCase('separators alone', ';;;\n;;\n'),
  textCase('blanks and breaks in a title', '  Data   de\tnascimento ;b\n1;2\n'),
  textCase('the column of problems', 'a;b;Problemas\n1;2;x\n3;4;\n;;só isto\n'),
  textCase('the column of problems and a cell too many', 'a;b;Problemas\n1;2;x;y\n'),
  textCase('a column Problemas of the user', 'Problemas;b\n1;2\n'),
  textCase('the column of problems alone', 'Problemas\nx\n'),
  textCase('control characters', 'a;b\nx\u0007;y\u0000z\nok;tab\u000b\n'),
  textCase('control characters without zeros', 'a;b\nx\u0007;y\nok;tab\u000b\n'),
  textCase('DEL and NEL', 'a;b\nx\u007f;y\u0085z\n'),
  textCase('numbers and dates are text', 'a;b;c\n1e400;29/02/1900;-0\n'),
];

const limited: readonly FileCase[] = [
  textCase('1,000 columns', `${rows(999, (n) => `c${n};`)}z\n${';'.repeat(999)}1\n`),
  textCase('columns too many', `a;b\n1;2\n${';'.repeat(1001)}1\n`),
  textCase('columns too many in the header', 'a;b;c;d\n1;2;3;4\n', { limits: { columns: 3 } }),
  textCase('a cell too long', `a;b\n1;${'x'.repeat(100_001)}\n`),
  textCase('a cell too long inside of quotes', `a;b\n1;2\n"${'x'.repeat(100_001)}";3\n`),
  textCase('a line without an end', 'x'.repeat(1_200_000)),
  textCase('a row of many cells too long', `a;b\n${'abcdefghi;'.repeat(200_000)}`, { limits: { columns: 1_000_000 } }),
  textCase('rows too many', 'a;b\n1;2\n3;4\n5;6\n', { limits: { rows: 2 } }),
  textCase('as many rows as may be', 'a;b\n1;2\n;\n3;4\n', { limits: { rows: 2 } }),
];

export const csvCases: readonly FileCase[] = [...encodings, ...separators, ...lines, ...quotes, ...ragged, ...limited];
