/**
 * Kills the product (and the server database with it) while files are sent and records saved with them, several times,
 * and compares what the client was told with what is there afterwards.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../engine/data/database.ts';
import type { Ask } from './crash-stage.ts';
import { openCrashStage } from './crash-stage.ts';

export interface AttachmentCrashReport {
  readonly acknowledged: { readonly uploads: number; readonly records: number; readonly changes: number };
  /** Acknowledged and not there, or another than what was sent. */
  readonly lost: readonly string[];
  /** Uploads that were acknowledged, but of which no record can be made. */
  readonly unusable: readonly string[];
  /** Files that are told of and whose content is not whole. */
  readonly torn: readonly string[];
  /** Uploads that the kills cut off, before and after the next upload a day later. */
  readonly orphans: { readonly before: number; readonly after: number };
}

const registry = {
  'schema.json': {
    title: 'Laudo',
    type: 'object',
    required: ['titulo'],
    properties: {
      titulo: { title: 'Título', type: 'string', maxLength: 40, 'x-unique': true },
      imagens: { title: 'Imagens', 'x-attachment': { types: ['pdf'], maxSize: 5, many: true } },
    },
  },
  'columns.json': {
    entity: 'laudo',
    path: '/laudos',
    title: 'Laudo',
    permission: { subject: 'laudo' },
    parent: '/',
    sort: ['titulo'],
  },
};

const writers = 3;

/** What the client knows. */
interface Ledger {
  /** Digest of what was sent, by the id that came back. */
  readonly uploads: Map<string, string>;
  /** The file of each record by its title: the last acknowledged, and the last asked for. */
  readonly records: Map<string, { file: string; attempted: string }>;
  /** Files that a record was saved with. */
  readonly used: Set<string>;
  changes: number;
}

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** More than one chunk, so that a kill may come between them. */
const makeFile = (): Buffer =>
  Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(300_000 + Math.floor(Math.random() * 300_000))]);

const upload = async (ask: Ask, ledger: Ledger): Promise<string> => {
  const bytes = makeFile();
  const answer = await ask('POST', '/anexos/laudos/imagens?name=a.pdf', {
    body: new Uint8Array(bytes),
    headers: { 'content-type': 'application/octet-stream' },
  });
  if (answer.status !== 201) throw new Error(await answer.text());
  const { id } = (await answer.json()) as { id: string };
  ledger.uploads.set(id, digestOf(bytes));
  return id;
};

const written = async (answer: Response): Promise<boolean> => {
  await answer.arrayBuffer();
  return answer.ok;
};

/** Uploads, new records and changes of records in turn until the connection breaks; `changed` after each change. */
const writeOn = async (ask: Ask, writer: number, round: number, ledger: Ledger, changed: () => void): Promise<void> => {
  try {
    for (let turn = 0; ; turn += 1) {
      const titulo = `r${round}w${writer}t${turn}`;
      const file = await upload(ask, ledger);
      if (await written(await ask('POST', '/laudos', { body: JSON.stringify({ titulo, imagens: [{ id: file }] }) }))) {
        ledger.records.set(titulo, { file, attempted: file });
        ledger.used.add(file);
      }
      const record = ledger.records.get(titulo);
      if (record === undefined) continue;
      record.attempted = await upload(ask, ledger);
      const body = JSON.stringify({ imagens: [{ id: record.attempted }] });
      if (await written(await ask('PATCH', `/laudos?titulo=eq.${titulo}`, { body }))) {
        record.file = record.attempted;
        ledger.used.add(record.file);
        ledger.changes += 1;
        changed();
      }
    }
  } catch {
    // the connection broke: the product is dead, as it should be
  }
};

/** An upload that stands still in the middle of the file; `begun` resolves when it does. */
const hangOn = (ask: Ask) => {
  const begun = Promise.withResolvers<void>();
  const pieces = [makeFile().subarray(0, 280_000)];
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces.pop();
      if (piece !== undefined) return controller.enqueue(piece);
      begun.resolve();
      return new Promise(() => {});
    },
  });
  const ended = ask('POST', '/anexos/laudos/imagens?name=b.pdf', {
    body,
    headers: { 'content-type': 'application/octet-stream' },
  }).then(
    () => undefined,
    () => undefined,
  );
  return { begun: begun.promise, ended };
};

