/** Everything that is known of one record: what left into files and what the database has. In: the record. Out: versions. */
import { join } from 'node:path';
import type { Entity } from '../../model/types.ts';
import type { Database } from '../database.ts';
import { quoteIdentifier } from '../ddl/quote.ts';
import type { ArchivedVersion } from './archive-file.ts';
import { isWhole, versionsIn } from './archive-file.ts';
import { archivesOf } from './archive-store.ts';

export interface KnownVersion extends ArchivedVersion {
  /** Name of the file; null: it is in the database. */
  readonly file: string | null;
}

/** Rows of a record: its own, and by the column of the owner those that it owns. */
interface Part {
  readonly table: string;
  readonly key: string;
}

const partsOf = (entity: Entity): readonly Part[] => [
  { table: entity.name, key: 'id' },
  ...entity.children.flatMap(({ entity: rows }): Part[] => {
    const owner = rows.fields.find(({ name }) => name === rows.owner?.relation);
    return owner ? [{ table: rows.name, key: owner.column }] : [];
  }),
];

/** A moment to the microsecond, by which the versions of a row may differ; a Date tells milliseconds. */
const microseconds = (moment: string): bigint => {
  const [fraction = '', digits = ''] = /\.(\d{1,6})/.exec(moment) ?? [];
  return BigInt(Date.parse(moment.replace(fraction, ''))) * 1000n + BigInt(digits.padEnd(6, '0'));
};

interface Placed {
  readonly at: bigint;
  readonly isDeletion: boolean;
  readonly known: KnownVersion;
}

const placed = (known: KnownVersion): Placed => ({
  at: microseconds(String(known.version['_de'])),
  isDeletion: known.version['_operacao'] === 'D',
  known,
});

const byTime = (a: Placed, b: Placed): number =>
  a.at === b.at ? Number(a.isDeletion) - Number(b.isDeletion) : a.at < b.at ? -1 : 1;

/** Oldest first, of the record and of the rows that it owns. A file that is not here, or not whole, goes to `missing`. */
export const recordVersions = async (
  database: Database,
  folder: string,
  entity: Entity,
  id: string,
): Promise<{ readonly versions: readonly KnownVersion[]; readonly missing: readonly string[] }> => {
  const parts = partsOf(entity);
  const found = new Map<string, Placed>();
  const add = (one: KnownVersion): void => {
    const { id: row, _operacao: operation, _transacao: transaction } = one.version;
    const version = placed(one);
    // One that is leaving right now is in both.
    found.set(JSON.stringify([one.table, row, String(version.at), operation, transaction]), version);
  };
  const missing: string[] = [];
  // First the database: what leaves it meanwhile is in a file by then.
  for (const { table, key } of parts) {
    const { rows } = await database.query<{ version: string }>({
      text: `select row_to_json(h)::text as version from historico.${quoteIdentifier(table)} h
        where h.${quoteIdentifier(key)} = $1::text::bigint order by h._de, (h._operacao = 'D')`,
      values: [id],
    });
    for (const { version } of rows) add({ table, version: JSON.parse(version), file: null });
  }
  for (const { file } of await archivesOf(database, entity.name)) {
    if (file === null) continue;
    const path = join(folder, file.name);
    if (!(await isWhole(path, file))) {
      missing.push(file.name);
      continue;
    }
    for await (const one of versionsIn(path))
      if (parts.some(({ table, key }) => table === one.table && String(one.version[key]) === id))
        add({ ...one, file: file.name });
  }
  const versions = [...found.values()].sort(byTime).map(({ known }) => known);
  return { versions, missing };
};
