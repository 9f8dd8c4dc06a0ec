import { describe, expect, it } from 'vitest';
import { fitText } from '../../../engine/files/fit-text.ts';
import type { PdfDescription, PdfLine } from '../../../engine/files/pdf-table.ts';
import { PdfTable } from '../../../engine/files/pdf-table.ts';
import { winAnsiText } from '../../../engine/files/win-ansi.ts';
import { readPdf } from '../../src/exports/read-pdf.ts';
import { hostileTexts } from '../../support/hostile-texts.ts';

describe('a text in the letters of a PDF', () => {
  it.each([
    ['São João – “Ação” à R$ 5,00 €', 'São João – “Ação” à R$ 5,00 €'],
    ['a\u00a0b\r\n\tc  ', 'a b c'],
    ['Sa\u0303o', 'São'],
    ['−5 co‑op ﬁm', '-5 co-op fim'],
    ['日本 Łódź 😀', '?? ?ód? ?'],
    ['\u202eabc\u202c\u200b\ufeff', 'abc'],
    ['a\u0000\u0007b', 'a b'],
  ])('%j', (text, written) => {
    expect(winAnsiText(text)).toBe(written);
  });
});

describe('a text of a width', () => {
  const laid = (text: string, width: number, lines: number) => fitText(text, width, lines, (one) => one.length);

  it.each([
    ['abc', 5, 2, ['abc']],
    ['', 5, 2, ['']],
    ['ab cd ef', 5, 2, ['ab cd', 'ef']],
    ['ab cdefg', 5, 2, ['ab', 'cdefg']],
    ['abcdefghij', 5, 2, ['abcde', 'fghij']],
    ['ab cd ef gh ij', 5, 2, ['ab cd', 'ef g…']],
    ['ab cd ef', 5, 1, ['ab c…']],
    ['abcd', 0, 2, ['a', 'b…']],
  ])('%j in %i, %i lines', (text, width, lines, found) => {
    expect(laid(text, width, lines)).toEqual(found);
  });
});

const description: PdfDescription = {
  title: 'Título',
  author: 'ana',
  created: new Date('2026-11-30T17:05:00Z'),
  keywords: undefined,
  owner: 'Operadora',
  about: ['Data: 01/11/2026 a 30/11/2026'],
  mark: undefined,
  page: 'Página {page} de {pages}',
  goesOn: '(continuação)',
  columns: [
    { title: 'Nome', width: 100, right: false },
    { title: 'Valor', width: 100, right: true },
  ],
};
const row = (name: string, value = '1'): PdfLine => ({
  kind: 'row',
  level: 0,
  cells: [
    { text: name, from: 0, columns: 1, right: false },
    { text: value, from: 1, columns: 1, right: true },
  ],
});
const line = (kind: PdfLine['kind'], level: number, text: string): PdfLine => ({
  kind,
  level,
  cells: [{ text, from: 0, columns: 2, right: false }],
});
const written = async (lines: readonly PdfLine[], more: Partial<PdfDescription> = {}) => {
  const table = new PdfTable({ ...description, ...more });
  table.add(lines);
  table.end();
  return readPdf(table.take());
};

describe('a table as a PDF', () => {
  it('says what it is, of whom, when and in which language', async () => {
    const { info, language, pages } = await written([row('a')]);
    expect(language).toBe('pt-BR');
    expect(info).toMatchObject({ Title: 'Título', Author: 'ana', CreationDate: 'D:20261130170500Z' });
    expect(pages).toEqual([
      ['Título | Operadora', 'Data: 01/11/2026 a 30/11/2026', 'Nome | Valor', 'a | 1', 'Página 1 de 1'],
    ]);
  });

  it('leaves no head of a group alone at the foot of a page', async () => {
    for (let before = 40; before < 60; before += 1) {
      const lines = [
        ...Array.from({ length: before }, (_, at) => row(`linha ${at}`)),
        line('head', 0, 'Grupo'),
        row('b'),
      ];
      const { pages } = await written(lines);
      const page = pages.find((one) => one.includes('Grupo'));
      expect(page?.[page.indexOf('Grupo') + 1]).toBe('b | 1');
    }
  });

  it('says on a new page which groups go on, and of those that have ended nothing', async () => {
    const rows = (count: number): PdfLine[] => Array.from({ length: count }, () => row('x'));
    const { pages } = await written([
      line('head', 0, 'Fora'),
      line('head', 1, 'Antes'),
      row('x'),
      line('sum', 1, 'Total de Antes'),
      line('head', 1, 'Dentro'),
      ...rows(60),
      line('sum', 1, 'Total de Dentro'),
      line('sum', 0, 'Total de Fora'),
      ...rows(60),
    ]);
    expect(pages.map((lines) => lines.slice(3, 5))).toEqual([
      ['Fora', 'Antes'],
      ['Fora (continuação)', 'Dentro (continuação)'],
      ['x | 1', 'x | 1'],
    ]);
  });

  it('cuts a text in two lines and never a number', async () => {
    const long = 'palavra '.repeat(60).trim();
    const number = `R$ ${'9.999.'.repeat(30)}999,99`;
    const { pages } = await written([row(long, number)]);
    const lines = pages[0]?.slice(3, -1) ?? [];
    expect(lines.join(' ')).toContain(number);
    expect(lines.length).toBe(2);
    expect(lines[1]).toMatch(/^(palavra )*p?a?l?a?v?r?a?…$/);
  });

  it('holds every text that is written, and throws at none', async () => {
    const texts = Object.values(hostileTexts);
    const { pages } = await written(texts.map((text) => row(text)));
    expect(pages.flat().filter((one) => one.endsWith('| 1') || one === '1').length).toBe(texts.length);
  });

  it('tells the number of its pages on each, and the mark where there is one', async () => {
    const { pages } = await written(
      Array.from({ length: 700 }, () => row('x')),
      { mark: 'Contém dados pessoais (LGPD).' },
    );
    expect(pages.length).toBeGreaterThan(11);
    expect(pages.map((lines) => lines.slice(-2))).toEqual(
      pages.map((_, at) => ['Contém dados pessoais (LGPD).', `Página ${at + 1} de ${pages.length}`]),
    );
  });

  it('gives its bytes page by page, each once', () => {
    const table = new PdfTable(description);
    const parts = [table.take()];
    for (let at = 0; at < 5; at += 1) {
      table.add(Array.from({ length: 100 }, () => row('x')));
      parts.push(table.take());
    }
    table.end();
    parts.push(table.take());
    expect(parts.map(({ length }) => length > 0)).toEqual([true, true, true, true, true, true, true]);
    expect(table.take().length).toBe(0);
    expect(Buffer.concat(parts).subarray(-6).toString()).toBe('%%EOF\n');
  });
});
