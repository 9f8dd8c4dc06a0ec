/**
 * Rules that read what a record points at (`x-rules` with `guia.valor`). In: records as they will be, and as they were.
 * Whole, whoever asks, and held until the transaction ends. What stood already is judged again only when the record
 * changes in what the rule reads of it: nobody looks again because a target changed.
 */
import { isSeenRule } from '../contract/seen-rules.ts';
import type { FieldFailure } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { equalJson } from '../core/json.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { Moment } from '../expressions/functions.ts';
import { ownKey } from '../expressions/keys-in.ts';
import { layBehind } from '../fields/lay-behind.ts';
import { isEmpty } from '../fields/record-expressions.ts';
import type { Entity, TargetRead, TargetRule } from '../model/types.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import { Scope } from './plan/refs.ts';
import { rightConditions } from './plan/row-scope.ts';
import { readBody } from './read-stored.ts';
import type { Write } from './run-write.ts';
import { bindWrite } from './run-write.ts';
import { printTargets } from './sql/pointing.ts';
import type { Hold } from './sql/targets.ts';

/** Records, or rows of one of their lists, with what they belong to. */
export interface JudgedRows {
  readonly entity: Entity;
  /** What the rows belong to; of records their own. */
  readonly owner: Entity;
  readonly shown: Entity;
  /** Of rows, what the caller sees of the record that owns them. */
  readonly shownOwner: Entity | undefined;
  readonly rows: readonly {
    readonly record: Row;
    readonly before: Row | undefined;
    readonly parent: Row;
    readonly parentBefore: Row | undefined;
    readonly path: string;
    readonly suffix: string;
    readonly place: Readonly<Record<string, number>>;
    /** Whether it is what the transition asks for: the record, or the row that comes with it. */
    readonly asked: boolean;
  }[];
}

const rulesOf = ({ expressions }: Entity): readonly TargetRule[] => expressions?.targetRules ?? [];

/** Wire names that the rules read of the record, and of the one that owns it. */
export const targetRuleSources = (
  entity: Entity,
): { readonly own: readonly string[]; readonly above: readonly string[] } => {
  const rules = rulesOf(entity);
  return {
    own: rules.flatMap(({ must }) => must.reads.map(ownKey)),
    above: rules.flatMap(({ must }) => must.parentReads.map(ownKey)),
  };
};

/** Rows of a list with computed fields are other objects of the same values. */
const isSame = (keys: readonly string[], now: Row, before: Row | undefined): boolean =>
  before !== undefined &&
  keys
    .map(ownKey)
    .every((key) => (isEmpty(now[key]) && isEmpty(before[key])) || equalJson(now[key] as Json, before[key] as Json));

interface Asked {
  readonly rule: TargetRule;
  readonly at: number;
}

const askedOf = ({ entity, rows }: JudgedRows): readonly Asked[] =>
  rows.flatMap(({ record, before, parent, parentBefore }, at) =>
    rulesOf(entity)
      .filter(
        ({ must: { reads, parentReads } }) =>
          !(isSame(reads, record, before) && (parentReads.length === 0 || isSame(parentReads, parent, parentBefore))),
      )
      .map((rule) => ({ rule, at })),
  );

const nameOfRead = ({ relation, ofOwner }: TargetRead): string => `${ofOwner === true ? 'parent.' : ''}${relation}`;

/** What several rules read, each record once. */
const together = (reads: readonly TargetRead[]): readonly TargetRead[] => {
  const found = new Map<string, TargetRead>();
  for (const read of reads) {
    const name = nameOfRead(read);
    const columns = new Set([...(found.get(name)?.columns ?? []), ...read.columns]);
    found.set(name, { ...read, columns: [...columns] });
  }
  // Each rule names those that lead to another before it, and so does all of them.
  return [...found.values()];
};

/** A record, or its owner, with what is read behind its relations. */
interface Reading {
  readonly record: Record<string, unknown>;
  readonly parent: Record<string, unknown>;
  /** The relations to what the caller does not see. */
  readonly unseen: Set<string>;
}

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

/** What is broken, each at the place of its record or row. `holdOf`: how what is read is held. */
export const brokenTargetRules = async (
  write: Write,
  queryable: Queryable,
  judged: JudgedRows,
  moment: Moment,
  holdOf: (read: TargetRead) => Hold | undefined,
): Promise<readonly FieldFailure[]> => {
  const asked = askedOf(judged);
  if (asked.length === 0) return [];
  const { model, access, entity: written } = write.context;
  const { shown, shownOwner, rows } = judged;
  const readings = new Map<number, Reading>();
  for (const { at } of asked)
    readings.set(at, { record: { ...rows[at]?.record }, parent: { ...rows[at]?.parent }, unseen: new Set() });
  for (const read of together(asked.flatMap(({ rule }) => rule.targets))) {
    const { relation, ofOwner } = read;
    const sides = [...readings.values()].map(({ record, parent, unseen }) => ({
      side: ofOwner === true ? parent : record,
      unseen,
    }));
    const ids = [...new Set(sides.map(({ side }) => side[relation]).filter((id) => !isEmpty(id)))];
    const targets =
      ids.length === 0 ? new Map<unknown, Row>() : await readTarget(write, queryable, read, ids, holdOf(read));
    for (const { side, unseen } of sides) {
      const target = targets.get(side[relation]);
      layBehind(side, read, target);
      if (target !== undefined && target['_seen'] !== true) unseen.add(nameOfRead(read));
    }
  }
  const told = new Map<TargetRule, boolean>();
  const isTold = (rule: TargetRule, { unseen }: Reading): boolean => {
    const open = told.get(rule) ?? isSeenRule(model, access, rule, shown, shownOwner);
    told.set(rule, open);
    return open && !rule.targets.some((read) => unseen.has(nameOfRead(read)));
  };
  const names = new Set([
    ...shown.fields.filter(({ covered }) => covered === undefined).map(({ column }) => column),
    ...shown.children.map(({ name }) => name),
  ]);
  return asked.flatMap(({ rule, at }): FieldFailure[] => {
    const reading = readings.get(at);
    const row = rows[at];
    if (reading === undefined || row === undefined) return [];
    if (evaluate(rule.must.tree, { record: reading.record, parent: reading.parent, ...moment }) !== false) return [];
    const key = rule.keys.find((one) => names.has(one)) ?? (shown.fields[0] ?? shownOwner?.fields[0])?.column ?? '';
    const place = { entity: written.name, field: `${row.path}${key}`, ...row.place };
    return isTold(rule, reading)
      ? [{ code: 'VALIDATION_RULE', params: { rule: rule.message }, at: place }]
      : [{ code: 'VALIDATION_RULE_UNSEEN', params: { title: written.title }, at: place }];
  });
};
