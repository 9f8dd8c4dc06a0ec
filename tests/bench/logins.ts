/**
 * Wrong logins, 50 a second, beside people who work: from one address, which is soon refused before anything is hashed,
 * and each from another, of which some are hashed.
 */
import { subjectOf } from './compare-sides.ts';
import type { Side } from './measure.ts';
import { percentile } from './measure.ts';
import { sendPaced } from './paced.ts';
import type { Report } from './report.ts';
import { find, ms, number } from './report.ts';
import type { Site } from './site.ts';

const wrongPerSecond = 50;
/** Twenty people who each look at something twice a second. */
const perSecond = 40;
const rounds = 4;
const seconds = 4;
const bar = 20;

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
  const wrong = (address: (turn: number) => string): Side => ({
    url: site.product.url,
    ask: () => {
      sent += 1;
      return {
        method: 'POST',
        path: '/api/auth/token/issue',
        headers: { 'x-forwarded-for': address(sent) },
        body: JSON.stringify({ userId: `ninguem${sent}`, password: 'senha-errada' }),
      };
    },
  });
  const loads = [
    ['one address', wrong(() => '203.0.113.1')],
    ['50 addresses a second', wrong((turn) => `198.18.${Math.floor(turn / 250) % 250}.${turn % 250}`)],
  ] as const;
  await sendPaced(work, perSecond, 2);
  for (const [from, attack] of loads) {
    const alone: number[] = [];
    const beside: number[] = [];
    const statuses = new Map<number, number>();
    for (let round = 0; round < rounds; round += 1) {
      alone.push(...(await sendPaced(work, perSecond, seconds)).times);
      const [during, refused] = await Promise.all([
        sendPaced(work, perSecond, seconds),
        sendPaced(attack, wrongPerSecond, seconds),
      ]);
      beside.push(...during.times);
      for (const [status, count] of refused.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
    }
    const [without, during] = [percentile(alone, 0.95), percentile(beside, 0.95)];
    const more = (during / without - 1) * 100;
    const answered = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ');
    find(report, {
      what: `List beside ${wrongPerSecond} wrong logins a second from ${from}, ${subjectOf(site)}, p95`,
      measured: `${ms(during)}; without ${ms(without)}: ${more < 0 ? '' : '+'}${number(more)} % (logins: ${answered})`,
      bar: `less than ${bar} % more`,
      met: more < bar,
    });
  }
};