interface Kept {
  readonly id: number;
  readonly titulo: string;
  readonly imagens: readonly { readonly id: string }[];
}

const compare = async (ask: Ask, ledger: Ledger) => {
  const kept = new Map<string, Kept>();
  const found = (await (await ask('GET', '/laudos?select=id,titulo,imagens&limit=1000')).json()) as Kept[];
  for (const row of found) kept.set(row.titulo, row);
  const lost: string[] = [];
  for (const [titulo, { file, attempted }] of ledger.records) {
    const row = kept.get(titulo);
    const id = row?.imagens[0]?.id;
    if (row === undefined || id === undefined || (id !== file && id !== attempted)) {
      lost.push(`${titulo}: ${file} acknowledged, ${id} found`);
      continue;
    }
    const answer = await ask('GET', `/anexos/laudos/${row.id}/imagens/${id}`);
    // Half a file breaks off.
    const bytes = new Uint8Array(await answer.arrayBuffer().catch(() => new ArrayBuffer(0)));
    if (!answer.ok || digestOf(bytes) !== ledger.uploads.get(id))
      lost.push(`${titulo}: ${id} has ${bytes.length} bytes of another content`);
  }
  // What a kill left unanswered may have been done all the same.
  const used = new Set([...ledger.used, ...[...kept.values()].flatMap(({ imagens }) => imagens.map(({ id }) => id))]);
  const unusable: string[] = [];
  for (const id of ledger.uploads.keys()) {
    if (used.has(id)) continue;
    const answer = await ask('POST', '/laudos', { body: JSON.stringify({ titulo: id, imagens: [{ id }] }) });
    if (!answer.ok) unusable.push(`${id}: ${await answer.text()}`);
  }
  return { lost, unusable };
};

const countBroken = async (database: Database): Promise<number> =>
  (
    await database.query<{ n: number }>({
      text: 'select count(*)::integer as n from fichario.attachment_content where sha256 is null',
      values: [],
    })
  ).rows[0]?.n ?? 0;

export const runAttachmentCrashes = async (kind: Database['kind'], rounds: number): Promise<AttachmentCrashReport> => {
  const stage = await openCrashStage(kind, registry);
  const ledger: Ledger = { uploads: new Map(), records: new Map(), used: new Set(), changes: 0 };
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const ask = await stage.signIn();
      const wanted = ledger.changes + writers + 1;
      const enough = Promise.withResolvers<void>();
      const changed = () => {
        if (ledger.changes >= wanted) enough.resolve();
      };
      const hanging = hangOn(ask);
      const writing = Promise.all(
        Array.from({ length: writers }, (_, writer) => writeOn(ask, writer, round, ledger, changed)),
      );
      await hanging.begun;
      await Promise.race([enough.promise, writing]);
      await stage.kill();
      await Promise.all([writing, hanging.ended]);
      await stage.start();
    }
    const acknowledged = {
      uploads: ledger.uploads.size,
      records: ledger.records.size,
      changes: ledger.changes,
    };
    const found = await compare(await stage.signIn(), ledger);
    const database = await stage.openDatabase();
    const { rows } = await database.query<{ id: string }>({
      text: `select a.id from fichario.attachment a join fichario.attachment_content c on c.id = a.content_id
        where (select (sum(length(k.bytes)), sha256(string_agg(k.bytes, ''::bytea order by k.position)))
          from fichario.attachment_chunk k where k.content_id = c.id) is distinct from (a.size::bigint, c.sha256)`,
      values: [],
    });
    const before = await countBroken(database);
    await database.query({
      text: `update fichario.attachment_content set stored_at = now() - interval '25 hours' where sha256 is null`,
      values: [],
    });
    await database.close();
    await stage.start();
    await upload(await stage.signIn(), ledger);
    const swept = await stage.openDatabase();
    const after = await countBroken(swept);
    await swept.close();
    return { acknowledged, ...found, torn: rows.map(({ id }) => id), orphans: { before, after } };
  } finally {
    await stage.close();
  }
};
