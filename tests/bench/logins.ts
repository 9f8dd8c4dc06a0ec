/**
 * Wrong logins, 50 a second, beside people who work: from one address, which is soon refused before anything is hashed,
 * and each from another, of which some are hashed. Their client is a process of its own, but on the same machine: what it
 * takes from those who work by itself shows beside as many calls of the cheapest kind.
 */
import { subjectOf } from './compare-sides.ts';
import type { Ask } from './connection.ts';
import { openFlood } from './flood.ts';
import type { Side } from './measure.ts';
import { percentile } from './measure.ts';
import { sendPaced } from './paced.ts';
import type { Report } from './report.ts';
import { find, ms, number } from './report.ts';
import type { Site } from './site.ts';

const wrongPerSecond = 50;
/** Twenty people who each look at something twice a second. */
const perSecond = 40;
const rounds = 7;
const seconds = 4;
const bar = 20;

type Load = 'alone' | 'cheap' | 'wrong';

/** Of the p95 of the rounds: one in which the machine was busy with something else says nothing. */
const median = (rounds: readonly (readonly number[])[]): number =>
  percentile(
    rounds.map((times) => percentile(times, 0.95)),
    0.5,
  );

export const benchLogins = async (report: Report, site: Site): Promise<void> => {
  const work: Side = {
    url: site.product.url,
    ask: (turn) =>
      site.ask(
        'GET',
        `?select=id,versao,codigo,nome,cidade(id,nome)&order=nome.asc&limit=50&cidade_id=eq.${site.cities[(turn * 13) % site.cities.length]}`,
      ),
  };
  let sent = 0;
  const wrong = (address: string): Ask => ({
    method: 'POST',
    path: '/api/auth/token/issue',
    headers: { 'x-forwarded-for': address },
    body: JSON.stringify({ userId: `ninguem${sent}`, password: 'senha-errada' }),
  });
  const asksOf = (address: (turn: number) => string): readonly Ask[] =>
    Array.from({ length: wrongPerSecond * seconds }, () => {
      sent += 1;
      return wrong(address(sent));
    });
  const cheap: readonly Ask[] = [{ ...site.ask('GET', ''), path: '/api/auth/me' }];
  const loads = [
    ['one address', () => asksOf(() => '203.0.113.1')],
    ['50 addresses a second', () => asksOf((turn) => `198.18.${Math.floor(turn / 250) % 250}.${turn % 250}`)],
  ] as const;
  const flood = openFlood();
  try {
    await sendPaced(work, perSecond, 2);
    for (const [from, attack] of loads) {
      const times: Record<Load, (readonly number[])[]> = { alone: [], cheap: [], wrong: [] };
      const statuses = new Map<number, number>();
      const shares: number[] = [];
      const beside = async (asks: readonly Ask[]) => {
        const [{ times: measured }, result] = await Promise.all([
          sendPaced(work, perSecond, seconds),
          flood.send({ url: site.product.url, asks, perSecond: wrongPerSecond, seconds }),
        ]);
        return { measured, ...result };
      };
      for (let round = 0; round < rounds; round += 1) {
        times.alone.push((await sendPaced(work, perSecond, seconds)).times);
        times.cheap.push((await beside(cheap)).measured);
        const during = await beside(attack());
        times.wrong.push(during.measured);
        shares.push(during.share);
        for (const [status, count] of during.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
      }
      const [alone, control, beset] = [median(times.alone), median(times.cheap), median(times.wrong)];
      const more = (of: number): string => `${beset < of ? '' : '+'}${number((beset / of - 1) * 100)} %`;
      const answered = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ');
      const share = (shares.reduce((sum, one) => sum + one, 0) / shares.length) * 100;
      find(report, {
        what: `List beside ${wrongPerSecond} wrong logins a second from ${from}, ${subjectOf(site)}, p95 of the median round`,
        measured: `${ms(beset)}; without ${ms(alone)}: ${more(alone)}; beside ${wrongPerSecond} GET /auth/me of the same client ${ms(control)}: ${more(control)} (logins: ${answered}; their client takes ${number(share)} % of a processor)`,
        bar: `less than ${bar} % more`,
        met: (beset / alone - 1) * 100 < bar,
      });
    }
  } finally {
    flood.stop();
  }
};
