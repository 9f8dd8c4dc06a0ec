/**
 * Batches as they are kept: `fichario.batch`, and their records in parts, `fichario.batch_part`. What they wrote is in the
 * history, under the batch's id; a plan that nobody applied goes after a day.
 */
import type { BatchChain, BatchFile, BatchOperation, BatchState } from '../../contract/batch.ts';
import { Refusal } from '../../core/errors.ts';
import type { Queryable } from '../database.ts';
import { chainColumn, fileColumn, isGoing, progressColumn, progressOf, undoUntil } from './told-columns.ts';
import type { BatchItem, BatchPart, BatchWork, PartOperation, StoredBatch } from './types.ts';

interface BatchRow {
  readonly id: string;
  readonly number: string;
  readonly operation: BatchOperation;
  readonly work: string;
  readonly path: string;
  readonly entity: string;
  readonly filter: string | null;
  readonly usuario_id: string;
  readonly login: string;
  readonly seal: string;
  readonly state: BatchState;
  readonly planned_at: string;
  readonly applied_at: string | null;
  readonly rows: number;
  readonly changes: number;
  readonly same: number;
  readonly refused: number;
  readonly written: number;
  readonly undoes: string | null;
  readonly undone_by: string | null;
  readonly chain: string | null;
  readonly file: string | null;
  readonly progress: string | null;
  readonly undo_until: string | null;
  readonly expired: boolean;
}

const columns = `b.id::text, b.number::text, b.operation, b.work::text, b.path, b.entity, b.filter, b.usuario_id::text, b.login,
  b.seal, b.state, to_json(b.planned_at) #>> '{}' as planned_at, to_json(b.applied_at) #>> '{}' as applied_at, b.rows, b.changes, b.same,
  b.refused, b.written, b.undoes::text, b.undone_by::text, ${chainColumn} as chain, ${fileColumn} as file, ${progressColumn} as progress,
  to_json(${undoUntil}) #>> '{}' as undo_until, b.swept_at is not null or coalesce(${undoUntil} < clock_timestamp(), false) as expired`;

const batchOf = (row: BatchRow): StoredBatch => ({
  id: row.id,
  number: Number(row.number),
  work: { operation: row.operation, ...(JSON.parse(row.work) as Omit<BatchWork, 'operation'>) },
  path: row.path,
  entity: row.entity,
  filter: row.filter ?? undefined,
  userId: Number(row.usuario_id),
  login: row.login,
  seal: row.seal,
  state: row.state,
  plannedAt: row.planned_at,
  appliedAt: row.applied_at,
  rows: row.rows,
  changes: row.changes,
  same: row.same,
  refused: row.refused,
  written: row.written,
  undoes: row.undoes,
  undoneBy: row.undone_by,
  chain: row.chain === null ? null : (JSON.parse(row.chain) as BatchChain),
  file: row.file === null ? null : (JSON.parse(row.file) as BatchFile),
  progress: progressOf(row.progress),
  undoUntil: row.undo_until,
  expired: row.expired,
});

export interface NewBatch
  extends Pick<
    StoredBatch,
    | 'id'
    | 'work'
    | 'path'
    | 'entity'
    | 'filter'
    | 'userId'
    | 'login'
    | 'seal'
    | 'rows'
    | 'changes'
    | 'same'
    | 'refused'
    | 'undoes'
  > {
  readonly parts: readonly BatchPart[];
}

const itemsText = ({ items }: BatchPart): string =>
  JSON.stringify(
    items.map(({ id, version, values, line }) => {
      if (line !== undefined) return [id, version, values ?? null, line];
      return values === undefined ? [id, version] : [id, version, values];
    }),
  );

