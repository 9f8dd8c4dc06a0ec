/**
 * Rules that read what a record points at (`x-rules` with `guia.valor`), the locks of what closes it among them
 * (`x-locked.with`). In: records as they will be, and as they were.
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
import { differsIn, isEmpty } from '../fields/record-expressions.ts';
import type { Entity, LockedWith, TargetRead, TargetRule } from '../model/types.ts';
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

type Judging = TargetRule | LockedWith;

const rulesOf = ({ expressions }: Entity): readonly Judging[] => [
  ...(expressions?.targetRules ?? []),
  ...(expressions?.lockedWith ?? []),
];

const isList = ({ children }: Entity, key: string): boolean => children.some(({ name }) => name === key);

/** Lists that are closed with what the record points at. */
export const listsLockedWith = (entity: Entity): readonly string[] =>
  (entity.expressions?.lockedWith ?? []).flatMap(({ closes }) => closes.filter((key) => isList(entity, key)));

/** Wire names that the rules read of the record, and of the one that owns it. */
export const targetRuleSources = (
  entity: Entity,
): { readonly own: readonly string[]; readonly above: readonly string[] } => {
  const rules = rulesOf(entity);
  return {
    own: rules.flatMap((rule) => [
      ...rule.must.reads.map(ownKey),
      ...('closes' in rule ? rule.closes.filter((key) => !isList(entity, key)) : []),
    ]),
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
  readonly rule: Judging;
  readonly at: number;
  /** The record as it was: what it has pointed at closes it as well. */
  readonly former?: true;
}

/** Of a transition or a load, which write what is closed, the rules alone; of what is put back as it stood the locks alone. */
export type WhichRules = 'all' | 'rules' | 'locks';

const isOf = (which: WhichRules, rule: Judging): boolean => which === 'all' || 'closes' in rule === (which === 'locks');

type JudgedRow = JudgedRows['rows'][number];

const isAsked = ({ entity }: JudgedRows, rule: Judging, row: JudgedRow): boolean => {
  const { record, before, parent, parentBefore } = row;
  if ('closes' in rule) return before === undefined || differsIn(entity, rule.closes, record, before);
  const { reads, parentReads } = rule.must;
  return !(isSame(reads, record, before) && (parentReads.length === 0 || isSame(parentReads, parent, parentBefore)));
};

const askedOf = (judged: JudgedRows, which: WhichRules): readonly Asked[] =>
  judged.rows.flatMap((row, at) =>
    rulesOf(judged.entity)
      .filter((rule) => isOf(which, rule) && isAsked(judged, rule, row))
      .flatMap((rule): Asked[] =>
        'closes' in rule && row.before !== undefined && !isSame(rule.must.reads, row.record, row.before)
          ? [
              { rule, at },
              { rule, at, former: true },
            ]
          : [{ rule, at }],
      ),
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

const readingOf = ({ at, former }: Asked): string => `${at}${former === true ? ' former' : ''}`;

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

/**
 * What is broken, each at the place of its record or row. `holdOf`: how what is read is held.
 */
export const brokenTargetRules = async (
  write: Write,
  queryable: Queryable,
  judged: JudgedRows,
  { moment, which }: { readonly moment: Moment; readonly which: WhichRules },
  holdOf: (read: TargetRead) => Hold | undefined,
): Promise<readonly FieldFailure[]> => {
  const asked = askedOf(judged, which);
  if (asked.length === 0) return [];
  const { model, access, entity: written } = write.context;
  const { shown, shownOwner, rows } = judged;
  const readings = new Map<string, Reading>();
  for (const one of asked) {
    const { record, before, parent } = rows[one.at] ?? {};
    const side = one.former === true ? before : record;
    readings.set(readingOf(one), { record: { ...side }, parent: { ...parent }, unseen: new Set() });
  }
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
  const told = new Map<Judging, boolean>();
  const isTold = (rule: Judging, { unseen }: Reading): boolean => {
    const open = told.get(rule) ?? isSeenRule(model, access, rule, shown, shownOwner);
    told.set(rule, open);
    return open && !rule.targets.some((read) => unseen.has(nameOfRead(read)));
  };
  const names = new Set([
    ...shown.fields.filter(({ covered }) => covered === undefined).map(({ column }) => column),
    ...shown.children.map(({ name }) => name),
  ]);
  return asked.flatMap((one): FieldFailure[] => {
    const { rule, at } = one;
    const reading = readings.get(readingOf(one));
    const row = rows[at];
    if (reading === undefined || row === undefined) return [];
    if (evaluate(rule.must.tree, { record: reading.record, parent: reading.parent, ...moment }) !== false) return [];
    const key = rule.keys.find((name) => names.has(name)) ?? (shown.fields[0] ?? shownOwner?.fields[0])?.column ?? '';
    const place = { entity: written.name, field: `${row.path}${key}`, ...row.place };
    return isTold(rule, reading)
      ? [{ code: 'VALIDATION_RULE', params: { rule: rule.message }, at: place }]
      : [{ code: 'VALIDATION_RULE_UNSEEN', params: { title: written.title }, at: place }];
  });
};
