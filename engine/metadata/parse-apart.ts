/**
 * Parses SQL in a process of its own, which ends: the one that serves keeps no parser in its memory. There the parser is
 * compiled by V8's first compiler alone: the second takes 600 MB and a second for its largest function, and cannot be
 * stopped.
 */
import { execFile } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import type { ParsedSql } from './sql-parser.ts';

const script = join(import.meta.dirname, 'parse-apart-child.ts');
/** Bytes of an answer. */
const longest = 2 ** 28;

/** One answer for each text, in their order. Rejects where the process cannot be started or does not answer. */
export const parseApart = (texts: readonly string[]): Promise<readonly ParsedSql[]> =>
  new Promise((resolve, reject) => {
    const cache = getCompileCacheDir();
    const child = execFile(
      process.execPath,
      ['--liftoff-only', script],
      {
        maxBuffer: longest,
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          // Node puts a folder of its own version below the one it is given.
          ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) }),
        },
      },
      (error, stdout) => {
        if (error) reject(error);
        else resolve(JSON.parse(stdout) as readonly ParsedSql[]);
      },
    );
    // One that ends before it has read everything says why itself.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(JSON.stringify(texts));
  });
