/** Runs commands against the product, holds each against what the tables have become, and can take each back. */
import { expect } from 'vitest';
import type { BatchOutcomes, BatchPlan, BatchResult, BatchSummary } from '../../../engine/contract/batch.ts';
import type { ImportDetail } from '../../../engine/contract/import.ts';
import type { Database } from '../../../engine/data/database.ts';
import { describeTables } from '../../../engine/data/ddl/describe-tables.ts';
import { replayTable } from '../../../engine/data/replay.ts';
import { applyFile, checkFile, sendFile } from '../../src/imports/import-stage.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';
import type { Command, LawPath, Some } from './law-commands.ts';
import { lawFiles, moveValues, newRecord, newValues } from './law-commands.ts';
import { owningFiles } from './owning-files.ts';
import { stateFiles } from './state-files.ts';

const door = '/api/alteracoes-em-lote';

type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly versao: number };

const entities = { '/fichas': 'ficha', '/enquetes': 'enquete', '/queixas': 'queixa' } as const;
const owned = { perguntas: 'enquete_perguntas', notas: 'enquete_notas' } as const;
const tables = [...Object.values(entities), ...Object.values(owned)] as const;
type Table = (typeof tables)[number];

export type Tables = Readonly<Record<Table, readonly Row[]>>;

/** What people keep: without versions, who and when. Owned rows go by their place, for a set given anew has new ids. */
const business = (table: Table, row: Row): object =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name]) =>
        !/^(versao|(criado|alterado)_(em|por))$/.test(name) &&
        !(name === 'id' && Object.values<string>(owned).includes(table)),
    ),
  );

export const businessOf = (state: Tables): Readonly<Record<string, readonly object[]>> =>
  Object.fromEntries(tables.map((table) => [table, state[table].map((row) => business(table, row))]));

/** Records that came, went or have another version. */
const moved = (entity: Table, before: Tables, after: Tables): readonly number[] => {
  const [was, is] = [before, after].map((state) => new Map(state[entity].map(({ id, versao }) => [id, versao])));
  return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
    .filter((id) => was?.get(id) !== is?.get(id))
    .sort((a, b) => a - b);
};

/** What a command did, and how it is taken back by what the product offers for it. */
export interface Done {
  readonly what: string;
  readonly batch?: BatchSummary;
  readonly undo: () => Promise<void>;
}

export interface LawStage {
  readonly state: () => Promise<Tables>;
  /** What came of a command; undefined: nothing, for there was nothing to do or it was refused. */
  readonly run: (command: Command, before: Tables, done: readonly Done[]) => Promise<Done | undefined>;
  /** The history of every table leads to the table; raises what differs. */
  readonly replay: () => Promise<void>;
}

