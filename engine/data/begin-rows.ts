/**
 * Fields of new records, and of new rows of their lists, that begin by an expression (`x-begins`). In: rows as they are
 * sent, with their defaults and what relations fill. Out: what comes to each, its lists among it. A value that is given,
 * `null` among them, stays. What the caller may not read all of, or may not write, begins with nothing; so does what comes
 * to nothing or does not fit the field.
 */

import { seenBeginnings } from '../contract/seen-begins.ts';
import { oncePer } from '../core/once-per.ts';
import type { Moment } from '../expressions/functions.ts';
import { momentIn } from '../expressions/moment-in.ts';
import { computeRecord } from '../fields/record-expressions.ts';
import { writableChildren, writableFields } from '../fields/record-schema.ts';
import { begunValues } from '../fields/record-transition.ts';
import type { Beginning, Child, Entity } from '../model/types.ts';
import type { Filler } from './fill-rows.ts';
import { openOnly } from './fill-rows.ts';
import type { Row } from './given-rows.ts';
import { hasId, isRow } from './given-rows.ts';
import { behindOf, isUnseen } from './read-behind.ts';
import { laidOver } from './settle-rows.ts';

/** Those that the caller may write, whatever they read. In: the record as the caller may write it. */
const openBeginnings = oncePer((writable: Entity): readonly Beginning[] => {
  const open = new Set(writableFields(writable).map(({ column }) => column));
  return (writable.expressions?.begins ?? []).filter(({ key }) => open.has(key));
});

/** The lists whose new rows begin with something. */
const beginningChildren = oncePer((writable: Entity): readonly Child[] =>
  writableChildren(writable).filter(({ entity }) => openBeginnings(entity).length > 0),
);

const itemsIn = (row: Row, { name }: Child): readonly unknown[] => {
  const items = row[name];
  return Array.isArray(items) ? items : [];
};

const isOpen = (row: Row, { key }: Beginning): boolean => row[key] === undefined;

const isNew = (item: unknown): item is Row => isRow(item) && !hasId(item);

/** Those of the new row's that it does not name. */
const leftOpen = (entity: Entity, row: Row): readonly Beginning[] =>
  openBeginnings(entity).filter((one) => isOpen(row, one));

/** The lists of which this, new or a change, has new rows that may begin with something. */
export const begunLists = (writable: Entity, row: Row): readonly Child[] =>
  beginningChildren(writable).filter((child) =>
    itemsIn(row, child).some((item) => isNew(item) && leftOpen(child.entity, item).length > 0),
  );

/** Whether any of the new rows, or of those that they own, may begin with something. */
export const isBegun = (writable: Entity, rows: readonly Row[]): boolean =>
  rows.some((row) => leftOpen(writable, row).length > 0 || begunLists(writable, row).length > 0);

/** Whether beginnings of the record, or of its rows, read what relations point at. */
export const beginsBehind = oncePer((writable: Entity): boolean =>
  [openBeginnings(writable), ...beginningChildren(writable).map(({ entity }) => openBeginnings(entity))]
    .flat()
    .some(({ value }) => value.targets !== undefined),
);

/** Paths of what new rows of lists do not name and may begin with: `itens.0.valor`. */
export const beginningIn = (writable: Entity, row: Row): readonly string[] =>
  beginningChildren(writable).flatMap((child) =>
    itemsIn(row, child).flatMap((item, index) =>
      isNew(item) ? leftOpen(child.entity, item).map(({ key }) => `${child.name}.${index}.${key}`) : [],
    ),
  );

/** What begins: a record as it becomes, or a row of a list of `owner`; `given` is what the caller names of it. */
interface Begun {
  readonly given: Row;
  readonly record: Row;
  readonly owner?: Row;
}

/** What comes to each of the records, or rows of one list, by wire names: each sees what began before it. */
const beginEach = async (
  { context, queryable, hold }: Filler,
  entity: Entity,
  begins: readonly Beginning[],
  subjects: readonly Begun[],
  moment: Moment,
): Promise<readonly Row[]> => {
  const behind = behindOf(
    { context },
    queryable,
    begins.map(({ value }) => value),
    () => hold,
  );
  let come: readonly Row[] = subjects.map(() => ({}));
  for (const one of begins) {
    if (!subjects.some(({ given }) => isOpen(given, one))) continue;
    const records = subjects.map(({ record }, index) => computeRecord(entity, { ...record, ...come[index] }, moment));
    const standing = await behind.bring(records.map((record, index) => ({ record, parent: subjects[index]?.owner })));
    come = come.map((before, index) => {
      const [subject, reading, record] = [subjects[index], standing[index], records[index]];
      if (subject === undefined || reading === undefined || record === undefined) return before;
      if (!isOpen(subject.given, one) || isUnseen(one.value, reading)) return before;
      const more = begunValues(entity, [one], { record: reading.record, parent: reading.parent, ...moment });
      const owner = subject.owner === undefined ? {} : { owner: () => subject.owner ?? {} };
      return { ...before, ...openOnly(entity, { record, ...owner }, more, moment) };
    });
  }
  return come;
};