/** Appends or replaces a part; gives its records as they are kept. */
export const putPart = async (transaction: Queryable, id: string, index: number, part: BatchPart): Promise<string> => {
  const items = itemsText(part);
  await transaction.query({
    text: `insert into fichario.batch_part (batch_id, part, operation, items, skipped, refusals)
      values ($1::text::uuid, $2::text::integer, $3::text, $4::text::json, $5::text::json, $6::text::json)
      on conflict (batch_id, part) do update set operation = excluded.operation, items = excluded.items, skipped = excluded.skipped, refusals = excluded.refusals`,
    values: [
      id,
      String(index),
      part.operation ?? null,
      items,
      JSON.stringify(part.skipped),
      JSON.stringify(part.refusals),
    ],
    name: 'batch-part-put',
  });
  return items;
};

/** A plan that was made part by part is whole now. */
export const sealBatch = async (
  transaction: Queryable,
  id: string,
  { seal, rows, changes, same, refused }: Pick<StoredBatch, 'seal' | 'rows' | 'changes' | 'same' | 'refused'>,
): Promise<StoredBatch> => {
  await transaction.query({
    text: `update fichario.batch set state = 'planned', planned_at = clock_timestamp(), seal = $2::text, rows = $3::text::integer,
        changes = $4::text::integer, same = $5::text::integer, refused = $6::text::integer where id = $1::text::uuid`,
    values: [id, seal, ...[rows, changes, same, refused].map(String)],
  });
  return holdBatch(transaction, id);
};

/** Parts that were made after a moment to which the plan goes back. */
export const dropPartsFrom = async (queryable: Queryable, id: string, part: number): Promise<void> => {
  await queryable.query({
    text: 'delete from fichario.batch_part where batch_id = $1::text::uuid and part >= $2::text::integer',
    values: [id, String(part)],
  });
};

/** A batch without parts. Nobody sees one that is `planning`. */
export const insertHead = async (
  transaction: Queryable,
  batch: Omit<NewBatch, 'parts'>,
  state: 'planning' | 'planned',
): Promise<void> => {
  const { operation, ...work } = batch.work;
  await transaction.query({
    text: `insert into fichario.batch (id, operation, work, path, entity, filter, usuario_id, login, seal, rows, changes, same, refused, undoes, state)
      values ($1::text::uuid, $2::text, $3::text::jsonb, $4::text, $5::text, $6::text, $7::text::bigint, $8::text, $9::text,
        $10::text::integer, $11::text::integer, $12::text::integer, $13::text::integer, $14::text::uuid, $15::text)`,
    values: [
      batch.id,
      operation,
      JSON.stringify(work),
      batch.path,
      batch.entity,
      batch.filter ?? null,
      String(batch.userId),
      batch.login,
      batch.seal,
      String(batch.rows),
      String(batch.changes),
      String(batch.same),
      String(batch.refused),
      batch.undoes,
      state,
    ],
  });
};

/** The number people call it by. */
export const insertBatch = async (transaction: Queryable, batch: NewBatch): Promise<StoredBatch> => {
  await insertHead(transaction, batch, 'planned');
  for (const [index, part] of batch.parts.entries()) await putPart(transaction, batch.id, index, part);
  const found = await findBatch(transaction, batch.id);
  if (found === undefined) throw new Error('the batch was written just now');
  return found;
};

/** undefined also of one that is still planned. */
export const findBatch = async (queryable: Queryable, id: string): Promise<StoredBatch | undefined> => {
  const { rows } = await queryable.query<BatchRow>({
    text: `select ${columns} from fichario.batch b where b.id = $1::text::uuid and b.state <> 'planning'`,
    values: [id],
  });
  return rows[0] && batchOf(rows[0]);
};

/** Holds the batch until the transaction ends, and gives it as it is then. Raises BATCH_MISSING. */
export const holdBatch = async (transaction: Queryable, id: string): Promise<StoredBatch> => {
  await transaction.query({ text: 'select 1 from fichario.batch where id = $1::text::uuid for update', values: [id] });
  const found = await findBatch(transaction, id);
  if (found === undefined) throw new Refusal('BATCH_MISSING', {});
  return found;
};

/**
 * To be asked after its history was read, which may be leaving. Raises BATCH_ARCHIVED where some of what the batch wrote,
 * or wrote over, is no longer in the database.
 */
