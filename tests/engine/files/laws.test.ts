import { isAscii, isUtf8 } from 'node:buffer';
import { stringify } from 'csv-stringify/sync';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { csvBegin, csvLine } from '../../../engine/contract/table-text.ts';
import { Refusal } from '../../../engine/core/errors.ts';
import type { FileSource } from '../../../engine/files/byte-source.ts';
import { decimalText } from '../../../engine/files/decimal-text.ts';
import { encodeText } from '../../../engine/files/encode-text.ts';
import { restoreCell } from '../../../engine/files/formula-cell.ts';
import type { TableOptions } from '../../../engine/files/open-table.ts';
import { openTable } from '../../../engine/files/open-table.ts';
import type { TableRow } from '../../../engine/files/table.ts';
import fc from '../../support/laws.ts';
import { escapeXml, inlineRow, xlsxFile, xlsxRows } from '../../support/xlsx-file.ts';
import { returned } from './returned.ts';

const rowsOf = async (source: FileSource, options?: TableOptions): Promise<readonly TableRow[]> => {
  const rows: TableRow[] = [];
  for await (const row of (await openTable(source, options)).rows) rows.push(row);
  return rows;
};

const values = ({ cells }: TableRow): readonly unknown[] =>
  cells.map((cell) =>
    cell.kind === 'text' || cell.kind === 'error'
      ? cell.text
      : cell.kind === 'empty' || cell.kind === 'list'
        ? ''
        : cell.value,
  );

/** Texts with all that means something to a CSV, and letters that Windows-1252 has. */
const letters = fc.constantFrom(...'aZ09 ;,|\t"\'\n\rçãÉ€–ÿ=-'.split(''), '""', '\r\n');
const text = fc.array(letters, { maxLength: 8 }).map((parts) => parts.join(''));
const filled = text.filter((one) => restoreCell(one).trim() !== '');

/** Bytes of Windows-1252 that are those of some UTF-8 too are that: nobody can tell. */
const isPlain = (bytes: Buffer, label: string): boolean => label !== 'windows-1252' || !isUtf8(bytes) || isAscii(bytes);

