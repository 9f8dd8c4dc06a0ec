import { describe, expect, it } from 'vitest';
import { neutraliseCell, restoreCell } from '../../../engine/files/formula-cell.ts';
import { readGrid } from '../../../engine/files/read-grid.ts';
import fc from '../../support/laws.ts';

describe('a cell for a spreadsheet', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+cmd|calc', "'+cmd|calc"],
    ['-2+3', "'-2+3"],
    ['\t=1', "'\t=1"],
    ['\r=1', "'\r=1"],
    ['\n=1', "'\n=1"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ["'-5", "''-5"],
    ['-1.234,50', '-1.234,50'],
    ['-R$ 10,00', '-R$ 10,00'],
    ['R$ -10,00', 'R$ -10,00'],
    ['-5 %', '-5 %'],
    ['+55', '+55'],
    ['28/02/2026', '28/02/2026'],
    ["d'água", "d'água"],
    ["'", "'"],
    ['Belém', 'Belém'],
    ['', ''],
  ])('%j is written %j: what begins a formula is text, a number stays one', (text, written) => {
    expect(neutraliseCell(text)).toBe(written);
    expect(restoreCell(written)).toBe(text);
  });

  const begun = fc
    .tuple(fc.stringMatching(/^'{0,3}[=+\-@\t\r\n＝0-9]{0,3}$/), fc.string())
    .map(([begin, rest]) => begin + rest);
  it('is given back as it was, whatever it is', () => {
    fc.assert(fc.property(fc.oneof(begun, fc.string()), (text) => restoreCell(neutraliseCell(text)) === text));
  });

  it('never begins a formula that is no number', () => {
    fc.assert(
      fc.property(begun, (text) => {
        const cell = neutraliseCell(text);
        expect(/^[=@\t\r\n＝]/.test(cell)).toBe(false);
        expect(/^[+-]/.test(cell) && /[^-+\d.,R$%\s]/.test(cell)).toBe(false);
      }),
    );
  });

  it('is what it was where the file is read', async () => {
    const grid = await readGrid(Buffer.from("Nome;Valor\r\n'=1+1;-5\r\n''=2;x\r\n"));
    expect(grid?.cells).toEqual([
      ['Nome', 'Valor'],
      ['=1+1', '-5'],
      ["'=2", 'x'],
    ]);
  });
});