export const refuseArchived = async (queryable: Queryable, id: string): Promise<void> => {
  const { rows } = await queryable.query<{ number: string }>({
    text: `select b.number::text as number from fichario.batch b
      where b.id = $1::text::uuid and b.begun_at <= fichario.kept_since(b.entity)`,
    values: [id],
  });
  if (rows[0]) throw new Refusal('BATCH_ARCHIVED', { number: Number(rows[0].number) });
};

/** The newest first, those applied or being applied: of a user, or of all, before that number. */
export const listBatches = async (
  queryable: Queryable,
  {
    userId,
    before,
    limit,
  }: { readonly userId: number | undefined; readonly before: number | undefined; readonly limit: number },
): Promise<readonly StoredBatch[]> => {
  const wanted = `($1::text is null or b.usuario_id = $1::text::bigint) and ($2::text is null or b.number < $2::text::bigint)`;
  const { rows } = await queryable.query<BatchRow>({
    text: `select ${columns} from fichario.batch b where b.id in (
        (select b.id from fichario.batch b where b.state not in ('planning', 'planned') and ${wanted}
          order by b.number desc limit $3::text::integer)
        union all
        (select b.id from fichario.batch_progress p join fichario.batch b on b.id = p.batch_id
          where ${isGoing} and p.usuario_id is null and b.state = 'planned' and ${wanted}))
      order by b.number desc limit $3::text::integer`,
    values: [userId === undefined ? null : String(userId), before === undefined ? null : String(before), String(limit)],
  });
  return rows.map(batchOf);
};

type StoredItem = readonly [
  id: number,
  version: number,
  values?: Readonly<Record<string, unknown>> | null,
  line?: number,
];

const itemOf = ([id, version, values, line]: StoredItem): BatchItem => ({
  id,
  version,
  ...(values === undefined || values === null ? {} : { values }),
  ...(line === undefined ? {} : { line }),
});

interface OutcomeRow {
  readonly operation: PartOperation | null;
  readonly refusals: string;
  readonly written: string | null;
}

const outcomeColumns = `operation, refusals::text, array_to_json(written)::text as written`;

/** A part without its records: what has become of it. */
export type PartOutcome = Omit<BatchPart, 'items' | 'skipped'>;

const outcomeOf = ({ operation, refusals, written }: OutcomeRow): PartOutcome => ({
  ...(operation === null ? {} : { operation }),
  refusals: JSON.parse(refusals) as BatchPart['refusals'],
  ...(written === null ? {} : { written: JSON.parse(written) as readonly number[] }),
});

export const countParts = async (queryable: Queryable, id: string): Promise<number> => {
  const { rows } = await queryable.query<{ n: number }>({
    text: 'select count(*)::integer as n from fichario.batch_part where batch_id = $1::text::uuid',
    values: [id],
  });
  return rows[0]?.n ?? 0;
};

/** One part: all of them together may be more than a process holds. */
export const readPart = async (queryable: Queryable, id: string, index: number): Promise<BatchPart | undefined> => {
  const { rows } = await queryable.query<OutcomeRow & { items: string; skipped: string }>({
    text: `select items::text, skipped::text, ${outcomeColumns}
      from fichario.batch_part where batch_id = $1::text::uuid and part = $2::text::integer`,
    values: [id, String(index)],
    name: 'batch-part-read',
  });
  const [row] = rows;
  return (
    row && {
      ...outcomeOf(row),
      items: (JSON.parse(row.items) as readonly StoredItem[]).map(itemOf),
      skipped: JSON.parse(row.skipped) as readonly number[],
    }
  );
};

/** The parts in order, one at a time. */
export async function* partsOf(queryable: Queryable, id: string): AsyncGenerator<BatchPart> {
  for (let index = 0; ; index += 1) {
    const part = await readPart(queryable, id, index);
    if (part === undefined) return;
    yield part;
  }
}

/** What has become of all parts, in order. */
export const readPartOutcomes = async (queryable: Queryable, id: string): Promise<readonly PartOutcome[]> => {
  const { rows } = await queryable.query<OutcomeRow>({
    text: `select ${outcomeColumns} from fichario.batch_part where batch_id = $1::text::uuid order by part`,
    values: [id],
  });
  return rows.map(outcomeOf);
};

