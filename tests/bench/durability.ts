/** Killed while writing: what was lost, and how long the next start takes. */
import { runCrashes } from '../support/crash-run.ts';

export const benchDurability = async (): Promise<void> => {
  for (const kind of ['pglite', 'postgres'] as const) {
    const { acknowledged, lost, torn, gaps, starts } = await runCrashes(kind, 5);
    const written = acknowledged.inserts + acknowledged.updates + acknowledged.batches;
    console.log(
      `killed 5 times, ${kind}: ${written} acknowledged, ${lost.length} lost, ${torn.length} torn, ${gaps.length} gaps in the history; slowest start after ${Math.max(...starts).toFixed(0)} ms (bar: 3,000)`,
    );
  }
};
