import type { InitialRows } from '../metadata/documents.ts';
import type { ResolvedFiles } from './resolved.ts';

/** The rows that come with the files, by entity. */
export const initialRowsOf = ({ screens }: ResolvedFiles): Readonly<Record<string, InitialRows>> =>
  Object.fromEntries(
    screens.flatMap(({ rows, registry }) => (rows === undefined ? [] : [[registry.value.entity, rows]])),
  );
