/**
 * The history of one record, with the rows that it owns. These have histories of their own; what a write did to them is
 * told in the entry that the same write left of the record.
 */
import { mayAct } from '../access/may-act.ts';
import { readableChildren } from '../access/visible-entity.ts';
import type { HistoryChange, HistoryEntry, HistoryRow } from '../contract/screen-model.ts';
import { historyLimit } from '../contract/screen-model.ts';
import { parseOrigin } from '../contract/write-origin.ts';
import { Refusal } from '../core/errors.ts';
import type { Child, Field } from '../model/types.ts';
import { bindInputs } from './bind.ts';
import type { Queryable } from './database.ts';
import { importsOf } from './history-imports.ts';
import { inLabel, labelOf, partOf, readable, sensitiveOf } from './history-part.ts';
import type { PlacedRow } from './history-rows.ts';
import { inOrder, pairRows } from './history-rows.ts';
import type { ListContext } from './plan/context.ts';
import { Scope } from './plan/refs.ts';
import { scopeConditions } from './plan/row-scope.ts';
import type { HistoryArray } from './sql/history.ts';
import { printHistory } from './sql/history.ts';

type Row = Readonly<Record<string, unknown>>;

const operations = { I: 'insert', U: 'update', D: 'delete' } as const;

/** What the statement tells of one version of the record or of a row that it owns. */
interface Told {
  readonly part: number;
  readonly id: string;
  readonly position: number;
  readonly operation: keyof typeof operations;
  readonly at: string;
  readonly start: string;
  readonly ended: string | null;
  readonly by: string | null;
  readonly origin: string | null;
  readonly version: number;
  readonly write: string;
  readonly body: string;
}

/** The request of a version's write, which stands behind its transaction. */
const requestOf = ({ write }: Told): string => write.slice(write.indexOf(' ') + 1);

/** What is told of one moment. */
interface Shown {
  readonly told: Told;
  readonly entry: Told;
  readonly changes: readonly HistoryChange[];
  readonly settled: string;
  readonly archivedUntil: string | undefined;
}

/** A moment, and the same in microseconds. */
interface Kept {
  readonly at: string;
  readonly start: string;
}

/** An array of the record, and what of its rows the caller may read. */
interface OwnedArray extends HistoryArray {
  readonly child: Child;
}

const changesOf = (
  context: ListContext,
  fields: readonly Field[],
  before: Row | undefined,
  after: Row | undefined,
): readonly HistoryChange[] =>
  fields.flatMap((field) => {
    const pair = { before: readable(context, field, before), after: readable(context, field, after) };
    return JSON.stringify(pair.before) === JSON.stringify(pair.after)
      ? []
      : [{ field: field.column, title: field.title, ...pair }];
  });

const arrayOf = (context: ListContext, child: Child): OwnedArray => {
  const { owner } = child.entity;
  if (!owner) throw new Error(`${child.entity.name} is owned by nobody`);
  const scope = new Scope(context.model, context.access, child.entity, 't');
  return {
    ...partOf(context, scope),
    child,
    owner: scope.own(owner.relation),
    position: scope.own(owner.position),
  };
};

/** What became of the rows of an array; undefined where nothing did that the caller may read. */
const arrayChange = (
  context: ListContext,
  array: OwnedArray,
  before: readonly PlacedRow<Row>[],
  after: readonly PlacedRow<Row>[],
): HistoryChange | undefined => {
  const told = pairRows(before, after).flatMap((pair) => {
    const changes = changesOf(context, array.scope.shown, pair.before, pair.after);
    const operation = pair.before === undefined ? 'insert' : pair.after === undefined ? 'delete' : 'update';
    return operation === 'update' && changes.length === 0 && !pair.moved
      ? []
      : [{ ...pair, operation, changes } as const];
  });
  if (told.length === 0) return undefined;
  const labels = (rows: readonly (Row | undefined)[]): readonly string[] =>
    rows.flatMap((row) => (row ? [labelOf(context, array, row)] : []));
  return {
    field: array.child.name,
    title: array.child.title,
    before: labels(told.toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0)).map((pair) => pair.before)),
    after: labels(told.map((pair) => pair.after)),
    rows: told.map(
      ({ operation, from, to, moved, changes, before: was, after: is }): HistoryRow => ({
        operation,
        label: labelOf(context, array, is ?? was ?? {}),
        from,
        to,
        moved,
        changes,
      }),
    ),
  };
};

