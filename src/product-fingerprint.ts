/** What tells the files of one process from those of another: the same for all that come to the same. */
import { createHash } from 'node:crypto';
import type { ServedProduct } from './load-product.ts';

export const fingerprintOf = ({ model, rows }: ServedProduct): string =>
  createHash('sha256')
    .update(JSON.stringify([model, Object.entries(rows).map(([entity, { digest }]) => [entity, digest])]))
    .digest('base64url');
