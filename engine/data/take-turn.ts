/** How often one person may do something, counted in the database, so that it counts for all processes together. */
import { Refusal } from '../core/errors.ts';
import type { Queryable } from './database.ts';

/** Seconds after which the counting begins anew. */
const span = 60;

/** Counts one turn of `key`. Raises REQUEST_TOO_MANY beyond `limit` turns a minute. */
export const takeTurn = async (database: Queryable, key: string, limit: number): Promise<void> => {
  const { rows } = await database.query<{ turns: number; seconds: number }>({
    text: `insert into fichario.turn (key) values ($1::text)
      on conflict (key) do update set
        turns = case when turn.began < now() - make_interval(secs => ${span}) then 1 else turn.turns + 1 end,
        began = case when turn.began < now() - make_interval(secs => ${span}) then now() else turn.began end
      returning turns, ceil(extract(epoch from began - now()) + ${span})::integer as seconds`,
    values: [key],
    name: 'turn-take',
  });
  const { turns = 0, seconds = span } = rows[0] ?? {};
  if (turns > limit) throw new Refusal('REQUEST_TOO_MANY', { seconds: Math.max(1, seconds) });
};
