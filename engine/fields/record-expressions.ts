/**
 * Conditions, computed values and rules over whole records: one code for form, API and import. In: an entity of the
 * model, a record by wire names as complete as the caller can make it. Out: its computed values, what of it is hidden,
 * required or closed to changes, and what it breaks.
 */
import { isDecimalMultiple } from '../core/decimal.ts';
import type { ErrorCode, FieldFailure } from '../core/errors.ts';
import type { Values } from '../expressions/evaluate.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { round } from '../expressions/exact.ts';
import type { Moment } from '../expressions/functions.ts';
import { keysIn } from '../expressions/keys-in.ts';
import type { Expression } from '../expressions/types.ts';
import { overlapsIn } from '../model/overlaps.ts';
import type { Child, Entity, EntityExpressions, Field } from '../model/types.ts';
import { rowSuffix } from './describe-failure.ts';
import { fieldTypes } from './index.ts';

const isRow = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

const rowsOf = (record: Values, child: Child): readonly unknown[] => {
  const rows = record[child.name];
  return Array.isArray(rows) ? rows : [];
};

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A computed number has the decimal places of its field. */
export const asStored = (field: Field | undefined, value: unknown): unknown => {
  if (typeof value !== 'number' || field === undefined) return value === '' ? null : value;
  const { scale } = fieldTypes[field.type];
  return scale === undefined ? value : round(value, scale(field));
};

/** Whether a computed value can be stored: the limits of the field, which nobody typed it against. */
export const fits = (field: Field, value: unknown): boolean => {
  const {
    minimum,
    maximum,
    multipleOf,
    minLength,
    maxLength,
    pattern,
    enum: codes,
  } = fieldTypes[field.type].valueSchema(field);
  if (typeof value === 'number')
    return (
      value >= Number(minimum ?? Number.NEGATIVE_INFINITY) &&
      value <= Number(maximum ?? Number.POSITIVE_INFINITY) &&
      (multipleOf === undefined || isDecimalMultiple(value, Number(multipleOf)))
    );
  if (typeof value !== 'string') return true;
  const length = [...value].length;
  return (
    length >= Number(minLength ?? 0) &&
    length <= Number(maxLength ?? Number.POSITIVE_INFINITY) &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value)) &&
    (!Array.isArray(codes) || codes.includes(value))
  );
};

/** One computed value of a record that holds those before it. */
export const computedValue = (
  entity: Entity,
  { key, expression }: EntityExpressions['computed'][number],
  record: Values,
  moment: Moment,
): unknown =>
  asStored(
    entity.fields.find(({ column }) => column === key),
    evaluate(expression.tree, { record, ...moment }),
  );

const computeOwn = (entity: Entity, record: Values, moment: Moment): Values => {
  const computed = entity.expressions?.computed ?? [];
  if (computed.length === 0) return record;
  // Each sees the ones before it.
  const whole: Record<string, unknown> = { ...record };
  for (const one of computed) whole[one.key] = computedValue(entity, one, whole, moment);
  return whole;
};

const computes = (entity: Entity): boolean =>
  (entity.expressions?.computed.length ?? 0) > 0 || entity.children.some((child) => computes(child.entity));

/** The record with its computed values, those of its rows among them; the same object where there are none. */
export const computeRecord = (entity: Entity, record: Values, moment: Moment): Values => {
  if (!computes(entity)) return record;
  const arrays = entity.children
    .filter((child) => computes(child.entity) && Array.isArray(record[child.name]))
    .map((child) => [
      child.name,
      rowsOf(record, child).map((row) => (isRow(row) ? computeOwn(child.entity, row, moment) : row)),
    ]);
  return computeOwn(entity, { ...record, ...Object.fromEntries(arrays) }, moment);
};

/** Wire names of fields and arrays, by what holds of them. */
interface ConditionState {
  readonly hidden: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  readonly readOnly: ReadonlySet<string>;
}

const nothing: ReadonlySet<string> = new Set();
const noConditions: ConditionState = { hidden: nothing, required: nothing, readOnly: nothing };

/** Whether the record is closed as a whole. */
export const isLocked = ({ lock }: EntityExpressions, record: Values, moment: Moment): boolean =>
  lock !== undefined && evaluate(lock.expression.tree, { record, ...moment }) === true;

