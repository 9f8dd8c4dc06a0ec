/**
 * One whole record that anybody could have written: drawn field by field, held against the checks of the API, and mended
 * where it breaks them. Then it goes through its states as people would move it. In: an entity of the model, what is
 * known of the record beforehand. Out: its columns and rows, with computed values; undefined where none came out good.
 */

import type { FieldFailure } from '../../core/errors.ts';
import { Refusal } from '../../core/errors.ts';
import { oncePer } from '../../core/once-per.ts';
import { writeNumber } from '../../core/sequence.ts';
import type { Moment } from '../../expressions/functions.ts';
import { isBeyond, ownKey } from '../../expressions/keys-in.ts';
import type { Expression } from '../../expressions/types.ts';
import { fieldTypes } from '../../fields/index.ts';
import { computeRecord, conditionsAt, expressionFailures, isEmpty } from '../../fields/record-expressions.ts';
import { writableChildren, writableFields } from '../../fields/record-schema.ts';
import { holds, leaves, outcomeFailures, setValues } from '../../fields/record-transition.ts';
import { writtenLists, writtenRowFailures, writtenRows } from '../../fields/written-rows.ts';
import { narrowField } from '../../model/narrow-field.ts';
import type { NarrowedField, Transition } from '../../model/state-types.ts';
import type { Child, Entity, Field } from '../../model/types.ts';
import { checkRows } from '../check-rows.ts';
import type { Row } from '../given-rows.ts';
import { isRow } from '../given-rows.ts';
import type { Validators } from '../validators.ts';
import { drawValue, mayPointAt } from './draw-value.ts';
import { fillDrawn } from './fill-drawn.ts';
import type { Draw, Recipe, SampleRecipes } from './recipe.ts';
import { targetFailures } from './target-failures.ts';

export interface DrawTools {
  readonly validators: Validators;
  readonly recipes: SampleRecipes;
  readonly moment: Moment;
  /** Told of a record that did not come out good, and why. */
  readonly refused?: (entity: Entity, failures: readonly FieldFailure[], record: Row) => void;
}

/** Rounds of mending; most records are good at once. */
const maximumRounds = 60;
/** How often what may be left out is filled in. */
const filledShare = 0.65;

const computedOf = (entity: Entity): ReadonlySet<string> =>
  new Set((entity.expressions?.computed ?? []).map(({ key }) => key));

/** What is chosen by what stands beside it comes after it. */
const restsOn = ({ relation }: Field): boolean =>
  relation?.valid !== undefined || (relation?.where?.some((one) => 'from' in one) ?? false);

/** What is drawn at all: what callers write, and what a table asks for without a default. */
const drawnFields = oncePer((entity: Entity): readonly Field[] => {
  const computed = computedOf(entity);
  const written = new Set(writableFields(entity));
  const { owner, states } = entity;
  const fields = entity.fields.filter(
    (field) =>
      !computed.has(field.column) &&
      field.column !== states?.key &&
      field.name !== owner?.relation &&
      field.name !== owner?.position &&
      field.type !== 'attachment' &&
      (written.has(field) || (field.required && field.default === undefined)),
  );
  return [...fields.filter((field) => !restsOn(field)), ...fields.filter(restsOn)];
});

const defaultsOf = oncePer(
  ({ fields, owner }: Entity): Row =>
    Object.fromEntries(
      fields.flatMap(({ name, column, default: preset }) =>
        preset === undefined || name === owner?.position ? [] : [[column, preset]],
      ),
    ),
);

/** What transitions ask for and set comes with them. */
const comesLater = ({ states }: Entity, { name, column, required }: Field): boolean =>
  !required &&
  (states?.transitions.some(({ fields, set }) => fields.includes(name) || set.some(({ key }) => key === column)) ??
    false);

interface Drawing {
  readonly tools: DrawTools;
  readonly entity: Entity;
  readonly draw: Draw;
  readonly given: Row;
}

/** Fields of one name are not all of one type. */
const isOfType = (field: Field, value: unknown): boolean => {
  const { type } = fieldTypes[field.type].valueSchema(field);
  return type === 'integer' || type === 'number' ? typeof value === 'number' : typeof value === type;
};

