/**
 * What expressions read of the records that relations lead to: whole, whoever asks, and held until the transaction ends. In:
 * all the expressions by which a write judges or fills its records, and the records. Each record of another that they read
 * is read once, for all of them together.
 */
import { nameOfRead, targetsOf, together } from '../expressions/targets-in.ts';
import type { Expression, TargetRead } from '../expressions/types.ts';
import { layBehind } from '../fields/lay-behind.ts';
import { isEmpty } from '../fields/record-expressions.ts';
import { bindInputs } from './bind.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import { Scope } from './plan/refs.ts';
import { sightConditions } from './plan/row-scope.ts';
import { readBody } from './read-stored.ts';
import type { Write } from './run-write.ts';
import { printTargets } from './sql/pointing.ts';
import type { Hold } from './sql/targets.ts';

/** A record, or a row with its owner. */
interface Sides {
  readonly record: Row;
  readonly parent?: Row | undefined;
}

/** The same with what is read behind its relations. */
export interface BehindReading {
  readonly record: Row;
  readonly parent: Row;
  /** The reads, by `nameOfRead`, of what the caller does not see. */
  readonly unseen: ReadonlySet<string>;
}

/** Whether the expression reads of something that the caller does not see. */
export const isUnseen = ({ targets = [] }: Expression, { unseen }: Pick<BehindReading, 'unseen'>): boolean =>
  targets.some((read) => unseen.has(nameOfRead(read)));

/** On whose behalf it is read. */
type Reader = Pick<Write, 'context'>;

/** By their ids those that are there; `_seen` says whether the caller sees them. */
const readTarget = async (
  { context }: Reader,
  queryable: Queryable,
  { entity, columns }: TargetRead,
  ids: readonly unknown[],
  hold: Hold | undefined,
): Promise<ReadonlyMap<unknown, Row>> => {
  const { model, access } = context;
  const target = model.entities[entity];
  if (target === undefined) throw new Error(`no entity '${entity}'`);
  const scope = new Scope(model, access, target, 't');
  const refs = target.fields.filter(({ column }) => columns.includes(column)).map(({ name }) => scope.own(name));
  const printed = printTargets(scope, sightConditions(access, scope), refs, hold);
  const rows = await readBody(queryable, bindInputs(context, printed, { rows: JSON.stringify(ids) }));
  return new Map(rows.map((row) => [row['id'], row]));
};

const none: ReadonlySet<string> = new Set();
const nothing: ReadonlyMap<unknown, Row> = new Map();

/** What the expressions of a write read of others; what was read once is not read again. */
export interface Behind {
  /** The records, in order, with what lies behind their relations. */
  readonly bring: (records: readonly Sides[]) => Promise<readonly BehindReading[]>;
  /** One of those that lead to what was brought already, as it is in the meantime. */
  readonly lay: (record: Sides) => BehindReading;
  /** What leads to each record of others, by `nameOfRead`, with those that are read already. */
  readonly known: ReadonlyMap<string, Known>;
}

/** One of them while it is being read. */
interface Laying {
  readonly record: Record<string, unknown>;
  readonly parent: Record<string, unknown>;
  readonly unseen: Set<string>;
}

/** What leads to a record of others, and those of these that are known by their ids. */
interface Known {
  readonly read: TargetRead;
  readonly rows: Map<unknown, Row | undefined>;
}

const begin = ({ record, parent }: Sides): Laying => ({
  record: { ...record },
  parent: { ...parent },
  unseen: new Set(),
});

const sideOf = ({ record, parent }: Laying, { ofOwner }: TargetRead) => (ofOwner === true ? parent : record);

const layOne = (laying: Laying, { read, rows }: Known): void => {
  const side = sideOf(laying, read);
  const target = rows.get(side[read.relation]);
  layBehind(side, read, target);
  if (target !== undefined && target['_seen'] !== true) laying.unseen.add(nameOfRead(read));
};

interface Around {
  /** What the same records are judged by later: of what is read anyway all is read that these will need. */
  readonly also?: readonly Expression[] | undefined;
  /** What was read of the same records before, which is not read again. */
  readonly before?: Behind | undefined;
}

const knownOf = (read: TargetRead, later: readonly TargetRead[], before: Behind | undefined): Known => {
  const name = nameOfRead(read);
  const same = before?.known.get(name);
  if (same !== undefined && read.columns.every((column) => same.read.columns.includes(column))) return same;
  const [all = read] = together([read, ...later.filter((one) => nameOfRead(one) === name)]);
  return { read: all, rows: new Map() };
};

/** `expressions`: over records of one entity. `held`: how what each leads to is held. */
export const behindOf = (
  write: Reader,
  queryable: Queryable,
  expressions: readonly Expression[],
  held: (read: TargetRead) => Hold | undefined,
  { also = [], before }: Around = {},
): Behind => {
  const later = targetsOf(also);
  const all = targetsOf(expressions).map((read) => knownOf(read, later, before));
  const known = new Map(all.map((one) => [nameOfRead(one.read), one]));
  const asItIs = ({ record, parent = {} }: Sides): BehindReading => ({ record, parent, unseen: none });
  if (all.length === 0) return { bring: async (records) => records.map(asItIs), lay: asItIs, known };
  return {
    known,
    bring: async (records) => {
      const readings = records.map(begin);
      for (const one of all) {
        const { read, rows } = one;
        const ids = new Set(readings.map((reading) => sideOf(reading, read)[read.relation]));
        const unknown = [...ids].filter((id) => !isEmpty(id) && !rows.has(id));
        const found = unknown.length === 0 ? nothing : await readTarget(write, queryable, read, unknown, held(read));
        for (const id of unknown) rows.set(id, found.get(id));
        for (const reading of readings) layOne(reading, one);
      }
      return readings;
    },
    lay: (record) => {
      const laying = begin(record);
      for (const one of all) layOne(laying, one);
      return laying;
    },
  };
};
