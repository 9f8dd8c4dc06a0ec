/**
 * Whether what a write points at is one of the records that its relations may point at (`x-relation.where`, `date`, and what
 * a transition says where it asks for them). In: records as they will be, and as they were. What a record points at already
 * may stay until the relation, or what it rests on, changes; what a transition asks for is held against what it says, be it
 * another than before or not. Of a target that the caller may not see the answer is that of one which does not exist.
 */

import { covers, keeps } from '../access/keeps.ts';
import { reachOf, readableFields, withFields } from '../access/visible-entity.ts';
import type { FieldFailure } from '../core/errors.ts';
import { Refusal } from '../core/errors.ts';
import { oncePer } from '../core/once-per.ts';
import { phrases } from '../core/words.ts';
import type { TargetRead } from '../expressions/types.ts';
import { formatDay } from '../fields/date-text.ts';
import { rowSuffix } from '../fields/describe-failure.ts';
import { isEmpty } from '../fields/record-expressions.ts';
import { hasTable } from '../model/has-table.ts';
import { knownBeyond } from '../model/labelled-names.ts';
import { narrowedBy } from '../model/narrow-field.ts';
import type { NarrowedField, Transition } from '../model/state-types.ts';
import type { Child, Entity, Field, RelationCondition } from '../model/types.ts';
import { ownerPrefix } from '../model/types.ts';
import { bindInputs } from './bind.ts';
import { invalidRows } from './check-rows.ts';
import type { Queryable } from './database.ts';
import { fillerOf } from './fill-rows.ts';
import type { Row } from './given-rows.ts';
import { isRow } from './given-rows.ts';
import { holdOf } from './hold-of.ts';
import type { JudgedRows } from './judge-target-rules.ts';
import { brokenTargetRules, listsLockedWith, targetRuleSources } from './judge-target-rules.ts';
import { momentOf } from './moment-of.ts';
import type { PlanContext } from './plan/context.ts';
import type { ColumnRef } from './plan/refs.ts';
import { Scope } from './plan/refs.ts';
import { sightConditions } from './plan/row-scope.ts';
import type { Behind } from './read-behind.ts';
import type { Write } from './run-write.ts';
import type { Hold, TargetTerm } from './sql/targets.ts';
import { printUnfit } from './sql/targets.ts';
import { meetsAll, notTold } from './told-targets.ts';

/** A record as it will be; `before`: as it is stored, undefined of a new one. */
export interface Judged {
  readonly record: Row;
  readonly before: Row | undefined;
  readonly place: Readonly<Record<string, number>>;
  /** The places, by list, of rows that a transition adds: they are told of as the first. */
  readonly added?: Readonly<Record<string, number>>;
}

/** A target that is valid on the day that `from` holds, a field of the record that points at it. */
interface ValidOn {
  readonly from: string;
  readonly valid: { readonly from: string; readonly until: string };
}
/** A target that the caller may meet: what a relation makes known of it must not be found out by pointing at it. */
interface Seen {
  readonly seen: true;
}
type TargetCondition = RelationCondition | ValidOn | Seen;

const conditionsOf = ({ relation }: Field): readonly TargetCondition[] => [
  ...(relation?.where ?? []),
  ...(relation?.date !== undefined && relation.valid !== undefined
    ? [{ from: relation.date, valid: relation.valid }]
    : []),
  ...(relation?.known === undefined ? [] : [{ seen: true } as const]),
];

/** The fields of the target that it is judged by. */
const fieldsOf = (one: TargetCondition): readonly string[] => {
  if ('seen' in one) return [];
  return 'valid' in one ? [one.valid.from, one.valid.until] : [one.field];
};

const columnOf = (entity: Entity, name: string): string =>
  entity.fields.find((field) => field.name === name)?.column ?? name;

