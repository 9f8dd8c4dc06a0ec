/** The imports among the writes of a history. In: requests, as the history keeps them. Out: those that were imports. */
import type { HistoryImport } from '../contract/screen-model.ts';
import { formats } from '../fields/formats.ts';
import type { Queryable } from './database.ts';

/** By the request; what takes an import back is none, and what does it again is. */
export const importsOf = async (
  queryable: Queryable,
  entity: string,
  requests: readonly string[],
): Promise<ReadonlyMap<string, HistoryImport>> => {
  const ids = [...new Set(requests)].filter((request) => formats.uuid(request));
  if (ids.length === 0) return new Map();
  const { rows } = await queryable.query<{ id: string; number: string; loads: boolean }>({
    text: `select b.id::text as id, b.number::text as number, coalesce((b.work ->> 'loads')::boolean, false) as loads
      from fichario.batch b join json_array_elements_text($1::json) as r(id) on b.id = r.id::uuid
      where b.entity = $2::text and b.operation in ('import', 'reinstate')`,
    values: [JSON.stringify(ids), entity],
    name: 'history-imports',
  });
  return new Map(
    rows.map(({ id, number, loads }) => [id, { number: Number(number), ...(loads && { loads: true as const }) }]),
  );
};
