/**
 * One request that changes many records, audited, beside the bare UPDATE with the same trigger. After single writes on
 * the same connections, as in a process in use: a trigger's plan made for one row is kept, and must serve many.
 */
import { bareAddress, subjectOf } from './compare-sides.ts';
import type { Ask } from './connection.ts';
import { askOnce } from './connection.ts';
import { percentile } from './measure.ts';
import type { Report } from './report.ts';
import { find, ms, number, times } from './report.ts';
import type { Site } from './site.ts';

const rounds = 3;
/** Slower than this is told after one round. */
const patienceMs = 15_000;

interface Batch {
  readonly took: number;
  readonly refused: boolean;
}

const run = async (url: string, ask: Ask): Promise<Batch> => {
  const began = performance.now();
  const { status } = await askOnce(url, ask);
  return { took: performance.now() - began, refused: status >= 300 };
};

const describe = (batches: readonly Batch[]): string => {
  const time = ms(
    percentile(
      batches.map(({ took }) => took),
      0.5,
    ),
  );
  return batches.some(({ refused }) => refused) ? `refused after ${time}` : time;
};

/** As many single writes as make every connection of the product and its twin keep a plan. */
const writeSingly = async (site: Site): Promise<void> => {
  for (let turn = 0; turn < 40; turn += 1) {
    const body = JSON.stringify({ observacao: 'Antes do lote' });
    await Promise.all([
      run(site.product.url, site.ask('PATCH', `?id=eq.${turn + 1}`, { body })),
      run(site.bare.url, { method: 'PATCH', path: bareAddress('update', turn + 1), body }),
    ]);
  }
};

const door = '/api/alteracoes-em-lote';

/** Raises what the product says where it refuses. */
const post = async <Answer>(site: Site, path: string, body: object | undefined): Promise<Answer> => {
  const ask = site.ask('POST', '', body === undefined ? {} : { body: JSON.stringify(body) });
  const { status, body: answer } = await askOnce(site.product.url, { ...ask, path: `${door}${path}` });
  if (status >= 300) throw new Error(`${path}: ${status} ${answer.toString('utf8').slice(0, 300)}`);
  return JSON.parse(answer.toString('utf8')) as Answer;
};

const timed = async <T>(run: () => Promise<T>): Promise<readonly [T, number]> => {
  const began = performance.now();
  return [await run(), performance.now() - began];
};

/** The same by a plan: what it costs to look at everything before, to apply it as it was sealed, and to take it back. */
const benchSealed = async (report: Report, site: Site, bare: number): Promise<void> => {
  const wanted = {
    path: site.resource,
    operation: 'update',
    filter: 'grupo=eq.1',
    values: { observacao: `Com prévia, ${Date.now()}` },
  };
  type Plan = { readonly id: string; readonly seal: string; readonly changes: number };
  const apply = ({ id, seal }: Plan) => post<{ readonly written: number }>(site, `/${id}/aplicar`, { seal });
  const [plan, planning] = await timed(() => post<Plan>(site, '', wanted));
  const [{ written }, applying] = await timed(() => apply(plan));
  const [back, planningBack] = await timed(() => post<Plan>(site, `/${plan.id}/desfazer`, undefined));
  const [, undoing] = await timed(() => apply(back));
  const subject = `of ${number(written)} records, ${subjectOf(site)}`;
  find(report, {
    what: `Applying the plan of a batch update ${subject}`,
    measured: `${ms(applying)}; bare ${ms(bare)}: ${times(applying / bare)}; its plan ${ms(planning)}, the way back planned ${ms(planningBack)} and applied ${ms(undoing)}`,
    bar: 'at most 3x',
    met: applying / bare <= 3,
  });
};

export const benchBatch = async (report: Report, site: Site): Promise<void> => {
  await writeSingly(site);
  const product: Batch[] = [];
  const bare: Batch[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const body = JSON.stringify({ observacao: `Lote ${round}` });
    // Whoever comes second finds the rows with one dead version more, so they take turns in that too.
    const both = [
      async () => void product.push(await run(site.product.url, site.ask('PATCH', '?grupo=eq.1', { body }))),
      async () => void bare.push(await run(site.bare.url, { method: 'PATCH', path: bareAddress('batch', 1), body })),
    ];
    for (const one of round % 2 === 0 ? both : both.toReversed()) await one();
    if (product.some(({ took }) => took > patienceMs)) break;
  }
  const [ours, theirs] = [product, bare].map((batches) =>
    percentile(
      batches.map(({ took }) => took),
      0.5,
    ),
  ) as [number, number];
  const changed = Math.min(site.groupSize, site.rows - site.groupSize);
  find(report, {
    what: `Batch update of ${number(changed)} records, ${subjectOf(site)}`,
    measured: `${describe(product)}; bare ${describe(bare)}: ${times(ours / theirs)}`,
    bar: 'at most 3x',
    met: ours / theirs <= 3 && !product.some(({ refused }) => refused),
  });
  await benchSealed(report, site, theirs);
};