/** What the choice of a relation rests on, by wire names: of the record itself, and of the one that owns it. */
const sourcesOf = (
  conditions: readonly TargetCondition[],
  entity: Entity,
  owner: Entity,
): { readonly own: string[]; readonly above: string[] } => {
  const names = conditions.flatMap((one) => ('from' in one ? [one.from] : []));
  return {
    own: names.filter((name) => !name.startsWith(ownerPrefix)).map((name) => columnOf(entity, name)),
    above: names
      .filter((name) => name.startsWith(ownerPrefix))
      .map((name) => columnOf(owner, name.slice(ownerPrefix.length))),
  };
};

const narrowedFields = ({ fields }: Entity): readonly Field[] =>
  fields.filter((field) => conditionsOf(field).length > 0);

/** Wire names that a target is judged by: of the record itself, and by the arrays it owns. */
interface Narrowing {
  readonly own: ReadonlySet<string>;
  readonly arrays: readonly { readonly name: string; readonly above: ReadonlySet<string> }[];
}

/** Those whose change may make a target unfit, or break a rule that reads it. */
const narrowingOf = oncePer(
  (entity: Entity): Narrowing => ({
    own: new Set([
      ...narrowedFields(entity).flatMap((field) => [
        field.column,
        ...sourcesOf(conditionsOf(field), entity, entity).own,
      ]),
      ...targetRuleSources(entity).own,
    ]),
    arrays: entity.children.flatMap((child) => {
      const fields = narrowedFields(child.entity);
      const ruled = targetRuleSources(child.entity);
      const above = [
        ...fields.flatMap((field) => sourcesOf(conditionsOf(field), child.entity, entity).above),
        ...ruled.above,
      ];
      return fields.length + ruled.own.length + ruled.above.length === 0
        ? []
        : [{ name: child.name, above: new Set(above) }];
    }),
  }),
);

/** Those that what the transition asks for is held against, whatever changes. */
const narrowingIn = (entity: Entity, transition: Transition | undefined): Narrowing => ({
  own: new Set(
    (transition?.narrowed ?? []).flatMap(({ field, where }) => [
      columnOf(entity, field),
      ...sourcesOf(where, entity, entity).own,
    ]),
  ),
  arrays: entity.children.flatMap((child) => {
    const narrowed = askedIn(transition, child);
    const above = narrowed.flatMap(({ where }) => sourcesOf(where, child.entity, entity).above);
    return narrowed.length === 0 ? [] : [{ name: child.name, above: new Set(above) }];
  }),
});

/** What the transition says of relations that it asks for: of the record, or of the row that it adds to a list. */
const askedIn = (transition: Transition | undefined, child: Child | undefined): readonly NarrowedField[] =>
  (child === undefined
    ? transition?.narrowed
    : transition?.rows?.find(({ list }) => list === child.name)?.add?.narrowed) ?? [];

const hasLocks = ({ expressions }: Entity): boolean => expressions?.lockedWith !== undefined;

const isEmptyOf = ({ own, arrays }: Narrowing): boolean => own.size + arrays.length === 0;

/** Whether a write of the record is held against what it, or the rows it owns, point at. */
export const isNarrowed = (entity: Entity, transition?: Transition): boolean =>
  !isEmptyOf(narrowingOf(entity)) || !isEmptyOf(narrowingIn(entity, transition));

/** What must be known of a stored record to judge a change of these keys; empty where it can make no target unfit. */
export const judgedKeys = (entity: Entity, keys: readonly string[], transition?: Transition): ReadonlySet<string> => {
  const { own, arrays } = narrowingOf(entity);
  const asked = narrowingIn(entity, transition);
  // What is computed of a change changes with it.
  const moved = keys.flatMap((key) => [key, ...(entity.expressions?.dependents[key]?.keys ?? [])]);
  const rows = arrays.filter(({ name, above }) => moved.some((key) => key === name || above.has(key)));
  const closing = listsLockedWith(entity).filter((name) => keys.includes(name));
  return new Set([
    ...closing,
    ...(closing.length > 0 || moved.some((key) => own.has(key)) ? own : []),
    ...asked.own,
    ...[...rows, ...asked.arrays].flatMap(({ name, above }) => [name, ...above]),
  ]);
};