const lastOf = ([first, ...more]: readonly [Told, ...Told[]]): Told =>
  more.reduce((last, one) => (Number(one.start) > Number(last.start) ? one : last), first);

/** One moment of the history: an entry of the record, or a write that only met rows of its. */
interface Step {
  readonly start: number;
  readonly told: Told;
  /** The version of the record that the caller sees then; undefined: nothing of the moment is told. */
  readonly entry: Told | undefined;
  readonly events: Told[];
}

/**
 * Oldest first. A version of a row is of the last entry that its write had left by then. Where the write left none (rows
 * changed in the database itself), it is a moment of its own, seen where the record then was.
 */
const stepsOf = (entries: readonly Told[], events: readonly Told[]): readonly Step[] => {
  const byEntry = new Map(
    entries.map((told): [Told, Step] => [told, { start: Number(told.start), told, entry: told, events: [] }]),
  );
  const byWrite = Map.groupBy(entries, (told) => told.write);
  const others = new Map<string, Step>();
  for (const event of events) {
    const start = Number(event.start);
    const own = byWrite.get(event.write);
    const entry = own?.findLast((one) => Number(one.start) <= start) ?? own?.[0];
    const seen = (one: Told): boolean =>
      Number(one.start) <= start && (one.ended === null || start < Number(one.ended));
    const step = (entry && byEntry.get(entry)) ??
      others.get(event.write) ?? {
        start,
        told: event,
        entry: entries.find(seen),
        events: [],
      };
    if (!entry) others.set(event.write, step);
    step.events.push(event);
  }
  return [...byEntry.values(), ...others.values()].sort((a, b) => a.start - b.start);
};

/** What each moment that the caller sees did to the arrays, against the one that was seen before. */
const replay = (
  context: ListContext,
  arrays: readonly OwnedArray[],
  steps: readonly Step[],
): ReadonlyMap<Step, readonly HistoryChange[]> => {
  const states = arrays.map((array) => ({
    array,
    rows: new Map<string, PlacedRow<Row>>(),
    seen: [] as readonly PlacedRow<Row>[],
    touched: false,
  }));
  return new Map(
    steps.map((step) => {
      for (const { part, operation, id, position, body } of step.events) {
        const state = states[part - 1];
        if (!state) continue;
        state.touched = true;
        if (operation === 'D') state.rows.delete(id);
        else state.rows.set(id, { id, position, value: JSON.parse(body) as Row });
      }
      if (!step.entry) return [step, []];
      const changes = states.flatMap((state) => {
        if (!state.touched) return [];
        const now = inOrder(state.rows.values());
        const change = arrayChange(context, state.array, state.seen, now);
        state.seen = now;
        state.touched = false;
        return change ? [change] : [];
      });
      return [step, changes];
    }),
  );
};

/** Tells of the sensitive values, before and after, that the entries give out. */
const noteChanges = (
  context: ListContext,
  scope: Scope,
  arrays: readonly OwnedArray[],
  id: string,
  entries: readonly { readonly changes: readonly HistoryChange[] }[],
): void => {
  const sensitive = (of: Scope, changes: readonly HistoryChange[]): readonly string[] =>
    changes.flatMap(({ field: column, before, after, rows = [] }) => {
      const array = arrays.find(({ child }) => of === scope && child.name === column);
      if (array)
        return rows.flatMap((row) => [
          ...inLabel(array.scope, array.child.entity.label).flatMap((one) =>
            sensitiveOf(context, array.scope, one, [row.label]),
          ),
          ...sensitive(array.scope, row.changes),
        ]);
      // Covered ones are not among these.
      const field = of.fields.find((one) => one.column === column);
      return field ? sensitiveOf(context, of, field, [before, after]) : [];
    });
  const told = entries.map(({ changes }) => sensitive(scope, changes)).filter((one) => one.length > 0);
  context.reads?.add({
    door: 'history',
    path: context.screen.path,
    record: id,
    filter: [],
    fields: [...new Set(told.flat())],
    rows: told.length,
  });
};

/** From when on the history of the entity is kept; undefined: from its beginning on. */
const readKept = async (database: Queryable, entity: string): Promise<Kept | undefined> => {
  const { rows } = await database.query<Kept>({
    text: `select to_json(k.since) #>> '{}' as at, (extract(epoch from k.since) * 1000000)::bigint::text as start
      from (select fichario.kept_since($1::text) as since) k where k.since is not null`,
    values: [entity],
    name: 'history-kept',
  });
  return rows[0];
};

