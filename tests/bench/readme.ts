/** The README's figures, between marks: those of a usual run, and those of ten times the rows, each written without the other. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../README.md');
const marksOf = (part: Part) => [`<!-- ${part}:start -->`, `<!-- ${part}:end -->`] as const;

export type Part = 'bench' | 'bench-large';

export const writeReadme = async (part: Part, markdown: string): Promise<void> => {
  const marks = marksOf(part);
  const text = await readFile(file, 'utf8');
  const [start, end] = marks.map((mark) => text.indexOf(mark)) as [number, number];
  if (start < 0 || end < start) throw new Error(`README.md has no ${marks.join(' ... ')}`);
  await writeFile(file, `${text.slice(0, start)}${marks[0]}\n${markdown}\n${text.slice(end)}`);
};
