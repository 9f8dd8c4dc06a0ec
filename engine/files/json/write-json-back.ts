import { applyEdits, modify } from 'jsonc-parser';
import type { ByteSource } from '../byte-source.ts';
import { encodeText } from '../encode-text.ts';
import type { FileLimits } from '../file-limits.ts';
import type { OutcomeCursor } from '../outcomes.ts';
import { problemsKey } from '../table.ts';
import type { Encoding } from '../text-encoding.ts';
import { JsonSplitter } from './json-splitter.ts';
import { parseObject } from './parse-object.ts';
import { splitJson } from './read-json.ts';

const without = (text: string): string => applyEdits(text, modify(text, [problemsKey], undefined, {}));

/** The text of an object with its problems as the last key, and all else as it stands. */
const withProblems = (written: string, problems: readonly string[]): string => {
  const text = written.includes(problemsKey) ? without(written) : written;
  if (problems.length === 0) return text;
  const body = text.slice(0, -1).trimEnd();
  return `${body}${body === '{' ? '' : ','}"${problemsKey}":${JSON.stringify(problems)}}`;
};

/**
 * The same objects, each as it was written, with their problems as a list of texts under `_problemas`. `only`: those that
 * have some. An array has one object a line.
 */
export async function* writeJsonBack(
  source: ByteSource,
  encoding: Encoding,
  outcomes: OutcomeCursor,
  only: boolean,
  limits: FileLimits,
): AsyncGenerator<Uint8Array> {
  if (encoding.mark > 0) yield await source.read(0, encoding.mark);
  const splitter = new JsonSplitter(limits);
  let number = 0;
  let written = 0;
  for await (const pieces of splitJson(source, encoding, limits, splitter)) {
    let text = '';
    for (const piece of pieces) {
      parseObject(piece);
      number += 1;
      const problems = await outcomes.problemsOf(number);
      if (only && problems.length === 0) continue;
      const before = splitter.isArray ? (written === 0 ? '[\n' : ',\n') : '';
      text += `${before}${withProblems(piece.text, problems)}${splitter.isArray ? '' : '\n'}`;
      written += 1;
    }
    if (text !== '') yield encodeText(text, encoding.label);
  }
  if (splitter.isArray) yield encodeText(written === 0 ? '[]\n' : '\n]\n', encoding.label);
}
