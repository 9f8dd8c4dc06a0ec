/**
 * What expressions read of the records that relations lead to: whole, whoever asks, and held until the transaction ends. In:
 * all the expressions by which a write judges or fills its records, and the records. Each record of another that they read
 * is read once, for all of them together.
 */
import { nameOfRead, targetsOf } from '../expressions/targets-in.ts';
import type { Expression, TargetRead } from '../expressions/types.ts';
import { layBehind } from '../fields/lay-behind.ts';
import { isEmpty } from '../fields/record-expressions.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import { Scope } from './plan/refs.ts';
import { rightConditions } from './plan/row-scope.ts';
import { readBody } from './read-stored.ts';
import type { Write } from './run-write.ts';
import { bindWrite } from './run-write.ts';
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

/** By their ids those that are there; `_seen` says whether the caller sees them. */
const readTarget = async (
  write: Write,
  queryable: Queryable,
  { entity, columns }: TargetRead,
  ids: readonly unknown[],
  hold: Hold | undefined,
): Promise<ReadonlyMap<unknown, Row>> => {
  const { model, access } = write.context;
  const target = model.entities[entity];
  if (target === undefined) throw new Error(`no entity '${entity}'`);
  const scope = new Scope(model, access, target, 't');
  const refs = target.fields.filter(({ column }) => columns.includes(column)).map(({ name }) => scope.own(name));
  const printed = printTargets(scope, rightConditions(access, scope), refs, hold);
  const rows = await readBody(queryable, bindWrite(write, printed, { rows: JSON.stringify(ids) }));
  return new Map(rows.map((row) => [row['id'], row]));
};

const none: ReadonlySet<string> = new Set();

/** What the expressions of a write read of others; what was read once is not read again. */
export interface Behind {
  /** The records, in order, with what lies behind their relations. */
  readonly bring: (records: readonly Sides[]) => Promise<readonly BehindReading[]>;
}

/** `expressions`: over records of one entity. `held`: how what each leads to is held. */
export const behindOf = (
  write: Write,
  queryable: Queryable,
  expressions: readonly Expression[],
  held: (read: TargetRead) => Hold | undefined,
): Behind => {
  const reads = targetsOf(expressions).map((read) => ({ read, known: new Map<unknown, Row | undefined>() }));
  return {
    bring: async (records) => {
      if (reads.length === 0) return records.map(({ record, parent = {} }) => ({ record, parent, unseen: none }));
      const readings = records.map(({ record, parent }) => ({
        record: { ...record },
        parent: { ...parent },
        unseen: new Set<string>(),
      }));
      for (const { read, known } of reads) {
        const { relation, ofOwner } = read;
        const sides = readings.map(({ record, parent, unseen }) => ({
          side: ofOwner === true ? parent : record,
          unseen,
        }));
        const ids = new Set(sides.map(({ side }) => side[relation]).filter((id) => !isEmpty(id) && !known.has(id)));
        const found = ids.size === 0 ? undefined : await readTarget(write, queryable, read, [...ids], held(read));
        for (const id of ids) known.set(id, found?.get(id));
        for (const { side, unseen } of sides) {
          const target = known.get(side[relation]);
          layBehind(side, read, target);
          if (target !== undefined && target['_seen'] !== true) unseen.add(nameOfRead(read));
        }
      }
      return readings;
    },
  };
};
