import { randomUUID } from 'node:crypto';
import { openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The descriptor of a new, empty file on the local disk, of this user alone, which whoever opened it closes. It has no name
 * there, so that it goes with the process, however that ends: nothing else comes between the two calls.
 */
export const openNamelessFile = (): number => {
  const path = join(tmpdir(), `fichario-${randomUUID()}`);
  const descriptor = openSync(path, 'wx+', 0o600);
  rmSync(path);
  return descriptor;
};
