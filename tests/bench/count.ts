/**
 * Rows never wait for a count: a person applies one filter after another that no index serves. The screens ask for the
 * rows by GET and, at the same moment, for their number by HEAD; beside that the same rows without the HEAD.
 */
import { subjectOf } from './compare-sides.ts';
import type { Side } from './measure.ts';
import { measureTurns, percentile } from './measure.ts';
import type { Report } from './report.ts';
import { find, ms, number } from './report.ts';
import type { Site } from './site.ts';

const rounds = 4;

export const benchCount = async (report: Report, site: Site, seconds: number): Promise<void> => {
  /** One row in a thousand, a thousand different filters. */
  const filter = (turn: number): string => `pontos=eq.${(turn * 7) % 1000}`;
  const { url } = site.product;
  const rows: Side = {
    url,
    ask: (turn) => site.ask('GET', `?select=id,versao,codigo,nome&order=nome.asc&limit=50&${filter(turn)}`),
  };
  const counts: Side = {
    url,
    ask: (turn) => site.ask('HEAD', `?${filter(turn)}`, { headers: { prefer: 'count=exact' } }),
  };
  const alone: number[] = [];
  const beside: number[] = [];
  await measureTurns(rows, 1, 0);
  for (let round = 0; round < rounds; round += 1) {
    alone.push(...(await measureTurns(rows, seconds, round * 250)));
    beside.push(...(await measureTurns(rows, seconds, round * 250, counts)));
  }
  const [without, during] = [percentile(alone, 0.95), percentile(beside, 0.95)];
  const more = (during / without - 1) * 100;
  find(report, {
    what: `Rows asked for together with their count, ${subjectOf(site)}, p95`,
    measured: `${ms(during)}; without ${ms(without)}: ${more < 0 ? '' : '+'}${number(more)} %`,
    ...(site.kind === 'postgres' ? { bar: 'less than 10 % more', met: more < 10 } : { bar: undefined, met: true }),
  });
};
