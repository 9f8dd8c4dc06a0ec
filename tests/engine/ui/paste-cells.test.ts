import { describe, expect, it } from 'vitest';
import { isPastable, parseCells, valueOfCell } from '../../../engine/ui/form/paste-cells.ts';
import fc from '../../support/laws.ts';

/** A copied area as spreadsheets write it. */
const write = (cells: readonly (readonly string[])[]): string =>
  cells
    .map((line) => line.map((cell) => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\r\n');

describe('a copied area', () => {
  it.each([
    ['one cell is the control’s own', 'Ala A', undefined],
    ['nothing', '', undefined],
    ['one cell with the line end that spreadsheets add', 'Ala A\r\n', undefined],
    ['a line', 'a\tb', [['a', 'b']]],
    ['lines', 'a\nb\n', [['a'], ['b']]],
    [
      'empty cells',
      '\t\n\tx',
      [
        ['', ''],
        ['', 'x'],
      ],
    ],
    ['a cell of two lines', '"um\ndois"\tb', [['um\ndois', 'b']]],
    ['quotes', '"diz ""sim"""\tb', [['diz "sim"', 'b']]],
  ])('%s', (_what, text, cells) => {
    expect(parseCells(text)).toEqual(cells);
  });

  it('comes back whole, whatever its cells hold', () => {
    const cell = fc.string().filter((text) => !text.includes('\r'));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1 }), (cells) => {
        expect(parseCells(`${write(cells)}\r\n`)).toEqual(cells);
      }),
    );
  });
});

describe('a cell', () => {
  const options = [
    { value: 'MG', label: 'Minas Gerais' },
    { value: 'RJ', label: 'Rio de Janeiro' },
  ];
  it.each([
    ['text', {}, '  Ala A ', 'Ala A'],
    ['text', {}, '   ', undefined],
    ['number', {}, '1.200', 1200],
    ['money', {}, 'R$ 1.234,56', 1234.56],
    ['money', {}, 'mil', 'mil'],
    ['number', {}, '0.125', 0.125],
    ['number', {}, '1234.567', 1234.567],
    ['percent', {}, '12.50.00', '12.50.00'],
    ['money', {}, '1,234.56', '1,234.56'],
    ['date', {}, '31/01/2026', '2026-01-31'],
    ['date', {}, '31/02/2026', '31/02/2026'],
    ['month', {}, '02/2026', '2026-02'],
    ['select', { options }, 'minas gerais', 'MG'],
    ['select', { options }, 'rj', 'RJ'],
    ['select', { options }, 'Acre', 'Acre'],
    ['checkbox', {}, 'Sim', true],
    ['checkbox', {}, 'não', false],
    ['checkbox', {}, 'talvez', 'talvez'],
    ['masked', { mask: '##.##' }, '12.34', '1234'],
    ['formatted', { format: 'cpf' }, '529.982.247-25', '52998224725'],
  ])('of %s %j: %j', (widget, more, text, value) => {
    expect(valueOfCell(text, { 'ui:widget': widget, 'ui:options': more }, 'America/Sao_Paulo')).toEqual(value);
  });

  it('of a relation is never pasted: a label is no record', () => {
    expect([
      isPastable({ 'ui:widget': 'relation' }),
      isPastable({ 'ui:widget': 'text' }),
      isPastable(undefined),
    ]).toEqual([false, true, true]);
  });
});
