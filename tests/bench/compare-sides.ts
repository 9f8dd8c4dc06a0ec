/** The product beside its bare twin: first that both answer the same, then how fast. */
import { isDeepStrictEqual } from 'node:util';
import type { Answer } from './connection.ts';
import { openConnection } from './connection.ts';
import type { Effort, Side } from './measure.ts';
import { measure } from './measure.ts';
import type { Comparison, Report } from './report.ts';
import { compare, number } from './report.ts';
import type { Site } from './site.ts';

export interface Sides {
  readonly product: Side;
  readonly bare: Side;
}

/** `GET /<statement>?v=...` of the twin. */
export const bareAddress = (statement: string, ...values: readonly (string | number)[]): string =>
  `/${statement}?${values.map((value) => `v=${encodeURIComponent(value)}`).join('&')}`;

export const subjectOf = ({ kind, rows }: Site): string =>
  `${kind === 'postgres' ? 'PostgreSQL' : 'PGlite'}, ${number(rows)} rows`;

export const sameJson = (ours: Answer, theirs: Answer): boolean =>
  isDeepStrictEqual(JSON.parse(ours.body.toString('utf8')), JSON.parse(theirs.body.toString('utf8')));

const samples = 10;

/** A twin that answers something else would measure something else. */
export const checkSame = async (
  { product, bare }: Sides,
  same: (ours: Answer, theirs: Answer) => boolean,
): Promise<void> => {
  const [ours, theirs] = await Promise.all([openConnection(product.url), openConnection(bare.url)]);
  try {
    for (let turn = 0; turn < samples; turn += 1) {
      const [mine, yours] = await Promise.all([ours.ask(product.ask(turn)), theirs.ask(bare.ask(turn))]);
      if (mine.status >= 300 || yours.status >= 300 || !same(mine, yours)) {
        throw new Error(
          `${product.ask(turn).path} and ${bare.ask(turn).path} answer differently:\n${mine.status} ${mine.body.toString('utf8').slice(0, 500)}\n${yours.status} ${yours.body.toString('utf8').slice(0, 500)}`,
        );
      }
    }
  } finally {
    ours.close();
    theirs.close();
  }
};

export const compareSides = async (
  report: Report,
  site: Site,
  what: string,
  sides: Sides,
  effort: Effort,
): Promise<Comparison> => {
  const [product, bare] = await measure([sides.product, sides.bare], effort);
  if (!product || !bare) throw new Error('two sides give two figures');
  const comparison = { subject: subjectOf(site), what, product, bare };
  compare(report, comparison);
  return comparison;
};
