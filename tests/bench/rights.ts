/** What rights cost: the same list for who may do everything and for who has many groups, closed fields or own rows. */
import { subjectOf } from './compare-sides.ts';
import { openConnection } from './connection.ts';
import type { Effort, Side } from './measure.ts';
import { measure } from './measure.ts';
import { people } from './people.ts';
import type { Report } from './report.ts';
import { find, number } from './report.ts';
import type { Site } from './site.ts';

const columns = 'id,versao,codigo,nome,nascimento,valor,ativo,cidade(id,nome,uf)';
const bar = 10;

const rowsOf = async ({ url, ask }: Side): Promise<number> => {
  const connection = await openConnection(url);
  const answer = await connection.ask(ask(0));
  connection.close();
  if (answer.status >= 300) throw new Error(`${ask(0).path}: ${answer.status} ${answer.body.toString('utf8')}`);
  return (JSON.parse(answer.body.toString('utf8')) as unknown[]).length;
};

const compareRights = async (
  report: Report,
  site: Site,
  what: string,
  sides: readonly [free: Side, bound: Side],
  effort: Effort,
): Promise<void> => {
  const [all, own] = await Promise.all(sides.map(rowsOf));
  if (all !== own || all === 0) throw new Error(`${what}: ${all} rows and ${own}`);
  const [free, bound] = await measure(sides, effort);
  if (!free || !bound) throw new Error('two sides give two figures');
  const more = (free.rate / bound.rate - 1) * 100;
  find(report, {
    what: `List, ${what}, beside an administrator's, ${subjectOf(site)}, time of an answer`,
    measured: `${more < 0 ? '' : '+'}${number(more, 1)} % (${number(bound.rate)} and ${number(free.rate)} per second)`,
    bar: `less than ${bar} % more`,
    met: more < bar && free.failed + bound.failed === 0,
  });
};

export const benchRights = async (report: Report, site: Site, effort: Effort): Promise<void> => {
  const clerk = await site.signIn(people.clerk.login, people.clerk.password);
  const provider = await site.signIn(people.provider.login, people.provider.password);
  const side = (query: (turn: number) => string, token?: string): Side => ({
    url: site.product.url,
    ask: (turn) => site.ask('GET', query(turn), token === undefined ? {} : { headers: { authorization: token } }),
  });
  const page = (turn: number): string =>
    `?select=${columns},observacao&order=nome.asc&limit=50&cidade_id=eq.${site.cities[turn % site.cities.length]}`;
  await compareRights(
    report,
    site,
    '25 groups with 2,600 rules, fields hidden and masked',
    [side(page), side(page, clerk)],
    effort,
  );
  const mine = `?select=${columns}&order=nome.asc&limit=50`;
  const [city] = site.cities;
  await compareRights(
    report,
    site,
    'rows of one provider',
    [side(() => `${mine}&cidade_id=eq.${city}`), side(() => mine, provider)],
    effort,
  );
};
