/** The jobs of imports: one looks at the rows of a file, the other writes what it came to. */
import Type from 'typebox';
import type { Access } from '../../engine/access/access.ts';
import { reachKey } from '../../engine/access/access.ts';
import { batchCaller } from '../../engine/api/batch-caller.ts';
import { narrowToProvider } from '../../engine/api/chosen-provider.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import { providerHeader } from '../../engine/contract/chosen-provider.ts';
import type { ImportChoices } from '../../engine/contract/import.ts';
import { applyImportKind, checkImportKind, importLimits } from '../../engine/contract/import.ts';
import { ahead } from '../../engine/core/ahead.ts';
import { breathe } from '../../engine/core/breathe.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { applyBatch } from '../../engine/data/batch/apply-batch.ts';
import { findBatch } from '../../engine/data/batch/store.ts';
import { forgetSeen } from '../../engine/data/import/match-rows.ts';
import type { ImportCaller, ImportProgress } from '../../engine/data/import/plan-import.ts';
import { beginImport, endImport, importPart, planRows, resumeImport } from '../../engine/data/import/plan-import.ts';
import type { FileRecord, KnownNames } from '../../engine/data/import/read-records.ts';
import { readRecords } from '../../engine/data/import/read-records.ts';
import { SeenKeys } from '../../engine/data/import/seen-keys.ts';
import type { StoredImport } from '../../engine/data/import/store.ts';
import { ownImport, rememberChoices, setImportPlan, withFile } from '../../engine/data/import/store.ts';
import { openLoad, openWrite } from '../../engine/data/open-write.ts';
import { SensitiveReads, writeSensitiveReads } from '../../engine/data/sensitive-reads.ts';
import { openTable } from '../../engine/files/open-table.ts';
import type { TableRow } from '../../engine/files/table.ts';
import type { JobContext, JobKind } from '../../engine/jobs/job-kind.ts';

interface ImportAsked {
  readonly import: string;
  /** That a person of the staff works for. */
  readonly provider?: number;
}

const ImportInput = Type.Object(
  {
    import: Type.String({ format: 'uuid' }),
    provider: Type.Optional(
      Type.Integer({ minimum: 1, description: 'O prestador escolhido, para quem é da operadora.' }),
    ),
  },
  { additionalProperties: false },
);

/** The rights of today, narrowed to the provider that was chosen when the work was asked for. Raises REQUEST_PROVIDER_UNKNOWN. */
const rightsOf = async (
  runtime: Runtime,
  context: Pick<JobContext<unknown>, 'rights'>,
  { provider }: ImportAsked,
): Promise<Access> => {
  const headers = provider === undefined ? {} : { [providerHeader]: String(provider) };
  return narrowToProvider(runtime, { headers }, await context.rights());
};

/** Where the looking is, and with whose rights it began. */
interface CheckState {
  readonly progress: ImportProgress;
  readonly key: string;
}

/** Parts after which it is kept where the looking is. */
const keptEvery = 5;

/** Rows that are read in one go, while nobody else is served: a few milliseconds. */
const turn = 250;

/** Rows in portions of `turn`. */
async function* portions(pieces: AsyncIterable<Iterable<TableRow>>): AsyncGenerator<readonly TableRow[]> {
  let portion: TableRow[] = [];
  for await (const piece of pieces)
    for (const row of piece) {
      portion.push(row);
      if (portion.length < turn) continue;
      yield portion;
      portion = [];
    }
  if (portion.length > 0) yield portion;
}

/** Raises IMPORT_UNPLANNED where the columns were not said. */
const choicesOf = ({ choices, name }: StoredImport): ImportChoices => {
  if (choices === null) throw new Refusal('IMPORT_UNPLANNED', { name });
  return choices;
};

const actionsOf = ({ mode }: ImportChoices): readonly ('insert' | 'update')[] =>
  mode === 'upsert' ? ['insert', 'update'] : [mode];

