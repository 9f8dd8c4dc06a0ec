import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGrid } from '../../../engine/files/read-grid.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));
const sheets = join(import.meta.dirname, '../inference/sheets');

describe('a CSV', () => {
  it.each([
    ['semicolons, Windows-1252', latin1('Código;Preço\r\n1;2,50\r\n'), 'CSV, Windows-1252, separado por ;'],
    ['commas, UTF-8', utf8('Código,Preço\n1,"2,50"\n'), 'CSV, UTF-8, separado por ,'],
    ['a byte order mark', utf8('\uFEFFCódigo;Preço\n1;2,50\n'), 'CSV, UTF-8, separado por ;'],
    ['tabs', utf8('Código\tPreço\n1\t2,50\n'), 'CSV, UTF-8, separado por tabulação'],
    ['bars', utf8('Código|Preço\n1|2,50\n'), 'CSV, UTF-8, separado por |'],
    [
      'UTF-16',
      Uint8Array.from(Buffer.from('\uFEFFCódigo\tPreço\n1\t2,50\n', 'utf16le')),
      'CSV, UTF-16, separado por tabulação',
    ],
  ])('is read with %s', async (_, bytes, format) => {
    expect(await readGrid(bytes)).toEqual({
      cells: [
        ['Código', 'Preço'],
        ['1', '2,50'],
      ],
      lines: [1, 2],
      format,
    });
  });

  it('keeps the line in which each row begins, blank ones and breaks inside of quotes counted', async () => {
    const grid = await readGrid(utf8('a;b\n\n"1\n2";3\n4;5\n'));
    expect(grid?.cells).toEqual([
      ['a', 'b'],
      ['1\n2', '3'],
      ['4', '5'],
    ]);
    expect(grid?.lines).toEqual([1, 3, 5]);
  });

  it('takes a quote inside of a value as it is', async () => {
    expect((await readGrid(utf8('a;b\n1;Tubo 3/4" longo\n')))?.cells[1]).toEqual(['1', 'Tubo 3/4" longo']);
  });
});

describe('an XLSX', () => {
  it('gives days, moments, numbers and yes or no as a CSV in Portuguese would', async () => {
    const grid = await readGrid(new Uint8Array(await readFile(join(sheets, 'funcionarios.xlsx'))));
    const [header, first] = grid?.cells ?? [];
    expect(header).toEqual(['Matrícula', 'Nome', 'Admissão', 'Salário', 'Ativo', 'Jornada semanal', 'Último acesso']);
    const forms = [/^100200$/, /^Ana Paula/, /^\d\d\/\d\d\/\d{4}$/, /^\d+,\d{1,2}$/, /^(Sim|Não)$/, /^\d\d$/];
    for (const [index, form] of forms.entries()) expect(first?.[index]).toMatch(form);
    expect(first?.[6]).toMatch(/^\d\d\/06\/2024 \d\d:\d\d:00$/);
  });

  it('leaves an empty cell empty', async () => {
    const grid = await readGrid(new Uint8Array(await readFile(join(sheets, 'precos_faixa_etaria.xlsx'))));
    expect(grid?.cells[10]?.slice(1, 4)).toEqual(['59 ou mais', '59', '']);
  });
});

it.each([
  ['an old XLS', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0)],
  ['a ZIP that is no XLSX', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0)],
])('is undefined for %s', async (_, bytes) => {
  expect(await readGrid(bytes)).toBeUndefined();
});
