/** What an effect takes from other records: fields that relations lead to, and records named by their natural keys. */
import { Refusal } from '../core/errors.ts';
import { phrases } from '../core/words.ts';
import type { Reading } from '../expressions/evaluate.ts';
import type { Elsewhere } from '../fields/record-transition.ts';
import { relationValue } from '../fields/record-transition.ts';
import { codeListNamed } from '../model/code-list-named.ts';
import type { GivenField, GivenPath, GivenRecord } from '../model/state-types.ts';
import type { Entity } from '../model/types.ts';
import type { Queryable } from './database.ts';
import { Scope } from './plan/refs.ts';
import type { Condition } from './plan/types.ts';
import { readBody } from './read-stored.ts';
import type { Write } from './run-write.ts';
import { bindWrite } from './run-write.ts';

import { printFirst, printValues } from './sql/pointing.ts';

const idOf = (value: unknown): number | undefined =>
  value === null || value === undefined ? undefined : Number(value);

/** Reads what effects need, whoever asks: the files say what is copied, as they say what a transition sets. */
class Reader {
  private readonly write: Write;
  private readonly transaction: Queryable;
  constructor(write: Write, transaction: Queryable) {
    this.write = write;
    this.transaction = transaction;
  }

  private scopeOf(name: string): { readonly scope: Scope; readonly entity: Entity } {
    const { model, access } = this.write.context;
    const entity = model.entities[name];
    if (entity === undefined) throw new Error(`no entity '${name}'`);
    return { scope: new Scope(model, access, entity, 't'), entity };
  }

  private refOf(name: string, column: string) {
    const { scope, entity } = this.scopeOf(name);
    const field = entity.fields.find((one) => one.column === column);
    if (field === undefined) throw new Error(`no field '${column}' of '${name}'`);
    return { scope, entity, ref: scope.own(field.name) };
  }

  /** By the id that each path begins with, what stands at its end. */
  async path({ steps }: GivenPath, starts: readonly number[]): Promise<ReadonlyMap<number, unknown>> {
    let ends = new Map<number, unknown>(starts.map((id) => [id, id]));
    for (const { entity, column } of steps) {
      const { scope, ref } = this.refOf(entity, column);
      const ids = [...new Set([...ends.values()].flatMap((value) => idOf(value) ?? []))];
      const rows = await readBody(
        this.transaction,
        bindWrite(this.write, printValues(scope, ref), { rows: JSON.stringify(ids) }),
      );
      const values = new Map(rows.map((row) => [Number(row['id']), row['value']]));
      ends = new Map([...ends].map(([start, value]) => [start, values.get(idOf(value) ?? 0) ?? null]));
    }
    return ends;
  }

  /** Raises RECORD_EFFECT_MISSING. */
  async record({ entity: name, has }: GivenRecord, transition: string): Promise<number> {
    const { scope, entity } = this.scopeOf(name);
    const conditions = has.map(({ key, is }): Condition => {
      const value = { kind: 'fixed', values: [is] } as const;
      return { kind: 'compare', ref: this.refOf(name, key).ref, operator: 'in', negated: false, value };
    });
    const [row] = await readBody(this.transaction, bindWrite(this.write, printFirst(scope, conditions), {}));
    if (row !== undefined) return Number(row['id']);
    throw new Refusal('RECORD_EFFECT_MISSING', { transition, title: entity.title, record: this.told(entity, has) });
  }

  /** As people see it: of fields whose values are coded their words. */
  private told(entity: Entity, has: GivenRecord['has']): string {
    const { codeLists } = this.write.context.model;
    return has
      .map(({ key, is }) => {
        const field = entity.fields.find(({ column }) => column === key);
        const label = codeListNamed(codeLists, field?.codeList)?.options.find(({ value }) => value === is)?.label;
        const value = field?.type === 'boolean' ? phrases.yesNo(is === 'true') : (label ?? is);
        return `${field?.title ?? key}: ${value}`;
      })
      .join(', ');
  }
}

/**
 * Reads what the fields take from elsewhere, for all of the readings at once. `transition`: the title of the one that it
 * is for. Raises RECORD_EFFECT_MISSING.
 */
export const readElsewhere = async (
  { write, transaction }: { readonly write: Write; readonly transaction: Queryable },
  transition: string,
  fields: readonly GivenField[],
  readings: readonly Reading[],
): Promise<Elsewhere> => {
  const reader = new Reader(write, transaction);
  const found = new Map<GivenPath | GivenRecord, ReadonlyMap<number, unknown> | number>();
  if (readings.length > 0)
    for (const { value } of fields) {
      if ('steps' in value) {
        const starts = readings.flatMap((reading) => idOf(relationValue(value.from, reading)) ?? []);
        found.set(value, await reader.path(value, [...new Set(starts)]));
      } else if ('has' in value) found.set(value, await reader.record(value, transition));
    }
  return (value, reading) => {
    const known = found.get(value);
    if (typeof known === 'number' || !('from' in value)) return known;
    return known?.get(idOf(relationValue(value.from, reading)) ?? 0) ?? null;
  };
};