/** What holds of the fields of a record, or of a row whose owner is `parent`. What is hidden is not required. */
export const conditionsAt = (
  expressions: EntityExpressions | undefined,
  record: Values,
  parent: Values | undefined,
  moment: Moment,
): ConditionState => {
  if (expressions === undefined) return noConditions;
  const { conditions, lock } = expressions;
  if (conditions.length === 0 && lock === undefined) return noConditions;
  const state = { hidden: new Set<string>(), required: new Set<string>(), readOnly: new Set<string>() };
  const reading = { record, parent, ...moment };
  for (const { key, kind, expression } of conditions) {
    const holds = evaluate(expression.tree, reading) === true;
    if (kind === 'visible' && !holds) state.hidden.add(key);
    if (kind !== 'visible' && holds) state[kind].add(key);
  }
  if (isLocked(expressions, record, moment)) for (const key of lock?.keys ?? []) state.readOnly.add(key);
  for (const key of state.hidden) state.required.delete(key);
  return state;
};

/** A record to be held against its expressions. */
interface Subject {
  readonly entity: Entity;
  /** The entity as the caller may write it: nothing else of it is named to the caller. */
  readonly shown: Entity;
  readonly record: Values;
  /** The record before the change, or what a new one begins with: what is closed to changes is compared with it. */
  readonly before: Values | undefined;
  readonly parent?: Values | undefined;
  readonly moment: Moment;
  /** Of a transition, which alone writes what is closed. */
  readonly moves?: true;
}

type Found = readonly [path: string, code: ErrorCode, params: FieldFailure['params']];

const idOf = (file: unknown): unknown => (isRow(file) ? file['id'] : file);

/** A relation may be null here and absent there; attachments are what their ids are. */
const differs = (a: unknown, b: unknown): boolean => {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) !== isEmpty(b);
  if (!Array.isArray(a) || !Array.isArray(b)) return a !== b;
  return a.length !== b.length || a.some((one, index) => idOf(one) !== idOf(b[index]));
};

/** Whether any row came, went, moved or changed; what is computed of rows is nobody's change. */
const rowsDiffer = ({ fields, expressions }: Entity, rows: readonly unknown[], before: readonly unknown[]): boolean => {
  if (rows.length !== before.length) return true;
  const computed = new Set((expressions?.computed ?? []).map(({ key }) => key));
  const written = fields.filter(({ column, readOnly }) => !readOnly && !computed.has(column));
  return rows.some((row, index) => {
    const stood = before[index];
    if (row === stood) return false;
    if (!isRow(row) || !isRow(stood) || row['id'] === undefined || row['id'] !== stood['id']) return true;
    return written.some(({ column }) => differs(row[column], stood[column]));
  });
};

/** Whether any of these fields and lists has changed. */
export const differsIn = ({ children }: Entity, keys: readonly string[], record: Values, before: Values): boolean => {
  const lists = new Map(children.map((child) => [child.name, child]));
  return keys.some((key) => {
    const list = lists.get(key);
    return list === undefined
      ? differs(record[key], before[key])
      : rowsDiffer(list.entity, rowsOf(record, list), rowsOf(before, list));
  });
};

/** Lists that are closed to changes, and changed. */
const listFailures = (
  { shown, record, before, moves }: Subject,
  { readOnly }: ConditionState,
  suffix: string,
): Found[] => {
  if (moves !== undefined || before === undefined) return [];
  return shown.children.flatMap((child): Found[] => {
    if (child.readOnly || !readOnly.has(child.name)) return [];
    if (!rowsDiffer(child.entity, rowsOf(record, child), rowsOf(before, child))) return [];
    return [[child.name, 'VALIDATION_ROWS_LOCKED', { field: `${child.title}${suffix}` }]];
  });
};

const fieldFailures = (subject: Subject, suffix: string): Found[] => {
  const { entity, shown, record, before, parent, moment, moves } = subject;
  const conditions = conditionsAt(entity.expressions, record, parent, moment);
  const { hidden, required, readOnly } = conditions;
  const computed = new Set((entity.expressions?.computed ?? []).map(({ key }) => key));
  const ofFields = shown.fields.flatMap((field): Found[] => {
    const { column } = field;
    const params = { field: `${field.title}${suffix}` };
    const value = record[column];
    if (computed.has(column))
      return isEmpty(value) || fits(field, value) ? [] : [[column, 'VALIDATION_COMPUTED', params]];
    if (field.readOnly) return [];
    if (moves === undefined && readOnly.has(column) && before !== undefined && differs(value, before[column]))
      return [[column, 'VALIDATION_LOCKED', params]];
    return required.has(column) && !hidden.has(column) && isEmpty(value)
      ? [[column, 'VALIDATION_REQUIRED', params]]
      : [];
  });
  return [...ofFields, ...listFailures(subject, conditions, suffix)];
};