export const checkImport = (runtime: () => Runtime): JobKind<ImportAsked, CheckState> => {
  const look = async (
    found: StoredImport,
    access: Access,
    context: JobContext<CheckState>,
    kept: ImportProgress | undefined,
  ): Promise<void> => {
    const { database } = runtime();
    const reads = new SensitiveReads();
    const choices = choicesOf(found);
    const caller: ImportCaller = {
      ...batchCaller(runtime(), { access, path: found.path, origin: context.origin, reads }),
      importId: found.id,
      choices,
      seen: new SeenKeys(),
    };
    for (const action of actionsOf(choices)) openWrite(caller.context, action);
    if (choices.load) openLoad(caller.context);
    let progress = kept ?? (await beginImport(caller));
    if (kept !== undefined) await resumeImport(caller, kept);
    const names: KnownNames = new Map();
    const today = new Date(found.createdAt);
    await withFile(database, found.id, async (path) => {
      const options = found.sheet === null ? {} : { sheet: found.sheet };
      const limits = { rows: importLimits.rows };
      const table = await openTable(path, { ...options, from: progress.line, limits });
      try {
        let since = 0;
        async function* records(): AsyncGenerator<readonly FileRecord[]> {
          let read: FileRecord[] = [];
          for await (const rows of portions(table.pieces)) {
            read.push(...(await readRecords(caller, choices, names, today, rows)));
            await breathe();
            if (read.length < importPart) continue;
            yield read;
            read = [];
          }
          if (read.length > 0) yield read;
        }
        for await (const rows of ahead(records())) {
          context.signal.throwIfAborted();
          progress = await planRows(caller, progress, rows);
          context.progress(progress.rows);
          since += 1;
          if (since % keptEvery === 0) await context.save({ progress, key: reachKey(access) });
        }
      } finally {
        await table.close();
      }
    });
    const { batch, plan } = await endImport(caller, progress);
    await writeSensitiveReads(database, reads, { ...context.owner, requestId: context.id, origin: context.origin });
    await setImportPlan(database, found.id, plan, reachKey(access));
    // Choices that no row fitted are no help with the next file.
    if (batch.refused < batch.rows) await rememberChoices(database, found, choices);
    context.progress(progress.rows, progress.rows);
  };

  return {
    name: checkImportKind,
    label: 'Conferência de importação',
    schema: ImportInput,
    title: async ({ import: id }, access) => {
      const { name } = await ownImport(runtime().database, id, access.userId);
      return `Conferir ${name}`;
    },
    run: async (asked, context) => {
      const { import: id } = asked;
      const access = await rightsOf(runtime(), context, asked);
      const found = await ownImport(runtime().database, id, access.userId);
      const batch = found.batchId === null ? undefined : await findBatch(runtime().database, found.batchId);
      // Tried again once another look was written: what was written would be lost sight of.
      if (batch !== undefined && batch.state !== 'planned') throw new Refusal('IMPORT_APPLIED', { name: found.name });
      const { state } = context;
      await look(found, access, context, state?.key === reachKey(access) ? state.progress : undefined);
      return undefined;
    },
  };
};

export const applyImport = (runtime: () => Runtime): JobKind<ImportAsked> => ({
  name: applyImportKind,
  label: 'Gravação de importação',
  schema: ImportInput,
  title: async ({ import: id }, access) => {
    const { name } = await ownImport(runtime().database, id, access.userId);
    return `Gravar ${name}`;
  },
  run: async (asked, context) => {
    const { import: id } = asked;
    const { database } = runtime();
    const access = await rightsOf(runtime(), context, asked);
    const found = await ownImport(database, id, access.userId);
    const batch = found.batchId === null ? undefined : await findBatch(database, found.batchId);
    if (batch === undefined) throw new Refusal('IMPORT_UNPLANNED', { name: found.name });
    // A run before this one came to its end, and could not say so.
    if (batch.state === 'applied') return undefined;
    const reads = new SensitiveReads();
    let done = 0;
    await applyBatch(
      {
        ...batchCaller(runtime(), { access, path: found.path, origin: context.origin, reads }),
        signal: context.signal,
        progress: (records) => {
          done += records;
          context.progress(Math.min(done, batch.rows), batch.rows);
        },
      },
      batch,
      batch.seal,
    ).catch((error: unknown) => {
      // That run was still at it, and came to its end before this one could begin.
      if (!(error instanceof Refusal && error.code === 'BATCH_APPLIED')) throw error;
    });
    await forgetSeen(database, found.id, 0);
    await writeSensitiveReads(database, reads, { ...context.owner, requestId: context.id, origin: context.origin });
    return undefined;
  },
});