/** A relation with what it is held against: what the field says, and behind it what the transition says. */
interface Choice {
  readonly field: Field;
  readonly conditions: readonly TargetCondition[];
  /** How many of them the field says. */
  readonly own: number;
}

/** `sight`: whether of what the field makes known it is asked that the caller may meet it. */
const choicesOf = (
  { fields }: Entity,
  narrowed: readonly NarrowedField[],
  sight: (field: Field) => boolean,
): readonly Choice[] =>
  fields.flatMap((field): Choice[] => {
    const own = conditionsOf(field).filter((one) => !('seen' in one) || sight(field));
    const conditions = [...own, ...narrowedBy(narrowed, field)];
    return conditions.length === 0 ? [] : [{ field, conditions, own: own.length }];
  });

/** One relation of one record or row, in the order in which they are told. */
interface Asked {
  readonly target: unknown;
  /** What the record points at by the relation that fills this one. */
  readonly source: unknown;
  /** What it is compared with, by the place of the condition. */
  readonly values: readonly unknown[];
  /** The places of the conditions that it is held against: from the one on, before the other. */
  readonly judged: readonly [from: number, before: number];
  readonly path: string;
  readonly suffix: string;
  readonly place: Judged['place'];
}

const valuesOf = (
  conditions: readonly TargetCondition[],
  entity: Entity,
  record: Row,
  owner: Entity,
  parent: Row,
): readonly unknown[] =>
  conditions.map((one) => {
    if (!('from' in one)) return null;
    return one.from.startsWith(ownerPrefix)
      ? (parent[columnOf(owner, one.from.slice(ownerPrefix.length))] ?? null)
      : (record[columnOf(entity, one.from)] ?? null);
  });

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.every((one, index) => (isEmpty(one) ? isEmpty(b[index]) : one === b[index]));

/** What is kept from the caller, or covered, the caller does not write. */
const writes = (shown: Entity, field: Field): boolean =>
  shown.fields.some((one) => one.column === field.column && one.covered === undefined);

/** What is set is judged whoever sees it: a transition gives it to the record, and it may be who asks. */
const sets = (transition: Transition | undefined, { column }: Field): boolean =>
  transition?.set.some(({ key, value }) => key === column && value !== null) ?? false;

const askedOf = ({ field, conditions, own }: Choice, { entity, owner, rows }: JudgedRows): readonly Asked[] =>
  rows.flatMap(({ record, before, parent, parentBefore, path, suffix, place, asked }): Asked[] => {
    const target = record[field.column];
    if (isEmpty(target)) return [];
    const values = valuesOf(conditions, entity, record, owner, parent);
    const stored = before && valuesOf(conditions, entity, before, owner, parentBefore ?? {});
    const stood =
      before !== undefined &&
      isSame([target, ...values.slice(0, own)], [before[field.column], ...(stored ?? []).slice(0, own)]);
    const judged = [stood ? own : 0, asked ? conditions.length : own] as const;
    if (judged[0] >= judged[1]) return [];
    const source = field.filledFrom && record[columnOf(entity, field.filledFrom.relation)];
    return [{ target, source, values, judged, path: `${path}${field.column}`, suffix, place }];
  });

/** Why a target does not do, as far as the caller may read what it is chosen by. */
const reasonOf = (
  { model, access }: PlanContext,
  conditions: readonly TargetCondition[],
  target: Entity,
  shown: Entity,
  parent: Entity,
  values: readonly unknown[],
  broken: (index: number) => boolean,
  oneself: boolean,
): string => {
  const open = readableFields(model, access, target);
  const reasons = conditions.flatMap((one, index): string[] => {
    if (!broken(index) || 'seen' in one) return [];
    if ('valid' in one) {
      const day = shown.fields.find(({ name }) => name === one.from);
      return day === undefined ? [] : [phrases.mustBeValid(formatDay(String(values[index])), day.title)];
    }
    const named = open.find(({ name }) => name === one.field);
    if (named === undefined) return [];
    if ('values' in one) {
      const options = model.codeLists[named.codeList ?? '']?.options ?? [];
      const label = (value: unknown): string =>
        typeof value === 'boolean'
          ? phrases.yesNo(value)
          : `'${options.find((option) => option.value === value)?.label ?? String(value)}'`;
      return [phrases.mustBe(named.title, one.values.map(label))];
    }
    const above = one.from.startsWith(ownerPrefix);
    const name = above ? one.from.slice(ownerPrefix.length) : one.from;
    const own = (above ? parent : shown).fields.find((other) => other.name === name);
    return own === undefined ? [] : [phrases.mustBeSame(named.title, own.title)];
  });
  if (reasons.length > 0) return reasons.join('; ');
  return oneself ? phrases.callerNotOffered : phrases.notOffered;
};

