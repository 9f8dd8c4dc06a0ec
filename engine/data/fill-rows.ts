/**
 * Fields that are filled from what a relation of the record, or of a row that it owns, knows (`x-filled-from`). In: rows as
 * they are sent, before anything is asked of them. Out: what comes to each, its lists among it. A value that is given,
 * `null` among them, stays, and so does one that is stored; what the caller may not read of the target, or may not write,
 * is not filled.
 */
import { comparableFields } from '../access/visible-entity.ts';
import { oncePer } from '../core/once-per.ts';
import { targetsFirst } from '../core/targets-first.ts';
import type { Moment } from '../expressions/functions.ts';
import { momentIn } from '../expressions/moment-in.ts';
import { computeRecord, conditionsAt, fits, isEmpty } from '../fields/record-expressions.ts';
import { writableChildren, writableFields } from '../fields/record-schema.ts';
import { hasTable } from '../model/has-table.ts';
import type { Child, Entity, Field } from '../model/types.ts';
import { bindInputs } from './bind.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import { hasId, isRow } from './given-rows.ts';
import type { PlanContext } from './plan/context.ts';
import { Scope } from './plan/refs.ts';
import { sightConditions } from './plan/row-scope.ts';
import { readBody } from './read-stored.ts';
import type { Write, Written } from './run-write.ts';
import { printTargets } from './sql/pointing.ts';
import type { Hold } from './sql/targets.ts';
import { within } from './within.ts';

/** What one relation fills. */
export interface Filling {
  readonly relation: Field;
  readonly fields: readonly { readonly field: Field; readonly from: string }[];
}

/** Those whose relation is itself filled come behind what fills it. */
const inOrder = (fillings: readonly Filling[]): readonly Filling[] => {
  const byRelation = new Map(fillings.map((filling) => [filling.relation.name, filling]));
  const filledBy = (name: string): readonly string[] =>
    fillings.flatMap(({ relation, fields }) =>
      fields.some(({ field }) => field.name === name) ? [relation.name] : [],
    );
  return targetsFirst(byRelation.keys(), filledBy).flatMap((name) => byRelation.get(name) ?? []);
};

/** By relation. In: the record as the caller may write it. */
export const fillingsOf = oncePer((writable: Entity): readonly Filling[] => {
  const filled = writableFields(writable).flatMap((field) =>
    field.filledFrom === undefined
      ? []
      : [{ field, relation: field.filledFrom.relation, from: field.filledFrom.field }],
  );
  const fillings = [...Map.groupBy(filled, ({ relation }) => relation)].flatMap(([name, fields]): Filling[] => {
    const relation = writable.fields.find((one) => one.name === name);
    return relation === undefined ? [] : [{ relation, fields: fields.map(({ field, from }) => ({ field, from })) }];
  });
  return inOrder(fillings);
});

/** Those that a change of these values may fill: it names the relation, or fills it, and does not name the field. */
export const fillingsOfChange = (writable: Entity, change: Row): readonly Filling[] => {
  const moved = new Set(Object.keys(change).filter((key) => !isEmpty(change[key])));
  return fillingsOf(writable).flatMap(({ relation, fields }): Filling[] => {
    const open = fields.filter(({ field }) => !Object.hasOwn(change, field.column));
    if (!moved.has(relation.column) || open.length === 0) return [];
    for (const { field } of open) moved.add(field.column);
    return [{ relation, fields: open }];
  });
};

/** Wire names of the fields, and of the relations. */
export const filledKeys = (fillings: readonly Filling[]): readonly string[] =>
  fillings.flatMap(({ fields }) => fields.map(({ field }) => field.column));
export const fillingKeys = (fillings: readonly Filling[]): readonly string[] => [
  ...fillings.map(({ relation }) => relation.column),
  ...filledKeys(fillings),
];

/** The lists whose rows are filled by relations of their own. */
const filledChildren = oncePer((writable: Entity): readonly Child[] =>
  writableChildren(writable).filter(({ entity }) => fillingsOf(entity).length > 0),
);

const itemsIn = (row: Row, { name }: Child): readonly unknown[] => {
  const items = row[name];
  return Array.isArray(items) ? items : [];
};

/** The lists of which this, new or a change, may fill rows. */
export const fillableLists = (writable: Entity, row: Row): readonly Child[] =>
  filledChildren(writable).filter((child) =>
    itemsIn(row, child).some((item) => isRow(item) && fillingsOfChange(child.entity, item).length > 0),
  );

/** Paths of what new rows of lists do not name and may be filled with: `itens.0.unidade_id`. */
export const comingIn = (writable: Entity, row: Row): ReadonlySet<string> =>
  new Set(
    filledChildren(writable).flatMap((child) =>
      itemsIn(row, child).flatMap((item, index) =>
        isRow(item) && !hasId(item)
          ? filledKeys(fillingsOfChange(child.entity, item)).map((key) => `${child.name}.${index}.${key}`)
          : [],
      ),
    ),
  );

