/** What tells the files of one process from those of another: the same for all that come to the same. */
import { createHash } from 'node:crypto';
import type { InitialRows } from '../engine/metadata/documents.ts';
import type { Model } from '../engine/model/types.ts';

/** As much of a product as tells it from others. */
export interface ToldApart {
  readonly model: Model;
  /** By entity. */
  readonly rows: Readonly<Record<string, Pick<InitialRows, 'digest'>>>;
}

/** Without the rows themselves, 4 MB that nobody asks for once they are in the database. */
export const toldApart = ({ model, rows }: ToldApart): ToldApart => ({
  model,
  rows: Object.fromEntries(Object.entries(rows).map(([entity, { digest }]) => [entity, { digest }])),
});

export const fingerprintOf = ({ model, rows }: ToldApart): string =>
  createHash('sha256')
    .update(JSON.stringify([model, Object.entries(rows).map(([entity, { digest }]) => [entity, digest])]))
    .digest('base64url');
