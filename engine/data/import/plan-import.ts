/**
 * What an import will do: its rows are read, held against the records that are there, and written for the look of it, a
 * part at a time, so that it goes on where it was cut off. In: rows of the file. Out: a batch, planned and sealed.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { BatchSummary } from '../../contract/batch.ts';
import type { ImportChoices } from '../../contract/import.ts';
import { breathe } from '../../core/breathe.ts';
import { Refusal } from '../../core/errors.ts';
import { fixedValues } from '../../model/screen-entity.ts';
import type { Entity, Field } from '../../model/types.ts';
import type { EffectsState } from '../batch/effects.ts';
import { Effects } from '../batch/effects.ts';
import type { BatchCaller } from '../batch/plan-batch.ts';
import { rehearse } from '../batch/plan-batch.ts';
import { dropPartsFrom, insertHead, putPart, readPartOutcomes, sealBatch } from '../batch/store.ts';
import { summaryOf } from '../batch/summary.ts';
import type { BatchItem, BatchPart, BatchWork, ItemRefusal, PartOperation } from '../batch/types.ts';
import { groupRefusals, placedIn, workOf } from '../batch/types.ts';
import { uniqueKeys } from '../upsert-rows.ts';
import { scopeOf } from '../write-answer.ts';
import { changesOf, unfit } from './check-fit.ts';
import { doubtful } from './foresee.ts';
import { importWritable } from './import-writable.ts';
import type { Present } from './match-rows.ts';
import { findPresent, findRepeated, forgetSeen, keepSeen, lacksKey, loadSeen } from './match-rows.ts';
import type { FileRecord } from './read-records.ts';
import type { SeenKeys } from './seen-keys.ts';
import type { ToldPlan } from './store.ts';
import { setImportBatch } from './store.ts';

/** Rows of one part. */
export const importPart = 1000;

/** Where the reading is: everything of the rows up to `line` is kept. */
export interface ImportProgress {
  readonly batchId: string;
  readonly line: number;
  /** Parts that are kept. */
  readonly parts: number;
  readonly rows: number;
  readonly fresh: number;
  readonly changed: number;
  readonly same: number;
  readonly refused: number;
  /** Of a load: how many of the new records come in each state. */
  readonly states?: Readonly<Record<string, number>>;
  /** Of everything that will be written. */
  readonly digest: string;
  readonly effects: EffectsState;
}

/** Whose import it is, of what. */
export interface ImportCaller extends BatchCaller {
  readonly importId: string;
  readonly choices: ImportChoices;
  /** Of this run: the keys of the rows that were looked at. */
  readonly seen: SeenKeys;
}

const workFor = ({ whole, load }: ImportChoices): BatchWork => ({
  operation: 'import',
  ...(whole ? { whole } : {}),
  ...(load ? { loads: true } : {}),
});

/** A batch that is begun; a new one each time, for nobody applies half a plan. */
export const beginImport = async (caller: ImportCaller): Promise<ImportProgress> => {
  const { engine, context, choices, importId } = caller;
  const batchId = randomUUID();
  await engine.database.transaction(async (transaction) => {
    const head = {
      id: batchId,
      work: workFor(choices),
      path: context.screen.path,
      entity: context.entity.name,
      filter: undefined,
      userId: context.access.userId,
      login: context.access.login,
      seal: '',
      rows: 0,
      changes: 0,
      same: 0,
      refused: 0,
      undoes: null,
    };
    await insertHead(transaction, head, 'planning');
    await setImportBatch(transaction, importId, batchId);
    await forgetSeen(transaction, importId, 0);
  });
  return {
    batchId,
    line: 0,
    parts: 0,
    rows: 0,
    fresh: 0,
    changed: 0,
    same: 0,
    refused: 0,
    digest: '',
    effects: new Effects([]).state(),
  };
};

/** What was kept behind the progress is of a run that was cut off: it is done again. */
export const resumeImport = async (caller: ImportCaller, progress: ImportProgress): Promise<void> => {
  await dropPartsFrom(caller.engine.database, progress.batchId, progress.parts);
  await loadSeen(caller.engine.database, caller.importId, progress.line, caller.seen);
};

const fieldsOf = (entity: Entity, columns: readonly string[]): readonly Field[] =>
  columns.flatMap((column) => entity.fields.find((field) => field.column === column) ?? []);

const titlesOf = (fields: readonly Field[]): string => fields.map(({ title }) => title).join(', ');

/** Rows that are told apart by what becomes of them. */
interface Sorted {
  readonly inserts: BatchItem[];
  readonly changes: BatchItem[];
  readonly refusals: ItemRefusal[];
}

