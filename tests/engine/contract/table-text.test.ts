import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { csvBegin, csvLine, htmlTable, tabText } from '../../../engine/contract/table-text.ts';
import { restoreCell } from '../../../engine/files/formula-cell.ts';
import fc from '../../support/laws.ts';

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
    const cell = fc.string();
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (lines) => {
        const file = csvBegin + lines.map(csvLine).join('');
        const read = parse(file, { delimiter: ';', bom: true }) as string[][];
        expect(read.map((line) => line.map(restoreCell))).toEqual(lines);
      }),
    );
  });
});