/** Whether any of the new rows may be filled, or any that they own. */
export const isFillable = (writable: Entity, rows: readonly Row[]): boolean =>
  rows.some((row) => fillingsOfChange(writable, row).length > 0 || fillableLists(writable, row).length > 0);

/** Who fills rows, and how what they are filled from is held meanwhile; what is only tried holds nothing. */
export interface Filler {
  readonly context: PlanContext;
  readonly queryable: Queryable;
  readonly hold: Hold | undefined;
}

export const fillerOf = ({ context, options }: Write, queryable: Queryable): Filler => ({
  context,
  queryable,
  hold: options.rollback ? undefined : 'share',
});

/** By their ids, those of the targets that the caller may see, as far as it may. */
export const readTargets = async (
  { context: { model, access, timeZone }, queryable, hold }: Filler,
  { relation, fields }: Filling,
  ids: readonly number[],
): Promise<ReadonlyMap<unknown, Row>> => {
  const target = model.entities[relation.relation?.entity ?? ''];
  if (target === undefined || ids.length === 0) return new Map();
  const wanted = new Set(fields.map(({ from }) => from));
  const open = comparableFields(model, access, target).filter(({ name }) => wanted.has(name));
  if (open.length === 0) return new Map();
  const scope = new Scope(model, access, target, 't', undefined, 'today', 'named');
  const refs = open.map(({ column }) => scope.column(column));
  const printed = printTargets(scope, sightConditions(access, scope), refs, hasTable(target) ? hold : undefined);
  const asked = bindInputs({ access, timeZone }, printed, { rows: JSON.stringify([...new Set(ids)]) });
  const rows = await readBody(queryable, asked);
  const names = new Map(open.map(({ name, column }) => [column, name]));
  return new Map(
    rows
      .filter((row) => row['_seen'] === true)
      .map((row) => [
        row['id'],
        Object.fromEntries(Object.entries(row).map(([column, value]) => [names.get(column) ?? column, value])),
      ]),
  );
};

/** What is filled: a record as it becomes, or a row of a list of `owner`. */
interface Filled {
  readonly record: Row;
  readonly owner?: () => Row;
}

/** Without what the record as it becomes hides or closes: the form would not show it, or not take it. */
export const openOnly = (entity: Entity, { record, owner }: Filled, come: Row, moment: Moment): Row => {
  const { expressions } = entity;
  const lock = expressions?.lock?.keys ?? [];
  const asked = new Set([...lock, ...(expressions?.conditions ?? []).map(({ key }) => key)]);
  if (!Object.keys(come).some((key) => asked.has(key))) return come;
  const whole = computeRecord(entity, { ...record, ...come }, moment);
  const { hidden, readOnly } = conditionsAt(expressions, whole, owner?.(), moment);
  return Object.fromEntries(Object.entries(come).filter(([key]) => !hidden.has(key) && !readOnly.has(key)));
};

/** Of one field of one record: whether it is to be filled, with what the relation now points at. */
type Wants = (index: number, filling: Filling, field: Field, target: number) => boolean;

/** What comes to each of the records, or rows of one list, by wire names: one read for each relation. */
const fill = async (
  filler: Filler,
  entity: Entity,
  fillings: readonly Filling[],
  subjects: readonly Filled[],
  wants: Wants,
): Promise<readonly Row[]> => {
  const moment = momentIn(filler.context.timeZone);
  let filled: readonly Row[] = subjects.map(() => ({}));
  for (const filling of fillings) {
    const { relation, fields } = filling;
    const asked = subjects.map(({ record }, index) => {
      const target = filled[index]?.[relation.column] ?? record[relation.column];
      const open =
        typeof target === 'number' && Number.isSafeInteger(target)
          ? fields.filter(({ field }) => wants(index, filling, field, target))
          : [];
      return { target, open };
    });
    const ids = asked.flatMap(({ target, open }) => (open.length === 0 ? [] : [Number(target)]));
    const targets = await readTargets(filler, filling, ids);
    filled = filled.map((before, index) => {
      const { target, open = [] } = asked[index] ?? {};
      const found = targets.get(target);
      const subject = subjects[index];
      if (found === undefined || subject === undefined) return before;
      const more = Object.fromEntries(
        open.flatMap(({ field, from }) => {
          const value = found[from];
          return isEmpty(value) || !fits(field, value) ? [] : [[field.column, value]];
        }),
      );
      const so = { ...subject, record: { ...subject.record, ...before } };
      return { ...before, ...openOnly(entity, so, more, moment) };
    });
  }
  return filled;
};

const defaultsOf = (entity: Entity): Row =>
  Object.fromEntries(
    entity.fields.flatMap((field) => (field.default === undefined ? [] : [[field.column, field.default]])),
  );

/** What is wanted of changes of rows that are there: where the relation is another, of what is empty and not named. */
const wantsOfChanges =
  (stored: readonly (Row | undefined)[], changes: readonly (Row | undefined)[]): Wants =>
  (index, { relation }, { column }, target) => {
    const before = stored[index];
    return changes[index]?.[column] === undefined && isEmpty(before?.[column]) && before?.[relation.column] !== target;
  };

