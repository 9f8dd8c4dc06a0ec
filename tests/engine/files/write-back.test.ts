import { describe, expect, it } from 'vitest';
import { inlineRow, xlsxFile, xlsxRows } from '../../support/xlsx-file.ts';
import { brokenXlsxCases } from './corpus/broken-xlsx-cases.ts';
import { latin1, utf16be, utf16le } from './corpus/case.ts';
import { csvCases } from './corpus/csv-cases.ts';
import { jsonCases } from './corpus/json-cases.ts';
import { printTable } from './corpus/print-table.ts';
import { xlsxCases } from './corpus/xlsx-cases.ts';
import type { Problems } from './returned.ts';
import { returned } from './returned.ts';
import { unzipped } from './unzipped.ts';

const text = async (source: Buffer | string, problems: Problems, only = false): Promise<string> =>
  (await returned(Buffer.from(source), problems, { only })).toString('utf8');

describe('a CSV comes back', () => {
  it('as it was, with a column behind the widest row', async () => {
    const csv = '\ufeffa;b\r\n"1\n1";2\r\n\r\n3;4;5\n6';
    expect(await text(csv, { 2: ['CPF inválido.', 'Falta o "nome".'], 6: ['Não existe.'] })).toBe(
      '\ufeffa;b;;"Problemas"\r\n"1\n1";2;;"CPF inválido. Falta o ""nome""."\r\n\r\n3;4;5\n6;;;"Não existe."\r\n',
    );
  });
  it('with the refused rows alone', async () => {
    expect(await text('a,b\n1,2\n3,4\n5,6\n', { 3: ['x'] }, true)).toBe('a,b,"Problemas"\n3,4,"x"\n');
  });
  it('with the line that tells Excel the separator', async () => {
    expect(await text('sep=|\r\na|b\r\n1|2\r\n', { 3: ['x'] })).toBe('sep=|\r\na|b|"Problemas"\r\n1|2|"x"\r\n');
  });
  it('with the column of another time written anew', async () => {
    const csv = 'a;b;Problemas\n1;2;"velho; ""x"""\n3;4;velho\n5;6\n7;8;y;9\n';
    expect(await text(csv, { 3: ['novo'], 4: ['outro'] })).toBe(
      'a;b;Problemas\n1;2;\n3;4;"novo"\n5;6;"outro"\n7;8;;9\n',
    );
  });
  it.each([
    ['Windows-1252', latin1('Código\n1\n'), latin1('Código;"Problemas"\n1;"Não há ?; c."\n')],
    ['UTF-16 LE', utf16le('\ufeffa\n1\n'), utf16le('\ufeffa;"Problemas"\n1;"Não há 😀; č."\n')],
    ['UTF-16 BE', utf16be('\ufeffa\n1\n'), utf16be('\ufeffa;"Problemas"\n1;"Não há 😀; č."\n')],
  ])('in %s', async (_, before, after) => {
    expect(await returned(before, { 2: ['Não há 😀; č.'] })).toEqual(after);
  });
  it('never with a formula of ours', async () => {
    expect(await text('a\n1\n', { 2: ['=1+1'] })).toBe('a;"Problemas"\n1;"\'=1+1"\n');
  });
});

describe('a JSON comes back', () => {
  it('as an array, its objects as they were written', async () => {
    expect(await text('[{"a": 1.50 },{},\n{"a":2}]', { 1: ['x', 'y'], 2: ['z'] })).toBe(
      '[\n{"a": 1.50,"_problemas":["x","y"]},\n{"_problemas":["z"]},\n{"a":2}\n]\n',
    );
  });
  it('as lines, with what was told another time taken off', async () => {
    expect(await text('{"a":1,"_problemas":["velho"]}\n{"_problemas":["velho"],"a":2}\n', { 2: ['novo'] })).toBe(
      '{"a":1}\n{"a":2,"_problemas":["novo"]}\n',
    );
  });
  it('with the refused objects alone', async () => {
    expect(await text('[{"a":1},{"a":2},{"a":3}]', { 2: ['x'] }, true)).toBe('[\n{"a":2,"_problemas":["x"]}\n]\n');
    expect(await text('[{"a":1}]', {}, true)).toBe('[]\n');
  });
});

const sheet = 'xl/worksheets/sheet1.xml';
const sheetOf = async (bytes: Buffer): Promise<string> =>
  ((await unzipped(bytes)).get(sheet) as Buffer).toString('utf8');
const dataOf = async (bytes: Buffer): Promise<string> =>
  /<sheetData>([\s\S]*)<\/sheetData>/.exec(await sheetOf(bytes))?.[1] ?? '';

