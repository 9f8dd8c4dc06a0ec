/** The lists of records that point at those of a transition, as its expressions read them: whoever asks, whole, and held. */
import { keysIn } from '../expressions/keys-in.ts';
import { recordExpressions } from '../model/effects.ts';
import type { Entity, LinkedRows, Transition } from '../model/types.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import { Scope } from './plan/refs.ts';
import { byOwner, readBody } from './read-stored.ts';
import type { Write } from './run-write.ts';
import { bindWrite } from './run-write.ts';
import { printPointingRows } from './sql/pointing.ts';

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

/** The records with the lists that the transition reads of each. */
export const withLinked = async (
  write: Write,
  transaction: Queryable,
  transition: Transition,
  records: readonly Row[],
): Promise<readonly Row[]> => {
  const { model, access, entity } = write.context;
  let found = records;
  for (const { linked, columns } of records.length === 0 ? [] : readsOf(entity, transition)) {
    const target = model.entities[linked.entity];
    if (target === undefined) throw new Error(`no entity '${linked.entity}'`);
    const scope = new Scope(model, access, target, 't');
    const refs = target.fields.filter(({ column }) => columns.has(column)).map(({ name }) => scope.own(name));
    const printed = printPointingRows(scope, scope.own(linked.relation), refs);
    const ids = JSON.stringify(records.map(({ id }) => id));
    const rows = byOwner(await readBody(transaction, bindWrite(write, printed, { rows: ids })));
    found = found.map((record) => ({ ...record, [linked.name]: rows.get(record['id']) ?? [] }));
  }
  return found;
};