const defaultsOf = (entity: Entity): Row =>
  Object.fromEntries(
    entity.fields.flatMap((field) => (field.default === undefined ? [] : [[field.column, field.default]])),
  );

/** Of each record the lists in which something comes to a new row, as they become. `owners`: the records as they become. */
const beginLists = async (
  beginner: Filler,
  children: readonly Child[],
  givens: readonly Row[],
  owners: readonly Row[],
  moment: Moment,
): Promise<readonly Row[]> => {
  const { model, access, entity } = beginner.context;
  let lists: readonly Row[] = givens.map(() => ({}));
  for (const child of children) {
    const whole = model.entities[child.entity.name];
    if (whole === undefined) continue;
    const begins = seenBeginnings(model, access, child.entity, openBeginnings(child.entity), entity);
    const begun = defaultsOf(whole);
    const items = givens.flatMap((given, index) =>
      itemsIn(given, child).flatMap((item, place) =>
        isNew(item)
          ? [{ at: `${index}.${place}`, given: item, record: { ...begun, ...item }, owner: owners[index] ?? {} }]
          : [],
      ),
    );
    const come = await beginEach(beginner, whole, begins, items, moment);
    const byPlace = new Map(items.map(({ at }, index) => [at, come[index]]));
    lists = lists.map((before, index) => {
      const given = givens[index] ?? {};
      if (!Array.isArray(given[child.name])) return before;
      const filled = itemsIn(given, child).map((item, place) =>
        isRow(item) ? { ...item, ...byPlace.get(`${index}.${place}`) } : item,
      );
      return { ...before, [child.name]: filled };
    });
  }
  return lists;
};

const momentFor = ({ context: { access, timeZone } }: Filler): Moment => ({
  ...momentIn(timeZone),
  now: Date.now(),
  ...(access.userId > 0 && { caller: access.userId }),
});

/** What comes to new records, each in its place: to a field that is absent, not to one that is null. */
export const beginNew = async (beginner: Filler, writable: Entity, rows: readonly Row[]): Promise<readonly Row[]> => {
  const { model, access, entity } = beginner.context;
  const moment = momentFor(beginner);
  const seen = seenBeginnings(model, access, writable, openBeginnings(writable));
  const begun = defaultsOf(entity);
  const records = (come: readonly Row[]): readonly Row[] =>
    rows.map((row, index) => laidOver(entity, begun, { ...row, ...come[index] }));
  const beginOwn = async (begins: readonly Beginning[], come: readonly Row[]): Promise<readonly Row[]> => {
    const subjects = records(come).map((record, index) => ({ given: rows[index] ?? {}, record }));
    const more = await beginEach(beginner, entity, begins, subjects, moment);
    return come.map((before, index) => ({ ...before, ...more[index] }));
  };
  const first = await beginOwn(
    seen.filter(({ afterRows }) => afterRows !== true),
    rows.map(() => ({})),
  );
  const owners = records(first).map((record) => computeRecord(entity, record, moment));
  const lists = await beginLists(beginner, beginningChildren(writable), rows, owners, moment);
  const withLists = first.map((before, index) => ({ ...before, ...lists[index] }));
  return beginOwn(
    seen.filter(({ afterRows }) => afterRows === true),
    withLists,
  );
};

/** What comes to new rows of `lists` of records that are there; `records`: as they become by their change, `changes`. */
export const beginNewRows = (
  beginner: Filler,
  lists: readonly Child[],
  changes: readonly Row[],
  records: readonly Row[],
): Promise<readonly Row[]> => {
  const moment = momentFor(beginner);
  const { entity } = beginner.context;
  const owners = records.map((record) => computeRecord(entity, record, moment));
  return beginLists(beginner, lists, changes, owners, moment);
};
