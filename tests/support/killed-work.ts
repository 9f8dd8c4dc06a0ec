/**
 * Kills the product at random moments of an import, a batch or an export, starts it again, and holds what came of the work
 * against what it should have come to. What is no job is asked for again, as a person would; jobs go on by themselves.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { BatchPlan, BatchResult } from '../../engine/contract/batch.ts';
import type { ImportDetail } from '../../engine/contract/import.ts';
import type { Job } from '../../engine/contract/job.ts';
import { isOver } from '../../engine/contract/job.ts';
import type { Database } from '../../engine/data/database.ts';
import { openTable } from '../../engine/files/open-table.ts';
import type { Ask, CrashStage } from './crash-stage.ts';
import { openCrashStage } from './crash-stage.ts';

export type KilledWork = 'import' | 'batch' | 'export';

export interface KilledReport {
  readonly kills: number;
  /** Kills that met the work itself, not the moment behind its end. */
  readonly met: number;
  /** What was not as it should be. */
  readonly faults: readonly string[];
  /** What was left behind, of each kind. */
  readonly left: Readonly<Record<string, number>>;
}

const registry = {
  'schema.json': {
    title: 'Amostra',
    type: 'object',
    required: ['codigo', 'valor'],
    properties: {
      codigo: { title: 'Código', type: 'string', maxLength: 20, 'x-unique': true },
      valor: { title: 'Valor', type: 'integer', minimum: 0, maximum: 1_000_000 },
      texto: { title: 'Texto', type: 'string', maxLength: 300 },
    },
  },
  'columns.json': {
    entity: 'amostra',
    path: '/amostras',
    title: 'Amostra',
    permission: { subject: 'amostra' },
    parent: '/',
    sort: ['codigo'],
    batch: ['valor'],
  },
};

/** Records that are there from the beginning, and lines of a file: enough for several parts of both. */
const sizes = { import: 1200, batch: 2600, export: 8000 } as const;
const fileLines = 5600;
const batchRows = 2400;
const codeOf = (at: number): string => `K${String(at).padStart(6, '0')}`;

/** By code, the value. */
type Values = ReadonlyMap<string, number>;

interface Work {
  readonly stage: CrashStage;
  readonly kind: Database['kind'];
  /** Asks the product that runs. */
  ask: Ask;
  kills: number;
  met: number;
  readonly faults: string[];
  /** Longest time that each step took where nothing ended it, milliseconds. */
  readonly times: Map<string, number>;
  /** Of 0 up to 1. */
  readonly random: () => number;
}

