import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenXlsxCases } from './broken-xlsx-cases.ts';
import type { FileCase } from './case.ts';
import { csvCases } from './csv-cases.ts';
import { formatCases } from './format-cases.ts';
import { jsonCases } from './json-cases.ts';
import { printTable } from './print-table.ts';
import { xlsxCases } from './xlsx-cases.ts';

const corpus: Readonly<Record<string, readonly FileCase[]>> = {
  format: formatCases,
  csv: csvCases,
  json: jsonCases,
  xlsx: xlsxCases,
  'broken-xlsx': brokenXlsxCases,
};

/** Rows of a header of hundreds of columns, or of a text of thousands of letters, are cut where they are read. */
const shorten = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.length > 300 ? `${line.slice(0, 150)} ... ${line.length} letters` : line))
    .join('\n');

describe.each(Object.entries(corpus))('odd files: %s', (group, cases) => {
  it('come to what is written for each', async () => {
    const blocks: string[] = [];
    for (const { name, bytes, options } of cases)
      blocks.push(`# ${name}\n${shorten(await printTable(bytes(), options))}\n`);
    await expect(blocks.join('\n')).toMatchFileSnapshot(join(import.meta.dirname, 'expected', `${group}.txt`));
  });
});

it('there are more than 200, each of a name of its own', () => {
  for (const [group, cases] of Object.entries(corpus))
    expect(new Set(cases.map(({ name }) => name)).size, group).toBe(cases.length);
  expect(Object.values(corpus).flat().length).toBeGreaterThan(200);
});