/** Beside records that somebody typed a number may be taken: another attempt has one of its own. */
const numberOf = (field: Field, sequence: string, { today, index, attempt }: Draw): string | number => {
  const { text } = writeNumber(sequence, today, index + 1 + 1000 * attempt);
  return field.type === 'integer' ? Number(text) : text;
};

/** Whether the field takes what a recipe gives it: a client may narrow its codes, or ask for what others may leave out. */
const takes = ({ codes, required }: Field, value: unknown): boolean =>
  value === null || value === undefined ? !required : codes === undefined || codes.includes(String(value));

/** `must`: it may not stay empty. `plain`: as the metadata has it, whatever the product knows of such fields. */
const fieldValue = (
  { tools, entity, draw, given }: Drawing,
  field: Field,
  record: Row,
  { must = false, plain = false }: { readonly must?: boolean; readonly plain?: boolean },
): unknown => {
  if (Object.hasOwn(given, field.column) && takes(field, given[field.column])) return given[field.column];
  const { chance } = draw;
  if (field.sequence !== undefined) return numberOf(field, field.sequence, draw);
  const needed = must || field.required;
  const known = plain ? undefined : tools.recipes.fields[field.name]?.({ ...draw, record });
  if (known === null ? !needed : known !== undefined && isOfType(field, known)) return known;
  if (!needed && (comesLater(entity, field) || !chance.holds(filledShare))) return field.default ?? null;
  if (field.default !== undefined && !field.unique && chance.holds(0.75)) return field.default;
  const { words } = tools.recipes;
  const word = plain ? undefined : (words[`${entity.name}.${field.name}`] ?? words[field.name]);
  return drawValue(entity, field, { ...draw, record }, word) ?? null;
};

const rowOf = (drawing: Drawing, child: Child, record: Row, index: number, known: Row): Row => {
  const { tools, draw } = drawing;
  const inside: Drawing = { tools, entity: child.entity, draw: { ...draw, index, parent: record }, given: known };
  return settled(inside, drawFields(inside));
};

const withoutRepeats = (child: Child, rows: readonly Row[]): readonly Row[] => {
  const owner = child.entity.fields.find(({ name }) => name === child.entity.owner?.relation)?.column;
  const keys = child.entity.indexes
    .filter(({ unique }) => unique)
    .map(({ columns }) => columns.filter((column) => column !== owner));
  return keys.reduce<readonly Row[]>((kept, columns) => {
    const seen = new Set<string>();
    return kept.filter((row) => {
      const key = JSON.stringify(columns.map((column) => row[column] ?? null));
      return seen.size < seen.add(key).size;
    });
  }, rows);
};

const rowsOf = (drawing: Drawing, child: Child, record: Row): readonly Row[] => {
  const { draw, given } = drawing;
  const known = given[child.name];
  if (Array.isArray(known))
    return known.map((row, index) => rowOf(drawing, child, record, index, isRow(row) ? row : {}));
  const most = Math.max(child.minItems, Math.min(child.maxItems, 3));
  const count = draw.chance.whole(Math.max(child.minItems, Math.min(1, most)), most);
  const rows = Array.from({ length: count }, (_, index) => rowOf(drawing, child, record, index, {}));
  return withoutRepeats(child, rows);
};

function drawFields(drawing: Drawing): Row {
  const { entity, given } = drawing;
  const record: Record<string, unknown> = { ...defaultsOf(entity), ...given };
  if (entity.states && !Object.hasOwn(given, entity.states.key)) record[entity.states.key] = entity.states.initial;
  for (const field of drawnFields(entity)) record[field.column] = fieldValue(drawing, field, record, {});
  Object.assign(record, fillDrawn(entity, record, given, drawing.draw.rows));
  const arrays = new Set(writableChildren(entity).map(({ name }) => name));
  for (const child of entity.children)
    if (arrays.has(child.name) || Object.hasOwn(given, child.name)) record[child.name] = rowsOf(drawing, child, record);
  return record;
}

