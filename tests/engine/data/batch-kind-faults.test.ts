/**
 * A batch of every kind, and what takes it back, on a database that fails: at any statement while it is planned or applied,
 * or from any row on. Nothing is half done that does not go on, and what is told is what is there.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { unlimited } from '../../../engine/access/access.ts';
import { writeEngine } from '../../../engine/api/runtime.ts';
import type { BatchPlan, BatchResult } from '../../../engine/contract/batch.ts';
import { parseRequest } from '../../../engine/contract/request.ts';
import { applyBatch, readResult } from '../../../engine/data/batch/apply-batch.ts';
import { pickRows } from '../../../engine/data/batch/pick-rows.ts';
import type { BatchCaller, Unplanned } from '../../../engine/data/batch/plan-batch.ts';
import { planBatch } from '../../../engine/data/batch/plan-batch.ts';
import { findBatch } from '../../../engine/data/batch/store.ts';
import type { BatchItem, StoredBatch } from '../../../engine/data/batch/types.ts';
import { planUndo } from '../../../engine/data/batch/undo-batch.ts';
import type { Database } from '../../../engine/data/database.ts';
import { describeTables } from '../../../engine/data/ddl/describe-tables.ts';
import { ofIds } from '../../../engine/data/of-ids.ts';
import { listContext } from '../../../engine/data/plan/context.ts';
import { replayTable } from '../../../engine/data/replay.ts';
import { Cut, cutAt } from '../../support/cut-database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { everything } from '../../support/drawn-sample.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';
import { owningFiles } from '../api/owning-files.ts';
import { stateFiles } from '../api/state-files.ts';

/** Boundaries between two that are tried; the embedded database is the slower one. */
const steps = everything ? { pglite: 1, postgres: 1 } : { pglite: 73, postgres: 37 };
const entities = { '/enquetes': 'enquete', '/queixas': 'queixa' } as const;
const tables = ['enquete', 'enquete_perguntas', 'enquete_notas', 'queixa'] as const;

type Path = keyof typeof entities;
/** What people see of all tables; `versions`, of the records: by id. */
interface State {
  readonly shown: Readonly<Record<string, readonly object[]>>;
  readonly versions: ReadonlyMap<string, number>;
}

const survey = (nome: string, more: object = {}) => ({
  nome,
  perguntas: [{ enunciado: `Como vai ${nome}?` }, { enunciado: 'E agora?' }],
  notas: [{ texto: nome }],
  ...more,
});

/** Of each kind; every one meets a record that is refused, or one that is so already. */
const kinds: readonly (readonly [
  kind: string,
  path: Path,
  plan: (records: readonly BatchItem[]) => Pick<Unplanned, 'work' | 'items' | 'groups'>,
])[] = [
  [
    'insert',
    '/enquetes',
    () => ({
      work: { operation: 'insert' },
      items: ['N1', 'N2', 'E1', 'N3', 'N4'].map((nome, at) => ({ id: at + 1, version: 0, values: survey(nome) })),
    }),
  ],
  [
    'update',
    '/queixas',
    (items) => ({ work: { operation: 'update', values: { assunto: 'Assunto 2', motivo: 'Sim' } }, items }),
  ],
  [
    'transition',
    '/queixas',
    (items) => ({
      work: { operation: 'update', transition: 'responder', values: { resposta: 'Visto.', responsavel: 'Ana' } },
      items,
    }),
  ],
  ['delete', '/enquetes', (items) => ({ work: { operation: 'delete' }, items })],
  [
    'import',
    '/queixas',
    (records) => ({
      work: { operation: 'import' },
      items: [],
      groups: [
        {
          operation: 'insert',
          items: ['N1', 'Q1', 'N2'].map((numero, at) => {
            const line = 2 * at + 2;
            return { id: line, version: 0, values: { numero, assunto: 'Novo' }, line };
          }),
        },
        {
          operation: 'change',
          items: records.map((record, at) => ({ ...record, values: { assunto: `Mudado ${at}` }, line: 2 * at + 3 })),
        },
      ],
    }),
  ],
];