export const openLawStage = async (database: Database): Promise<LawStage> => {
  const product = await startTestProduct(database, { files: { ...clinicFiles, ...owningFiles, ...stateFiles } });
  const admin: Caller = await product.as(administrator.login, administrator.password);
  const specs = describeTables(product.runtime.current.model).filter(({ entity }) =>
    (tables as readonly string[]).includes(entity),
  );
  let made = 0;
  for (const [codigo, nome] of [
    ['001', 'Banco Um'],
    ['002', 'Banco Dois'],
  ])
    await insertRow(admin, '/bancos', { codigo, nome });
  for (const codigo of ['0001', '0002']) await insertRow(admin, '/clinicas', { codigo, nome: `Clínica ${codigo}` });
  for (const path of Object.keys(entities) as LawPath[])
    for (let at = 0; at < 4; at += 1) {
      made += 1;
      const id = await insertRow(admin, path, newRecord(path, made, at * 2));
      // What is pointed at cannot go.
      if (path === '/fichas' && at === 0) await insertRow(admin, '/recursos', { motivo: 'Prende', ficha_id: id });
    }

  const ask = (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown) =>
    admin.call(method, url, body === undefined ? {} : { body });
  /** More is asked for in a minute than a person may. */
  const forgetTurns = () => database.query({ text: 'delete from fichario.turn', values: [] });
  const post = async <Answer>(url: string, body: object | undefined, status: number): Promise<Answer> => {
    await forgetTurns();
    const answer = await ask('POST', url, body);
    if (answer.statusCode !== status) throw new Error(`${url}: ${answer.body}`);
    return answer.json();
  };

  const state = async (): Promise<Tables> => {
    const order = (table: Table): string =>
      Object.values<string>(owned).includes(table) ? 'enquete_id, posicao' : 'id';
    const parts = tables.map(
      (table) => `'${table}', (select coalesce(json_agg(to_jsonb(t) order by ${order(table)}), '[]') from ${table} t)`,
    );
    const { rows } = await database.query<{ body: string }>({
      text: `select json_build_object(${parts.join(', ')})::text as body`,
      values: [],
    });
    return JSON.parse(rows[0]?.body ?? '{}') as Tables;
  };

  /** The plan was kept to, the answer is the truth, and each record is told of. */
  const hold = async (before: Tables, planned: Omit<BatchSummary, 'state'>, result: BatchSummary): Promise<void> => {
    const entity = entities[planned.path as LawPath];
    const after = await state();
    const changed = moved(entity, before, after);
    expect(planned).toMatchObject({ rows: planned.changes + planned.same + planned.refused });
    expect(result).toMatchObject({
      state: 'applied',
      written: changed.length,
      rows: planned.rows,
      changes: planned.changes,
      same: planned.same,
      refused: planned.refused,
    });
    expect(planned.changes).toBe(changed.length);
    const outcomes = (await admin.call('GET', `${door}/${planned.id}/registros`)).json() as BatchOutcomes;
    expect([...outcomes.written].sort((a, b) => a - b)).toEqual(changed);
    expect(new Set(outcomes.refusals.map(({ id, label }) => `${id} ${label}`)).size).toBeGreaterThanOrEqual(
      Math.min(1, planned.refused),
    );
  };

  const apply = async (before: Tables, planned: BatchPlan): Promise<BatchResult> => {
    expect(await state()).toEqual(before);
    const result = await post<BatchResult>(`${door}/${planned.id}/aplicar`, { seal: planned.seal }, 200);
    await hold(before, planned, result);
    return result;
  };

  /** Wholly, for nothing came after it that was not taken back; what took one back, too. */
  const takeBack = async (batch: BatchSummary): Promise<void> => {
    const planned = await post<BatchPlan>(`${door}/${batch.id}/desfazer`, undefined, 201);
    expect([batch.operation, planned.refusals]).toEqual([batch.operation, []]);
    await apply(await state(), planned);
  };
  const batchDone = async (before: Tables, planned: BatchPlan): Promise<Done> => {
    const batch = await apply(before, planned);
    return { what: batch.operation, batch, undo: () => takeBack(batch) };
  };

  const chosen = (path: LawPath, { by, rest }: Some, before: Tables): readonly Row[] =>
    before[entities[path]].filter((_, at) => at % by === rest % by);
  const among = (rows: readonly Row[], filtered: boolean) => {
    const ids = rows.map(({ id }) => id);
    return filtered ? { filter: `id=in.(${ids.join()})` } : { ids };
  };
  const nested = (state: Tables, id: number) =>
    Object.fromEntries(
      Object.entries(owned).map(([name, table]) => [
        name,
        state[table]
          .filter((row) => row['enquete_id'] === id)
          .map(({ enunciado, codigo, peso, texto }) => (name === 'notas' ? { texto } : { enunciado, codigo, peso })),
      ]),
    );

  const runAlone = async (
    { kind, path, place, seed }: Extract<Command, { readonly kind: 'insert' | 'edit' | 'delete' }>,
    before: Tables,
  ): Promise<Done | undefined> => {
    const entity = entities[path];
    const only = async (status: number, code: number, id: number): Promise<boolean> => {
      const changed = moved(entity, before, await state());
      expect([status, changed]).toEqual(code === status ? [code, [id]] : [status, []]);
      return code === status;
    };
    if (kind === 'insert') {
      made += 1;
      const answer = await admin.call('POST', `/api${path}?select=id`, {
        body: newRecord(path, made, seed),
        headers: { prefer: 'return=representation' },
      });
      const id = answer.statusCode === 201 ? ((answer.json() as { id: number }[])[0]?.id ?? 0) : 0;
      if (!(await only(answer.statusCode, 201, id))) return undefined;
      return {
        what: kind,
        undo: async () => expect((await ask('DELETE', `/api${path}?id=eq.${id}`)).statusCode).toBe(204),
      };
    }
    const row = before[entity][place % Math.max(1, before[entity].length)];
    if (row === undefined) return undefined;
    const { id } = row;
    if (kind === 'delete') {
      // Who comes back alone begins anew in his states: what was deleted as a batch comes back as it was.
      if (path === '/queixas') return undefined;
      const answer = await ask('DELETE', `/api${path}?id=eq.${id}`);
      if (!(await only(answer.statusCode, 204, id))) return undefined;
      return {
        what: kind,
        undo: async () => {
          const back = await ask('POST', `/api${path}/historico/excluidos/${id}`);
          expect([back.statusCode, back.body]).toEqual([201, expect.any(String)]);
        },
      };
    }
    made += 1;
    const values = newValues(path, made, seed, true);
    const answer = await ask('PATCH', `/api${path}?id=eq.${id}`, values);
    if (!(await only(answer.statusCode, 204, id))) return undefined;
    const lists = nested(before, id);
    const was = Object.fromEntries(Object.keys(values).map((name) => [name, lists[name] ?? row[name]]));
    return {
      what: kind,
      undo: async () => {
        const back = await ask('PATCH', `/api${path}?id=eq.${id}`, was);
        expect([back.statusCode, back.body]).toEqual([204, '']);
      },
    };
  };

  const runImport = async (
    { path, some, fresh, faulty, seed, mode, whole }: Extract<Command, { readonly kind: 'import' }>,
    before: Tables,
  ): Promise<Done | undefined> => {
    const { key, titles, line } = lawFiles[path];
    const known = chosen(path, some, before).map((row) => String(row[key]));
    const added = Array.from({ length: fresh }, () => {
      made += 1;
      return `F${made}`;
    });
    const keys = [...known, ...added];
    // Some lines cannot be read, and the first comes again.
    const lines = [
      ...keys.map((one, at) => line(one, seed + at, at < faulty)),
      ...(faulty === 2 && keys[0] !== undefined ? [line(keys[0], seed, false)] : []),
    ];
    await forgetTurns();
    const sent = await sendFile(admin, path, `${[titles, ...lines].join('\n')}\n`);
    const columns = titles.split(';').map((_, column) => ({ column, field: fieldsOf[path][column] ?? '' }));
    const checked = await checkFile(admin, sent, { columns, key: [key], mode, whole });
    expect(await state()).toEqual(before);
    expect([checked.state, checked.batch]).toMatchObject(['planned', { rows: lines.length }]);
    const { batch: planned } = checked as ImportDetail & { batch: BatchSummary };
    if (whole && planned.refused > 0) return undefined;
    const { batch } = await applyFile(admin, checked);
    if (batch === null) throw new Error('an import that was written is a batch');
    await hold(before, planned, batch);
    return { what: `import ${mode}`, batch, undo: () => takeBack(batch) };
  };

  const run: LawStage['run'] = async (command, before, done) => {
    switch (command.kind) {
      case 'insert':
      case 'edit':
      case 'delete':
        return runAlone(command, before);
      case 'import':
        return runImport(command, before);
      case 'undo': {
        const last = done.flatMap(({ batch }) => batch ?? []).at(-command.back);
        if (last === undefined) return undefined;
        await forgetTurns();
        const answer = await ask('POST', `${door}/${last.id}/desfazer`);
        // It is taken back already.
        if (answer.statusCode === 409) return undefined;
        expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
        return batchDone(before, answer.json() as BatchPlan);
      }
      case 'batch insert': {
        const { path, count, seed } = command;
        const rows = Array.from({ length: count }, (_, at) => {
          made += 1;
          return newRecord(path, made, seed + at);
        });
        return batchDone(before, await post<BatchPlan>(door, { path, operation: 'insert', rows }, 201));
      }
      case 'batch move': {
        const { some, transition } = command;
        const rows = chosen('/queixas', some, before);
        if (rows.length === 0) return undefined;
        const body = { path: '/queixas', operation: 'update', ...among(rows, false), transition };
        return batchDone(before, await post<BatchPlan>(door, { ...body, values: moveValues(transition) }, 201));
      }
      case 'batch update':
      case 'batch delete': {
        const { path, some, filtered } = command;
        const rows = chosen(path, some, before);
        if (rows.length === 0) return undefined;
        made += 1;
        const change =
          command.kind === 'batch delete'
            ? { operation: 'delete' }
            : { operation: 'update', values: newValues(path, made, command.seed, false) };
        await forgetTurns();
        const answer = await ask('POST', door, { path, ...among(rows, filtered), ...change });
        // A value that no record may have is refused as a whole.
        if (answer.statusCode === 400 || answer.statusCode === 422) return undefined;
        expect([answer.statusCode, answer.body]).toEqual([201, expect.any(String)]);
        return batchDone(before, answer.json() as BatchPlan);
      }
    }
  };

  return {
    state,
    run,
    replay: async () => {
      for (const spec of specs) {
        const { wrong, differences } = await replayTable(database, spec);
        expect([spec.entity, wrong, differences]).toEqual([spec.entity, 0, []]);
      }
    },
  };
};

/** What the columns of the files are. */
const fieldsOf: Readonly<Record<LawPath, readonly string[]>> = {
  '/fichas': ['numero', 'valor', 'situacao'],
  '/enquetes': ['nome', 'prestador_id'],
  '/queixas': ['numero', 'assunto'],
};
