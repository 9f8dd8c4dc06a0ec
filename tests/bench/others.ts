/** What other people feel of long work: the lists that they ask for meanwhile, beside the same in quiet. */
import { subjectOf } from './compare-sides.ts';
import { percentile } from './measure.ts';
import { sendPaced } from './paced.ts';
import type { Report } from './report.ts';
import { find, ms } from './report.ts';
import type { Site } from './site.ts';

const perSecond = 20;
const quietSeconds = 5;
const columns = 'select=id,versao,codigo,nome,nascimento,valor,ativo,cidade(id,nome,uf)';

/** Milliseconds at the 95th percentile. Rejects where a list was refused. */
const listsDuring = async (site: Site, lasts: number | Promise<unknown>): Promise<number> => {
  const { times, statuses } = await sendPaced(
    {
      url: site.product.url,
      ask: (turn) => site.ask('GET', `?${columns}&limit=50&cidade_id=eq.${site.cities[turn % site.cities.length]}`),
    },
    perSecond,
    lasts,
  );
  const odd = [...statuses.keys()].filter((status) => status >= 300);
  if (odd.length > 0) throw new Error(`lists meanwhile: ${odd.join()}`);
  return percentile(times, 0.95);
};

/** Runs the work while others list, and tells of both. */
export const withOthers = async <T>(report: Report, site: Site, what: string, run: () => Promise<T>): Promise<T> => {
  const quiet = await listsDuring(site, quietSeconds);
  const working = run();
  const [result, meanwhile] = await Promise.all([working, listsDuring(site, working)]);
  const more = meanwhile / quiet - 1;
  const judged = site.kind === 'postgres';
  find(report, {
    what: `Lists of others while ${what}, ${subjectOf(site)}, p95`,
    measured: `${ms(meanwhile)}; in quiet ${ms(quiet)}: ${more < 0 ? '' : '+'}${Math.round(100 * more)} %`,
    bar: judged ? 'less than 30 % more' : undefined,
    met: !judged || more < 0.3,
  });
  return result;
};
