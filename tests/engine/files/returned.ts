/** A file as `writeBack` returns it, in memory. */
import { Writable } from 'node:stream';
import type { FileSource } from '../../../engine/files/byte-source.ts';
import type { RowOutcome } from '../../../engine/files/outcomes.ts';
import type { WriteBackOptions } from '../../../engine/files/write-back.ts';
import { writeBack } from '../../../engine/files/write-back.ts';

/** Problems by line. */
export type Problems = Readonly<Record<number, readonly string[]>>;

async function* outcomesOf(problems: Problems): AsyncGenerator<RowOutcome> {
  for (const [line, texts] of Object.entries(problems)) yield { line: Number(line), problems: texts };
}

export const returned = async (source: FileSource, problems: Problems, options?: WriteBackOptions): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  const target = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk);
      done();
    },
  });
  await writeBack(source, outcomesOf(problems), target, options);
  return Buffer.concat(chunks);
};