/** What is hidden where the record is as it is stays empty. */
function settled({ entity, draw, given, tools }: Drawing, record: Row): Row {
  const { hidden } = conditionsAt(entity.expressions, record, draw.parent, tools.moment);
  const empty = [...hidden].filter((key) => {
    const field = entity.fields.find(({ column }) => column === key);
    return !Object.hasOwn(given, key) && field !== undefined && !field.required && field.default === undefined;
  });
  return empty.length === 0 ? record : { ...record, ...Object.fromEntries(empty.map((key) => [key, null])) };
}

/** As a caller would send it. */
const asSent = (entity: Entity, record: Row): Row => {
  const computed = computedOf(entity);
  return Object.fromEntries([
    ...writableFields(entity).flatMap(({ column }) =>
      computed.has(column) || record[column] === undefined ? [] : [[column, record[column]]],
    ),
    ...writableChildren(entity).flatMap(({ name, entity: owned }) => {
      const rows = record[name];
      return Array.isArray(rows) ? [[name, rows.map((row) => (isRow(row) ? asSent(owned, row) : row))]] : [];
    }),
  ]);
};

/** Whether the record begins in another state than new ones do: then it is judged as what a transition has made of it. */
const isMoved = ({ states }: Entity, record: Row): boolean =>
  states !== undefined && record[states.key] !== states.initial;

/** What the insertion of the record, or the transition into its state, would be refused for; `rows`: those that it points at. */
export const recordFailures = (
  { validators, moment }: Pick<DrawTools, 'validators' | 'moment'>,
  entity: Entity,
  record: Row,
  rows: Draw['rows'],
): readonly FieldFailure[] => {
  try {
    checkRows(validators, entity, false, [asSent(entity, record)], () =>
      expressionFailures({
        entity,
        shown: entity,
        record,
        before: defaultsOf(entity),
        moment,
        ...(isMoved(entity, record) ? { moves: true } : {}),
      }),
    );
    return targetFailures(entity, record, rows, moment);
  } catch (error) {
    if (!(error instanceof Refusal) || error.failures === undefined) throw error;
    return error.failures;
  }
};

/** The keys that a failure at this key can come from. */
const reachOf = (entity: Entity, key: string): readonly string[] => {
  const { computed = [], rules = [], targetRules = [] } = entity.expressions ?? {};
  const reads = [
    ...[...rules, ...targetRules]
      .filter(({ keys }) => keys.includes(key))
      .flatMap(({ keys, must }) => [...keys, ...must.reads.map(ownKey)]),
    ...computed.filter((one) => one.key === key).flatMap(({ expression }) => expression.reads),
  ];
  const own = computed.some((one) => one.key === key) ? [] : [key];
  const found = new Set([...own, ...reads]);
  const further = computed.filter((one) => found.has(one.key) && one.key !== key);
  return [...new Set([...found, ...further.flatMap(({ expression }) => expression.reads)])];
};

const mendKey = (drawing: Drawing, record: Row, key: string, must: boolean, round: number): Row => {
  const { entity } = drawing;
  const child = entity.children.find(({ name }) => name === key);
  if (child !== undefined) return { ...record, [key]: rowsOf(drawing, child, record) };
  const field = drawnFields(entity).find(({ column }) => column === key);
  if (field === undefined) return record;
  return { ...record, [key]: fieldValue(drawing, field, record, { must, plain: round > maximumRounds / 3 }) };
};

const mend = (drawing: Drawing, record: Row, { at, code }: FieldFailure, round: number): Row => {
  const { entity, draw } = drawing;
  const [key = '', index] = at.field?.split('.') ?? [];
  const child = entity.children.find(({ name }) => name === key);
  const rows = record[key];
  if (child !== undefined && index !== undefined && Array.isArray(rows)) {
    const given = drawing.given[key];
    const known: unknown = Array.isArray(given) ? given[Number(index)] : undefined;
    const goes = known === undefined && rows.length > child.minItems && round > 5;
    const others = rows.flatMap((row: Row, place): Row[] => {
      if (place !== Number(index)) return [row];
      return goes ? [] : [rowOf(drawing, child, record, place, isRow(known) ? known : {})];
    });
    return { ...record, [key]: withoutRepeats(child, others) };
  }
  if (code === 'VALIDATION_ROWS_LOCKED') return { ...record, [key]: [] };
  if (code === 'VALIDATION_LOCKED') return { ...record, [key]: defaultsOf(entity)[key] ?? null };
  if (code === 'VALIDATION_REQUIRED') return mendKey(drawing, record, key, true, round);
  const keys = reachOf(entity, key);
  const chosen = keys.length <= 1 ? keys : keys.filter(() => draw.chance.holds(0.6));
  return chosen.reduce((some, one) => mendKey(drawing, some, one, draw.chance.holds(0.5), round), record);
};

