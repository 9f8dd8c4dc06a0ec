/**
 * Writes that the product makes of its own accord for a caller: through those of the registries, so that rights, history
 * and guard are those of any other write.
 */
import type { Access } from '../../engine/access/access.ts';
import { parseRequest } from '../../engine/contract/request.ts';
import type { Queryable } from '../../engine/data/database.ts';
import { deleteRows } from '../../engine/data/delete-rows.ts';
import type { PlanContext } from '../../engine/data/plan/context.ts';
import type { WriteEngine, WriteOptions } from '../../engine/data/run-write.ts';
import { within } from '../../engine/data/within.ts';
import { insertRows, updateRows } from '../../engine/data/write-rows.ts';
import type { Model } from '../../engine/model/types.ts';

/** Ids that one condition names. */
const chunk = 1000;

export interface ProductWrite {
  readonly engine: WriteEngine;
  readonly model: Model;
  readonly access: Access;
  readonly options: Pick<WriteOptions, 'requestId' | 'origin'>;
}

const wholeOptions = ({ options }: ProductWrite): WriteOptions => ({
  ...options,
  representation: false,
  version: undefined,
  singular: false,
  maximum: undefined,
  resolution: undefined,
  rollback: false,
});

/** Through no list: the product shows these rows its own way. */
const ownContext = ({ engine, model, access }: ProductWrite, name: string): PlanContext => {
  const entity = model.entities[name];
  if (entity === undefined) throw new Error(`no entity ${name}`);
  return { model, access, entity, timeZone: engine.timeZone };
};

/** Inserts, changes and deletes of one entity, in the transaction that is open. */
export const writerOf = (write: ProductWrite, transaction: Queryable, entity: string) => {
  const engine = within(write.engine, transaction);
  const context = ownContext(write, entity);
  const options = wholeOptions(write);
  const inChunks = async (ids: readonly string[], run: (filter: string) => Promise<unknown>): Promise<void> => {
    for (let from = 0; from < ids.length; from += chunk) await run(`id=in.(${ids.slice(from, from + chunk).join()})`);
  };
  return {
    /** Ids of the new rows, in order. */
    insert: async (rows: readonly object[]): Promise<readonly number[]> => {
      if (rows.length === 0) return [];
      const { body = '[]' } = await insertRows(engine, context, parseRequest('select=id'), rows, {
        ...options,
        representation: true,
      });
      return (JSON.parse(body) as readonly { readonly id: number }[]).map(({ id }) => id);
    },
    change: (ids: readonly string[], body: object): Promise<void> =>
      inChunks(ids, (filter) => updateRows(engine, context, parseRequest(filter), body, options)),
    remove: (ids: readonly string[]): Promise<void> =>
      inChunks(ids, (filter) => deleteRows(engine, context, parseRequest(filter), options)),
  };
};
