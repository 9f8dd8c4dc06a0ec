import type { Entity } from '../../model/types.ts';
import type { Database } from '../database.ts';
import { quoteIdentifier } from '../ddl/quote.ts';

/** Ids by the place of their record, in the room of their gaps: those of millions that came one after the other take a line. */
export class IdRuns {
  /** Place and id of the first of each run. */
  private readonly places: number[] = [];
  private readonly firsts: number[] = [];
  private count = 0;

  /** Of records after those that are there, in order. */
  add(id: number, count = 1): void {
    const last = this.firsts.length - 1;
    const next = (this.firsts[last] ?? 0) + this.count - (this.places[last] ?? 0);
    if (last < 0 || next !== id) {
      this.places.push(this.count);
      this.firsts.push(id);
    }
    this.count += count;
  }

  at(place: number): number | undefined {
    if (place < 0 || place >= this.count) return undefined;
    let [low, high] = [0, this.places.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.places[middle] ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return (this.firsts[low] ?? 0) + place - (this.places[low] ?? 0);
  }
}

/** Of all records of an entity that are there, in the order of their ids. */
export const readIdRuns = async (database: Database, { name }: Pick<Entity, 'name'>): Promise<IdRuns> => {
  const text = `select coalesce(json_agg(json_build_array(first, count) order by first), '[]')::text as body
    from (select min(id) as first, count(*) as count
      from (select id, id - row_number() over (order by id) as run from public.${quoteIdentifier(name)}) t group by run) r`;
  const { rows } = await database.transaction(async (transaction) => {
    // Tens of millions take longer than a request may.
    await transaction.execute('set local statement_timeout = 0');
    return transaction.query<{ body: string }>({ text, values: [] });
  });
  const ids = new IdRuns();
  for (const [first, count] of JSON.parse(rows[0]?.body ?? '[]') as readonly (readonly [number, number])[])
    ids.add(first, count);
  return ids;
};
