/** What became of records under a batch, read from the history: as they were before and after it, and as they are now. */
import { writableEntity } from '../../access/visible-entity.ts';
import { writableChildren, writableFields } from '../../fields/record-schema.ts';
import type { Entity, Field } from '../../model/types.ts';
import { bindInputs } from '../bind.ts';
import type { Queryable } from '../database.ts';
import type { Row } from '../given-rows.ts';
import { keptColumns } from '../kept-columns.ts';
import type { PlanContext } from '../plan/context.ts';
import { Scope } from '../plan/refs.ts';
import { printWritten } from '../sql/batch.ts';
import { scopeOf } from '../write-answer.ts';
import { differs } from './since-batch.ts';

/** A record under a batch: as it was before and after it, and as it is now. */
export interface WrittenRecord {
  readonly id: number;
  /** The batch made it, or brought it back. */
  readonly inserted: boolean;
  readonly before: Row | null;
  readonly after: Row | null;
  readonly now: Row | null;
  readonly current: number | null;
  /** In the order of the lists of the entity; none where they were not asked for. */
  readonly owned: readonly OwnedWritten[];
}

/** Rows that a record owns, under a batch. */
export interface OwnedWritten {
  readonly written: boolean;
  /** Somebody else has changed them since. */
  readonly touched: boolean;
  /** With their ids, and what of them is written; null: the batch wrote none. */
  readonly before: readonly Row[] | null;
}

interface WrittenAsked {
  /** Its id. */
  readonly batch: string;
  readonly fields: readonly Field[];
  readonly ids: readonly number[];
  /** Also what became of the rows that they own. Default: false. */
  readonly rows?: boolean;
  /** The entity with what may be written back open. Default: as the caller may write it. */
  readonly open?: Entity;
}

/** Those of the ids that the batch wrote, by id. */
export const readWritten = async (
  database: Queryable,
  context: PlanContext,
  { batch, fields, ids, rows: withRows = false, open: opened }: WrittenAsked,
): Promise<readonly WrittenRecord[]> => {
  const scope = scopeOf(context);
  const columns = fields.map(({ name }) => scope.own(name));
  const open = writableChildren(opened ?? writableEntity(context.access, context.entity));
  const lists = withRows ? context.entity.children : [];
  const owned = lists.flatMap(({ name, entity: { name: rowName } }) => {
    const child = open.find((one) => one.name === name);
    const entity = context.model.entities[rowName];
    if (entity?.owner === undefined) return [];
    const rows = new Scope(context.model, context.access, entity, 'c');
    const told = child === undefined ? [] : writableFields(child.entity).map((field) => rows.own(field.name));
    const { relation, position } = entity.owner;
    return [{ owner: rows.own(relation), position: rows.own(position), columns: keptColumns(rows), told }];
  });
  const statement = bindInputs(context, printWritten(scope, columns, owned), { rows: JSON.stringify(ids), batch });
  const { rows } = await database.query<{ body: string }>(statement);
  return JSON.parse(rows[0]?.body ?? '[]') as readonly WrittenRecord[];
};

/** Whether somebody has written to a record that the batch made, or to the rows that it owns. */
export const touchedSince = ({ after, now, owned }: WrittenRecord, fields: readonly Field[]): boolean =>
  owned.some((one) => one.touched) || fields.some(({ column }) => differs(after?.[column], now?.[column]));