const told = (reference: string, words: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${words}</t></is></c>`;

describe('an XLSX comes back', () => {
  const before = '<dimension ref="A1:B3"/><cols><col min="1" max="1" width="30"/></cols>';
  const behind = '<mergeCells count="1"><mergeCell ref="A5:B5"/></mergeCells>';
  const header = inlineRow(1, 'a', 'b');
  const second = '<row r="2" spans="1:2" ht="20"><c r="A2" s="1"><f>B2*2</f><v>4</v></c><c r="B2"><v>2</v></c></row>';
  const third = '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" s="1"/><c r="E3" s="1"/></row>';
  const file = (): Buffer =>
    xlsxFile({
      sheets: [
        { name: 'Dados', rows: header + second + third, before, behind },
        { name: 'Outra', rows: inlineRow(1, 'x') },
      ],
      texts: ['t'],
      formats: ['0.00'],
      parts: [{ name: 'xl/media/foto.png', data: Buffer.from([1, 2, 3, 255]), stored: true }],
    });

  it('with every other part as it was', async () => {
    const [old, back] = [await unzipped(file()), await unzipped(await returned(file(), { 2: ['x'] }))];
    expect([...back.keys()]).toEqual([...old.keys()]);
    for (const [name, bytes] of old) if (name !== sheet) expect(back.get(name), name).toEqual(bytes);
  });
  it('with a cell in each refused row, and all else of the sheet as it was', async () => {
    const xml = await sheetOf(await returned(file(), { 2: ['CPF <inválido> & só.'], 3: ['y'] }));
    const old = await sheetOf(file());
    expect(xml).toBe(
      old
        .replace('A1:B3', 'A1:C3')
        .replace(header, header.replace('</row>', `${told('C1', 'Problemas')}</row>`))
        .replace(
          second,
          second.replace(' spans="1:2"', '').replace('</row>', `${told('C2', 'CPF &lt;inválido&gt; &amp; só.')}</row>`),
        )
        .replace(third, third.replace('<c r="C3" s="1"/>', told('C3', 'y'))),
    );
  });
  it('with the refused rows alone, the numbers of the others kept and formulas as their values', async () => {
    expect(await dataOf(await returned(file(), { 2: ['x'] }, { only: true }))).toBe(
      `${header.replace('</row>', `${told('C1', 'Problemas')}</row>`)}<row r="2" ht="20"><c r="A2" s="1"><v>4</v></c><c r="B2"><v>2</v></c>${told('C2', 'x')}</row><row r="3" hidden="1"/>`,
    );
  });
  it('without the order of calculation where formulas went', async () => {
    const chained = xlsxRows(header + second, {
      parts: [
        { name: 'xl/calcChain.xml', data: '<calcChain/>' },
        {
          name: '[Content_Types].xml',
          data: '<Types><Override PartName="/xl/calcChain.xml" ContentType="x"/><Override PartName="/a.xml"/></Types>',
        },
      ],
    });
    const back = await unzipped(await returned(chained, {}, { only: true }));
    expect(back.has('xl/calcChain.xml')).toBe(false);
    expect(back.get('[Content_Types].xml')?.toString()).toBe('<Types><Override PartName="/a.xml"/></Types>');
    expect((await unzipped(await returned(chained, {}))).has('xl/calcChain.xml')).toBe(true);
  });
  it('with the column of another time written anew', async () => {
    const rows = inlineRow(1, 'a', 'Problemas') + inlineRow(2, 'x', 'velho') + inlineRow(3, 'y', 'velho');
    expect(await dataOf(await returned(xlsxRows(rows), { 3: ['novo'] }))).toBe(
      inlineRow(1, 'a', 'Problemas') + inlineRow(2, 'x') + inlineRow(3, 'y', 'novo'),
    );
  });
  it('with names of elements as they are prefixed, and letters that XML has not', async () => {
    const xml =
      '<x:worksheet xmlns:x="y"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row><x:row><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    expect(
      await sheetOf(await returned(xlsxFile({ sheets: [{ name: 'Dados', xml }] }), { 2: ['a\u0007\r_x0041_'] })),
    ).toContain(
      '<x:row><x:c><x:v>1</x:v></x:c><x:c r="B2" t="inlineStr"><x:is><x:t xml:space="preserve">a_x0007__x000D__x005F_x0041_</x:t></x:is></x:c></x:row>',
    );
  });
});

/** Rows by the kinds of cells and problems, without what the file is called. */
const read = (bytes: Uint8Array, sheetName?: string): Promise<string> => printTable(bytes, { sheet: sheetName });

const cases = [...csvCases, ...jsonCases, ...xlsxCases, ...brokenXlsxCases].filter(
  ({ options }) => options?.limits === undefined,
);

it('whatever can be read reads the same when it comes back, and when it comes back again', async () => {
  let count = 0;
  for (const { name, bytes, options } of cases) {
    const source = bytes();
    const before = await read(source, options?.sheet);
    if (before.includes('REFUSED')) continue;
    count += 1;
    const lines = [...before.matchAll(/^(\d+): /gm)].slice(1).map(([, line]) => Number(line));
    const problems = Object.fromEntries(
      lines.filter((_, at) => at % 2 === 0).map((line) => [line, ['Não; "é", =1 | 2.']]),
    );
    const once = await returned(source, problems, { sheet: options?.sheet });
    expect(await read(once, options?.sheet), name).toBe(before);
    const twice = await returned(once, {}, { sheet: options?.sheet });
    expect(await read(twice, options?.sheet), `${name}, again`).toBe(before);
    const only = await returned(source, problems, { sheet: options?.sheet, only: true });
    const kept = (await read(only, options?.sheet)).split('\n').filter((line) => /^\d+: /.test(line)).length - 1;
    expect(kept, `${name}, only`).toBe(Object.keys(problems).length);
  }
  expect(count).toBeGreaterThan(120);
});

it('what cannot be read is refused as it is when it is opened', async () => {
  await expect(returned(Buffer.from('a;b\n1;"2'), {})).rejects.toMatchObject({
    code: 'FILE_QUOTES',
    params: { line: 2 },
  });
  await expect(returned(Buffer.from('%PDF-'), {})).rejects.toMatchObject({ code: 'FILE_FORMAT' });
  await expect(returned(xlsxRows(inlineRow(1, 'a')), {}, { sheet: 'x' })).rejects.toMatchObject({
    code: 'FILE_SHEET_UNKNOWN',
  });
});
