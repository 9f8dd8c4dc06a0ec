/** What a list's statement reads of its tables, by the plan that the database makes for it. In: a statement. Out: the plan in words. */
import type { Queryable, Statement } from '../../engine/data/database.ts';

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Node[];
}

export interface ListPlan {
  /** Rows that the hungriest node took out of one table. */
  readonly most: number;
  /** That table. */
  readonly table: string;
  /** Milliseconds that the database needed for the statement alone. */
  readonly executed: number;
  /** As `explain (analyze, buffers)` writes it. */
  readonly text: string;
}

const readOf = (node: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops'];

const scansOf = (node: Node): readonly Node[] => [
  ...(node['Relation Name'] === undefined ? [] : [node]),
  ...(node.Plans ?? []).flatMap(scansOf),
];

const explained = async (
  database: Queryable,
  { text, values }: Statement,
  format: 'json' | 'text',
): Promise<unknown[]> => {
  const { rows } = await database.query<Record<string, unknown>>({
    text: `explain (analyze, buffers, format ${format}) ${text}`,
    values,
  });
  return rows.map((row) => row['QUERY PLAN']);
};

export const planOf = async (database: Queryable, statement: Statement): Promise<ListPlan> => {
  const [json] = await explained(database, statement, 'json');
  const [{ Plan: top, 'Execution Time': executed }] = (typeof json === 'string' ? JSON.parse(json) : json) as readonly [
    { readonly Plan: Node; readonly 'Execution Time': number },
  ];
  const [hungriest] = scansOf(top).toSorted((a, b) => readOf(b) - readOf(a));
  const text = (await explained(database, statement, 'text')).join('\n');
  return { most: hungriest ? readOf(hungriest) : 0, table: hungriest?.['Relation Name'] ?? '', executed, text };
};