/** Whether a version was over by then, and so has left, or is leaving. */
const isArchived = (kept: Kept | undefined, { ended }: Told): boolean =>
  kept !== undefined && ended !== null && Number(ended) <= Number(kept.start);

/**
 * The history of one record, newest first, at most 500 entries: fields and arrays that the caller may read today, rows
 * inside the caller's scope. `logins` gives names of user ids. Raises ACCESS_DENIED without `audit`, RECORD_MISSING where
 * there is no history in sight.
 */
export const readHistory = async (
  database: Queryable,
  context: ListContext,
  id: string,
  logins: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<readonly HistoryEntry[]> => {
  const { model, access, entity, screen } = context;
  if (!mayAct(access, entity, 'audit')) throw new Refusal('ACCESS_DENIED', { action: 'audit', title: screen.title });
  const scope = new Scope(model, access, entity, 't', screen);
  const arrays = readableChildren(model, access, entity, screen).map((child) => arrayOf(context, child));
  const printed = printHistory(partOf(context, scope), scopeConditions(access, scope), arrays);
  const statement = bindInputs(context, printed, { id });
  const all = (await database.query<Told>(statement)).rows;
  // Afterwards: what has begun to leave meanwhile is not told of in part.
  const kept = await readKept(database, entity.name);
  const rows = all.filter((told) => !isArchived(kept, told));
  const entries = rows.filter((row) => row.part === 0);
  if (entries.length === 0) throw new Refusal('RECORD_MISSING', { title: entity.title });

  const bodies = new Map(entries.map((told) => [told, JSON.parse(told.body) as Row]));
  const fieldChanges = (told: Told): readonly HistoryChange[] => {
    const body = bodies.get(told);
    const earlier = entries[entries.indexOf(told) - 1];
    const before = told.operation === 'I' ? undefined : told.operation === 'D' ? body : earlier && bodies.get(earlier);
    return changesOf(context, scope.shown, before, told.operation === 'D' ? undefined : body);
  };
  const steps = stepsOf(
    entries,
    rows.filter((row) => row.part > 0),
  );
  const arrayChanges = replay(context, arrays, steps);
  /** The version that held when the kept history begins; what it changed is known only where it changed nothing. */
  const beginning = (step: Step, { at }: Kept): Shown => ({
    told: step.told,
    entry: step.told,
    changes: step.told.operation === 'I' ? [...fieldChanges(step.told), ...(arrayChanges.get(step) ?? [])] : [],
    settled: at,
    // Before a first insert there was nothing, but for what became of rows that it owned.
    archivedUntil: step.told.operation === 'I' && step.told.version === 1 && arrays.length === 0 ? undefined : at,
  });
  const shown = steps
    .flatMap((step): readonly Shown[] => {
      const { told, entry, events } = step;
      if (kept !== undefined && step.start <= Number(kept.start)) return told === entry ? [beginning(step, kept)] : [];
      const changes = [...(told === entry ? fieldChanges(told) : []), ...(arrayChanges.get(step) ?? [])];
      return entry && (told === entry || changes.length > 0)
        ? [{ told, entry, changes, settled: lastOf([told, ...events]).at, archivedUntil: undefined }]
        : [];
    })
    .toReversed()
    .slice(0, historyLimit);
  noteChanges(context, scope, arrays, id, shown);
  const names = await logins([...new Set(shown.flatMap(({ told }) => (told.by === null ? [] : [told.by])))]);
  const imports = await importsOf(
    database,
    entity.name,
    shown.map(({ told }) => requestOf(told)),
  );
  const importOf = (told: Told): Pick<HistoryEntry, 'import'> => {
    const found = imports.get(requestOf(told));
    return found === undefined ? {} : { import: found };
  };
  return shown.map(
    ({ told, entry, changes, settled, archivedUntil }): HistoryEntry => ({
      operation: told === entry ? operations[told.operation] : 'update',
      at: told.at,
      settled,
      by: told.by === null ? null : (names.get(told.by) ?? `#${told.by}`),
      origin: told.origin === null ? null : parseOrigin(told.origin),
      ...importOf(told),
      version: entry.version,
      changes,
      ...(archivedUntil === undefined ? {} : { archivedUntil }),
    }),
  );
};