/** What became of a part. */
export const endPart = async (
  transaction: Queryable,
  id: string,
  part: number,
  { refusals, written }: { readonly refusals: BatchPart['refusals']; readonly written: readonly number[] },
): Promise<void> => {
  await transaction.query({
    text: `update fichario.batch_part set written = array(select json_array_elements_text($3::text::json)::bigint), refusals = $4::text::json
      where batch_id = $1::text::uuid and part = $2::text::integer`,
    values: [id, String(part), JSON.stringify(written), JSON.stringify(refusals)],
    name: 'batch-part-end',
  });
  await transaction.query({
    text: 'update fichario.batch set written = written + $2::text::integer where id = $1::text::uuid',
    values: [id, String(written.length)],
    name: 'batch-written',
  });
};

/**
 * A batch and all that take back one another with it, `steps` from the first of them: an odd one takes back what the first did,
 * an even one does it again. The only parameter so far is the batch.
 */
const family = `with recursive up as (
    select id, undoes from fichario.batch where id = $1::text::uuid
    union all select b.id, b.undoes from up join fichario.batch b on b.id = up.undoes
  ), family as (
    select id, 0 as steps from up where undoes is null
    union all
    select b.id, family.steps + 1 from family join fichario.batch b on b.undoes = family.id where b.state not in ('planning', 'planned'))`;

/** Holds the first of those that take back one another until the transaction ends: of two of them one goes first. */
export const holdFamily = async (transaction: Queryable, id: string): Promise<void> => {
  await transaction.query({
    text: `${family} select 1 from fichario.batch where id in (select id from family where steps = 0) for update`,
    values: [id],
  });
};

/** From now on what the first did is done, or is taken back: every other of those that take back one another is in force. */
export const beginBatch = async (transaction: Queryable, { id, undoes }: StoredBatch): Promise<void> => {
  await transaction.query({
    text: `update fichario.batch set state = 'applying', begun_at = clock_timestamp() where id = $1::text::uuid`,
    values: [id],
  });
  if (undoes === null) return;
  await transaction.query({
    text: `${family} update fichario.batch b set undone_by = case when (f.steps - mine.steps) % 2 <> 0 then $1::text::uuid end
      from family f, family mine where b.id = f.id and mine.id = $1::text::uuid`,
    values: [id],
  });
};

/** Keeps the name of the file with what it came to: the import goes after a week, the batch stays. */
export const nameBatch = async (queryable: Queryable, id: string, file: string): Promise<void> => {
  await queryable.query({
    text: `update fichario.batch set work = work || jsonb_build_object('file', $2::text) where id = $1::text::uuid`,
    values: [id, file],
  });
};

/** `days` that it can be taken back, and with it all that take back one another: they go as one. */
export const endBatch = async (transaction: Queryable, id: string, refused: number, days: number): Promise<void> => {
  await transaction.query({
    text: `update fichario.batch set state = 'applied', applied_at = clock_timestamp(), refused = $2::text::integer where id = $1::text::uuid`,
    values: [id, String(refused)],
  });
  await transaction.query({
    text: `${family} update fichario.batch set undo_until = statement_timestamp() + make_interval(days => $2::text::integer)
      where id in (select id from family)`,
    values: [id, String(days)],
  });
};

/** Takes away the plans that nobody applied within a day; gives how many. */
export const sweepBatches = async (queryable: Queryable): Promise<number> => {
  // Of batches that fell: who is at one says so every other moment.
  await queryable.query({
    text: `delete from fichario.batch_progress where at < now() - interval '1 day'`,
    values: [],
  });
  const { affected } = await queryable.query({
    text: `delete from fichario.batch where id in (select id from fichario.batch
        where state in ('planning', 'planned') and planned_at < now() - interval '1 day' order by planned_at limit 100)`,
    values: [],
  });
  return affected;
};
