/** Reading: the list filtered and sorted, page after page, far in, searched; its count; one record. */

import type { Sides } from './compare-sides.ts';
import { bareAddress, checkSame, compareSides, sameJson, subjectOf } from './compare-sides.ts';
import type { Answer } from './connection.ts';
import type { Effort, Figure } from './measure.ts';
import { measure } from './measure.ts';
import type { PageStart } from './pages.ts';
import { findPages, pageSize } from './pages.ts';
import { searchWords } from './registry-files.ts';
import type { Comparison, Report } from './report.ts';
import { find, number, share, times } from './report.ts';
import type { Site } from './site.ts';

const columns = 'select=id,versao,codigo,nome,nascimento,valor,ativo,cidade(id,nome,uf)';
const list = `?${columns}&order=nome.asc&limit=${pageSize}`;
const object = { accept: 'application/vnd.pgrst.object+json' };

const pick = <T>(values: readonly T[], turn: number): T => values[turn % values.length] as T;

const reading = (site: Site, product: (turn: number) => string, bare: (turn: number) => string): Sides => ({
  product: { url: site.product.url, ask: (turn) => site.ask('GET', product(turn)) },
  bare: { url: site.bare.url, ask: (turn) => ({ method: 'GET', path: bare(turn) }) },
});

/** Over 5,571 cities: one filter each. */
const filtered = (site: Site): Sides =>
  reading(
    site,
    (turn) => `${list}&cidade_id=eq.${pick(site.cities, turn)}`,
    (turn) => bareAddress('filter', pick(site.cities, turn)),
  );

const paged = (site: Site, starts: readonly PageStart[]): Sides =>
  reading(
    site,
    (turn) => `${list}&cursor=${encodeURIComponent(pick(starts, turn).cursor)}`,
    (turn) => bareAddress('after', pick(starts, turn).nome, pick(starts, turn).id),
  );

const inTurn = (first: Sides, second: Sides): Sides => ({
  product: { ...first.product, ask: (turn) => (turn % 2 === 0 ? first : second).product.ask(Math.floor(turn / 2)) },
  bare: { ...first.bare, ask: (turn) => (turn % 2 === 0 ? first : second).bare.ask(Math.floor(turn / 2)) },
});

/** Two words of a name, which hundreds of rows have; in every other turn a code, which one row has. */
const searched = (site: Site): Sides => {
  const code = (turn: number): string => String(1 + ((turn * 7919) % site.rows)).padStart(9, '0');
  return reading(
    site,
    (turn) => `${list}&q=${turn % 2 === 0 ? searchWords(turn).join('+') : code(turn)}`,
    (turn) => (turn % 2 === 0 ? bareAddress('words', ...searchWords(turn)) : bareAddress('code', code(turn))),
  );
};

/** By a column that no index has. */
const sorted = (site: Site): Sides =>
  reading(
    site,
    () => `?${columns}&order=nascimento.desc&limit=${pageSize}`,
    () => bareAddress('sorted'),
  );

const oneRecord = (site: Site): Sides => {
  const id = (turn: number): number => 1 + ((turn * 7919) % site.rows);
  const sides = reading(
    site,
    (turn) => `?${columns}&id=eq.${id(turn)}`,
    (turn) => bareAddress('one', id(turn)),
  );
  return {
    ...sides,
    product: { ...sides.product, ask: (turn) => site.ask('GET', `?${columns}&id=eq.${id(turn)}`, { headers: object }) },
  };
};

const counted = (site: Site): Sides => ({
  product: {
    url: site.product.url,
    ask: (turn) => site.ask('HEAD', `?cidade_id=eq.${pick(site.cities, turn)}`, { headers: { prefer: 'count=exact' } }),
  },
  bare: {
    url: site.bare.url,
    ask: (turn) => ({ method: 'HEAD', path: bareAddress('count', pick(site.cities, turn)) }),
  },
});

const totalOf = (answer: Answer): string | undefined => answer.header('content-range')?.split('/')[1];
const sameTotal = (ours: Answer, theirs: Answer): boolean =>
  totalOf(ours) !== undefined && totalOf(ours) === totalOf(theirs);

/** The list as it is used: filtered, and page after page, in turn. */
const usedList = async (site: Site): Promise<Sides> =>
  inTurn(filtered(site), paged(site, await findPages(site, 0, 1000)));

/** The product against itself. */
const inOneRun = async (one: Sides, other: Sides, effort: Effort): Promise<readonly [Figure, Figure]> => {
  const [first, second] = await measure([one.product, other.product], effort);
  if (!first || !second) throw new Error('two sides give two figures');
  return [first, second];
};

export const benchList = async (report: Report, site: Site, effort: Effort): Promise<void> => {
  const pages = Math.floor(site.rows / pageSize);
  /** 10,000, or half-way where there are not so many. */
  const far = Math.min(10_000, Math.floor(pages / 40) * 20);
  const near = await findPages(site, 0, 100);
  const deep = await findPages(site, (far - 20) * pageSize, 120);
  const run = async (what: string, sides: Sides, same = sameJson): Promise<Comparison> => {
    await checkSame(sides, same);
    return compareSides(report, site, what, sides, effort);
  };
  const whole = await run('list: filtered by city and next page in turn', await usedList(site));
  if (site.kind === 'postgres') {
    find(report, {
      what: `List, ${subjectOf(site)}, requests per second of bare`,
      measured: number(share(whole), 2),
      bar: 'at least 0.60',
      met: share(whole) >= 0.6,
    });
  }
  await run('list: searched', searched(site));
  await run('list: sorted by what no index has', sorted(site));
  const last = paged(site, deep.slice(19, 119));
  await run(`list: pages ${number(far)} to ${number(far + 100)}`, last);
  const [early, late] = await inOneRun(paged(site, near), last, effort);
  find(report, {
    what: `Page ${number(far)} beside page 1, ${subjectOf(site)}, median time`,
    measured: times(late.p50 / early.p50),
    bar: 'at most 1.5x',
    met: late.p50 / early.p50 <= 1.5,
  });
  await run('count of a filtered list', counted(site), sameTotal);
  await run('one record', oneRecord(site));
};

/** The same list of both sites in turn. */
export const benchGrowth = async (report: Report, small: Site, large: Site, effort: Effort): Promise<void> => {
  const [little, much] = await inOneRun(await usedList(small), await usedList(large), effort);
  const slower = much.p50 / little.p50;
  find(report, {
    what: `List, ${number(large.rows)} rows beside ${number(small.rows)}, median time`,
    measured: times(slower),
    bar: 'at most 1.5x',
    met: slower <= 1.5,
  });
};