type Fields = Pick<Entity, 'fields'>;

/** What a caller may know of a record: its fields, and those of the rows of its lists. */
export interface Known extends Fields {
  readonly children: readonly { readonly name: string; readonly entity: Fields }[];
  /** Keys of what its relations point at. */
  readonly beyond?: ReadonlySet<string>;
}

const openColumns = ({ fields }: Fields): readonly string[] =>
  fields.filter(({ covered }) => covered === undefined).map(({ column }) => column);

/** Whether an expression reads only what is open to the caller. */
export const seenIn = (shown: Known, owner: Known | undefined): ((expression: Expression) => boolean) => {
  const lists = shown.children.map(({ name }) => name);
  const names = new Set(['id', ...openColumns(shown), ...lists, ...(shown.beyond ?? [])]);
  const ownerNames = new Set(owner && [...openColumns(owner), ...(owner.beyond ?? [])]);
  const rowNames = new Set(
    shown.children.flatMap((child) => openColumns(child.entity).map((column) => `${child.name}.${column}`)),
  );
  return ({ tree }) => {
    const { own, parent, items } = keysIn(tree);
    return (
      own.every((key) => names.has(key)) &&
      parent.every((key) => ownerNames.has(key)) &&
      items.every((key) => rowNames.has(key))
    );
  };
};

/** A rule that reads what is kept from the caller, or covered, is told of without its words, which may speak of it. */
const ruleFailures = ({ entity, shown, record, parent, moment }: Subject, owner: Entity | undefined): Found[] => {
  const names = new Set([...openColumns(shown), ...shown.children.map(({ name }) => name)]);
  const seen = seenIn(shown, owner);
  return (entity.expressions?.rules ?? []).flatMap(({ must, message, keys }): Found[] => {
    if (evaluate(must.tree, { record, parent, ...moment }) !== false) return [];
    const place = keys.find((key) => names.has(key)) ?? shown.fields[0]?.column ?? '';
    return seen(must)
      ? [[place, 'VALIDATION_RULE', { rule: message }]]
      : [[place, 'VALIDATION_RULE_UNSEEN', { title: entity.title }]];
  });
};

/** Rows that meet one above them; what is kept from the caller is left to the database. */
const overlapFailures = (child: Child, shown: Entity, rows: readonly unknown[]): Found[] => {
  if (child.entity.noOverlap === undefined || !rows.every(isRow)) return [];
  const open = new Map(
    shown.fields.filter(({ covered }) => covered === undefined).map((field) => [field.column, field]),
  );
  const owner = child.entity.fields.find(({ name }) => name === child.entity.owner?.relation)?.column;
  return overlapsIn(child.entity, rows).flatMap(({ row, other, of }): Found[] => {
    const columns = [
      ...of.key.filter((column) => column !== owner),
      ...of.ranges.flatMap(({ first, last }) => [first, last]),
    ];
    const begin = open.get(of.ranges[0]?.first ?? '');
    if (begin === undefined || !columns.every((column) => open.has(column))) return [];
    const field = `${begin.title}${rowSuffix(child, row)}`;
    return [[`${child.name}.${row}.${begin.column}`, 'VALIDATION_OVERLAP', { field, row: other + 1 }]];
  });
};

/** What a row begins with that comes to a record which is there: what is closed in it nobody gives. */
const begun = ({ fields }: Entity): Values =>
  Object.fromEntries(fields.flatMap((field) => (field.default === undefined ? [] : [[field.column, field.default]])));

/** Whether a row goes in which something is closed: that too would change it. */
const closedGoes = (
  child: Child,
  rows: readonly unknown[],
  stored: readonly Values[],
  parent: Values,
  moment: Moment,
) => {
  const kept = new Set(rows.map((row) => (isRow(row) ? row['id'] : undefined)));
  return stored.some((row) => {
    if (kept.has(row['id'])) return false;
    const { readOnly } = conditionsAt(child.entity.expressions, row, parent, moment);
    return [...readOnly].some((key) => !isEmpty(row[key]));
  });
};

