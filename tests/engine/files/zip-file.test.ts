import { crc32, inflateRawSync } from 'node:zlib';
import readXlsxFile from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import {
  bookRelations,
  contentTypes,
  coreProperties,
  packageRelations,
  sheetName,
  sheetPart,
  workbook,
} from '../../../engine/files/xlsx-book.ts';
import { beginSheet, columnName, endSheet, sheetWriter, styleSheet } from '../../../engine/files/xlsx-sheet.ts';
import { longestText } from '../../../engine/files/xlsx-text.ts';
import type { ZipState, ZipStep } from '../../../engine/files/zip-file.ts';
import {
  addContent,
  closeEntry,
  emptyZip,
  endZip,
  largestEntry,
  openEntry,
  wholeEntry,
} from '../../../engine/files/zip-file.ts';
import fc from '../../support/laws.ts';

/** Each step from what JSON keeps of the state, as another process would go on. */
const writeZip = async (steps: readonly ((zip: ZipState) => ZipStep | Promise<ZipStep>)[]): Promise<Buffer> => {
  let kept = JSON.stringify(emptyZip);
  const parts: Buffer[] = [];
  for (const step of steps) {
    const { state, bytes } = await step(JSON.parse(kept) as ZipState);
    kept = JSON.stringify(state);
    parts.push(bytes);
  }
  return Buffer.concat([...parts, endZip(JSON.parse(kept) as ZipState)]);
};

const text = fc.string({
  unit: fc.constantFrom('a', '=', '<', '&', '"', "'", ' ', '\n', '\t', '\r', '_x0041_', '\u0001', 'ç', '🇧🇷', '\ufffe'),
});

