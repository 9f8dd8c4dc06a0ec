/** The README's table of figures, between two marks. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../README.md');
const marks = ['<!-- bench:start -->', '<!-- bench:end -->'] as const;

export const writeReadme = async (markdown: string): Promise<void> => {
  const text = await readFile(file, 'utf8');
  const [start, end] = marks.map((mark) => text.indexOf(mark)) as [number, number];
  if (start < 0 || end < start) throw new Error(`README.md has no ${marks.join(' ... ')}`);
  await writeFile(file, `${text.slice(0, start)}${marks[0]}\n${markdown}\n${text.slice(end)}`);
};
