import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvBegin, csvLine, htmlTable, safeCell, tabText } from '../../../engine/contract/table-text.ts';

describe('a cell for a spreadsheet', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+cmd|calc', "'+cmd|calc"],
    ['-2+3', "'-2+3"],
    ['\t=1', "'\t=1"],
    ['-1.234,50', '-1.234,50'],
    ['-R$ 10,00', '-R$ 10,00'],
    ['R$ -10,00', 'R$ -10,00'],
    ['-5 %', '-5 %'],
    ['+55', '+55'],
    ['Belém', 'Belém'],
    ['', ''],
  ])('%j is written %j: what begins a formula is text, a number stays one', (text, written) => {
    expect(safeCell(text)).toBe(written);
  });
});

describe('a table as text', () => {
  it('has tabs between cells and none in them', () => {
    expect(
      tabText([
        ['Nome', 'UF'],
        ['São\tJosé\ndo Rio', 'SP'],
      ]),
    ).toBe('Nome\tUF\r\nSão José do Rio\tSP');
  });

  it('is a table of HTML whose cells are text', () => {
    expect(htmlTable([['A & B'], ['<b>"x"</b>']])).toBe(
      '<table><thead><tr><th>A &amp; B</th></tr></thead><tbody><tr><td>&lt;b&gt;&quot;x&quot;&lt;/b&gt;</td></tr></tbody></table>',
    );
  });

  it('is read back as it was by any reader of CSV, whatever its cells hold', () => {
    const cell = fc.string().filter((text) => safeCell(text) === text);
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (lines) => {
        const file = csvBegin + lines.map(csvLine).join('');
        expect(parse(file, { delimiter: ';', bom: true })).toEqual(lines);
      }),
    );
  });
});
