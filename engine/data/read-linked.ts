/** The lists of linked records that the expressions of a transition read: whoever asks, whole, and held. */
import { keysIn } from '../expressions/keys-in.ts';
import { recordExpressions } from '../model/effects.ts';
import type { LinkedRows, Transition } from '../model/state-types.ts';
import type { Entity } from '../model/types.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import { Scope } from './plan/refs.ts';
import { byOwner, readBody } from './read-stored.ts';
import type { Write } from './run-write.ts';
import { bindWrite } from './run-write.ts';
import { printLinkedRows } from './sql/pointing.ts';

interface LinkedRead {
  readonly linked: LinkedRows;
  /** Wire names of what is read of each. */
  readonly columns: ReadonlySet<string>;
}

/** The lists that the transition reads, in the order in which they are declared. */
const readsOf = ({ states }: Entity, transition: Transition): readonly LinkedRead[] => {
  const declared = states?.linked;
  if (declared === undefined) return [];
  const read = recordExpressions(transition).map(({ tree }) => keysIn(tree));
  const own = new Set(read.flatMap((keys) => keys.own));
  const items = read.flatMap((keys) => keys.items);
  return declared
    .filter(({ name }) => own.has(name))
    .map((linked) => {
      const prefix = `${linked.name}.`;
      const columns = items.flatMap((item) => (item.startsWith(prefix) ? [item.slice(prefix.length)] : []));
      return { linked, columns: new Set(columns) };
    });
};

/** Gives a record, as it stands or as it becomes, with its lists. */
export type WithLinked = (record: Row) => Row;

export const readLinked = async (
  write: Write,
  transaction: Queryable,
  transition: Transition,
  records: readonly Row[],
): Promise<WithLinked> => {
  const { model, access, entity } = write.context;
  const ids = JSON.stringify(records.map(({ id }) => id));
  const lists: (readonly [LinkedRows, ReadonlyMap<unknown, readonly Row[]>])[] = [];
  for (const { linked, columns } of records.length === 0 ? [] : readsOf(entity, transition)) {
    const target = model.entities[linked.entity];
    if (target === undefined) throw new Error(`no entity '${linked.entity}'`);
    const scope = new Scope(model, access, target, 't');
    const refs = target.fields.filter(({ column }) => columns.has(column)).map(({ name }) => scope.own(name));
    const printed = printLinkedRows(scope, scope.own(linked.relation), refs);
    const rows = await readBody(transaction, bindWrite(write, printed, { rows: ids }));
    lists.push([linked, byOwner(rows)]);
  }
  if (lists.length === 0) return (record) => record;
  return (record) => ({
    ...record,
    ...Object.fromEntries(lists.map(([linked, rows]) => [linked.name, rows.get(record['id']) ?? []])),
  });
};
