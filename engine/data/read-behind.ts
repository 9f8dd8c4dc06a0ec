/** What expressions read of the records that relations lead to: whole, whoever asks, and held until the transaction ends. */

import { layBehind } from '../fields/lay-behind.ts';
import { isEmpty } from '../fields/record-expressions.ts';
import type { TargetRead, Transition } from '../model/types.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import { holdOf } from './hold-of.ts';
import { Scope } from './plan/refs.ts';
import { rightConditions } from './plan/row-scope.ts';
import { readBody } from './read-stored.ts';
import type { Write } from './run-write.ts';
import { bindWrite } from './run-write.ts';
import { printTargets } from './sql/pointing.ts';
import type { Hold } from './sql/targets.ts';

/** A record, or a row with its owner, that takes what is read behind its relations. */
export interface BehindReading {
  readonly record: Record<string, unknown>;
  readonly parent: Record<string, unknown>;
  /** The reads, by `nameOfRead`, of what the caller does not see. */
  readonly unseen: Set<string>;
}

export const behindReading = (record: Row, parent: Row = {}): BehindReading => ({
  record: { ...record },
  parent: { ...parent },
  unseen: new Set(),
});

export const nameOfRead = ({ relation, ofOwner }: TargetRead): string =>
  `${ofOwner === true ? 'parent.' : ''}${relation}`;

/** What several expressions read, each record once. */
const together = (reads: readonly TargetRead[]): readonly TargetRead[] => {
  const found = new Map<string, TargetRead>();
  for (const read of reads) {
    const name = nameOfRead(read);
    const columns = new Set([...(found.get(name)?.columns ?? []), ...read.columns]);
    found.set(name, { ...read, columns: [...columns] });
  }
  // Each names those that lead to another before it, and so does all of them.
  return [...found.values()];
};

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

/** Adds to each what is read of what it points at. `held`: how that is held. */
export const readBehind = async (
  write: Write,
  queryable: Queryable,
  reads: readonly TargetRead[],
  readings: readonly BehindReading[],
  held: (read: TargetRead) => Hold | undefined,
): Promise<void> => {
  for (const read of together(reads)) {
    const { relation, ofOwner } = read;
    const sides = readings.map(({ record, parent, unseen }) => ({ side: ofOwner === true ? parent : record, unseen }));
    const ids = [...new Set(sides.map(({ side }) => side[relation]).filter((id) => !isEmpty(id)))];
    const targets =
      ids.length === 0 ? new Map<unknown, Row>() : await readTarget(write, queryable, read, ids, held(read));
    for (const { side, unseen } of sides) {
      const target = targets.get(side[relation]);
      layBehind(side, read, target);
      if (target !== undefined && target['_seen'] !== true) unseen.add(nameOfRead(read));
    }
  }
};

/** Gives a record as it stands with what the condition of a transition reads of what it points at. */
export type Standing = (stored: Row) => BehindReading;

export const readStanding = async (
  write: Write,
  transaction: Queryable,
  transition: Transition,
  records: readonly Row[],
): Promise<Standing> => {
  const { targets = [] } = transition;
  const readings = new Map(records.map((record) => [record, behindReading(record)]));
  const held = ({ relation }: TargetRead): Hold | undefined => holdOf(write, transition, relation);
  await readBehind(write, transaction, targets, [...readings.values()], held);
  return (stored) => readings.get(stored) ?? behindReading(stored);
};