/** A record good to be inserted. */
const drawNew = (drawing: Drawing): Row | undefined => {
  const { tools, entity } = drawing;
  let record = settled(drawing, drawFields(drawing));
  let failures: readonly FieldFailure[] = [];
  for (let round = 0; round < maximumRounds; round += 1) {
    record = computeRecord(entity, record, tools.moment);
    failures = recordFailures(tools, entity, record, drawing.draw.rows);
    if (failures.length === 0) return record;
    record = settled(
      drawing,
      failures.reduce((some, failure) => mend(drawing, some, failure, round), record),
    );
  }
  tools.refused?.(entity, failures, record);
  return undefined;
};

/** Without what is asked and made of other records, which are not drawn yet or stay as they are: the recipes see to these. */
const ofItself = ({ states }: Entity, transition: Transition): Transition => {
  const names = (states?.linked ?? []).map(({ name }) => name);
  const isLinked = (value: unknown): boolean => {
    const { reads = [] } = (value ?? {}) as Partial<Expression>;
    return reads.some((key) => names.includes(key) || isBeyond(key));
  };
  return {
    ...transition,
    when: isLinked(transition.when) ? undefined : transition.when,
    set: transition.set.filter(({ value }) => !isLinked(value)),
  };
};

/** What is asked for of the rows that the transition adds. */
const askedRows = (drawing: Drawing, transition: Transition, record: Row): Row =>
  Object.fromEntries(
    writtenLists(drawing.entity, transition).map(({ child, written: { add } }) => {
      const fields = child.entity.fields.map((field) => narrowField(field, add?.narrowed));
      const meant = add?.narrowed === undefined ? child : { ...child, entity: { ...child.entity, fields } };
      const row = rowOf({ ...drawing, given: {} }, meant, record, 0, {});
      const asked = fields.filter(({ name }) => add?.asked.includes(name) === true);
      return [child.name, [Object.fromEntries(asked.map(({ column }) => [column, row[column] ?? null]))]];
    }),
  );

/** Other records give nothing yet: they may still be to be drawn. */
const nothingElsewhere = (): null => null;

/** Whether what the transition asks for is of the records that it means; what is asked for in rows among it. */
const isMeant = (
  { entity, draw }: Drawing,
  { narrowed = [], rows = [] }: Transition,
  record: Row,
  added: Row,
): boolean => {
  const fits = (some: readonly NarrowedField[], owned: Entity, one: Row, parent?: Row): boolean =>
    some.every(({ field: name, where }) => {
      const field = owned.fields.find((other) => other.name === name);
      if (field?.relation === undefined || isEmpty(one[field.column])) return true;
      const asked = { ...field, relation: { ...field.relation, where } };
      const target = draw.rows(field.relation.entity).find(({ id }) => id === one[field.column]);
      const around = parent === undefined ? { ...draw, record: one } : { ...draw, record: one, parent };
      return target !== undefined && mayPointAt(owned, asked, around)(target);
    });
  return (
    fits(narrowed, entity, record) &&
    rows.every(({ list, add }) => {
      const owned = entity.children.find(({ name }) => name === list)?.entity;
      const given = added[list];
      if (owned === undefined || add?.narrowed === undefined || !Array.isArray(given)) return true;
      return given.filter(isRow).every((row) => fits(add.narrowed ?? [], owned, row, record));
    })
  );
};

