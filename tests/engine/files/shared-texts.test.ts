import { existsSync, fstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fileLimits } from '../../../engine/files/file-limits.ts';
import { openTable } from '../../../engine/files/open-table.ts';
import { SharedTexts } from '../../../engine/files/xlsx/shared-texts.ts';
import { inlineRow, xlsxRows } from '../../support/xlsx-file.ts';

const { opened } = vi.hoisted(() => ({ opened: [] as { descriptor: number; file: number }[] }));
vi.mock(import('../../../engine/files/nameless-file.ts'), async (original) => {
  const { openNamelessFile } = await original();
  return {
    openNamelessFile: () => {
      const descriptor = openNamelessFile();
      opened.push({ descriptor, file: fstatSync(descriptor).ino });
      return descriptor;
    },
  };
});
const isOpen = ({ descriptor, file }: (typeof opened)[number]): boolean => {
  try {
    return fstatSync(descriptor).ino === file;
  } catch {
    return false;
  }
};
/** How many have ever been opened, how many still are, and what has a name. */
const files = () => [
  opened.length,
  new Set(opened.filter(isOpen).map(({ descriptor }) => descriptor)).size,
  readdirSync(folder),
];

let folder: string;
beforeEach(() => {
  opened.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'fichario-tests-texts-'));
  vi.stubEnv('TMPDIR', folder);
  vi.stubEnv('TEMP', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const textOf = (index: number): string => `${index} ção 😀 ${'x'.repeat((index * 37) % 400)}`;

it('gives every text again, few in memory or many in a file that is closed with it', () => {
  for (const [count, inFile] of [
    [0, 0],
    [1000, 0],
    [40_000, 1],
  ] as const) {
    const texts = new SharedTexts('x', fileLimits);
    for (let index = 0; index < count; index += 1) texts.add(textOf(index));
    texts.seal();
    expect(files()).toEqual([inFile, inFile, []]);
    // In their order, and here and there, so that pages come back that were let go of.
    for (let index = 0; index < count; index += 1) if (texts.get(index) !== textOf(index)) expect.fail(`text ${index}`);
    for (let index = 0; index < count; index += 7) {
      const far = (index * 7919) % count;
      if (texts.get(far) !== textOf(far)) expect.fail(`text ${far}`);
    }
    expect([texts.get(count), texts.get(-1), texts.get(Number.NaN)]).toEqual([undefined, undefined, undefined]);
    texts.close();
    expect(files()).toEqual([inFile, 0, []]);
  }
});

const large = (): Buffer =>
  xlsxRows(
    inlineRow(1, 'a') +
      Array.from(
        { length: 50 },
        (_, at) => `<row r="${at + 2}"><c r="A${at + 2}" t="s"><v>${at * 700}</v></c></row>`,
      ).join(''),
    { texts: Array.from({ length: 40_000 }, (_, index) => textOf(index)) },
  );

it('a workbook of many texts leaves nothing behind: read whole, left early, or refused', async () => {
  const file = join(folder, 'planilha.xlsx');
  writeFileSync(file, large());
  const found: string[] = [];
  for await (const { cells } of (await openTable(file)).rows) if (cells[0]?.kind === 'text') found.push(cells[0].text);
  expect(found).toEqual(Array.from({ length: 50 }, (_, at) => textOf(at * 700)));
  expect(files()).toEqual([1, 0, ['planilha.xlsx']]);
  for await (const _ of (await openTable(file)).rows) break;
  expect(files()).toEqual([2, 0, ['planilha.xlsx']]);
  const table = await openTable(file);
  expect(files()).toEqual([3, 1, ['planilha.xlsx']]);
  await table.close();
  await table.close();
  expect(files()).toEqual([3, 0, ['planilha.xlsx']]);
  await expect(openTable(file, { limits: { texts: 39_999 } })).rejects.toMatchObject({ code: 'FILE_TEXTS' });
  expect(files()).toEqual([4, 0, ['planilha.xlsx']]);
});

it('a file that is not there is what the system says', async () => {
  const file = join(folder, 'nada.csv');
  expect(existsSync(file)).toBe(false);
  await expect(openTable(file)).rejects.toMatchObject({ code: 'ENOENT' });
});
