/**
 * Computed fields of rows that are there already: where an expression is new or has changed, every row gets its value. In:
 * tables as the model has them. Out: rows as if each had been written anew; their versions stay, for nobody changed them.
 * Others may write meanwhile: what is worked out of a row is written before anybody else changes it.
 */
import { createHash } from 'node:crypto';
import { unlimited } from '../access/access.ts';
import { dayInZone } from '../core/day-in-zone.ts';
import { computeRecord } from '../fields/record-expressions.ts';
import type { Entity, Model } from '../model/types.ts';
import { bindInputs } from './bind.ts';
import type { Database, Queryable, Statement } from './database.ts';
import { readStates, writeState } from './ddl/state.ts';
import { Scope } from './plan/refs.ts';
import { readStored } from './read-stored.ts';
import { computedKeys, neededOf } from './settle-rows.ts';
import type { PrintedSql } from './sql/sql.ts';
import { printFill, printStoredAfter } from './sql/stored.ts';

/** Rows of one statement: other statements wait no longer than for these. */
const rowsAtOnce = 1000;

type FillInputs = { readonly id: string } | { readonly rows: string };

const bindFill = (printed: PrintedSql, timeZone: string, inputs: FillInputs): Statement =>
  bindInputs({ access: unlimited, timeZone }, printed, inputs);

const fillEntity = async (database: Database, model: Model, entity: Entity, timeZone: string): Promise<void> => {
  const today = dayInZone(timeZone);
  const scope = new Scope(model, unlimited, entity, 't');
  const { columns, children } = neededOf({ model, access: unlimited }, entity, scope);
  const keys = computedKeys(entity);
  const computed = entity.fields.filter(({ column }) => keys.includes(column)).map(({ name }) => scope.own(name));
  const [read, fill] = [printStoredAfter(scope, columns, rowsAtOnce), printFill(scope, computed)];
  const bound = (printed: PrintedSql, inputs: FillInputs): Statement => bindFill(printed, timeZone, inputs);
  for (let after = '0'; ; ) {
    const last = await database.transaction(async (transaction) => {
      const rows = await readStored(transaction, bound(read, { id: after }), children, bound);
      const filled = rows.map((row) => {
        const whole = computeRecord(entity, row, { today, timeZone });
        return { id: row['id'], ...Object.fromEntries(keys.map((key) => [key, whole[key] ?? null])) };
      });
      if (rows.length > 0) await transaction.query(bound(fill, { rows: JSON.stringify(filled) }));
      return rows.at(-1)?.['id'];
    });
    if (last === undefined) return;
    after = String(last);
  }
};

interface PendingEntity {
  readonly entity: Entity;
  readonly key: string;
  readonly digest: string;
}

/**
 * The entities whose expressions are not those of the last time, owned rows before their owners, which sum them up. One
 * query tells.
 */
export const pendingComputed = async (database: Queryable, model: Model): Promise<readonly PendingEntity[]> => {
  const computing = Object.values(model.entities)
    .filter((entity) => computedKeys(entity).length > 0)
    .toSorted((a, b) => Number(a.owner === undefined) - Number(b.owner === undefined));
  const all = computing.map((entity): PendingEntity => {
    const rows = entity.children.map((child) => child.entity.expressions?.computed ?? []);
    const digest = createHash('sha256')
      .update(JSON.stringify([entity.expressions?.computed, rows]))
      .digest('hex');
    return { entity, key: `computed.${entity.name}`, digest };
  });
  const states = await readStates(
    database,
    all.map(({ key }) => key),
  );
  return all.filter(({ key, digest }) => states.get(key) !== digest);
};

export const fillComputed = async (database: Database, model: Model, timeZone: string): Promise<void> => {
  for (const { entity, key, digest } of await pendingComputed(database, model)) {
    await fillEntity(database, model, entity, timeZone);
    await writeState(database, key, digest);
  }
};
