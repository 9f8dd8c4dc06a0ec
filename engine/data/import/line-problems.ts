/** What is wrong with the rows of a file, line by line, after they were looked at and, where that is so, written. */
import type { RowOutcome } from '../../files/outcomes.ts';
import { readPartOutcomes } from '../batch/store.ts';
import type { Queryable } from '../database.ts';

/** In the order of the lines. */
export const lineProblems = async (queryable: Queryable, batchId: string): Promise<readonly RowOutcome[]> => {
  const byLine = new Map<number, string[]>();
  for (const { refusals } of await readPartOutcomes(queryable, batchId))
    for (const { line, message } of refusals)
      if (line !== undefined) byLine.set(line, [...(byLine.get(line) ?? []), message]);
  return [...byLine].sort(([a], [b]) => a - b).map(([line, problems]) => ({ line, problems }));
};
