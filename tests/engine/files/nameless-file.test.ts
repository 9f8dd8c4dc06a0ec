import { closeSync, mkdirSync, readdirSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openNamelessFile } from '../../../engine/files/nameless-file.ts';
import { makeMemoryFolder } from '../../support/memory-folder.ts';

it('opens files that hold what was written, apart from one another, and have no name', () => {
  const folder = join(makeMemoryFolder(), 'temporary');
  mkdirSync(folder);
  vi.stubEnv('TMPDIR', folder);
  try {
    const files = [openNamelessFile(), openNamelessFile()];
    expect(readdirSync(folder)).toEqual([]);
    for (const [at, file] of files.entries()) writeSync(file, `texto ${at}`);
    const texts = files.map((file) => {
      const bytes = Buffer.alloc(20);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0));
    });
    expect(texts).toEqual(['texto 0', 'texto 1']);
    for (const file of files) closeSync(file);
  } finally {
    vi.unstubAllEnvs();
  }
});
