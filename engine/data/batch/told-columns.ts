/** What is told of a batch `b` beside its own columns: of the batches that take back one another, and of its file. */
import type { BatchProgress } from '../../contract/batch.ts';

/**
 * A JSON object, `BatchChain`; null of a batch that takes back none and was taken back by none.
 */
export const chainColumn = `(with recursive up as (
    select b.id, b.undoes, 0 as step
    union all
    select u.id, u.undoes, up.step + 1 from up join fichario.batch u on u.id = up.undoes
  ), root as (select f.*, up.step from up join fichario.batch f on f.id = up.id where up.undoes is null
  ), down as (
    select root.id, root.number, 0 as step from root
    union all
    select d.id, d.number, down.step + 1 from down join fichario.batch d on d.undoes = down.id
    where d.state not in ('planning', 'planned')
  )
  select json_build_object('first', root.number, 'operation', root.operation, 'step', root.step,
    'undoneBy', (select n.number from fichario.batch n where n.id = b.undone_by),
    'redoneBy', case when root.step = 0 and b.undone_by is null then (select max(number) from down where step > 0 and step % 2 = 0) end)
  from root where root.step > 0 or exists (select from down where step > 0))::text`;

/** A JSON object, `BatchFile`: of an import, and of what takes it back; null where there was no file. */
export const fileColumn = `(with recursive up as (
    select b.id, b.undoes, b.operation, b.work
    union all
    select u.id, u.undoes, u.operation, u.work from up join fichario.batch u on u.id = up.undoes
  )
  select json_build_object('name', coalesce(up.work ->> 'file', i.name), 'import', i.id)
  from up left join fichario.import i on i.batch_id = up.id
  where up.undoes is null and up.operation = 'import' and coalesce(up.work ->> 'file', i.name) is not null limit 1)::text`;

/** Until when it can be taken back; those applied before that was noted have the usual days. */
export const undoUntil = `coalesce(b.undo_until, b.applied_at + interval '90 days')`;

/** Somebody was at it a moment ago: `p` is of `fichario.batch_progress`. */
export const isGoing = `p.at > clock_timestamp() - interval '30 seconds'`;

/** Records a second of `p`, a row of `fichario.batch_progress`; null: it is too young. */
export const rateOf = `case when p.done > p.first and p.at > p.began + interval '1 second'
  then (p.done - p.first)::float8 / extract(epoch from p.at - p.began)::float8 end`;

/** A JSON object, `BatchProgress` without `remaining`: of a batch that is being applied; null where nobody is at it. */
export const progressColumn = `(select json_build_object('done', p.done, 'total', b.rows, 'rate', ${rateOf})
  from fichario.batch_progress p where p.batch_id = b.id and p.usuario_id is null and b.state <> 'applied' and ${isGoing})::text`;

/** The same object with what remains. */
export const progressOf = (text: string | null): BatchProgress | null => {
  if (text === null) return null;
  const progress = JSON.parse(text) as Omit<BatchProgress, 'remaining'>;
  const { done, total, rate } = progress;
  return { ...progress, remaining: rate === null ? null : Math.max(0, total - done) / rate };
};