const isWithin = ([from, before]: Asked['judged'], index: number): boolean => from <= index && index < before;

/** Where a relation that is judged stands, and how its targets are held. */
interface Judging {
  readonly shown: Entity;
  readonly parent: Entity;
  readonly child: Child | undefined;
  readonly hold: Hold | undefined;
}

/** Raises RECORD_RELATION_MISSING. Nobody needs a right to see oneself among the users. */
const unfitOf = async (
  context: PlanContext,
  queryable: Queryable,
  choice: Choice,
  asked: readonly Asked[],
  judging: Judging,
): Promise<readonly FieldFailure[]> => {
  const { model, access } = context;
  const isOneself = ({ target }: Asked): boolean =>
    target === access.userId && model.entities[choice.field.relation?.entity ?? '']?.login !== undefined;
  const others = asked.filter((one) => !isOneself(one));
  return [
    ...(await unfitAmong(context, queryable, choice, asked.filter(isOneself), { ...judging, oneself: true })),
    ...(await unfitAmong(context, queryable, choice, others, judging)),
  ];
};

const unfitAmong = async (
  context: PlanContext,
  queryable: Queryable,
  { field, conditions }: Choice,
  asked: readonly Asked[],
  { shown, parent, child, hold, oneself }: Judging & { readonly oneself?: true },
): Promise<readonly FieldFailure[]> => {
  const { model, access, entity, timeZone } = context;
  const target = model.entities[field.relation?.entity ?? ''];
  if (target === undefined || asked.length === 0) return [];
  const missing = (): Refusal =>
    new Refusal(
      'RECORD_RELATION_MISSING',
      { title: entity.title, field: field.title },
      { at: { entity: entity.name, field: child?.name ?? field.column } },
    );
  const comparesWithMore = conditions.some(
    (one, index) =>
      'from' in one &&
      fieldsOf(one).some((name) => !knownBeyond(target).includes(name)) &&
      asked.some(({ judged }) => isWithin(judged, index)),
  );
  // Nor of a record that is met by its name alone.
  const scope = new Scope(model, access, target, 't', undefined, 'today', comparesWithMore ? 'seen' : 'named');
  const isClosed = (name: string): boolean => {
    const named = target.fields.find((one) => one.name === name);
    return named === undefined || keeps(access, target, named) || covers(access, target, named);
  };
  // What the caller may not compare would be found out by trying.
  if (
    (!oneself && reachOf(model, access, target) === 'none') ||
    conditions.some(
      (one, index) =>
        'from' in one && fieldsOf(one).some(isClosed) && asked.some(({ judged }) => isWithin(judged, index)),
    )
  )
    throw missing();
  const terms = conditions.map((one): TargetTerm => {
    if ('seen' in one) return 'there';
    if ('valid' in one) return { from: scope.own(one.valid.from), until: scope.own(one.valid.until) };
    const ref = scope.own(one.field);
    return 'from' in one
      ? { ref }
      : {
          condition: {
            kind: 'compare',
            ref,
            operator: one.values.length === 1 ? 'eq' : 'in',
            negated: false,
            value: { kind: 'fixed', values: one.values.map(String) },
          },
        };
  });
  const rows = asked.map(({ target: id, values }, index) => ({
    _at: index,
    _target: id,
    ...Object.fromEntries(values.map((value, at) => [`_${at}`, value])),
  }));
  const rights = oneself ? [] : sightConditions(access, scope);
  const printed = printUnfit(scope, rights, terms, hasTable(target) ? hold : undefined);
  const statement = bindInputs({ access, timeZone }, printed, { rows: JSON.stringify(rows) });
  const { body = '[]' } = (await queryable.query<{ body: string }>(statement)).rows[0] ?? {};
  const unfit = JSON.parse(body) as readonly (Row & { readonly _at: number; readonly seen: boolean })[];
  if (unfit.some(({ seen }) => !seen)) throw missing();
  return unfit.flatMap((row): FieldFailure[] => {
    const one = asked[row._at];
    const isBroken = (index: number): boolean =>
      one !== undefined && isWithin(one.judged, index) && row[String(index)] !== true;
    if (one === undefined || !conditions.some((_condition, index) => isBroken(index))) return [];
    const reason = reasonOf(context, conditions, target, shown, parent, one.values, isBroken, oneself === true);
    // Of what is set in a field that is kept from the caller the state is told instead, which does not move.
    const state = entity.fields.find(({ column }) => column === entity.states?.key);
    const kept = child === undefined && state !== undefined && !writes(shown, field) ? state : undefined;
    return [
      {
        code: 'VALIDATION_TARGET',
        params: { field: `${(kept ?? field).title}${one.suffix}`, reason },
        at: { entity: entity.name, field: kept?.column ?? one.path, ...one.place },
      },
    ];
  });
};