const sort = async (caller: ImportCaller, records: readonly FileRecord[]): Promise<Sorted> => {
  const { engine, context, choices, seen } = caller;
  const { entity } = context;
  const writable = importWritable(context, choices);
  const key = fieldsOf(entity, choices.key);
  const refused = new Map<number, string>();
  for (const { line, problems } of records) if (problems.length > 0) refused.set(line, problems.join(' '));
  const read = records.filter(({ line }) => !refused.has(line));
  const filled = new Set(choices.columns.map(({ field }) => field));
  const fills = writable.fields.every(
    ({ required, default: given, filledFrom, begins, column }) =>
      !required || given !== undefined || filledFrom !== undefined || begins !== undefined || filled.has(column),
  );
  // A row that is a whole record is fit to change one as well.
  const early = fills && choices.mode !== 'update' ? await unfit(caller, writable, read, 'record') : undefined;
  if (early?.size !== 0)
    for (const [line, message] of await unfit(caller, writable, read, 'values')) refused.set(line, message);
  await breathe();
  const sound = records.filter(({ line }) => !refused.has(line));
  const given = (column: string): boolean => filled.has(column) || Object.hasOwn(fixedValues(entity), column);
  const keys = uniqueKeys(entity, writable).filter((one) => one.some((column) => filled.has(column)));
  // What the file does not say of a key is a record's own, and of new records all the same.
  const [whole, part] = [keys.filter((one) => one.every(given)), keys.filter((one) => !one.every(given))];
  const repeated = new Map(findRepeated(seen, entity, whole, sound));
  const rows = sound.map(({ values }) => values);
  await breathe();
  const present =
    key.length === 0 ? new Map<number, Present>() : await findPresent(engine.database, context, key, rows);
  const sorted: Sorted = { inserts: [], changes: [], refusals: [] };
  const refuse = (line: number, message: string): void => {
    sorted.refusals.push({ id: line, label: `Linha ${line}`, message, line });
  };
  const refuseRepeated = (line: number): void => {
    const fields = titlesOf(fieldsOf(entity, repeated.get(line) ?? []));
    refuse(line, caller.tell(new Refusal('RECORD_IMPORT_REPEATED', { fields })));
  };
  const known = new Map(sound.map((record, index) => [record.line, present.get(index)]));
  const meant = await changesOf(caller, writable, sound, present, early?.size !== 0);
  for (const [line, message] of meant.refused) if (!repeated.has(line)) refused.set(line, message);
  const fresh: FileRecord[] = [];
  for (const record of records) {
    const { line, values } = record;
    const before = refused.get(line);
    const there = known.get(line);
    if (before !== undefined) refuse(line, before);
    else if (repeated.has(line)) refuseRepeated(line);
    else if (
      key.length > 0 &&
      choices.mode !== 'insert' &&
      lacksKey(
        values,
        choices.key.filter((name) => filled.has(name)),
      )
    )
      refuse(line, caller.tell(new Refusal('RECORD_IMPORT_KEYLESS', { fields: titlesOf(key) })));
    else if (there !== undefined) {
      if (choices.mode === 'insert') {
        const code = choices.load ? 'RECORD_LOAD_PRESENT' : 'RECORD_IMPORT_PRESENT';
        refuse(line, caller.tell(new Refusal(code, { title: entity.title, fields: titlesOf(key) })));
      } else sorted.changes.push({ ...there, values: withoutKey(meant.values.get(line) ?? values, choices.key), line });
    } else if (choices.mode === 'update')
      refuse(line, caller.tell(new Refusal('RECORD_IMPORT_ABSENT', { title: entity.title, fields: titlesOf(key) })));
    else fresh.push(record);
  }
  const lacking = early ?? (await unfit(caller, writable, fresh, 'record'));
  const fit = fresh.filter(({ line }) => !lacking.has(line));
  for (const [line, key] of findRepeated(seen, entity, part, fit)) repeated.set(line, key);
  for (const { line, values } of fresh) {
    const message = lacking.get(line);
    if (message !== undefined) refuse(line, message);
    else if (repeated.has(line)) refuseRepeated(line);
    else sorted.inserts.push({ id: line, version: 0, values, line });
  }
  sorted.refusals.sort((a, b) => a.id - b.id);
  return sorted;
};

const withoutKey = (values: BatchItem['values'], key: readonly string[]): NonNullable<BatchItem['values']> =>
  Object.fromEntries(Object.entries(values ?? {}).filter(([name]) => !key.includes(name)));

/** New records that are written for the look of it: those that are told one by one, and those that may be refused. */
const uncertain = async (
  { engine, context, choices }: ImportCaller,
  items: readonly BatchItem[],
  told: number,
): Promise<readonly BatchItem[]> => {
  // In any state all that holds of records in it is to be looked at.
  if (choices.load) return items;
  const rest = await doubtful(engine.database, context, items.slice(told), choices.key);
  return items.filter((item, index) => index < told || rest.has(item));
};