/** The record after a transition; undefined where it may not be made. */
const moved = (drawing: Drawing, declared: Transition, stored: Row): Row | undefined => {
  const { tools, entity } = drawing;
  const transition = ofItself(entity, declared);
  const { moment } = tools;
  if (entity.states === undefined || !leaves(entity.states, transition, stored)) return undefined;
  if (!holds(transition, stored, moment)) return undefined;
  const asked = entity.fields
    .filter(({ name, type }) => transition.fields.includes(name) && type !== 'attachment')
    .map((field) => narrowField(field, transition.narrowed));
  for (let round = 0; round < 8; round += 1) {
    const values = asked.map((field): [string, unknown] => {
      const must = transition.required.includes(field.column);
      if (!isEmpty(stored[field.column]) && round === 0) return [field.column, stored[field.column]];
      return [field.column, fieldValue({ ...drawing, given: {} }, field, stored, { must, plain: round > 4 })];
    });
    const laid = { ...stored, ...Object.fromEntries(values), [entity.states.key]: transition.to };
    const become = { ...laid, ...setValues(entity, transition, laid, moment) };
    const added = askedRows(drawing, transition, become);
    const lists = writtenRows(entity, transition, { before: stored, record: become }, added, moment, nothingElsewhere);
    const record = computeRecord(entity, { ...become, ...lists }, moment);
    if (!isMeant(drawing, transition, record, added)) continue;
    const failures = [
      ...outcomeFailures(entity, entity, transition, record, {}),
      ...writtenRowFailures(entity, entity, transition, { before: stored, record }, {}),
      ...expressionFailures({ entity, shown: entity, record, before: stored, moment, moves: true }),
      ...targetFailures(entity, record, drawing.draw.rows, moment),
    ];
    if (failures.length === 0) return record;
  }
  return undefined;
};

const maximumMoves = 4;

/** A new record stays, or is moved on a few times. */
const live = (drawing: Drawing, recipe: Recipe | undefined, fresh: Row): Row => {
  const { entity, draw, given } = drawing;
  if (entity.states && Object.hasOwn(given, entity.states.key)) return fresh;
  const transitions = entity.states?.transitions ?? [];
  const named = recipe?.moves?.({ ...draw, record: fresh });
  if (named !== undefined)
    return named.reduce((record, name) => {
      const transition = transitions.find((one) => one.name === name);
      return (transition && moved(drawing, transition, record)) ?? record;
    }, fresh);
  let record = fresh;
  for (let turn = 0; turn < maximumMoves && transitions.length > 0 && draw.chance.holds(0.6); turn += 1)
    record = moved(drawing, draw.chance.of(transitions), record) ?? record;
  return record;
};

/** Only what the checks of the API have nothing against. */
const dated = ({ tools, entity, draw }: Drawing, recipe: Recipe | undefined, record: Row): Row => {
  if (recipe?.moved === undefined || !isMoved(entity, record)) return record;
  const later = computeRecord(entity, { ...record, ...recipe.moved({ ...draw, record }) }, tools.moment);
  return recordFailures(tools, entity, later, draw.rows).length === 0 ? later : record;
};

export const drawRecord = (tools: DrawTools, entity: Entity, draw: Draw): Row | undefined => {
  const recipe = tools.recipes.entities[entity.name];
  const drawing: Drawing = { tools, entity, draw, given: recipe?.values?.(draw) ?? {} };
  const fresh = drawNew(drawing);
  return fresh && dated(drawing, recipe, live(drawing, recipe, fresh));
};

/** Gives the records of an entity as its recipe gives them whole: nothing is drawn or checked. */
export const wholeRecords = ({ recipes }: Pick<DrawTools, 'recipes'>, entity: Entity): ((draw: Draw) => Row) => {
  const given = defaultsOf(entity);
  const values = recipes.entities[entity.name]?.values;
  const numbered = entity.fields.flatMap((field): [Field, string][] =>
    field.sequence === undefined ? [] : [[field, field.sequence]],
  );
  return (draw) => {
    const record: Record<string, unknown> = { ...given, ...values?.(draw) };
    for (const [field, sequence] of numbered) record[field.column] ??= numberOf(field, sequence, draw);
    return record;
  };
};
