/** The files of the product, read once in a process: nobody changes them while tests run. */
import type { SourceFiles } from '../../engine/metadata/documents.ts';
import { createFileMemory } from '../../engine/metadata/file-memory.ts';
import { readSourceFiles } from '../../engine/metadata/load-files.ts';

const root = new URL('../..', import.meta.url).pathname;

/** Most tests load the same files, with one or two beside them. */
export const fileMemory = createFileMemory();

let read: Promise<SourceFiles> | undefined;

export const readRealFiles = (): Promise<SourceFiles> => {
  read ??= readSourceFiles(root);
  return read;
};
