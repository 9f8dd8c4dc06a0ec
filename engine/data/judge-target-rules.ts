/**
 * Rules that read what a record points at (`x-rules` with `guia.valor`), the locks of what closes it among them
 * (`x-locked.with`). In: records as they will be, and as they were.
 * Whole, whoever asks, and held until the transaction ends. What stood already is judged again only when the record
 * changes in what the rule reads of it: nobody looks again because a target changed.
 */
import { isSeenExpression } from '../contract/seen-rules.ts';
import type { FieldFailure } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { equalJson } from '../core/json.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { Moment } from '../expressions/functions.ts';
import { ownKey } from '../expressions/keys-in.ts';
import type { TargetRead } from '../expressions/types.ts';
import { differsIn, isEmpty } from '../fields/record-expressions.ts';
import type { Entity, LockedWith, Rule } from '../model/types.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import type { Behind, BehindReading } from './read-behind.ts';
import { behindOf, isUnseen } from './read-behind.ts';
import type { Write } from './run-write.ts';
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

type Judging = Rule | LockedWith;

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

const placeOf = ({ at, former }: Asked): string => `${at}${former === true ? ' former' : ''}`;

/**
 * What is broken, each at the place of its record or row. `holdOf`: how what is read is held.
 */
export const brokenTargetRules = async (
  write: Write,
  queryable: Queryable,
  judged: JudgedRows,
  {
    moment,
    which,
    before,
  }: { readonly moment: Moment; readonly which: WhichRules; readonly before?: Behind | undefined },
  holdOf: (read: TargetRead) => Hold | undefined,
): Promise<readonly FieldFailure[]> => {
  const asked = askedOf(judged, which);
  if (asked.length === 0) return [];
  const { model, access, entity: written } = write.context;
  const { shown, shownOwner, rows } = judged;
  const places = new Map(asked.map((one) => [placeOf(one), one]));
  const sides = [...places.values()].map(({ at, former }) => {
    const { record, before, parent } = rows[at] ?? {};
    return { record: (former === true ? before : record) ?? {}, parent };
  });
  const judging = asked.map(({ rule }) => rule.must);
  const brought = await behindOf(write, queryable, judging, holdOf, { before }).bring(sides);
  const readings = new Map([...places.keys()].map((place, index) => [place, brought[index]]));
  const told = new Map<Judging, boolean>();
  const isTold = (rule: Judging, reading: BehindReading): boolean => {
    const open = told.get(rule) ?? isSeenExpression(model, access, rule.must, shown, shownOwner);
    told.set(rule, open);
    return open && !isUnseen(rule.must, reading);
  };
  const names = new Set([
    ...shown.fields.filter(({ covered }) => covered === undefined).map(({ column }) => column),
    ...shown.children.map(({ name }) => name),
  ]);
  return asked.flatMap((one): FieldFailure[] => {
    const { rule, at } = one;
    const reading = readings.get(placeOf(one));
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
