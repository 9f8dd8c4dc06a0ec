/** What the parts of following a transition share: the write that it is, and how others are written within it. */
import type { ReadRequest } from '../contract/request.ts';
import type { Reading } from '../expressions/evaluate.ts';
import type { Entity } from '../model/types.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import { isRow } from './given-rows.ts';
import type { PlanContext } from './plan/context.ts';
import type { Write, WriteEngine, WriteOptions, Written } from './run-write.ts';

/** The ordinary doors: they are made of what follows as well, so they are handed on. */
export interface Doors {
  /** `updateRows`. */
  readonly update: (
    engine: WriteEngine,
    context: PlanContext,
    request: ReadRequest,
    body: unknown,
    options: WriteOptions,
  ) => Promise<Written>;
  /** Inserts rows of which the engine gives `open`, the entity with these fields open. The new ids, in order. */
  readonly insert: (
    engine: WriteEngine,
    context: PlanContext,
    open: Entity,
    rows: readonly Row[],
    options: WriteOptions,
  ) => Promise<readonly number[]>;
  /** Brings back what the batch `source` deleted of the records that the request names by their ids. */
  readonly revive: (
    engine: WriteEngine,
    context: PlanContext,
    source: string,
    request: ReadRequest,
    options: WriteOptions,
  ) => Promise<Written>;
  /** Deletes the records that the request names by their ids. */
  readonly remove: (
    engine: WriteEngine,
    context: PlanContext,
    request: ReadRequest,
    options: WriteOptions,
  ) => Promise<Written>;
}

/** A write whose transaction is open. */
export interface Following {
  readonly write: Write;
  /** Writes into that transaction. */
  readonly inside: WriteEngine;
  readonly transaction: Queryable;
  readonly doors: Doors;
}

/** What others are written with: by whom and under which request, but with nothing of what the caller asks of the first. */
export const optionsInside = (options: WriteOptions, restores: WriteOptions['restores']): WriteOptions => ({
  ...options,
  representation: false,
  version: undefined,
  singular: false,
  maximum: undefined,
  rollback: false,
  chosen: true,
  inside: true,
  restores,
});

/** Others are written with the rights of who makes the first. */
export const contextOf = ({ write: { context } }: Following, entity: Entity) => ({
  model: context.model,
  access: context.access,
  timeZone: context.timeZone,
  entity,
});

/** The record itself, or each row of a list of it. */
export const readingsOf = (
  record: Row,
  list: string | undefined,
): readonly Pick<Reading & { readonly record: Row; readonly parent?: Row }, 'record' | 'parent'>[] => {
  if (list === undefined) return [{ record }];
  const rows = record[list];
  return (Array.isArray(rows) ? rows.filter(isRow) : []).map((row) => ({ record: row, parent: record }));
};