const itemsOf = (row: Row | undefined, name: string): readonly Row[] => {
  const items = row?.[name];
  return Array.isArray(items) ? items.filter(isRow) : [];
};

/** Of rows that are kept from the caller nothing is named. */
const unnamed = (entity: Entity): Entity => ({ ...entity, fields: [], children: [] });

const rowsOf = (entity: Entity, child: Child, shown: Entity, judged: readonly Judged[]): JudgedRows => {
  const open = shown.children.find(({ name }) => name === child.name);
  return {
    entity: child.entity,
    owner: entity,
    shown: open?.entity ?? unnamed(child.entity),
    shownOwner: shown,
    rows: judged.flatMap(({ record, before, place, added }) => {
      const stored = new Map(itemsOf(before, child.name).map((item) => [item['id'], item]));
      return itemsOf(record, child.name).map((item, index) => ({
        record: item,
        before: item['id'] === undefined ? undefined : stored.get(item['id']),
        parent: record,
        parentBefore: before,
        path: open === undefined ? '' : `${child.name}.${added?.[child.name] === index ? 0 : index}.`,
        suffix: rowSuffix(child, index),
        place,
        asked: added?.[child.name] === index,
      }));
    }),
  };
};

const ownRows = (entity: Entity, shown: Entity, judged: readonly Judged[]): JudgedRows => ({
  entity,
  owner: entity,
  shown,
  shownOwner: undefined,
  rows: judged.map((one) => ({
    ...one,
    parent: one.record,
    parentBefore: one.before,
    path: '',
    suffix: '',
    asked: true,
  })),
});

/** Of each place what was found first. */
const firstOfEach = (failures: readonly FieldFailure[]): readonly FieldFailure[] => {
  const places = new Set<string>();
  return failures.filter(({ at }) => places.size < places.add(JSON.stringify(at)).size);
};

/**
 * Refuses records that point at what they may not, or break a rule that reads it: RECORD_INVALID with each,
 * RECORD_RELATION_MISSING. What is put back as it stood is not judged again, but for what closes it. Targets are held until
 * the transaction ends, but for a write that is only tried. `before`: what the transition read of those of the records.
 */
