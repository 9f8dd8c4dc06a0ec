import type { DialectRow } from './dialect-row.ts';
import { reads } from './reads.ts';
import { terms } from './terms.ts';
import { writes } from './writes.ts';

export const dialect: readonly DialectRow[] = [...reads, ...writes, ...terms];
