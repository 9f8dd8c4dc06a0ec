import { join } from 'node:path';
import { expect } from 'vitest';
import type { Issue } from '../../../engine/core/errors.ts';
import { arrangeIssues } from '../../../engine/core/issues.ts';
import { createFileMemory } from '../../../engine/metadata/file-memory.ts';
import { loadFiles, readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { validate } from '../../../engine/model/validate.ts';
import { catalogues } from '../../../src/catalogues.ts';

/** The product's own files. */
export const sources = await readSourceFiles(join(import.meta.dirname, '../../..'));

/** A text of a file in place of another; a file that is not there yet is made of `after` alone. */
export type Change = readonly [file: string, before: string | RegExp, after: string];

const remember = createFileMemory();

/** What validation says of the product's files, changed. */
export const issuesAfter = (changes: readonly Change[]): readonly Issue[] => {
  const spoilt = new Map(sources);
  for (const [file, before, after] of changes) {
    const text = spoilt.get(file) ?? '';
    const changed = text === '' ? after : text.replace(before, after);
    expect(changed).not.toBe(text);
    spoilt.set(file, changed);
  }
  return arrangeIssues(validate(loadFiles(spoilt, remember), catalogues));
};
