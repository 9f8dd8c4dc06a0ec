/**
 * The first page of every list, as its screen asks for it, comes out of indexes in the order of the list: each database
 * is asked how it would read it if sorting cost more than anything. What sorts even then would sort a whole table;
 * rows of one value, which a unique index before them keeps few, may be put in order as they come (`Incremental Sort`).
 */
import { expect, it } from 'vitest';
import { buildScreenModel } from '../../../engine/contract/build-screen-model.ts';
import { parseRequest } from '../../../engine/contract/request.ts';
import { bind, prepare } from '../../../engine/data/bind.ts';
import { listContext } from '../../../engine/data/plan/context.ts';
import { planRead } from '../../../engine/data/plan/plan-read.ts';
import { valuesOf } from '../../../engine/data/read-rows.ts';
import { printCount, printRead } from '../../../engine/data/sql/read.ts';
import { openSqlParser } from '../../../engine/metadata/parse-query.ts';
import type { RegistryScreen } from '../../../engine/model/screen-types.ts';
import { loadProduct } from '../../../src/load-product.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { fileMemory, readRealFiles } from '../../support/real-files.ts';
import { accessOf } from './readings.ts';

await openSqlParser();
const { model } = loadProduct(await readRealFiles(), 'copass', fileMemory);
const access = accessOf(['all:manage']);

interface Node {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Sort Key'?: readonly string[];
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}

interface Explained {
  readonly 'QUERY PLAN': string;
}

/** The plan as JSON comes as a text. */
const plansOf = ({ 'QUERY PLAN': text }: Explained): readonly { readonly Plan: Node }[] => JSON.parse(text);

/** Run once for each row of the page: what it sorts is what belongs to that row. */
const ofEachRow = ({ 'Parent Relationship': place }: Node): boolean => place === 'SubPlan' || place === 'Inner';

const sortsIn = (node: Node): readonly string[] => [
  ...(node['Node Type'] === 'Sort' ? [(node['Sort Key'] ?? []).join(', ')] : []),
  ...(node.Plans ?? []).filter((plan) => !ofEachRow(plan)).flatMap(sortsIn),
];

const firstPage = (screen: RegistryScreen) => {
  const { select, order } = buildScreenModel(model, access, screen, () => '');
  const request = parseRequest(String(new URLSearchParams({ select, order, limit: '50' })));
  const context = listContext(model, access, screen, 'UTC');
  return bind(prepare(printRead(planRead(context, request, undefined)), false), valuesOf(context, request, []));
};

/** How the rows of a list are counted for who acts for these providers. */
const countFor = (screen: RegistryScreen, providers: readonly number[]) => {
  const own = { prestador: providers, beneficiario: [] };
  const context = listContext(model, { ...access, unconfined: false, own }, screen, 'UTC');
  const request = parseRequest('limit=0');
  return bind(prepare(printCount(planRead(context, request, undefined), 1000), false), valuesOf(context, request, []));
};

const indexConditions = (node: Node): readonly string[] => [
  ...(node['Index Cond'] === undefined ? [] : [node['Index Cond']]),
  ...(node.Plans ?? []).flatMap(indexConditions),
];

/** The rows of a report are chosen first, and then put together. */
const lists = model.screens.filter((screen) => screen.kind === 'registry').filter(({ report }) => report === undefined);

const withoutSorting =
  'set local enable_sort = off; set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_bitmapscan = off';

forEachDatabase((open) => {
  it(`the first page of a list comes out of indexes in its order, for each of ${lists.length}`, async () => {
    const database = await open({ from: 'product' });
    const sorted: Record<string, readonly string[]> = {};
    await database.transaction(async (transaction) => {
      await transaction.execute(withoutSorting);
      for (const screen of lists) {
        const { text, values } = firstPage(screen);
        const { rows } = await transaction.query<Explained>({ text: `explain (format json) ${text}`, values });
        const found = rows.flatMap(plansOf).flatMap(({ Plan }) => sortsIn(Plan));
        if (found.length > 0) sorted[screen.path] = found;
      }
    });
    expect(lists.length).toBeGreaterThan(100);
    expect(sorted).toEqual({});
  });

  it('the rows of one provider, and those of several, are found by the index of their relation', async () => {
    const database = await open({ from: 'product' });
    const screen = lists.find(({ path }) => path === '/faturamentos-prestadores');
    if (screen === undefined) throw new Error('no invoices');
    await database.transaction(async (transaction) => {
      await transaction.execute('set local enable_seqscan = off');
      for (const [providers, condition] of [
        [[1], /^\(prestador_id = '?1'?(::bigint)?\)$/],
        [[1, 2], /^\(prestador_id = ANY \(.*\)\)$/],
      ] as const) {
        const { text, values } = countFor(screen, providers);
        const { rows } = await transaction.query<Explained>({ text: `explain (format json) ${text}`, values });
        const found = rows.flatMap(plansOf).flatMap(({ Plan }) => indexConditions(Plan));
        expect([providers, found]).toEqual([providers, [expect.stringMatching(condition)]]);
      }
    });
  });
});
