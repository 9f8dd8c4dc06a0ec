/** What a page costs that no index gives in its order: the JSON of its own rows, not of all that are sorted for it. */
import { beforeAll, expect, test } from 'vitest';
import { parseRequest } from '../../../engine/contract/request.ts';
import { bind, prepare } from '../../../engine/data/bind.ts';
import type { Database } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import { planRead } from '../../../engine/data/plan/plan-read.ts';
import { valuesOf } from '../../../engine/data/read-rows.ts';
import { printRead } from '../../../engine/data/sql/read.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { context, fill, readingModel } from './readings.ts';

interface Node {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly Node[];
}

const nodesIn = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];

forEachDatabase((open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await applySchema(database, readingModel);
    await fill(
      database,
      'leitura',
      Array.from({ length: 500 }, (_row, index) => ({
        ordem: index,
        inteiro: (index * 37) % 101,
        texto: `texto ${index}`,
      })),
    );
  });

  test.each([
    ['sorted', '', undefined],
    ['of the past', '', 'now'],
    ['searched', '&q=texto', undefined],
  ])('a page %s works out the JSON of its own rows alone', async (_which, more, when) => {
    const asked = parseRequest(`select=id,texto&order=inteiro&limit=10${more}`);
    const { rows: clock } = await database.query<{ at: string }>({ text: 'select now()::text as at', values: [] });
    const request = when === 'now' ? { ...asked, moment: clock[0]?.at ?? '' } : asked;
    const { text, values } = bind(
      prepare(printRead(planRead(context, request, undefined)), false),
      valuesOf(context, request, []),
    );
    const { rows } = await database.query<{ 'QUERY PLAN': unknown }>({
      text: `explain (analyze, timing off, format json) ${text}`,
      values,
    });
    const told = rows[0]?.['QUERY PLAN'];
    const [{ Plan }] = (typeof told === 'string' ? JSON.parse(told) : told) as [{ Plan: Node }];
    const nodes = nodesIn(Plan);
    expect(nodes.some(({ 'Node Type': type }) => type.includes('Sort'))).toBe(true);
    const objects = nodes.filter(({ 'Parent Relationship': place }) => place === 'SubPlan');
    expect(Math.max(...objects.map(({ 'Actual Loops': loops }) => loops))).toBe(11);
  });
});