forEachDatabase((open, kind) => {
  const step = steps[kind];
  let database: Database;
  let product: TestProduct;
  let admin: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: { ...owningFiles, ...stateFiles } });
    admin = await product.as(administrator.login, administrator.password);
    for (const at of [1, 2, 3, 4, 5]) {
      await insertRow(admin, '/enquetes', survey(`E${at}`));
      const sigilo = at === 3 ? { sigilo: 'TOTAL' } : {};
      await insertRow(admin, '/queixas', { numero: `Q${at}`, assunto: `Assunto ${at}`, ...sigilo });
    }
  });

  const callerOn = (on: Database, path: string): BatchCaller => {
    const [screen] = product.runtime.current.screens.get(path) ?? [];
    if (screen === undefined) throw new Error(`no screen ${path}`);
    return {
      engine: { ...writeEngine(product.runtime), database: on },
      context: listContext(product.runtime.current.model, unlimited, screen, 'UTC'),
      origin: 'screen 127.0.0.1',
      tell: ({ code }) => code,
      sizes: { part: 2, whole: 1 },
    };
  };
  const state = async (): Promise<State> => {
    const { rows } = await database.query<{ body: string }>({
      text: `select json_build_object(${tables
        .map((table) => `'${table}', (select coalesce(json_agg(to_jsonb(t) order by id), '[]') from ${table} t)`)
        .join(', ')})::text as body`,
      values: [],
    });
    const found = JSON.parse(rows[0]?.body ?? '{}') as Record<string, Record<string, unknown>[]>;
    return {
      shown: Object.fromEntries(
        Object.entries(found).map(([table, records]) => [
          table,
          records.map(({ versao: _, alterado_em: _at, alterado_por: _by, ...shown }) => shown),
        ]),
      ),
      versions: new Map(
        Object.values(entities).flatMap((table) =>
          (found[table] ?? []).map((record) => [`${table} ${record['id']}`, Number(record['versao'])] as const),
        ),
      ),
    };
  };
  /** What new records are is known but for their ids and hours. */
  const nameless = ({ shown }: State) =>
    JSON.parse(
      JSON.stringify(shown, (name, value: unknown) =>
        /^((\w+_)?id|criado_em|respondida_em)$/.test(name) ? undefined : value,
      ),
    ) as unknown;
  const moved = (before: State, after: State): number =>
    [...new Set([...before.versions.keys(), ...after.versions.keys()])].filter(
      (id) => before.versions.get(id) !== after.versions.get(id),
    ).length;
  const replay = async (): Promise<void> => {
    for (const table of describeTables(product.runtime.current.model))
      if ((tables as readonly string[]).includes(table.entity))
        expect(await replayTable(database, table)).toMatchObject({ wrong: 0, differences: [] });
  };
  const plans = async () =>
    (
      await database.query({
        text: 'select id from fichario.batch union all select batch_id from fichario.batch_part',
        values: [],
      })
    ).rows.length;
  const stored = async ({ id }: Pick<BatchPlan, 'id'>): Promise<StoredBatch> => {
    const batch = await findBatch(database, id);
    if (batch === undefined) throw new Error('planned just now');
    return batch;
  };
  /** undefined: it was cut off. */
  const unlessCut = async <T>(run: Promise<T>): Promise<T | undefined> =>
    run.catch((error: unknown) => {
      if (!(error instanceof Cut)) throw error;
      return undefined;
    });

  type Planning = (on: Database) => Promise<BatchPlan | undefined>;
  const planning =
    (path: Path, planOf: (typeof kinds)[number][2]): Planning =>
    async (on) => {
      const caller = callerOn(on, path);
      const ids = [...(await state()).versions.keys()].flatMap((key) => {
        const [entity, id] = key.split(' ');
        return entity === entities[path] ? [Number(id)] : [];
      });
      const items = await pickRows(on, caller.context, ofIds(parseRequest(''), ids));
      return planBatch(caller, { filter: undefined, ...planOf(items) });
    };
  const undoing =
    (path: Path, { id }: BatchPlan): Planning =>
    async (on) =>
      planUndo(callerOn(on, path), await stored({ id }));

  /** Plans and applies with cuts before that statement, and goes on; gives whether it was cut. */
  const through = async (path: Path, plan: Planning, at: number): Promise<{ done: BatchPlan; cut: boolean }> => {
    const [before, known] = [await state(), await plans()];
    let planned = await unlessCut(plan(cutAt(database, at).database));
    let cut = planned === undefined;
    if (cut) {
      expect([await state(), await plans()]).toEqual([before, known]);
      planned = await plan(database);
    }
    if (planned === undefined) throw new Error('somebody waits');
    expect(await state()).toEqual(before);
    const batch = await stored(planned);
    let result: BatchResult | undefined = await unlessCut(
      applyBatch(callerOn(cutAt(database, at).database, path), batch, batch.seal),
    );
    const told = await readResult(callerOn(database, path), batch.id);
    expect([at, told.written]).toEqual([at, moved(before, await state())]);
    await replay();
    if (result === undefined) {
      cut = true;
      if (kind === 'postgres' && told.state !== 'applied') expect([told.state, told.written]).toEqual(['planned', 0]);
      result =
        told.state === 'applied' ? told : await applyBatch(callerOn(database, path), await stored(planned), batch.seal);
      await replay();
    }
    expect(result).toMatchObject({
      state: 'applied',
      written: planned.changes,
      refused: planned.refused,
      refusals: planned.refusals,
    });
    expect(moved(before, await state())).toBe(planned.changes);
    return { done: planned, cut };
  };

  test('values of before that are all different go back in as many statements as one', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 40; at += 1)
      ids.push(await insertRow(admin, '/queixas', { numero: `V${at}`, assunto: `De antes ${at}` }));
    const whole = { part: 1000, whole: 1000 };
    const caller = { ...callerOn(database, '/queixas'), sizes: whole };
    const statementsOf = async (some: readonly number[]): Promise<number> => {
      const items = await pickRows(database, caller.context, ofIds(parseRequest(''), some));
      const work = { operation: 'update', values: { assunto: 'De agora' } } as const;
      const planned = await planBatch(caller, { work, items, filter: undefined });
      const batch = await stored({ id: planned?.id ?? '' });
      await applyBatch(caller, batch, batch.seal);
      const counted = cutAt(database, 0);
      const as = { ...callerOn(counted.database, '/queixas'), sizes: whole };
      const back = await planUndo(as, await stored(batch));
      const undo = await stored({ id: back?.id ?? '' });
      expect(await applyBatch(as, undo, undo.seal)).toMatchObject({ written: some.length, refused: 0 });
      return counted.statements();
    };
    expect(await statementsOf(ids)).toBe(await statementsOf(ids.slice(0, 1)));
    const { rows } = await database.query<{ assunto: string }>({
      text: `select assunto from queixa where numero like 'V%' order by id`,
      values: [],
    });
    expect(rows.map(({ assunto }) => assunto)).toEqual(ids.map((_, at) => `De antes ${at}`));
    await database.query({ text: `delete from queixa where numero like 'V%'`, values: [] });
  });

  describe.each(kinds)('%s', (_kind, path, planOf) => {
    test('cut off at any statement, and taken back, and again', { timeout: 600_000 }, async () => {
      const begun = await state();
      let whole: unknown;
      let cuts = 0;
      for (let at = 0; at === 0 || cuts > 0; at = at === 0 ? 1 : at + step) {
        cuts = 0;
        const first = await through(path, planning(path, planOf), at);
        const after = await state();
        whole ??= nameless(after);
        expect([at, nameless(after)]).toEqual([at, whole]);
        const back = await through(path, undoing(path, first.done), at);
        expect([at, (await state()).shown]).toEqual([at, begun.shown]);
        const again = await through(path, undoing(path, back.done), at);
        expect([at, (await state()).shown]).toEqual([at, after.shown]);
        // What was done again is taken back by its first batch.
        const last = await through(path, undoing(path, first.done), at);
        expect([at, (await state()).shown]).toEqual([at, begun.shown]);
        cuts = [first, back, again, last].filter(({ cut }) => cut).length;
        if (at === 0) cuts = 1;
        else if (at === 1) expect(cuts).toBe(4);
      }
    });

    test('on a database that takes no more rows from any one on', { timeout: 600_000 }, async () => {
      const begun = await state();
      const entity = entities[path];
      await database.execute('create sequence gravados');
      const limited = async <T>(limit: number, run: () => Promise<T>): Promise<T | undefined> => {
        await database.execute(`alter sequence gravados restart;
          create or replace function recusa() returns trigger language plpgsql as $$ begin
            if nextval('gravados') >= ${limit} then raise exception 'no space left' using errcode = '53100'; end if;
            return coalesce(new, old);
          end $$;
          create trigger recusa before insert or update or delete on ${entity} for each row execute function recusa()`);
        try {
          return await run().catch((error: unknown) => {
            expect(error).toMatchObject({ code: '53100' });
            return undefined;
          });
        } finally {
          await database.execute(`drop trigger recusa on ${entity}`);
        }
      };
      /** Gives what was done, and whether the limit was met. */
      const fill = async (plan: Planning, limit: number) => {
        const before = await state();
        const planned = await plan(database);
        if (planned === undefined) throw new Error('somebody waits');
        const batch = await stored(planned);
        const done = await limited(limit, () => applyBatch(callerOn(database, path), batch, batch.seal));
        const told = await readResult(callerOn(database, path), batch.id);
        expect([limit, told.written]).toEqual([limit, moved(before, await state())]);
        await replay();
        if (done !== undefined) return { planned, met: false };
        expect(told.state).toBe(kind === 'postgres' ? 'planned' : 'applying');
        expect(await applyBatch(callerOn(database, path), await stored(planned), batch.seal)).toMatchObject({
          written: planned.changes,
          refused: planned.refused,
        });
        expect(moved(before, await state())).toBe(planned.changes);
        return { planned, met: true };
      };
      try {
        for (let limit = 1, met = true; met; limit += 1) {
          const first = await fill(planning(path, planOf), limit);
          const back = await fill(undoing(path, first.planned), limit);
          expect([limit, (await state()).shown]).toEqual([limit, begun.shown]);
          met = first.met || back.met;
          if (limit === 1) expect([first.met, back.met]).toEqual([true, true]);
        }
      } finally {
        await database.execute('drop function recusa; drop sequence gravados');
      }
    });
  });
});
