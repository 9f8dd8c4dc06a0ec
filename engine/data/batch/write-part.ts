/** Writes the records of a part in a transaction that is open: through the ordinary doors, each with an outcome of its own. */
import { parseRequest } from '../../contract/request.ts';
import type { Refusal } from '../../core/errors.ts';
import type { Entity } from '../../model/types.ts';
import type { Queryable } from '../database.ts';
import { deleteRows } from '../delete-rows.ts';
import type { Followed } from '../followed.ts';
import type { Row } from '../given-rows.ts';
import { openWrite } from '../open-write.ts';
import type { ListContext } from '../plan/context.ts';
import type { WriteEngine, WriteOptions } from '../run-write.ts';
import type { NamedWrite } from '../write-each.ts';
import { changeRowsIn, insertRowsIn, writeNamedIn } from '../write-each.ts';
import { updateRows } from '../write-rows.ts';
import { reviveRows } from './revive-rows.ts';
import type { BatchItem, PartWork } from './types.ts';

/** Whose history entries they are. */
export interface BatchWriter {
  /** Names the batch in the history: what is written by it is found by it. */
  readonly requestId: string;
  readonly origin: string;
  /** Is told of the records that are moved because of what is written. */
  readonly followed?: Followed;
}

export interface ItemOutcome {
  readonly item: BatchItem;
  /** Of the record written, also of a new one. */
  readonly id: number | undefined;
  readonly refusal: Refusal | undefined;
}

const optionsOf = (
  { requestId, origin, followed }: BatchWriter,
  { restores, revives, loads }: Pick<WriteOptions, 'restores' | 'revives' | 'loads'>,
): WriteOptions => ({
  representation: false,
  version: undefined,
  singular: false,
  maximum: undefined,
  resolution: undefined,
  rollback: false,
  requestId,
  origin,
  restores,
  revives,
  followed,
  loads,
});

/** Items that are given the same values go in one write. */
const byValues = (items: readonly BatchItem[]): Iterable<readonly BatchItem[]> =>
  Map.groupBy(items, ({ values }) => JSON.stringify(values)).values();

/** Those that are given values of the same fields. */
const byFields = (items: readonly BatchItem[]): Iterable<readonly BatchItem[]> =>
  Map.groupBy(items, ({ values = {} }) => Object.keys(values).join()).values();

/** Whether the item says of rows that its record owns. */
export const hasLists = ({ children }: Entity, { values = {} }: BatchItem): boolean =>
  children.some(({ name }) => values[name] !== undefined);

/** The same, but with lists of rows a record at a time. */
const alike = (entity: Entity, items: readonly BatchItem[]): Iterable<readonly BatchItem[]> => {
  const listed = items.filter((item) => hasLists(entity, item));
  const away = new Set(listed);
  return [...byValues(items.filter((item) => !away.has(item))), ...listed.map((item) => [item])];
};

/** One outcome for each item. Raises what is no fault of a record. */
export const writePart = async (
  engine: WriteEngine,
  transaction: Queryable,
  context: ListContext,
  { operation, values, transition, source, loads }: PartWork,
  items: readonly BatchItem[],
  writer: BatchWriter,
): Promise<readonly ItemOutcome[]> => {
  const named = async (
    some: readonly BatchItem[],
    restores: WriteOptions['restores'],
    run: NamedWrite,
    revives?: string,
  ) => {
    const ids = some.map(({ id }) => id);
    const options = optionsOf(writer, { restores, revives, loads });
    const outcomes = await writeNamedIn(engine, transaction, context, ids, options, run);
    return outcomes.map((outcome, index): ItemOutcome => ({ ...outcome, item: some[index] as BatchItem }));
  };
  const update = (some: readonly BatchItem[], change: Row, restores: WriteOptions['restores']) => {
    const move = transition !== undefined && restores === undefined ? { transition } : {};
    return named(some, restores, (inside, request, as) =>
      updateRows(inside, context, { ...request, ...move }, change, as),
    );
  };
  /** With lists of rows a record at a time. */
  const changeLists = async (
    some: readonly BatchItem[],
    restores: WriteOptions['restores'],
  ): Promise<readonly ItemOutcome[]> => {
    const done: ItemOutcome[] = [];
    for (const item of some)
      done.push(
        ...(await named(
          [item],
          restores,
          (inside, request, as) => updateRows(inside, context, request, item.values ?? {}, as),
          source,
        )),
      );
    return done;
  };
  const changePlain = async (
    some: readonly BatchItem[],
    restores: WriteOptions['restores'],
  ): Promise<readonly ItemOutcome[]> => {
    const rows = some.map(({ id, values: given }) => ({ ...given, id }));
    const outcomes = await changeRowsIn(engine, transaction, context, rows, optionsOf(writer, { restores }));
    return outcomes.map((outcome, index) => ({ ...outcome, item: some[index] as BatchItem }));
  };
  const change = async (
    some: readonly BatchItem[],
    restores: WriteOptions['restores'],
  ): Promise<readonly ItemOutcome[]> => {
    const listed = some.filter((item) => hasLists(context.entity, item));
    const away = new Set(listed);
    return [
      ...(await changePlain(
        some.filter((item) => !away.has(item)),
        restores,
      )),
      ...(await changeLists(listed, restores)),
    ];
  };
  switch (operation) {
    case 'update':
      return update(items, values ?? {}, undefined);
    case 'restore': {
      const done: ItemOutcome[] = [];
      // What a transition wrote goes back by the transition; else thousands of values go back at once.
      if (transition === undefined)
        for (const some of byFields(items)) done.push(...(await change(some, { transition })));
      else
        for (const some of alike(context.entity, items))
          done.push(...(await update(some, some[0]?.values ?? {}, { transition, source })));
      return done;
    }
    case 'change':
      return change(items, undefined);
    case 'delete':
    case 'remove':
      return named(items, undefined, (inside, request, as) => deleteRows(inside, context, request, as));
    case 'revive':
      return named(items, undefined, (inside, request, as) => {
        openWrite(context, 'insert');
        return reviveRows(inside, context, source ?? '', request, as);
      });
    case 'insert': {
      const rows = items.map((item) => item.values ?? {});
      const outcomes = await insertRowsIn(
        engine,
        transaction,
        context,
        parseRequest(''),
        rows,
        optionsOf(writer, { loads }),
      );
      return outcomes.map((outcome, index) => ({ ...outcome, item: items[index] as BatchItem }));
    }
  }
};
