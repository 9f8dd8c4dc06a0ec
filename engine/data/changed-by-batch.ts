/** Which records a batch moved because of a transition: by the history, for since then they may point elsewhere, or be pointed at no more. */
import type { MoveEffect } from '../model/state-types.ts';
import type { Entity } from '../model/types.ts';
import { readWritten } from './batch/written-records.ts';
import { ownedIn } from './create-records.ts';
import type { Following } from './following.ts';
import { contextOf } from './following.ts';
import { idsIn } from './of-ids.ts';
import { Scope } from './plan/refs.ts';
import { readBody } from './read-stored.ts';
import { bindWrite } from './run-write.ts';
import type { Moved } from './settle-change.ts';
import { printChanged, printPointedThen } from './sql/batch.ts';
import type { PrintedSql } from './sql/sql.ts';

/**
 * The ids of `target` that the effect led to from the records, as they pointed before or after the batch `source`. Others may
 * be among them that it did not write.
 */
export const changedFor = async (
  following: Following,
  target: Entity,
  { by }: MoveEffect,
  moved: readonly Moved[],
  source: string,
): Promise<readonly number[]> => {
  const { write, transaction } = following;
  const { model, access, entity } = write.context;
  const ids = idsIn(moved.map(({ before }) => before['id']));
  const read = async (printed: PrintedSql): Promise<readonly number[]> => {
    const bound = bindWrite(write, printed, { rows: JSON.stringify(ids), batch: source });
    return idsIn((await readBody(transaction, bound)).map((row) => row['id']));
  };
  if ('each' in by) {
    const scope = new Scope(model, access, target, 't');
    return read(printChanged(scope, scope.own(by.each)));
  }
  if (by.rows !== undefined) {
    const { owned, field, owner } = ownedIn(following, by.rows, by.through);
    const scope = new Scope(model, access, owned, 't');
    return read(
      printPointedThen(new Scope(model, access, entity, 't'), scope, scope.own(owner), scope.own(field.name)),
    );
  }
  const fields = entity.fields.filter(({ column }) => column === by.through);
  const written = await readWritten(transaction, contextOf(following, entity), { batch: source, fields, ids });
  return idsIn(written.flatMap(({ before, after }) => [before?.[by.through], after?.[by.through]]));
};