/** A record of which lists are written. `stored`: as it is there, undefined of a new one. */
interface Owning {
  readonly given: Row;
  readonly stored: Row | undefined;
  /** As it becomes by what is given and what comes to itself. */
  readonly whole: Row;
}

/** The rows of a list that all the records name, each with its record; of one with an id also what is stored of it. */
const placedItems = (child: Child, owners: readonly Owning[]) =>
  owners.flatMap((owner, index) => {
    const { given, stored } = owner;
    const there = new Map(
      (stored === undefined ? [] : itemsIn(stored, child)).filter(isRow).map((item) => [item['id'], item]),
    );
    return itemsIn(given, child).flatMap((item, place) => {
      if (!isRow(item)) return [];
      const before = hasId(item) ? there.get(item['id']) : undefined;
      return [{ owner, at: `${index}.${place}`, item, before }];
    });
  });

/** Of each record the lists in which something comes to a row, as they become. */
const fillLists = async (
  filler: Filler,
  children: readonly Child[],
  owners: readonly Owning[],
): Promise<readonly Row[]> => {
  const { model, entity, timeZone } = filler.context;
  const moment = momentIn(timeZone);
  const computed = oncePer(({ whole }: Owning): Row => computeRecord(entity, whole, moment));
  let lists: readonly Row[] = owners.map(() => ({}));
  for (const child of children) {
    const items = placedItems(child, owners);
    const whole = model.entities[child.entity.name];
    if (items.length === 0 || whole === undefined) continue;
    const begun = defaultsOf(whole);
    const come = await fill(
      filler,
      whole,
      fillingsOf(child.entity),
      items.map(({ item, before, owner }) => ({
        record: { ...(before ?? begun), ...item },
        owner: () => computed(owner),
      })),
      wantsOfChanges(
        items.map(({ before }) => before),
        items.map(({ item }) => item),
      ),
    );
    const byPlace = new Map(items.map(({ at }, index) => [at, come[index]]));
    lists = lists.map((before, index) => {
      const given = owners[index]?.given ?? {};
      if (!Array.isArray(given[child.name])) return before;
      const filled = itemsIn(given, child).map((item, place) =>
        isRow(item) ? { ...item, ...byPlace.get(`${index}.${place}`) } : item,
      );
      return { ...before, [child.name]: filled };
    });
  }
  return lists;
};

/** What comes to new rows, each in its place: to a field that is absent, not to one that is null. */
export const fillNew = async (filler: Filler, writable: Entity, rows: readonly Row[]): Promise<readonly Row[]> => {
  const { entity } = filler.context;
  const begun = defaultsOf(entity);
  const records = rows.map((row) => ({ ...begun, ...row }));
  const wants: Wants = (index, _filling, { column }) => rows[index]?.[column] === undefined;
  const subjects = records.map((record) => ({ record }));
  const come = await fill(filler, entity, fillingsOf(writable), subjects, wants);
  const owners = rows.map((given, index): Owning => {
    return { given, stored: undefined, whole: { ...records[index], ...come[index] } };
  });
  const lists = await fillLists(filler, filledChildren(writable), owners);
  return come.map((one, index) => ({ ...one, ...lists[index] }));
};

/**
 * What comes to records that are there, each in its place: to a field that is empty and not named, where the relation is
 * another than before; so also to rows of `lists`, and to new ones among them. `changes`: of each, what is written of it.
 */
export const fillChanged = async (
  filler: Filler,
  { fillings, lists: children = [] }: { readonly fillings: readonly Filling[]; readonly lists?: readonly Child[] },
  stored: readonly Row[],
  changes: readonly Row[],
): Promise<readonly Row[]> => {
  const subjects = stored.map((row, index) => ({ record: { ...row, ...changes[index] } }));
  const come = await fill(filler, filler.context.entity, fillings, subjects, wantsOfChanges(stored, changes));
  const owners = stored.map((row, index): Owning => {
    const given = changes[index] ?? {};
    return { given, stored: row, whole: { ...row, ...given, ...come[index] } };
  });
  const lists = await fillLists(filler, children, owners);
  return come.map((one, index) => ({ ...one, ...lists[index] }));
};

/** Ends the transaction of a dry run, and carries what it came to. */
class Tried extends Error {
  readonly written: Written;
  constructor(written: Written) {
    super('tried');
    this.written = written;
  }
}

/** A write whose rows are filled in the transaction that writes them, so that what they are filled from is held. */
export const fillingFirst = async (write: Write, run: (inside: Write) => Promise<Written>): Promise<Written> => {
  const { engine, options } = write;
  try {
    return await engine.database.transaction(async (transaction) => {
      const written = await run({ ...write, engine: within(engine, transaction) });
      if (options.rollback) throw new Tried(written);
      return written;
    });
  } catch (error) {
    if (error instanceof Tried) return error.written;
    throw error;
  }
};
