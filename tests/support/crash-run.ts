/**
 * Kills the product (and the server database with it) while writers write, several times, and compares what the client
 * was told with what is there afterwards.
 */
import type { Database } from '../../engine/data/database.ts';
import type { Ask } from './crash-stage.ts';
import { openCrashStage } from './crash-stage.ts';

export interface CrashReport {
  readonly acknowledged: { readonly inserts: number; readonly updates: number; readonly batches: number };
  /** Acknowledged and not there. */
  readonly lost: readonly string[];
  /** Batches of which only some rows were written. */
  readonly torn: readonly string[];
  /** Rows whose history does not lead to the row as it is. */
  readonly gaps: readonly string[];
  /** Start after each kill, milliseconds. */
  readonly starts: readonly number[];
}

const registry = {
  'schema.json': {
    title: 'Amostra',
    type: 'object',
    required: ['codigo', 'grupo', 'valor'],
    properties: {
      codigo: { title: 'Código', type: 'string', maxLength: 40, 'x-unique': true },
      grupo: { title: 'Grupo', type: 'string', maxLength: 20 },
      valor: { title: 'Valor', type: 'integer' },
      lote: { title: 'Lote', type: 'integer' },
    },
  },
  'columns.json': {
    entity: 'amostra',
    path: '/amostras',
    title: 'Amostra',
    permission: { subject: 'amostra' },
    parent: '/',
    sort: ['codigo'],
  },
};

/** What the client knows: the last value acknowledged of each row, the last batch acknowledged of each writer. */
interface Ledger {
  readonly rows: Map<string, { value: number; attempted: number }>;
  readonly batches: Map<number, number>;
  inserts: number;
  updates: number;
  batchCount: number;
}

type Send = (method: string, query: string, body: unknown) => Promise<number>;

const sender =
  (ask: Ask): Send =>
  async (method, query, body) => {
    const response = await ask(method, `/amostras${query}`, { body: JSON.stringify(body) });
    await response.arrayBuffer();
    return response.status;
  };

/** Inserts, updates and batches in turn until the connection breaks; `inserted` after each insert that was acknowledged. */
const writeOn = async (
  send: Send,
  writer: number,
  round: number,
  ledger: Ledger,
  inserted: () => void,
): Promise<void> => {
  const own: string[] = [];
  try {
    for (let turn = 0; ; turn += 1) {
      const code = `r${round}w${writer}t${turn}`;
      if ((await send('POST', '', { codigo: code, grupo: `g${writer}`, valor: 0 })) === 201) {
        ledger.rows.set(code, { value: 0, attempted: 0 });
        ledger.inserts += 1;
        own.push(code);
        inserted();
      }
      const target = own[turn % own.length];
      const row = target === undefined ? undefined : ledger.rows.get(target);
      if (target !== undefined && row) {
        row.attempted = row.value + 1;
        if ((await send('PATCH', `?codigo=eq.${target}`, { valor: row.attempted })) === 204) {
          row.value = row.attempted;
          ledger.updates += 1;
        }
      }
      if (turn % 5 === 4) {
        const batch = round * 1_000_000 + turn;
        if ((await send('PATCH', `?grupo=eq.g${writer}`, { lote: batch })) === 204) {
          ledger.batches.set(writer, batch);
          ledger.batchCount += 1;
        }
      }
    }
  } catch {
    // the connection broke: the product is dead, as it should be
  }
};

interface Found {
  readonly codigo: string;
  readonly grupo: string;
  readonly valor: number;
  readonly lote: number | null;
  readonly versao: number;
  readonly trail: string;
}

const inspect = async (database: Database, ledger: Ledger) => {
  const { rows } = await database.query<Found>({
    text: `select codigo, grupo, valor, lote, versao, (select string_agg(h.versao || ':' || h.valor || ':' || coalesce(h.lote, -1)
        || case when h._ate = 'infinity' then ':open' else '' end, ' ' order by h.versao) from historico.amostra h where h.id = t.id) as trail
      from amostra t`,
    values: [],
  });
  await database.close();
  const byCode = new Map(rows.map((row) => [row.codigo, row]));
  const lost = [...ledger.rows].flatMap(([code, { value, attempted }]) => {
    const row = byCode.get(code);
    return row && (row.valor === value || row.valor === attempted)
      ? []
      : [`${code}: ${value} acknowledged, ${row?.valor} found`];
  });
  const torn: string[] = [];
  for (const [writer, batch] of ledger.batches) {
    const group = rows.filter((row) => row.grupo === `g${writer}` && row.lote !== null);
    const newest = Math.max(...group.map((row) => row.lote ?? 0));
    if (newest < batch) torn.push(`g${writer}: batch ${batch} acknowledged, ${newest} found`);
    // Every row older than the newest batch carries it: the rows of its insert turn and before.
    const before = rows.filter((row) => row.grupo === `g${writer}` && isBefore(row.codigo, newest));
    if (before.some((row) => row.lote !== newest)) torn.push(`g${writer}: batch ${newest} is on some rows only`);
  }
  const gaps = rows.flatMap((row) => {
    const versions = Array.from({ length: row.versao }, (_, index) => index + 1);
    const trail = row.trail.split(' ');
    const whole =
      trail.length === versions.length &&
      versions.every((version, index) => trail[index]?.startsWith(`${version}:`)) &&
      trail.at(-1) === `${row.versao}:${row.valor}:${row.lote ?? -1}:open` &&
      trail.filter((entry) => entry.endsWith(':open')).length === 1;
    return whole ? [] : [`${row.codigo} ${row.versao}:${row.valor}:${row.lote}: ${row.trail}`];
  });
  return { lost, torn, gaps };
};

/** Whether the row was acknowledged before the batch was sent: an earlier round, or an earlier turn of the same. */
const isBefore = (code: string, batch: number): boolean => {
  const [, round, turn] = /^r(\d+)w\d+t(\d+)$/.exec(code) ?? [];
  return Number(round) * 1_000_000 + Number(turn) <= batch;
};

export const runCrashes = async (kind: Database['kind'], rounds: number, writers = 4): Promise<CrashReport> => {
  const stage = await openCrashStage(kind, registry);
  const ledger: Ledger = { rows: new Map(), batches: new Map(), inserts: 0, updates: 0, batchCount: 0 };
  const starts: number[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const send = sender(await stage.signIn());
      const wanted = ledger.inserts + writers * 12;
      const enough = Promise.withResolvers<void>();
      const inserted = () => {
        if (ledger.inserts >= wanted) enough.resolve();
      };
      const writing = Promise.all(
        Array.from({ length: writers }, (_, writer) => writeOn(send, writer, round, ledger, inserted)),
      );
      await Promise.race([enough.promise, writing]);
      await stage.kill();
      await writing;
      starts.push(await stage.start());
    }
    const found = await inspect(await stage.openDatabase(), ledger);
    return {
      acknowledged: { inserts: ledger.inserts, updates: ledger.updates, batches: ledger.batchCount },
      ...found,
      starts,
    };
  } finally {
    await stage.close();
  }
};
