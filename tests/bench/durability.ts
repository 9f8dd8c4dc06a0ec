/** Killed while writing: what was lost, and how long the next start takes. */
import { runCrashes } from '../support/crash-run.ts';
import type { Report } from './report.ts';
import { find, ms, number } from './report.ts';

const kills = 5;

export const benchDurability = async (report: Report): Promise<void> => {
  for (const kind of ['pglite', 'postgres'] as const) {
    const { acknowledged, lost, torn, gaps, starts } = await runCrashes(kind, kills);
    const written = acknowledged.inserts + acknowledged.updates + acknowledged.batches;
    const slowest = Math.max(...starts);
    find(report, {
      what: `Killed ${kills} times while writing, ${kind === 'postgres' ? 'PostgreSQL' : 'PGlite'}`,
      measured: `${number(written)} writes acknowledged, ${lost.length} lost, ${torn.length} half written, ${gaps.length} gaps in the history; slowest start ${ms(slowest)}`,
      bar: 'nothing lost or half written, start below 3 s',
      met: lost.length + torn.length + gaps.length === 0 && slowest < 3000,
    });
  }
};