describe('a workbook that is written in portions', () => {
  it('is read by another reader as it was given, whatever its portions', async () => {
    const columns = [
      { title: 'Texto', width: 100, format: undefined },
      { title: 'Número', width: 100, format: '#,##0.00' },
    ];
    const row = fc.tuple(
      text,
      fc.oneof(
        fc.constant(null),
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
        fc.integer(),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(row, { maxLength: 4 }), { maxLength: 4 }), async (portions) => {
        const write = sheetWriter(columns);
        let line = 2;
        const bytes = await writeZip([
          (zip) => wholeEntry(zip, '[Content_Types].xml', contentTypes),
          (zip) => wholeEntry(zip, '_rels/.rels', packageRelations),
          (zip) => wholeEntry(zip, 'xl/styles.xml', styleSheet(columns)),
          (zip) => openEntry(zip, sheetPart(0)),
          (zip) => addContent(zip, beginSheet(columns, true)),
          ...portions.map((rows) => (zip: ZipState) => {
            const { xml } = write(rows, line);
            line += rows.length;
            return addContent(zip, xml);
          }),
          (zip) => addContent(zip, endSheet('A1:B2', 'Página & cabeçalho')),
          closeEntry,
          (zip) => wholeEntry(zip, 'xl/workbook.xml', workbook([{ name: `D'água & <b>`, range: 'A1:B2' }])),
          (zip) => wholeEntry(zip, 'xl/_rels/workbook.xml.rels', bookRelations(1)),
          (zip) =>
            wholeEntry(
              zip,
              'docProps/core.xml',
              coreProperties({ title: 't', creator: 'c', created: '2026-11-22T15:00:00Z' }),
            ),
        ]);
        const [sheet] = (await readXlsxFile(bytes, { trim: false })) as unknown as readonly {
          sheet: string;
          data: unknown[][];
        }[];
        expect(sheet?.sheet).toBe(`D'água & <b>`);
        const rows = portions.flat();
        // The reader leaves out what is empty at the end.
        while (rows.at(-1)?.every((cell) => cell === null || cell === '')) rows.pop();
        expect(sheet?.data.slice(1)).toEqual(
          rows.map((cells) => cells.map((cell) => (cell === '' ? null : Object.is(cell, -0) ? 0 : cell))),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('says of a text that no cell holds whole that it was cut, and how many there were', () => {
    const { xml, cut } = sheetWriter([{ title: 'T', width: 1, format: undefined }])(
      [['a'.repeat(longestText)], ['a'.repeat(longestText + 1)]],
      2,
    );
    expect(cut).toBe(1);
    expect([...xml.matchAll(/<t[^>]*>([^<]*)</g)].map(([, found = '']) => [found.length, found.slice(-9)])).toEqual([
      [longestText, 'a'.repeat(9)],
      [longestText, '[cortado]'],
    ]);
  });
});

it('a ZIP has the checksums and lengths of what it holds, in its directory and behind what was written in portions', async () => {
  const contents = fc.array(fc.string({ maxLength: 200 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(contents, fc.string(), async (portions, whole) => {
      const bytes = await writeZip([
        (zip) => wholeEntry(zip, 'inteiro.txt', whole),
        (zip) => openEntry(zip, 'aos poucos.txt'),
        ...portions.map((portion) => (zip: ZipState) => addContent(zip, portion)),
        closeEntry,
      ]);
      const end = bytes.length - 22;
      let at = bytes.readUInt32LE(end + 16);
      for (const [name, content, streamed] of [
        ['inteiro.txt', whole, false],
        ['aos poucos.txt', portions.join(''), true],
      ] as const) {
        const plain = Buffer.from(content);
        const [flags, crc, packed, size, offset] = [
          bytes.readUInt16LE(at + 8),
          ...[16, 20, 24, 42].map((place) => bytes.readUInt32LE(at + place)),
        ] as [number, number, number, number, number];
        expect([bytes.toString('utf8', at + 46, at + 46 + name.length), crc, size]).toEqual([
          name,
          crc32(plain),
          plain.length,
        ]);
        const start = offset + 30 + name.length;
        expect(inflateRawSync(bytes.subarray(start, start + packed))).toEqual(plain);
        expect((flags & 8) !== 0).toBe(streamed);
        const told = streamed ? start + packed + 4 : offset + 14;
        expect([0, 4, 8].map((place) => bytes.readUInt32LE(told + place))).toEqual([crc, packed, size]);
        at += 46 + name.length;
      }
      expect(at).toBe(end);
    }),
  );
});

describe('a ZIP of more than 4 GiB', () => {
  const entry = { name: 'a', crc: 1, size: 2, packed: 3, streamed: true };
  const far = 5 * 2 ** 30;

  it('tells where things are in its ZIP64 fields, as APPNOTE has them', () => {
    const bytes = endZip({
      length: far + 100,
      closed: [
        { ...entry, offset: 0 },
        { ...entry, offset: far },
      ],
      open: null,
    });
    const second = 46 + 1;
    // The first entry as ever; the second with its place in a field of its own.
    expect([bytes.readUInt32LE(0), bytes.readUInt16LE(30), bytes.readUInt32LE(42)]).toEqual([0x02014b50, 0, 0]);
    expect([bytes.readUInt32LE(second), bytes.readUInt16LE(second + 30), bytes.readUInt32LE(second + 42)]).toEqual([
      0x02014b50, 12, 0xffffffff,
    ]);
    expect([
      bytes.readUInt16LE(second + 47),
      bytes.readUInt16LE(second + 49),
      Number(bytes.readBigUInt64LE(second + 51)),
    ]).toEqual([1, 8, far]);
    const end = second + 47 + 12;
    expect([bytes.readUInt32LE(end), Number(bytes.readBigUInt64LE(end + 4))]).toEqual([0x06064b50, 44]);
    expect([24, 32, 40, 48].map((at) => Number(bytes.readBigUInt64LE(end + at)))).toEqual([2, 2, end, far + 100]);
    expect([
      bytes.readUInt32LE(end + 56),
      Number(bytes.readBigUInt64LE(end + 64)),
      bytes.readUInt32LE(end + 72),
    ]).toEqual([0x07064b50, far + 100 + end, 1]);
    expect([
      bytes.readUInt32LE(end + 76),
      bytes.readUInt16LE(end + 86),
      bytes.readUInt32LE(end + 92),
      bytes.length,
    ]).toEqual([0x06054b50, 0xffff, 0xffffffff, end + 98]);
  });

  it('never has an entry that would need them', async () => {
    const zip = { length: 0, closed: [], open: { ...entry, offset: 0, size: largestEntry } };
    await expect(addContent(zip, 'x')).rejects.toThrow('does not fit');
    expect(() => endZip(zip)).toThrow('not closed');
  });
});

describe('the name of a sheet', () => {
  it.each([
    ['Guias', 1, [], 'Guias'],
    ['Guias', 2, [], 'Guias (2)'],
    ["Valor [R$] / mês: 'total'?*\\", 1, [], "Valor R$ mês 'total"],
    ["'entre aspas'", 1, [], 'entre aspas'],
    ['', 1, [], 'Planilha'],
    ['History', 1, [], 'History 1'],
    ['guias', 1, ['Guias'], 'guias (2)'],
    ['Um título que é bem mais longo do que cabe', 12, [], 'Um título que é bem mais l (12)'],
  ])('of %j, sheet %i beside %j, is %j', (title, index, inUse, name) => {
    expect(sheetName(title, index, inUse)).toBe(name);
  });

  it('is one that spreadsheets take, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 500 }), (title, index) => {
        const name = sheetName(title, index);
        expect(name.length).toBeGreaterThan(0);
        expect(name.length).toBeLessThanOrEqual(31);
        expect(/[:\\/?*[\]\p{Cc}]|^'|'$/u.test(name)).toBe(false);
        expect(name).toBe(name.trim());
      }),
    );
  });
});

it('columns are named as in a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnName)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
    'XFD',
  ]);
});