/** How many of the records that will be written are in each state, after those that were counted before. */
const countStates = (
  { context: { entity } }: ImportCaller,
  before: Readonly<Record<string, number>>,
  parts: readonly BatchPart[],
): Readonly<Record<string, number>> => {
  const { states } = entity;
  if (states === undefined) return before;
  const counts = new Map(Object.entries(before));
  for (const { items, skipped } of parts) {
    const left = new Set(skipped);
    for (const { id, values = {} } of items) {
      const state = String(values[states.key] ?? states.initial);
      if (!left.has(id)) counts.set(state, (counts.get(state) ?? 0) + 1);
    }
  }
  return Object.fromEntries(counts);
};

/**
 * Looks at some rows of the file, read as records, and keeps what they come to. Raises what no row is to blame for:
 * ACCESS_DENIED, ACTION_WITHHELD, REQUEST_*.
 */
export const planRows = async (
  caller: ImportCaller,
  progress: ImportProgress,
  rows: readonly FileRecord[],
): Promise<ImportProgress> => {
  const { engine, context, choices } = caller;
  const effects = new Effects(scopeOf(context).shown, progress.effects);
  const sorted = await sort(caller, rows);
  await breathe();
  const work = workFor(choices);
  // A record of which the file says nothing but its key is as the file says.
  const changes = sorted.changes.filter(({ values = {} }) => Object.keys(values).length > 0);
  const parts: BatchPart[] = [];
  for (const [operation, items] of [
    ['insert', sorted.inserts],
    ['change', changes],
  ] as readonly (readonly [PartOperation, readonly BatchItem[]])[]) {
    const refusals = operation === 'insert' ? sorted.refusals : [];
    if (items.length === 0 && refusals.length === 0) continue;
    const looked = operation === 'insert' ? await uncertain(caller, items, effects.freshLeft) : items;
    const { part } = await rehearse(caller, workOf(work, { operation }), looked, effects);
    parts.push({ ...part, items, operation, refusals: [...refusals, ...part.refusals] });
  }
  const sum = (operation: PartOperation, count: (part: BatchPart) => number): number =>
    parts.reduce((total, part) => total + (part.operation === operation ? count(part) : 0), 0);
  const written = (part: BatchPart): number => part.items.length - part.skipped.length;
  const refused = parts.reduce((total, part) => total + part.refusals.length, 0);
  const fresh = sum('insert', written);
  const changed = sum('change', written);
  const line = rows.at(-1)?.line ?? progress.line;
  const digest = createHash('sha256').update(progress.digest);
  await engine.database.transaction(async (transaction) => {
    for (const [index, part] of parts.entries()) {
      const items = await putPart(transaction, progress.batchId, progress.parts + index, part);
      digest.update(JSON.stringify([part.operation, part.skipped])).update(items);
    }
    await keepSeen(transaction, caller.importId, line, caller.seen);
  });
  return {
    ...progress,
    line,
    parts: progress.parts + parts.length,
    rows: progress.rows + rows.length,
    fresh: progress.fresh + fresh,
    changed: progress.changed + changed,
    same: progress.same + rows.length - fresh - changed - refused,
    refused: progress.refused + refused,
    ...(choices.load && { states: countStates(caller, progress.states ?? {}, parts) }),
    digest: digest.digest('base64url'),
    effects: effects.state(),
  };
};

/** Seals what was planned. */
export const endImport = async (
  caller: ImportCaller,
  progress: ImportProgress,
): Promise<{ readonly batch: BatchSummary; readonly plan: ToldPlan }> => {
  const { engine, context, choices } = caller;
  const { batchId, rows, fresh, changed, same, refused, digest } = progress;
  const work = workFor(choices);
  const seal = createHash('sha256')
    .update(JSON.stringify([batchId, work, digest]))
    .digest('base64url');
  const stored = await engine.database.transaction((transaction) =>
    sealBatch(transaction, batchId, { seal, rows, changes: fresh + changed, same, refused }),
  );
  const effects = new Effects(scopeOf(context).shown, progress.effects);
  const refusals = (await readPartOutcomes(engine.database, batchId)).flatMap((part) =>
    placedIn(workOf(work, part), part.refusals),
  );
  return {
    batch: summaryOf(stored, context.screen.title),
    plan: {
      fields: effects.told(),
      lists: effects.toldLists(context.entity.children),
      sample: effects.sample,
      refusals: groupRefusals(refusals),
      fresh,
      ...(progress.states && { states: progress.states }),
    },
  };
};
