/** The examples of the language page, and what becomes of them when a text of a file is another. */
import { expect } from 'vitest';
import type { Side } from '../../../engine/diff/compile-side.ts';
import { compileSide, isSound } from '../../../engine/diff/compile-side.ts';
import { examples, viewExample } from '../../../engine/metadata/examples.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { messagesFile } from '../../../engine/metadata/load-messages.ts';
import { openSqlParser } from '../../../engine/metadata/parse-query.ts';
import { catalogues } from '../../../src/catalogues.ts';

await openSqlParser();
/** Those of the product. */
export const realSources = await readSourceFiles(`${import.meta.dirname}/../../..`);

export const exampleSources = new Map([
  ...examples,
  ...viewExample,
  [messagesFile, realSources.get(messagesFile) ?? ''],
]);

/** A text in place of another; of a file that is not there yet `after` alone, and an empty one takes it away. */
export type Edit = readonly [file: string, before: string, after: string];

export const edited = (edits: readonly Edit[]): ReadonlyMap<string, string> => {
  const sources = new Map(exampleSources);
  for (const [file, before, after] of edits) {
    const text = sources.get(file);
    if (after === '' && before === '') sources.delete(file);
    else if (text === undefined) sources.set(file, after);
    else {
      expect(text).toContain(before);
      sources.set(file, text.replace(before, after));
    }
  }
  return sources;
};

export const sideOf = (edits: readonly Edit[] = []): Side => {
  const side = compileSide(edited(edits), catalogues);
  expect(side.issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(isSound(side)).toBe(true);
  return side;
};