const rowFailures = ({ entity, shown, record, before, moment, moves }: Subject): Found[] =>
  entity.children.flatMap((child): Found[] => {
    const open = shown.children.find(({ name }) => name === child.name);
    if (child.entity.expressions === undefined) return [];
    if (open === undefined) {
      // Rows kept from the caller have no place in the answer, but a change of their owner may not break them either.
      const hidden: Entity = { ...child.entity, fields: [], children: [] };
      const broken = rowsOf(record, child).some(
        (row) =>
          isRow(row) &&
          ruleFailures({ entity: child.entity, shown: hidden, record: row, before, parent: record, moment }, hidden)
            .length > 0,
      );
      return broken ? [[shown.fields[0]?.column ?? '', 'VALIDATION_RULE_UNSEEN', { title: entity.title }]] : [];
    }
    const stored = before === undefined ? [] : rowsOf(before, child).filter(isRow);
    const isThere = before?.['id'] !== undefined;
    const rows = rowsOf(record, child);
    const gone: Found[] =
      moves === undefined && closedGoes(child, rows, stored, record, moment)
        ? [[child.name, 'VALIDATION_ROWS_LOCKED', { field: child.title }]]
        : [];
    const each = rows.flatMap((row, index): Found[] => {
      if (!isRow(row)) return [];
      const own: Subject = {
        entity: child.entity,
        shown: open.entity,
        record: row,
        before: stored.find((one) => one['id'] === row['id']) ?? (isThere ? begun(child.entity) : undefined),
        parent: record,
        moment,
        ...(moves && { moves }),
      };
      const found = [...fieldFailures(own, rowSuffix(child, index)), ...ruleFailures(own, shown)];
      return found.map(([path, code, params]): Found => [`${child.name}.${index}.${path}`, code, params]);
    });
    return [...gone, ...each, ...overlapFailures(child, open.entity, rows)];
  });

/** Everything that a record with its computed values breaks, the first of each field. */
export const expressionFailures = (
  subject: Subject,
  place: Readonly<Record<string, number>> = {},
): readonly FieldFailure[] => {
  const found = new Map<string, FieldFailure>();
  const all = [...fieldFailures(subject, ''), ...rowFailures(subject), ...ruleFailures(subject, undefined)];
  const lists = new Set(all.flatMap(([field, code]) => (code === 'VALIDATION_ROWS_LOCKED' ? [field] : [])));
  // Of a list that is closed it is said once, and not of each of its cells.
  const isToldOfList = ([field, code]: Found): boolean =>
    code === 'VALIDATION_LOCKED' && lists.has(field.split('.', 1)[0] ?? '');
  for (const [field, code, params] of all.filter((one) => !isToldOfList(one)))
    if (!found.has(field)) found.set(field, { code, params, at: { entity: subject.entity.name, field, ...place } });
  return [...found.values()];
};

/**
 * What of these failures is told beside those of the schema: nothing of a field that has one, and no computed value that
 * does not fit, for it may be worked out from what is wrong already.
 */
export const besideSchema = (
  schema: readonly FieldFailure[],
  more: readonly FieldFailure[],
): readonly FieldFailure[] => {
  if (schema.length === 0) return more;
  const told = new Set(schema.map(({ at }) => at.field));
  return more.filter(({ code, at }) => !told.has(at.field) && !(told.size > 0 && code === 'VALIDATION_COMPUTED'));
};

/** Whether a change of these keys can move or break anything, in the record or in its rows. */
export const isTouched = (entity: Entity, keys: readonly string[]): boolean => {
  const { expressions, children } = entity;
  const own = keys.some(
    (key) =>
      expressions?.conditions.some((one) => one.key === key && one.kind !== 'visible') === true ||
      expressions?.lock?.keys.includes(key) === true ||
      (expressions !== undefined && Object.hasOwn(expressions.dependents, key)),
  );
  if (own) return true;
  const moved = new Set(keys);
  return children.some(({ name, entity: { expressions: ofRows } }) => {
    if (ofRows === undefined) return false;
    const all = [...ofRows.conditions.map(({ expression }) => expression), ...ofRows.rules.map(({ must }) => must)];
    return moved.has(name) || all.some(({ parentReads }) => parentReads.some((key) => moved.has(key)));
  });
};