export const checkTargets = async (
  write: Write,
  shown: Entity,
  queryable: Queryable,
  judged: readonly Judged[],
  transition?: Transition,
  before?: Behind,
): Promise<void> => {
  const { context, options } = write;
  const { entity } = context;
  if (!isNarrowed(entity, transition)) return;
  const isBack = options.restores !== undefined || options.revived !== undefined;
  if (isBack && (options.restores?.transition !== undefined || !hasLocks(entity))) return;
  const which = isBack ? 'locks' : transition === undefined && options.loads !== true ? 'all' : 'rules';
  const failures: FieldFailure[] = [];
  const look = async (rows: JudgedRows, child?: Child): Promise<void> => {
    const hold = (column: string, list = child?.name): Hold | undefined => holdOf(write, transition, column, list);
    const isSet = (field: Field): boolean => child === undefined && sets(transition, field);
    // What a transition sets itself the record is to hold, whoever makes it.
    const sight = (field: Field): boolean => !isSet(field) && !meetsAll(context, field);
    for (const choice of isBack ? [] : choicesOf(rows.entity, askedIn(transition, child), sight))
      if (writes(rows.shown, choice.field) || isSet(choice.field)) {
        const all = askedOf(choice, rows);
        const isSight = choice.conditions.every((one) => 'seen' in one);
        const asked = isSight ? await notTold(fillerOf(write, queryable), choice.field, rows.entity, all) : all;
        failures.push(
          ...(await unfitOf(context, queryable, choice, asked, {
            shown: rows.shown,
            parent: shown,
            child,
            hold: hold(choice.field.column),
          })),
        );
      }
    const held = ({ relation, ofOwner }: TargetRead): Hold | undefined =>
      ofOwner === true ? hold(relation, undefined) : hold(relation);
    const how = { moment: momentOf(write), which, before: child === undefined ? before : undefined } as const;
    failures.push(...(await brokenTargetRules(write, queryable, rows, how, held)));
  };
  await look(ownRows(entity, shown, judged));
  for (const child of entity.children) await look(rowsOf(entity, child, shown, judged), child);
  if (failures.length > 0) throw invalidRows(entity, firstOfEach(failures));
};

/** The columns of the relations whose targets close the record; empty: nothing but its own values does. */
export const closingColumns = ({ expressions }: Entity, scope: Scope): readonly ColumnRef[] => {
  const keys = (expressions?.lockedWith ?? []).flatMap((one) => one.keys);
  return scope.fields.filter(({ column }) => keys.includes(column)).map(({ name }) => scope.own(name));
};

/** What closes the records, which have `closingColumns`, as far as the caller may be told: each told of at its relation. */
const closedFailures = (
  write: Write,
  queryable: Queryable,
  shown: Entity,
  records: readonly Row[],
): Promise<readonly FieldFailure[]> => {
  const rows = ownRows(
    write.context.entity,
    shown,
    records.map((record) => ({ record, before: undefined, place: {} })),
  );
  const how = { moment: momentOf(write), which: 'locks' } as const;
  return brokenTargetRules(write, queryable, rows, how, () => (write.options.rollback ? undefined : 'share'));
};

const readable = ({ context: { model, access, entity } }: Write): Entity =>
  withFields(entity, readableFields(model, access, entity), []);

/** Refuses the deletion of records that are closed with what they point at: RECORD_KEPT_WITH, RECORD_KEPT_UNSEEN. */
export const refuseClosed = async (write: Write, queryable: Queryable, records: readonly Row[]): Promise<void> => {
  const shown = readable(write);
  const [broken] = await closedFailures(write, queryable, shown, records);
  if (broken === undefined) return;
  const { title } = write.context.entity;
  const field = shown.fields.find(({ column }) => column === broken.at.field);
  throw broken.code === 'VALIDATION_RULE' && field !== undefined
    ? new Refusal('RECORD_KEPT_WITH', { title, field: field.title })
    : new Refusal('RECORD_KEPT_UNSEEN', { title });
};

/** Refuses that deleted records come back to what is closed since: RECORD_INVALID. */
export const refuseBackToClosed = async (
  write: Write,
  queryable: Queryable,
  records: readonly Row[],
): Promise<void> => {
  const failures = await closedFailures(write, queryable, readable(write), records);
  if (failures.length > 0) throw invalidRows(write.context.entity, firstOfEach(failures));
};
