/**
 * A CSV of new records, and one of which a tenth changes what is there: looked at row by row, written, and taken back. A
 * tenth of the registry's rows, so that the bars of a million are held against what a million would take.
 */
import type { BatchPlan } from '../../engine/contract/batch.ts';
import type { Import, ImportDetail } from '../../engine/contract/import.ts';
import type { Job } from '../../engine/contract/job.ts';
import { isOver } from '../../engine/contract/job.ts';
import { bareAddress, subjectOf } from './compare-sides.ts';
import { askOnce } from './connection.ts';
import { withOthers } from './others.ts';
import type { Report } from './report.ts';
import { find, number } from './report.ts';
import type { Site } from './site.ts';

/** Seconds for a million new rows on a server, and for as many on the embedded database. */
const bars = { postgres: 60, pglite: 200 } as const;
/** Records of the imports during which others list: long enough to be heard. */
const besideRows = { postgres: 50_000, pglite: 5_000 } as const;
/** Of half a million, a tenth of which changes records. */
const mixedBar = 180;
const memoryBar = 256;
const pause = 100;

const call = async <Answer>(
  site: Site,
  method: 'GET' | 'POST',
  path: string,
  body?: string | Buffer,
): Promise<Answer> => {
  const { headers = {} } = site.ask(method === 'GET' ? 'GET' : 'POST', '');
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream';
  const answer = await fetch(`${site.product.url}/api${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as Answer;
};

/** Seconds until the job is over. Raises what it failed of. */
const whenOver = async (site: Site, { job }: Import): Promise<number> => {
  const began = performance.now();
  for (;;) {
    const now = await call<Job>(site, 'GET', `/trabalhos/${job?.id}`);
    if (isOver(now.state)) {
      if (now.state !== 'done') throw new Error(`${now.title}: ${now.problem}`);
      return (performance.now() - began) / 1000;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
};

interface Imported {
  readonly checking: number;
  readonly applying: number;
  readonly undoing: number;
  readonly plan: ImportDetail;
}

const run = async (site: Site, csv: Buffer): Promise<Imported> => {
  const sent = await call<ImportDetail>(site, 'POST', `/importacoes?path=${site.resource}&name=medida.csv`, csv);
  const path = `/importacoes/${sent.id}`;
  const checking = await whenOver(
    site,
    await call<Import>(site, 'POST', `${path}/conferir`, JSON.stringify({ ...sent.choices, mode: 'upsert' })),
  );
  const plan = await call<ImportDetail>(site, 'GET', path);
  const seal = JSON.stringify({ seal: plan.batch?.seal });
  const applying = await whenOver(site, await call<Import>(site, 'POST', `${path}/aplicar`, seal));
  const began = performance.now();
  const back = await call<BatchPlan>(site, 'POST', `/alteracoes-em-lote/${plan.batch?.id}/desfazer`);
  await call(site, 'POST', `/alteracoes-em-lote/${back.id}/aplicar`, JSON.stringify({ seal: back.seal }));
  return { checking, applying, undoing: (performance.now() - began) / 1000, plan };
};

const header = 'Código;Nome;Cidade;Nascimento;Valor;Grupo;Pontos\n';
const line = (code: string, index: number): string =>
  `${code};Importado ${index};3550308;${String(1 + (index % 28)).padStart(2, '0')}/03/1980;1.234,${10 + (index % 90)};${index % 50};${index % 1000}`;

const fresh = (rows: number): Buffer =>
  Buffer.from(
    header + Array.from({ length: rows }, (_, index) => line(`I${String(index).padStart(8, '0')}`, index)).join('\n'),
  );
const mixed = (rows: number): Buffer =>
  Buffer.from(
    header +
      Array.from({ length: rows }, (_, index) =>
        line(index % 10 === 0 ? String(1 + index).padStart(9, '0') : `M${String(index).padStart(8, '0')}`, index),
      ).join('\n'),
  );

const seconds = (value: number): string => `${value.toFixed(1)} s`;

/** The same rows in one statement, beside which nobody checks, compares, previews or could take them back; then they go. */
const runBare = async (site: Site, rows: number): Promise<number> => {
  const began = performance.now();
  const { status, body } = await askOnce(site.bare.url, {
    method: 'POST',
    path: bareAddress('insertMany', rows),
    body: '',
  });
  const took = (performance.now() - began) / 1000;
  if (status >= 300) throw new Error(`bare: ${status} ${body.toString('utf8').slice(0, 300)}`);
  await askOnce(site.bare.url, { method: 'POST', path: bareAddress('deleteMany') });
  return took;
};

export const benchImport = async (report: Report, site: Site): Promise<void> => {
  const rows = Math.floor(site.rows / 10);
  const bare = await runBare(site, rows);
  for (const [what, csv, bar] of [
    ['new records', fresh(rows), (bars[site.kind] * rows) / 1_000_000],
    ['records, a tenth of which are changed', mixed(Math.floor(rows / 2)), (mixedBar * rows) / 2 / 500_000],
  ] as const) {
    const { checking, applying, undoing, plan } = await run(site, csv);
    const beside = what === 'new records' ? ` (the bare INSERT of as many ${seconds(bare)})` : '';
    const took = checking + applying;
    find(report, {
      what: `Import of ${number(plan.batch?.rows ?? 0)} ${what}, ${subjectOf(site)}`,
      measured: `${seconds(took)}: looked at in ${seconds(checking)}, written in ${seconds(applying)}${beside}; taken back in ${seconds(undoing)}; ${number(plan.batch?.refused ?? 0)} refused`,
      bar: `at most ${seconds(bar)}`,
      met: took <= bar && plan.batch?.refused === 0,
    });
  }
  await withOthers(report, site, 'records are imported and taken back', () => run(site, fresh(besideRows[site.kind])));
  const memory = await site.product.memory();
  if (memory !== undefined && site.kind === 'postgres')
    find(report, {
      what: `Memory of the product after the imports, ${subjectOf(site)}`,
      measured: `${number(memory)} MB`,
      bar: `at most ${memoryBar} MB`,
      met: memory <= memoryBar,
    });
};
