/**
 * The rights of the demonstration groups, as a file that is read as a diff; renew it with
 * `vitest run tests/engine/commands/matrix.test.ts -u`. Every cell is confirmed by `tests/src/session/rights-matrix.test.ts`.
 */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commands } from '../../../engine/commands/index.ts';
import { runCommandLine } from '../../../engine/commands/run.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { catalogues } from '../../../src/catalogues.ts';
import { demonstrationPeople } from '../../../src/session/demonstration-people.ts';

const root = join(import.meta.dirname, '../../..');

it('is the matrix of rights that is written down', async () => {
  const { text, exitCode } = await runCommandLine(['matrix', '--client', 'copass'], commands, {
    catalogues,
    people: demonstrationPeople,
    openData: () => Promise.reject(new Error('no database')),
    open: () => Promise.reject(new Error('the matrix needs no database')),
    demonstrate: () => Promise.reject(new Error('the matrix needs no rows')),
    read: () => readSourceFiles(root),
    write: async () => undefined,
  });
  expect(exitCode).toBe(0);
  await expect(`${text}\n`).toMatchFileSnapshot(join(root, 'tests/golden/copass/rights.txt'));
  // Every field of every registry at every door.
});