const json = async <T>(answer: Response, status: number): Promise<T> => {
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${answer.url}: ${answer.status} ${text}`);
  return JSON.parse(text) as T;
};
const get = async <T>(work: Work, path: string): Promise<T> => json<T>(await work.ask('GET', path), 200);
const post = async <T>(work: Work, path: string, body: unknown, status: number): Promise<T> =>
  json<T>(await work.ask('POST', path, { body: JSON.stringify(body ?? {}) }), status);

const valuesNow = async (work: Work): Promise<Values> => {
  const values = new Map<string, number>();
  for (let last = ''; ; ) {
    const rows = await get<{ codigo: string; valor: number }[]>(
      work,
      `/amostras?select=codigo,valor&order=codigo&limit=1000&codigo=gt.${last === '' ? '0' : last}`,
    );
    for (const { codigo, valor } of rows) values.set(codigo, valor);
    const next = rows.at(-1)?.codigo;
    if (rows.length < 1000 || next === undefined) return values;
    last = next;
  }
};

const fault = (work: Work, what: string, found: unknown, expected: unknown): void => {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)];
  if (a !== b) work.faults.push(`${what}: ${a.slice(0, 300)} in place of ${b.slice(0, 300)}`);
};

const compare = (work: Work, what: string, found: Values, expected: Values): void => {
  const other = [...expected].filter(([code, value]) => found.get(code) !== value);
  const more = [...found.keys()].filter((code) => !expected.has(code));
  fault(work, what, [other.length, other.slice(0, 3), more.length, more.slice(0, 3)], [0, [], 0, []]);
};

/** Kills the product, and starts another on the same database. */
const endAndStart = async (work: Work): Promise<void> => {
  work.kills += 1;
  await work.stage.killProduct();
  await work.stage.start();
  work.ask = await work.stage.signIn();
};

/** Runs a step that answers; undefined: it was killed before it could. Without `kills` it is measured. */
const step = async <T>(work: Work, name: string, kills: boolean, run: () => Promise<T>): Promise<T | undefined> => {
  const began = performance.now();
  if (!kills) {
    const answer = await run();
    work.times.set(name, performance.now() - began);
    return answer;
  }
  const running = run().catch(() => undefined);
  const done = await Promise.race([running, wait(work.random() * (work.times.get(name) ?? 0), 'killed' as const)]);
  await endAndStart(work);
  if (done !== 'killed') return done;
  work.met += 1;
  await running;
  return undefined;
};

const jobOver = async (work: Work, id: string): Promise<Job> => {
  for (;;) {
    const job = await get<Job>(work, `/trabalhos/${id}`);
    if (isOver(job.state)) return job;
    await get(work, '/trabalhos/agora?wait=1');
  }
};

/** Asks for a job, kills it in the middle, and gives it when another process has brought it to its end. */
const jobThrough = async (work: Work, name: string, kills: boolean, ask: () => Promise<string>): Promise<Job> => {
  const began = performance.now();
  const id = await ask();
  if (kills) {
    await wait(work.random() * (work.times.get(name) ?? 0));
    const before = await get<Job>(work, `/trabalhos/${id}`);
    await endAndStart(work);
    if (!isOver(before.state)) work.met += 1;
  }
  const job = await jobOver(work, id);
  if (!kills) work.times.set(name, performance.now() - began);
  fault(work, `${name}: the job`, [job.state, job.problem], ['done', null]);
  return job;
};

const undo = async (work: Work, id: string): Promise<void> => {
  const plan = await post<BatchPlan>(work, `/alteracoes-em-lote/${id}/desfazer`, undefined, 201);
  await post(work, `/alteracoes-em-lote/${plan.id}/aplicar`, { seal: plan.seal }, 200);
};

/** A file of records that change, are so already, are new, or are refused, one after the other. */
const importRound = async (work: Work, base: Values, round: number, kills: boolean): Promise<void> => {
  const lines: string[] = ['codigo;valor'];
  const after = new Map(base);
  const refused: number[] = [];
  let [fresh, changed, same] = [0, 0, 0];
  for (let at = 0; at < fileLines; at += 1) {
    const line = lines.length + 1;
    const known = codeOf(at / 2);
    if (at % 2 === 0 && base.has(known)) {
      const value = at % 6 === 0 ? (base.get(known) ?? 0) : round + at;
      if (value === base.get(known)) same += 1;
      else changed += 1;
      after.set(known, value);
      lines.push(`${known};${value}`);
    } else if (at % 13 === 0) {
      refused.push(line);
      lines.push(at % 2 === 0 ? `N${round}-${at};muito` : `N${round}-1;${at}`);
    } else {
      fresh += 1;
      after.set(`N${round}-${at}`, at);
      lines.push(`N${round}-${at};${at}`);
    }
  }
  const sent = await json<ImportDetail>(
    await work.ask('POST', '/importacoes?path=/amostras&name=amostras.csv', {
      body: `${lines.join('\n')}\n`,
      headers: { 'content-type': 'application/octet-stream' },
    }),
    201,
  );
  const choices = {
    columns: [
      { column: 0, field: 'codigo' },
      { column: 1, field: 'valor' },
    ],
    key: ['codigo'],
    mode: 'upsert',
    whole: false,
  };
  const jobOf = ({ job }: ImportDetail): string => job?.id ?? '';
  await jobThrough(work, 'plan of an import', kills, async () =>
    jobOf(await post<ImportDetail>(work, `/importacoes/${sent.id}/conferir`, choices, 202)),
  );
  const checked = await get<ImportDetail>(work, `/importacoes/${sent.id}`);
  const counts = { rows: lines.length - 1, changes: fresh + changed, same, refused: refused.length };
  const countsOf = (batch: ImportDetail['batch']) =>
    batch && { rows: batch.rows, changes: batch.changes, same: batch.same, refused: batch.refused };
  fault(work, 'the plan', [checked.state, checked.fresh, countsOf(checked.batch)], ['planned', fresh, counts]);
  compare(work, 'planned and not written', await valuesNow(work), base);
  await jobThrough(work, 'writing of an import', kills, async () =>
    jobOf(await post<ImportDetail>(work, `/importacoes/${sent.id}/aplicar`, { seal: checked.batch?.seal }, 202)),
  );
  const written = await get<ImportDetail>(work, `/importacoes/${sent.id}`);
  fault(
    work,
    'the report',
    [written.state, written.batch?.written, countsOf(written.batch)],
    ['applied', fresh + changed, counts],
  );
  compare(work, 'written', await valuesNow(work), after);
  const returned = await (await work.ask('GET', `/importacoes/${sent.id}/problemas`)).text();
  const told = returned.split(/\r?\n/).flatMap((line, at) => (at > 0 && line.split(';')[2] ? [at + 1] : []));
  fault(work, 'lines with problems', told, refused);
  await undo(work, written.batch?.id ?? '');
  compare(work, 'taken back', await valuesNow(work), base);
};

const rowsWritten = (before: Values, now: Values): number =>
  [...new Set([...before.keys(), ...now.keys()])].filter((code) => before.get(code) !== now.get(code)).length;

const batchRound = async (work: Work, base: Values, round: number, kills: boolean): Promise<void> => {
  const kind = (['update', 'delete', 'insert'] as const)[round % 3] ?? 'update';
  const some = [...base.keys()].slice(0, batchRows);
  const fresh = Array.from({ length: batchRows }, (_, at) => ({ codigo: `N${round}-${at}`, valor: at }));
  const asked = {
    update: { filter: `codigo=lt.${codeOf(batchRows)}`, values: { valor: round + 7 } },
    delete: { filter: `codigo=lt.${codeOf(batchRows)}` },
    insert: { rows: fresh },
  } as const;
  const after = new Map(base);
  for (const code of some)
    if (kind === 'update') after.set(code, round + 7);
    else if (kind === 'delete') after.delete(code);
  if (kind === 'insert') for (const { codigo, valor } of fresh) after.set(codigo, valor);

  /** Planned, killed, planned where nobody told of it; applied, killed, gone on with. */
  const through = async (name: string, plan: () => Promise<BatchPlan>, from: Values, to: Values): Promise<string> => {
    const planned = (await step(work, `plan of ${name}`, kills, plan)) ?? (await plan());
    fault(work, `plan of ${name}`, [planned.changes, planned.refused], [rowsWritten(from, to), 0]);
    compare(work, `planned ${name} and not written`, await valuesNow(work), from);
    const apply = () =>
      post<BatchResult>(work, `/alteracoes-em-lote/${planned.id}/aplicar`, { seal: planned.seal }, 200);
    if ((await step(work, name, kills, apply)) === undefined) {
      const told = await get<BatchResult>(work, `/alteracoes-em-lote/${planned.id}`);
      const there = rowsWritten(from, await valuesNow(work));
      fault(work, `${name} that was killed`, told.written, there);
      if (work.kind === 'postgres' && told.state !== 'applied') fault(work, `${name}, of one transaction`, there, 0);
      if (told.state !== 'applied') await apply();
    }
    const result = await get<BatchResult>(work, `/alteracoes-em-lote/${planned.id}`);
    fault(
      work,
      `report of ${name}`,
      [result.state, result.written, result.refused, result.refusals.length],
      ['applied', planned.changes, 0, 0],
    );
    compare(work, name, await valuesNow(work), to);
    return planned.id;
  };
  const id = await through(
    kind,
    () => post<BatchPlan>(work, '/alteracoes-em-lote', { path: '/amostras', operation: kind, ...asked[kind] }, 201),
    base,
    after,
  );
  await through(
    `undo of ${kind}`,
    () => post<BatchPlan>(work, `/alteracoes-em-lote/${id}/desfazer`, undefined, 201),
    after,
    base,
  );
};

const exportRound = async (work: Work, base: Values, round: number, kills: boolean): Promise<void> => {
  const format = (['csv', 'xlsx', 'json'] as const)[round % 3] ?? 'csv';
  const input = { path: '/amostras', search: 'order=codigo', columns: ['codigo', 'valor', 'texto'] };
  const job = await jobThrough(
    work,
    format,
    kills,
    async () => (await post<Job>(work, '/trabalhos', { kind: `exportar-${format}`, input }, 202)).id,
  );
  fault(work, `${format}: the rows told`, [job.done, job.total], [base.size, base.size]);
  const answer = await work.ask('GET', `/trabalhos/${job.id}/arquivo`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  fault(work, `${format}: its size`, bytes.length, job.file?.size);
  const codes: string[] = [];
  const table = await openTable(bytes);
  for await (const { cells } of table.rows) if (cells[0]?.kind === 'text') codes.push(cells[0].text);
  const expected = [...base.keys()];
  const wrong = expected.findIndex((code, at) => codes[at] !== code);
  fault(work, `${format}: its rows`, [codes.length, wrong], [expected.length, -1]);
};

const rounds = { import: importRound, batch: batchRound, export: exportRound } as const;
/** Kinds of a work, each of which is measured before it is killed. */
const variants = { import: 1, batch: 3, export: 3 } as const;

const leftIn = async (database: Database): Promise<Record<string, number>> => {
  const { rows } = await database.query<Record<string, number>>({
    text: `select (select count(*) from fichario.batch where state in ('planning', 'applying'))::integer as "batches under way",
      (select count(*) from fichario.job where state <> 'done')::integer as "jobs under way",
      (select count(*) from fichario.job_chunk k join fichario.job j on j.id = k.job_id where k.position >= j.chunks)::integer as "chunks of nothing",
      (select count(*) from fichario.import where format is null)::integer as "files half sent",
      (select count(*) from pg_locks where locktype = 'advisory')::integer as locks,
      (select count(*) from (select id from historico.amostra group by id having count(*) filter (where _ate = 'infinity')
        <> (select count(*) from amostra a where a.id = historico.amostra.id)) x)::integer as "histories that lead elsewhere"`,
    values: [],
  });
  return rows[0] ?? {};
};

/** `kills` at least. `random` gives numbers of 0 up to 1. */
export const runKilledWork = async (
  kind: Database['kind'],
  name: KilledWork,
  kills: number,
  random: () => number = Math.random,
): Promise<KilledReport> => {
  const stage = await openCrashStage(kind, registry);
  try {
    const database = await stage.openDatabase();
    await database.query({
      text: `insert into amostra (codigo, valor, texto) select 'K' || lpad(n::text, 6, '0'), n, repeat(md5(n::text), 6)
        from generate_series(0, $1::text::integer - 1) n`,
      values: [String(sizes[name])],
    });
    await database.close();
    await stage.start();
    const work: Work = {
      stage,
      kind,
      ask: await stage.signIn(),
      kills: 0,
      met: 0,
      faults: [],
      times: new Map(),
      random,
    };
    const base = await valuesNow(work);
    const begun = kills < 10 ? 1 : variants[name];
    for (let round = 0; round < begun; round += 1) await rounds[name](work, base, round, false);
    for (let round = begun; work.kills < kills && work.faults.length < 5; round += 1)
      await rounds[name](work, base, kills < 10 ? round * variants[name] : round, true);
    const files = await stage.temporary();
    const last = await stage.openDatabase();
    const left = await leftIn(last);
    await last.close();
    return { kills: work.kills, met: work.met, faults: work.faults, left: { ...left, files: files.length } };
  } finally {
    await stage.close();
  }
};