describe('a CSV that csv-stringify writes', () => {
  const drawn = fc.record({
    rows: fc.array(fc.tuple(filled, text, text), { minLength: 1, maxLength: 12 }),
    delimiter: fc.constantFrom(';', ',', '\t', '|'),
    record_delimiter: fc.constantFrom('\n', '\r\n', '\r'),
    label: fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'utf-16be' as const, 'windows-1252' as const),
  });
  it('reads back as it was, whatever its separator, line ends and encoding', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async ({ rows, delimiter, record_delimiter, label }) => {
        const written = stringify([['código', 'b', 'c'], ...rows], {
          delimiter,
          record_delimiter,
          quoted_string: true,
        });
        // Excel is told the separator: rows of separators alone in their values are as even as the real ones.
        const mark = label.startsWith('utf-16') ? '\ufeff' : '';
        const sep = `sep=${delimiter}${record_delimiter}`;
        const bytes = Buffer.from(encodeText(mark + sep + written, label));
        fc.pre(isPlain(bytes, label));
        const found = await rowsOf(bytes);
        // An apostrophe before what begins a formula is none of the value.
        const read = (value: string): string => (restoreCell(value).trim() === '' ? '' : restoreCell(value));
        expect(found.map(values)).toEqual(rows.map((row) => row.map(read)));
        expect(found.flatMap(({ problems }) => problems)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
  it('goes on behind any of its rows as if it had not stopped', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, fc.nat(11), async ({ rows, delimiter, record_delimiter }, at) => {
        const written = stringify([['a', 'b', 'c'], ...rows], { delimiter, record_delimiter, quoted_string: true });
        const source = Buffer.from(`sep=${delimiter}${record_delimiter}${written}`);
        const all = await rowsOf(source);
        const from = all[at % all.length]?.line ?? 0;
        expect(await rowsOf(source, { from })).toEqual(all.slice((at % all.length) + 1));
      }),
      { numRuns: 100 },
    );
  });
  it('comes back with its problems and reads the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        drawn,
        fc.array(text, { maxLength: 2 }),
        async ({ rows, delimiter, record_delimiter, label }, told) => {
          const written = stringify([['a', 'b', 'c'], ...rows], { delimiter, record_delimiter, quoted_string: true });
          const mark = label.startsWith('utf-16') ? '\ufeff' : '';
          const source = Buffer.from(encodeText(`${mark}sep=${delimiter}${record_delimiter}${written}`, label));
          fc.pre(isPlain(source, label));
          const before = await rowsOf(source);
          const problems = Object.fromEntries(before.slice(0, 5).map(({ line }) => [line, told]));
          const back = await returned(source, problems);
          expect((await rowsOf(back)).map(values)).toEqual(before.map(values));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a CSV that was exported here', () => {
  const width = fc.integer({ min: 1, max: 4 });
  const drawn = width.chain((columns) =>
    fc.record({
      titles: fc.array(text, { minLength: columns, maxLength: columns }),
      rows: fc.array(
        fc.tuple(filled, fc.array(text, { minLength: columns - 1, maxLength: columns - 1 })).map(([a, b]) => [a, ...b]),
        { maxLength: 6 },
      ),
      mark: fc.constantFrom(...',|\t;'),
      marked: fc.boolean(),
    }),
  );
  it('reads back as it was, also where a mark stands in each of its cells', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async ({ titles, rows, mark, marked }) => {
        const told = (cell: string): string => (marked ? `${cell}x${mark} y` : cell);
        const header = titles.map((title, at) => told(`c${at} ${title.replace(/\s+/g, ' ')}z`));
        const lines = rows.map((row) => row.map(told));
        const table = await openTable(Buffer.from(csvBegin + [header, ...lines].map(csvLine).join('')));
        const found: TableRow[] = [];
        for await (const row of table.rows) found.push(row);
        expect([table.format, table.header]).toEqual([
          'CSV, UTF-8, separado por ;',
          header.map((title) => title.replace(/\s+/g, ' ')),
        ]);
        expect(found.map(values)).toEqual(lines.map((row) => row.map((value) => (value.trim() === '' ? '' : value))));
        expect(found.flatMap(({ problems }) => problems)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML cannot hold
const unwritten = /[\0-\x1f\x7f-\x9f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_/;
const xmlText = fc
  .string({ unit: 'grapheme', maxLength: 12 })
  .filter((one) => one.isWellFormed() && !unwritten.test(one) && one.trim() !== '');
const numbers = fc.oneof(
  fc.integer(),
  fc
    .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
    .map((one) => (Math.abs(one) < 1e-60 ? 0 : Number(one.toPrecision(15)))),
);

it('an XLSX of hand-built parts reads back: shared and inline texts, numbers, days, yes and no', async () => {
  const row = fc.record({
    shared: xmlText,
    inline: xmlText,
    number: numbers,
    day: fc.integer({ min: 61, max: 2_958_465 }),
    yes: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 10 }), fc.boolean(), async (drawn, date1904) => {
      const most = 2_958_465 - 1462;
      const days = drawn.map(({ day }) => (date1904 ? Math.min(day, most) : day));
      const rows = drawn.map(
        ({ inline, number, yes }, at) =>
          `<row r="${at + 2}"><c r="A${at + 2}" t="s"><v>${at}</v></c><c r="B${at + 2}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(inline)}</t></is></c><c><v>${number}</v></c><c s="1"><v>${days[at]}</v></c><c t="b"><v>${yes ? 1 : 0}</v></c></row>`,
      );
      const bytes = xlsxFile({
        sheets: [{ name: 'Dados', rows: inlineRow(1, 'a', 'b', 'c', 'd', 'e') + rows.join('') }],
        texts: drawn.map(({ shared }) => `<t xml:space="preserve">${escapeXml(shared)}</t>`),
        formats: ['dd/mm/yyyy'],
        date1904,
      });
      const first = Date.UTC(date1904 ? 1904 : 1899, date1904 ? 0 : 11, date1904 ? 1 : 30);
      expect((await rowsOf(bytes)).map(values)).toEqual(
        drawn.map(({ shared, inline, number, yes }, at) => [
          shared,
          inline,
          decimalText(String(number)),
          new Date(first + (days[at] as number) * 86_400_000).toISOString().slice(0, 10),
          yes,
        ]),
      );
    }),
    { numRuns: 150 },
  );
});

it('an XLSX reads as a second reader has it, and still does when it comes back', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => {
    const line = at + 2;
    return `<row r="${line}"><c r="A${line}" t="s"><v>${at % 3}</v></c><c r="B${line}"><v>${at / 8}</v></c><c r="C${line}" s="1"><v>${45_000 + at}</v></c><c r="D${line}" t="b"><v>${at % 2}</v></c></row>`;
  }).join('');
  const bytes = xlsxRows(inlineRow(1, 'a', 'b', 'c', 'd') + rows, {
    texts: ['um', 'dois & três', 'São'],
    formats: ['dd/mm/yyyy'],
  });
  const other = (await readSheet(bytes))
    .slice(1)
    .map((cells) =>
      cells.map((cell) =>
        cell instanceof Date ? cell.toISOString().slice(0, 10) : typeof cell === 'number' ? String(cell) : cell,
      ),
    );
  expect((await rowsOf(bytes)).map(values)).toEqual(other);
  const back = await readSheet(await returned(bytes, { 3: ['Não existe.'] }));
  expect(back.map((cells) => cells[4])).toEqual([
    'Problemas',
    null,
    'Não existe.',
    ...Array.from({ length: 38 }, () => null),
  ]);
});

it('JSON is taken or refused as JSON.parse does it', async () => {
  const noise = fc.constantFrom(
    '',
    ',',
    '}',
    '"',
    '\\',
    '1',
    'null',
    '\n',
    '[',
    '{',
    ':',
    '\u0001',
    '//',
    '-',
    '.5',
    '01',
    'e9',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 1 })), { minLength: 1 }),
      noise,
      fc.nat(),
      async (value, put, at) => {
        const good = JSON.stringify([{ a: 1 }, ...value]);
        const place = 9 + (at % (good.length - 8));
        const source = good.slice(0, place) + put + good.slice(place);
        let parsed: unknown;
        try {
          parsed = JSON.parse(source);
        } catch {
          parsed = undefined;
        }
        const read = await rowsOf(Buffer.from(source)).then(
          () => undefined,
          (thrown: unknown) => (thrown instanceof Refusal ? thrown.code : Promise.reject(thrown)),
        );
        if (parsed === undefined) expect(['FILE_JSON_BROKEN', 'FILE_JSON_SHAPE']).toContain(read);
        else expect(read).not.toBe('FILE_JSON_BROKEN');
      },
    ),
    { numRuns: 500 },
  );
});

it('a decimal text is the number that it was written as', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e90, max: 1e90 }), (value) => {
      const found = decimalText(String(value));
      if (Math.abs(value) < 1e-80 && value !== 0) return;
      expect(Number(found)).toBe(value === 0 ? 0 : value);
      expect(found).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
    }),
  );
});
